import { resolve, sep } from 'node:path'
import { z } from 'zod'
import type { Workspace } from '../../ports/workspace.ts'
import type { Work } from '../../asking/judge-work.ts'
import { codeVocabulary } from '../../checks/acceptance/exam.ts'
import { measure, type MeasureOptions } from '../../checks/acceptance/measure.ts'
import type { Measurement } from '../../checks/acceptance/measurement.ts'
import type { FileTree } from '../../model/file-tree.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import { type Exam, examFrom, joinExams } from '../../obligations/exam.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import type { AcceptanceReport } from '../../views/acceptance/report.ts'
import { changedPaths, onlyOwn, readTree } from '../../checks/acceptance/own-files.ts'
import { openBase } from './base.ts'
import { measureOnce, onWorkbench } from '../../checks/acceptance/measure-once.ts'
import type { CheckOptions } from '../files/criteria.ts'
import { decideByPerson, readText } from '../files/exam.ts'
import { completeExam, judgeWork } from '../../asking/exam.ts'
import { integrityRules } from '../../checks/integrity/rules.ts'
import { onlyNamed } from './only-named.ts'
import { judgeCode } from '../../checks/acceptance/judge-code.ts'
import { codeReport, type CodeVerdicts } from './report.ts'

/** What was asked for, and what a person decides about it. */
export type CodeAsked = Pick<CheckOptions, 'task' | 'criteriaFile' | 'criteriaText' | 'decided'>

export type CodeOrder = {
  readonly folder: string
  /** A commit or a folder that the project is held against. */
  readonly base?: string
  /** How long bugs may be planted in the change; 0 plants none. */
  readonly mutationSeconds: number
  readonly commands: NonNullable<MeasureOptions['commands']>
  readonly asked: CodeAsked
  /** Rules or families of rules that are asked for; all of them if none is named. */
  readonly only: readonly string[]
  /** The score to reach; the configuration's unless told. */
  readonly threshold?: number
  readonly signal: AbortSignal
  onProgress(what: string): void
}

