import { ask, jsonSchemaOf } from '../../../asking/ask.ts'
import { unanswered } from '../../../asking/outcome.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { CheckoutPrint, OrderTree, SetAside } from '../../../ports/repository.ts'
import { AnsweredWork, ProposalOutput } from '../contracts.ts'
import type { OrderRun } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'
import { type CheckoutDifference, compareCheckouts } from '../../../ports/repository-isolation.ts'

type WorkQuestion = {
  readonly who: string
  readonly role: 'proposer' | 'reviewer'
  readonly phase: 'PROPOSE' | 'REFINE'
  readonly prompt: string
  readonly input: Readonly<Record<string, unknown>>
  readonly tree: OrderTree
  /** What the workspace is when the agent begins. */
  readonly from: string
  readonly place: string
  /** What the call may use, compared to the usual. */
  readonly costs?: number
}

/** Asks for work on the worktree. What the agent answered and what it did there are kept as one. */
export async function askForWork(
  bench: StepBench,
  run: OrderRun,
  question: WorkQuestion,
): AsyncResult<AnsweredWork, Outcome> {
  const { who, role, phase, prompt, input, tree, from, place, costs = 1 } = question
  const { attempt, error } = attemptOf(run, phase)
  let aside: SetAside | null = null
  const found = (strays: SetAside) => (aside = strays)
  const answered = await ask(
    {
      agent: inWorkspace(bench, reserving(bench.agentFor(who), costs), { tree, from, found }),
      answers: bench.answers,
      ledger: bench.ledger,
      meter: bench.meter,
      signal: bench.signal,
      calling: () => bench.tell({ type: 'asking', who, errand: phase, attempt }),
      called: () => bench.tell({ type: 'answered', who }),
      heard: ({ notes = [] }) => notes.forEach((text) => bench.tell({ type: 'note', text })),
    },
    {
      request: {
        protocol: 1,
        workflow: 'workorder',
        run_id: run.runId,
        iteration: run.attempt,
        phase,
        role,
        prompt,
        input: { phase, ...input },
        output_schema: jsonSchemaOf(ProposalOutput),
        workspace: tree.folder,
        attempt,
        ...(error === undefined ? {} : { error }),
      },
      schema: AnsweredWork,
      place: `${run.round}:${run.attempt}:${place}`,
    },
  )
  if (answered.ok) return answered
  return err(aside === null ? unanswered(phase, answered.error) : leftBehind(bench, aside))
}

/** Told and recorded before anybody is asked; the step is then done again. */
function leftBehind(bench: StepBench, { tree, ref, paths }: SetAside): Outcome {
  const text = `${paths.length} files in the worktree come from no recorded call; they are kept as ${ref}`
  bench.tell({ type: 'note', text })
  return () => ({ type: 'record-set-aside', tree, ref, paths: paths.slice(0, 100) })
}

/** How often a phase was tried, and what was wrong the last time. */
export function attemptOf(run: OrderRun, phase: string) {
  const failures = run.failures.filter((each) => each.phase === phase)
  return { attempt: failures.length + 1, error: failures.at(-1)?.error }
}

/** The agent, with so many times its ceiling put aside for a call. */
const reserving = (agent: Agent, times: number): Agent => ({
  ...agent,
  ceiling(request) {
    const { tokens, costUsd } = agent.ceiling(request)
    return { tokens: Math.ceil(tokens * times), costUsd: costUsd * times }
  },
})

type Place = {
  readonly tree: OrderTree
  readonly from: string
  readonly found: (strays: SetAside) => void
}

/**
 * An agent that finds the workspace as it ought to be. Its work there, and what it did to the user's
 * checkout, are part of its answer, so that a crash right after it loses neither.
 */
const inWorkspace = (bench: StepBench, agent: Agent, { tree, from, found }: Place): Agent => ({
  ...agent,
  async ask(request, signal) {
    const ready = await tree.setAside(from)
    if (!ready.ok) return unavailable(ready.error.what)
    if (ready.value !== null) {
      found(ready.value)
      return err({ type: 'cancelled' })
    }
    const watch = reachesFiles(agent) ? () => bench.fingerprint() : async () => ok({})
    const before = await watch()
    if (!before.ok) return unavailable(unseen(before.error.what))
    const answered = await agent.ask(request, signal)
    if (!answered.ok && answered.error.type === 'cancelled') return answered
    const after = await watch()
    const touched = after.ok ? touchedBetween(before.value, after.value) : unseen(after.error.what)
    const prose = proseIn(answered)
    // what a failed call left is not kept: it is set aside before the next one
    if (!answered.ok && touched === null && prose === null) return answered
    const result = await tree.keep()
    if (!result.ok)
      return unavailable(`its worktree was not usable after its work: ${result.error.what}`)
    const edited = await isEdited(tree, from, result.value)
    if (!answered.ok && touched === null && !edited) return answered
    const answer = answered.ok ? answered.value : { output: {} }
    // who worked in the workspace has answered there; whatever they print is a note
    const output = prose !== null && edited ? { notes: prose } : answer.output
    return ok({ ...answer, output: { answer: output, workspace: result.value, touched } })
  },
})

/** Agents that only answer cannot have changed a file: if the checkout changes meanwhile, somebody else did. */
const reachesFiles = ({ identity }: Agent): boolean =>
  identity.kind !== 'model' && identity.kind !== 'offline'

async function isEdited(tree: OrderTree, from: string, now: string): Promise<boolean> {
  if (from !== tree.base) return now !== from
  const changes = await tree.changes(now)
  return changes.ok && changes.value.length > 0
}

/** What an agent printed instead of an answer of the contract; null where it answered, or was not heard at all. */
function proseIn(answered: Awaited<ReturnType<Agent['ask']>>): string | null {
  if (!answered.ok)
    return answered.error.type === 'bad-output' ? answered.error.issues.join('; ') : null
  const { output } = answered.value
  const names = Object.keys(ProposalOutput.shape)
  const isContract = Object.keys(Object(output)).some((name) => names.includes(name))
  if (isContract && ProposalOutput.safeParse(output).success) return null
  return (typeof output === 'string' ? output : JSON.stringify(output)).slice(0, 5_000)
}

const unavailable = (reason: string) =>
  err({ type: 'unavailable', reason, retryable: true } as const)

/** Nobody can say what an agent did to the checkout, which counts against it. */
const unseen = (why: string): string => `nobody could look at the checkout (${why})`

/** What changed in the user's own checkout between two looks at it, as words; null where nothing did. */
export function touchedBetween(before: CheckoutPrint, after: CheckoutPrint): string | null {
  const differences = compareCheckouts(theirs(before), theirs(after))
  return differences.length === 0 ? null : told(differences)
}

/** Branches that Loopwright makes are its own, and what an editor fetches meanwhile is nobody's work. */
const forgiven = ['refs/heads/loopwright/', 'refs/loopwright/', 'refs/remotes/']

const theirs = (print: CheckoutPrint): CheckoutPrint =>
  Object.fromEntries(
    Object.entries(print).filter(([key]) => !forgiven.some((part) => key.includes(part))),
  )

const told = (differences: readonly CheckoutDifference[]): string =>
  differences
    .slice(0, 10)
    // only files with changes are looked at: one that appears there is one that was changed
    .map(
      ({ part, name, change }) =>
        `${part}${name === '' ? '' : ` ${name}`} ${part === 'file' ? 'changed' : change}`,
    )
    .join(', ')
