import { z } from 'zod'
import type { Workspace } from '../../ports/workspace.ts'
import { measure } from '../../checks/acceptance/measure.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import type { Records } from '../../ports/records.ts'
import { seenFrom } from '../../ports/repository-prefix.ts'
import type { Repository } from '../../ports/repository.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { projectErrors } from './refining/project-errors.ts'
import { CompilerError } from './refining/records.ts'
import { askOnBench, batchedCounter } from './refining/syntax-counter.ts'
import { sanitizeFiles } from './sanitizer/sanitize-files.ts'
import type { Judged, OrderBench, Route } from './steps/bench.ts'
import { measureOnce, onceForTree, onWorkbench } from '../../checks/acceptance/measure-once.ts'
import { judgeCode } from '../../checks/acceptance/judge-code.ts'
import { assignLessons, lastAcceptances } from './learning/assign.ts'
import { modelOf } from './learning/record.ts'
import { askingFor, conflictsOf } from './exam.ts'
import { affordsProposer, baseFor, routeOrder } from './route.ts'

export type BenchParts = {
  readonly runId: string
  readonly answers: OrderBench['answers']
  readonly repository: Repository
  readonly records: Records
  readonly agents: Readonly<Record<string, Agent>>
  /** Who can be asked today. */
  readonly bound: Route['bound']
  /** Where the workspace lies in the repository. */
  readonly prefix: string
  readonly tell: OrderBench['tell']
}

/** What the steps of a work order work with, made of real parts. */
export function orderBench(workspace: Workspace, parts: BenchParts): OrderBench {
  const { runId, answers, repository, records, agents, bound, prefix, tell } = parts
  const elapsedMs = () => workspace.clock.elapsedMs()
  const onProgress = (what: string) => tell({ type: 'doing', what })
  return {
    agentFor: (name) => knownAgent(agents, name),
    answers,
    blobs: workspace.blobs,
    baseFor: (run) => baseFor(workspace, repository, run),
    async openTree(base) {
      const tree = await repository.open({ id: runId, base })
      return tree.ok ? ok(seenFrom(prefix, tree.value)) : tree
    },
    fingerprint: () => repository.fingerprint(),
    measure: (folder, commands, signal) =>
      onBench(workspace, folder, async (workbench) => {
        const options = { commands: set(commands), elapsedMs, onProgress }
        const measured = await measureOnce(workspace, workbench, options, signal)
        if (!measured.ok) return err(refusal(measured.error))
        const errors = await onceForTree(
          workspace,
          workbench,
          { what: ['compiler errors'], schema: z.array(CompilerError) },
          () => projectErrors(workbench, signal),
        )
        return errors.ok ? ok({ measurement: measured.value, errors: errors.value }) : errors
      }),
    conflicts: conflictsOf,
    compile: (folder, signal) =>
      onBench(workspace, folder, (workbench) => projectErrors(workbench, signal)),
    sanitize: (folder, files, signal) =>
      onBench(workspace, folder, async (workbench) =>
        ok(await sanitizeFiles(files, batchedCounter(askOnBench(workbench, signal)))),
      ),
    ...judging(workspace, { seed: runId, elapsedMs, onProgress }),
    ...schooling(workspace, records, bound),
    now: () => workspace.clock.now().toISOString(),
    elapsedMs,
    tell,
  }
}

type Judging = {
  readonly seed: string
  readonly elapsedMs: () => number
  readonly onProgress: (what: string) => void
}

/** Measures a change and holds it against all that it owes and that its order asks. */
const judging = (
  workspace: Workspace,
  { seed, elapsedMs, onProgress }: Judging,
): Pick<OrderBench, 'judge'> => ({
  judge: (change, commands, signal) =>
    onBench<Judged>(workspace, change.folder, async (workbench) => {
      const options = { commands: set(commands), elapsedMs, onProgress, before: change.before }
      const measured = await measure(workbench, options, signal)
      if (!measured.ok) return err(refusal(measured.error))
      const rules = await workspace.ownRules()
      if (!rules.ok) return err(rules.error.what)
      const { trees, paths, asked, task, threshold, mutationSeconds } = change
      const code = {
        before: { tree: trees.before, measured: change.before },
        after: { tree: trees.after, measured: measured.value },
        at: workspace.clock.now().toISOString(),
        powers: workspace.config.acceptance.rules,
        own: { rules: rules.value },
        seed,
      }
      const { order, producer } = change
      const asking = await askingFor(workspace, { order, producer, runId: seed, signal })
      const judged = await judgeCode(
        workbench,
        { ...code, paths, asked, task, asking, threshold, mutationSeconds, onProgress, options },
        signal,
      )
      const { tests, build, commands: ran } = measured.value
      return ok({
        ...judged,
        output:
          tests.state === 'passed'
            ? ''
            : (ran.find(({ purpose }) => purpose === 'test')?.tail ?? ''),
        selfJudgement: workspace.config.acceptance.self_judgement.includes(producer),
        counts: {
          tests: { passed: tests.passed, failed: tests.failed, skipped: tests.skipped },
          buildErrors:
            build.state === 'passed' || build.state === 'failed' ? build.errors.length : null,
        },
      })
    }),
})

/** What earlier orders teach, from the records. */
const schooling = (
  workspace: Workspace,
  records: Records,
  bound: BenchParts['bound'],
): Pick<OrderBench, 'before' | 'route' | 'affords' | 'teach'> => ({
  route: (run) => routeOrder(workspace, run, bound),
  affords: (run) => affordsProposer(workspace, run),
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
      toolVersion: workspace.toolVersion,
      at: workspace.clock.now().toISOString(),
    }),
})

const refusal = ({ reason, remedy }: SandboxRefusal): string => `${reason}; ${remedy}`

function knownAgent(agents: BenchParts['agents'], name: string): Agent {
  const agent = agents[name]
  if (agent === undefined) throw new Error(`nobody is bound to ${name}`)
  return agent
}

/** The machine tries a step that failed once more, and then asks a person. */
const onBench = <Value>(
  workspace: Pick<Workspace, 'openWorkbench'>,
  folder: string,
  work: (workbench: Workbench) => AsyncResult<Value, string>,
): AsyncResult<Value, string> =>
  onWorkbench(workspace, folder, {
    work,
    tries: 1,
    refused: (why) => why,
    drifted: (why) => `what was measured is not what would be delivered: ${why}`,
  })

/** Only commands that are set: an absent one is not an empty one. */
const set = (commands: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(commands).filter(([, command]) => command !== undefined))