/** Holds a project, or a change of it, against the five dimensions. */
export async function checkCode(
  workspace: Workspace,
  order: CodeOrder,
): AsyncResult<AcceptanceReport> {
  const begun = workspace.clock.elapsedMs()
  const folder = resolve(workspace.cwd, order.folder)
  const tree = await readTree(workspace, folder)
  const base = await measureBase(workspace, folder, order)
  if (!base.ok) return base
  const judged = await onBench(workspace, folder, (workbench) =>
    judgeOn(workspace, workbench, { folder, order, tree, base: base.value }),
  )
  if (!judged.ok) return judged
  if (order.signal.aborted) return err(calledOff)
  return ok(
    codeReport({
      ...judged.value,
      path: folder === workspace.root ? '.' : workspace.relative(folder),
      base: base.value?.shown ?? null,
      before: base.value?.measured ?? null,
      threshold: thresholdOf(workspace, order),
      tree,
      seconds: (workspace.clock.elapsedMs() - begun) / 1000,
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
  workspace: Workspace,
  folder: string,
  order: CodeOrder,
): AsyncResult<MeasuredBase | null> {
  if (order.base === undefined) return ok(null)
  const opened = await openBase(workspace, folder, order.base)
  if (!opened.ok) return opened
  const { shown } = opened.value
  try {
    const tree = await readTree(workspace, opened.value.folder)
    const onProgress = (what: string) => order.onProgress(`before the change: ${what}`)
    const settings = {
      ...options(workspace, order, onProgress),
      ...(await onlyOwn(workspace, opened.value.folder)),
    }
    const measured = await onBench(workspace, opened.value.folder, async (workbench) =>
      orProblem(await measureOnce(workspace, workbench, settings, order.signal)),
    )
    return measured.ok ? ok({ shown, tree, measured: measured.value }) : measured
  } finally {
    await opened.value.close()
  }
}

const options = (
  workspace: Pick<Workspace, 'clock' | 'config'>,
  { commands }: CodeOrder,
  onProgress: (what: string) => void,
): MeasureOptions => ({
  commands: { ...definedIn(workspace.config.workflows.workorder.commands), ...commands },
  elapsedMs: () => workspace.clock.elapsedMs(),
  onProgress,
})

/** Only commands that are set: an absent one is not an empty one. */
const definedIn = (commands: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(commands).filter(([, command]) => command !== undefined))

const thresholdOf = (workspace: Pick<Workspace, 'config'>, order: CodeOrder): number =>
  order.threshold ?? workspace.config.workflows.workorder.threshold

type Subject = {
  readonly folder: string
  readonly order: CodeOrder
  readonly tree: FileTree
  readonly base: MeasuredBase | null
}

type Verdicts = Pick<CodeVerdicts, 'after' | 'judgement' | 'integrity' | 'mutation' | 'obligations'>

async function judgeOn(
  workspace: Workspace,
  workbench: Workbench,
  { folder, order, tree, base }: Subject,
): AsyncResult<Verdicts> {
  const own = await onlyOwn(workspace, folder)
  const settings = { ...options(workspace, order, (what) => order.onProgress(what)), ...own }
  const measured = orProblem(await measure(workbench, settings, order.signal))
  if (!measured.ok) return measured
  const after = measured.value
  const exam = await examOf(workspace, order)
  if (!exam.ok) return exam
  const rules = await workspace.ownRules()
  if (!rules.ok) return rules
  const { task, exam: asked } = exam.value
  const code = {
    asking: {
      exam: asked,
      judge: (obligations: readonly Obligation[], work: Work) =>
        judgeWork(workspace, obligations, { work, workflow: 'check', signal: order.signal }),
    },
    before: base,
    after: { tree, measured: after },
    paths: base === null ? [] : changedPaths(base.tree, tree),
    task: task === '' ? null : task,
    threshold: thresholdOf(workspace, order),
    powers: workspace.config.acceptance.rules,
    own: { rules: rules.value, prefix: prefixOf(workspace, folder) },
    mutationSeconds: order.mutationSeconds,
    seed: 'check-code',
    at: workspace.clock.now().toISOString(),
    onProgress: (what: string) => order.onProgress(what),
    options: settings,
  }
  const judged = await judgeCode(workbench, code, order.signal)
  const { decided } = order.asked
  if (order.only.length > 0) {
    // a project without a version before it is no change, so rules about changes were not asked
    const mine = rules.value.rules.filter(({ on }) => base !== null || on !== 'change')
    const known = [...(base === null ? [] : integrityRules), ...mine].map(({ id }) => id)
    return onlyNamed(judged, { after, only: order.only, known })
  }
  const obligations =
    decided === undefined ? judged.obligations : decideByPerson(judged.obligations, decided)
  return ok({ after, ...judged, obligations })
}

/** A folder in the workspace is named from there; another one is a place of its own. */
const prefixOf = ({ root }: Pick<Workspace, 'root'>, folder: string): string =>
  folder.startsWith(root + sep) ? `${folder.slice(root.length + 1).replaceAll(sep, '/')}/` : ''

/** The task and the criteria as one exam; what no form reads is compiled by a reader where one is bound. */
async function examOf(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  { asked, signal }: CodeOrder,
): AsyncResult<{ readonly exam: Exam; readonly task: string }> {
  const listed = await listedCriteria(asked.criteriaFile)
  if (!listed.ok) return listed
  const criteria = [asked.criteriaText ?? '', listed.value].join('\n').trim()
  const read = joinExams([
    examFrom(asked.task, 'task', codeVocabulary),
    examFrom(criteria, 'criterion', codeVocabulary),
  ])
  const { exam } = await completeExam(workspace, read, { workflow: 'check', signal })
  return ok({ exam, task: [asked.task, criteria].join('\n').trim() })
}

const Listed = z.union([
  z.array(z.string()),
  z
    .object({ acceptance_criteria: z.array(z.string()) })
    .transform((each) => each.acceptance_criteria),
  z.object({ criteria: z.array(z.string()) }).transform((each) => each.criteria),
])

/** Criteria as a list in YAML or JSON, one sentence each. */
async function listedCriteria(path: string | undefined): AsyncResult<string> {
  if (path === undefined) return ok('')
  const text = await readText(path)
  const wrong = (what: string) =>
    err({
      exit: exitCodes.usage,
      what,
      where: path,
      todo: 'a list of sentences, or a .md or .txt file',
    })
  if (text === null) return wrong('the file cannot be read')
  try {
    const { parse } = await import('yaml')
    const listed = Listed.safeParse(parse(text))
    return listed.success
      ? ok(listed.data.map((each) => `- ${each}`).join('\n'))
      : wrong('criteria of code are sentences, not rules')
  } catch {
    return wrong('it is neither YAML nor JSON')
  }
}

function orProblem<Value>(result: Result<Value, SandboxRefusal>): Result<Value> {
  if (result.ok) return result
  const { reason, remedy } = result.error
  return err({ exit: exitCodes.internal, what: reason, todo: remedy })
}

const onBench = <Value>(
  workspace: Pick<Workspace, 'openWorkbench' | 'relative'>,
  folder: string,
  work: (workbench: Workbench) => AsyncResult<Value>,
): AsyncResult<Value> =>
  onWorkbench(workspace, folder, {
    work,
    tries: 2,
    refused: (what) => ({ exit: exitCodes.usage, what, where: workspace.relative(folder) }),
    drifted: (why) => ({
      exit: exitCodes.parked,
      what: `undecided: what was measured is not what lies there, twice: ${why}`,
      where: workspace.relative(folder),
      todo: 'let no command of the project change its files, and nobody else meanwhile; then check again',
    }),
  })
