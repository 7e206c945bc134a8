import { resolve } from 'node:path'
import type { House } from '../app.ts'
import { measure, type MeasureOptions } from '../checks/acceptance/measure.ts'
import type { Measurement } from '../checks/acceptance/measurement.ts'
import type { FileTree } from '../model/file-tree.ts'
import { exitCodes, type Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SandboxRefusal } from '../ports/sandbox.ts'
import type { Workbench } from '../ports/workbench.ts'
import type { AcceptanceReport } from '../views/acceptance-report.ts'
import { changedPaths, onlyOwn, openBase, readTree } from './check-code-base.ts'
import { measureOnce } from './check-code-measure.ts'
import { judgeCode } from './code-judgement.ts'
import { codeReport, type CodeVerdicts } from './check-code-report.ts'

export type CodeOrder = {
  readonly folder: string
  /** A commit or a folder that the project is held against. */
  readonly base?: string
  /** How long bugs may be planted in the change; 0 plants none. */
  readonly mutationSeconds: number
  readonly commands: NonNullable<MeasureOptions['commands']>
  /** What was asked for, in its own words. */
  readonly task?: string
  /** The score to reach; the configuration's unless told. */
  readonly threshold?: number
  readonly signal: AbortSignal
  onProgress(what: string): void
}

/** Holds a project, or a change of it, against the five dimensions. */
export async function checkCode(
  house: House,
  order: CodeOrder,
): Promise<Result<AcceptanceReport, Problem>> {
  const begun = house.clock.elapsedMs()
  const folder = resolve(house.cwd, order.folder)
  const tree = await readTree(house, folder)
  const base = await measureBase(house, folder, order)
  if (!base.ok) return base
  const judged = await onBench(house, folder, (workbench) =>
    judgeOn(house, workbench, { folder, order, tree, base: base.value }),
  )
  if (!judged.ok) return judged
  if (order.signal.aborted) return err(calledOff)
  return ok(
    codeReport({
      ...judged.value,
      path: folder === house.root ? '.' : house.relative(folder),
      base: base.value?.shown ?? null,
      before: base.value?.measured ?? null,
      threshold: thresholdOf(house, order),
      tree,
      seconds: (house.clock.elapsedMs() - begun) / 1000,
    }),
  )
}

const calledOff: Problem = {
  exit: exitCodes.notAccepted,
  what: 'it was called off, so nothing is known about the code',
}

type MeasuredBase = {
  readonly shown: string
  readonly tree: FileTree
  readonly measured: Measurement
}

async function measureBase(
  house: House,
  folder: string,
  order: CodeOrder,
): Promise<Result<MeasuredBase | null, Problem>> {
  if (order.base === undefined) return ok(null)
  const opened = await openBase(house, folder, order.base)
  if (!opened.ok) return opened
  const { shown } = opened.value
  try {
    const tree = await readTree(house, opened.value.folder)
    const onProgress = (what: string) => order.onProgress(`before the change: ${what}`)
    const wishes = {
      ...options(house, order, onProgress),
      ...(await onlyOwn(opened.value.folder)),
    }
    const measured = await onBench(house, opened.value.folder, async (workbench) =>
      orProblem(await measureOnce(house, workbench, wishes, order.signal)),
    )
    return measured.ok ? ok({ shown, tree, measured: measured.value }) : measured
  } finally {
    await opened.value.close()
  }
}

const options = (
  house: House,
  { commands }: CodeOrder,
  onProgress: (what: string) => void,
): MeasureOptions => ({
  commands: { ...told(house.config.workflows.workorder.commands), ...commands },
  elapsedMs: () => house.clock.elapsedMs(),
  onProgress,
})

/** Only commands that are set: an absent one is not an empty one. */
const told = (commands: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(commands).filter(([, command]) => command !== undefined))

const thresholdOf = (house: House, order: CodeOrder): number =>
  order.threshold ?? house.config.workflows.workorder.threshold

type Subject = {
  readonly folder: string
  readonly order: CodeOrder
  readonly tree: FileTree
  readonly base: MeasuredBase | null
}

type Verdicts = Pick<CodeVerdicts, 'after' | 'judgement' | 'integrity' | 'mutation' | 'obligations'>

async function judgeOn(
  house: House,
  workbench: Workbench,
  { folder, order, tree, base }: Subject,
): Promise<Result<Verdicts, Problem>> {
  const own = await onlyOwn(folder)
  const wishes = { ...options(house, order, (what) => order.onProgress(what)), ...own }
  const measured = orProblem(await measure(workbench, wishes, order.signal))
  if (!measured.ok) return measured
  const after = measured.value
  const code = {
    before: base,
    after: { tree, measured: after },
    paths: base === null ? [] : changedPaths(base.tree, tree),
    task: order.task ?? null,
    threshold: thresholdOf(house, order),
    mutationSeconds: order.mutationSeconds,
    seed: 'check-code',
    at: house.clock.now().toISOString(),
    onProgress: (what: string) => order.onProgress(what),
  }
  return ok({ after, ...(await judgeCode(workbench, code, order.signal)) })
}

function orProblem<Value>(result: Result<Value, SandboxRefusal>): Result<Value, Problem> {
  if (result.ok) return result
  const { reason, remedy } = result.error
  return err({ exit: exitCodes.internal, what: reason, todo: remedy })
}

async function onBench<Value>(
  house: House,
  folder: string,
  work: (workbench: Workbench) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  const opened = await house.openWorkbench(folder)
  if (!opened.ok)
    return err({ exit: exitCodes.usage, what: opened.error, where: house.relative(folder) })
  try {
    return await work(opened.value)
  } finally {
    await opened.value.close()
  }
}
