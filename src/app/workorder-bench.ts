import type { House } from '../app.ts'
import { judgeChange } from '../checks/acceptance/judge-change.ts'
import { measure } from '../checks/acceptance/measure.ts'
import type { Measurement } from '../checks/acceptance/measurement.ts'
import { inspectChange } from '../checks/integrity/inspect-change.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { Records } from '../ports/records.ts'
import type { Repository } from '../ports/repository.ts'
import type { SandboxRefusal } from '../ports/sandbox.ts'
import type { Workbench } from '../ports/workbench.ts'
import { projectErrors } from '../workflows/workorder/refining/project-errors.ts'
import { askOnBench, batchedCounter } from '../workflows/workorder/refining/syntax-counter.ts'
import { sanitizeFiles } from '../workflows/workorder/sanitizer/sanitize-files.ts'
import type {
  ChangeToJudge,
  Judged,
  OrderBench,
  OrderHappening,
} from '../workflows/workorder/steps/bench.ts'
import { measureOnce } from './check-code-measure.ts'
import { mutateChange } from './code-mutation.ts'
import { assignLessons, lastAcceptances } from './learn-assign.ts'
import { modelOf } from './learn-record.ts'
import { toolVersion } from './package-files.ts'
import type { OrderPlace } from './workorder-places.ts'
import { affordsProposer, baseFor, routeOrder } from './workorder-route.ts'
import { seenFrom } from './workorder-subtree.ts'

export type BenchParts = {
  readonly place: OrderPlace
  readonly repository: Repository
  readonly records: Records
  readonly agents: Readonly<Record<string, Agent>>
  /** Where the workspace lies in the repository. */
  readonly prefix: string
  readonly tell: (happening: OrderHappening) => void
}

/** What the steps of a work order work with, made of real parts. */
export function orderBench(house: House, parts: BenchParts): OrderBench {
  const { place, repository, records, agents, prefix, tell } = parts
  const elapsedMs = () => house.clock.elapsedMs()
  const onProgress = (what: string) => tell({ type: 'doing', what })
  return {
    agentFor: (name) => knownAgent(agents, name),
    answers: place.store.answers,
    blobs: house.blobs,
    baseFor: (run) => baseFor(house, repository, run),
    async openTree(base) {
      const tree = await repository.open({ id: place.runId, base })
      return tree.ok ? ok(seenFrom(prefix, tree.value)) : tree
    },
    fingerprint: () => repository.fingerprint(),
    measure: (folder, commands, signal) =>
      onWorkbench(house, folder, async (workbench) => {
        const options = { commands: set(commands), elapsedMs, onProgress }
        const measured = await measureOnce(house, workbench, options, signal)
        if (!measured.ok) return err(refusal(measured.error))
        const errors = await projectErrors(workbench, signal)
        return errors.ok ? ok({ measurement: measured.value, errors: errors.value }) : errors
      }),
    compile: (folder, signal) =>
      onWorkbench(house, folder, (workbench) => projectErrors(workbench, signal)),
    sanitize: (folder, files, signal) =>
      onWorkbench(house, folder, async (workbench) =>
        ok(await sanitizeFiles(files, batchedCounter(askOnBench(workbench, signal)))),
      ),
    judge: (change, commands, signal) =>
      onWorkbench<Judged>(house, change.folder, async (workbench) => {
        const options = { commands: set(commands), elapsedMs, onProgress }
        const measured = await measure(workbench, options, signal)
        if (!measured.ok) return err(refusal(measured.error))
        const at = house.clock.now().toISOString()
        return ok(
          await judged(
            { workbench, seed: place.runId, at, onProgress },
            { ...change, now: measured.value },
            signal,
          ),
        )
      }),
    ...schooling(house, records),
    now: () => house.clock.now().toISOString(),
    elapsedMs,
    tell,
  }
}

/** What earlier orders teach, from the records. */
const schooling = (
  house: House,
  records: Records,
): Pick<OrderBench, 'before' | 'route' | 'affords' | 'teach'> => ({
  route: (run) => routeOrder(house, run),
  affords: (run) => affordsProposer(house, run),
  before: ({ setup }) =>
    lastAcceptances(records, {
      orderId: setup.orderId,
      outputType: setup.order.expected_output_type,
      project: setup.project,
    }),
  teach: ({ setup }, proposer, slots) =>
    assignLessons(records, {
      orderId: setup.orderId,
      complexity: setup.complexity.score,
      band: setup.complexity.band,
      proposer,
      model: modelOf(setup, proposer),
      outputType: setup.order.expected_output_type,
      slots,
      toolVersion: toolVersion(),
      at: house.clock.now().toISOString(),
    }),
})

type Judging = {
  readonly workbench: Workbench
  readonly seed: string
  readonly at: string
  readonly onProgress: (what: string) => void
}

async function judged(
  { workbench, seed, at, onProgress }: Judging,
  change: ChangeToJudge & { readonly now: Measurement },
  signal: AbortSignal,
): Promise<Judged> {
  const { paths, asked, threshold, mutationSeconds } = change
  const { before, after } = change.trees
  const judgement = judgeChange(change.before, change.now, { files: paths, at, threshold })
  onProgress('looking for what the change did besides')
  const integrity = await inspectChange({ before, after, asked })
  if (mutationSeconds === 0) return { judgement, integrity, mutation: null }
  onProgress('planting bugs in the change')
  const mutated = { before, after, paths, seconds: mutationSeconds, seed }
  return { judgement, integrity, mutation: await mutateChange(workbench, mutated, signal) }
}

const refusal = ({ reason, remedy }: SandboxRefusal): string => `${reason}; ${remedy}`

function knownAgent(agents: BenchParts['agents'], name: string): Agent {
  const agent = agents[name]
  if (agent === undefined) throw new Error(`nobody is bound to ${name}`)
  return agent
}

async function onWorkbench<Value>(
  house: House,
  folder: string,
  work: (workbench: Workbench) => Promise<Result<Value, string>>,
): Promise<Result<Value, string>> {
  const opened = await house.openWorkbench(folder)
  if (!opened.ok) return opened
  try {
    return await work(opened.value)
  } finally {
    await opened.value.close()
  }
}

/** Only commands that are set: an absent one is not an empty one. */
const set = (commands: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(commands).filter(([, command]) => command !== undefined))
