import { z } from 'zod'
import type { AgentFailure } from '../model/agent.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { CommonBench } from './ask-role.ts'
import { type CheckoutDifference, compareCheckouts } from '../ports/repository-isolation.ts'
import type { CheckoutPrint, OrderTree, RepositoryError, SetAside } from '../ports/repository.ts'

/** An answer together with what its agent did to the worktree meanwhile, so that both are kept or neither. */
export const answeredIn = <Output extends z.ZodType>(
  output: Output,
): z.ZodType<Answered<z.output<Output>>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a generic shape is not resolved by the compiler
  z.object({
    answer: output,
    /** The worktree as the agent left it. */
    workspace: z.string().regex(/^[0-9a-f]{40,64}$/),
    /** What it changed in the user's own checkout, which it may not. */
    touched: z.string().nullable(),
  }) as unknown as z.ZodType<Answered<z.output<Output>>>

export type Answered<Output> = {
  readonly answer: Output
  readonly workspace: string
  readonly touched: string | null
}

export type WorktreePlace = {
  readonly tree: OrderTree
  /** What the worktree is when the agent begins. */
  readonly from: string
  /** What the user's own checkout looks like. */
  readonly fingerprint: () => AsyncResult<CheckoutPrint, RepositoryError>
  /** The contract of answers. Every field has a default: who edits files and prints prose has answered `notes` alone. */
  readonly output: z.ZodObject<{ readonly notes: z.ZodType }>
  /** Told of work that no recorded call explains. The call is then cancelled, to be made once that is recorded. */
  readonly onStrays: (strays: SetAside) => void
}

/**
 * An agent that finds its worktree as it ought to be. Its work there, and what it did to the user's
 * checkout, are part of its answer, so that a crash right after it loses neither.
 */
export const inWorktree = (
  agent: Agent,
  { tree, from, fingerprint, output: contract, onStrays }: WorktreePlace,
): Agent => ({
  ...agent,
  async ask(request, signal, tell) {
    const watch = reachesFiles(agent) ? fingerprint : async () => ok({})
    // who was asked before has left work in the worktree since
    const asked = (await agent.later?.askedWith(request)) ?? null
    const ready = asked === null ? await tree.setAside(from) : ok(null)
    if (!ready.ok) return unavailable(ready.error.what)
    if (ready.value !== null) {
      onStrays(ready.value)
      return err({ type: 'cancelled' })
    }
    const before = asked === null ? await watch() : ok(Print.parse(asked))
    if (!before.ok) return unavailable(unseen(before.error.what))
    const answered = await agent.ask(request, signal, tell, before.value)
    if (!answered.ok && isNoWork(answered.error)) return answered
    const after = await watch()
    const touched = after.ok ? touchedBetween(before.value, after.value) : unseen(after.error.what)
    const prose = proseIn(contract, answered)
    // what a failed call left is not kept: it is set aside before the next one
    if (!answered.ok && touched === null && prose === null) return answered
    const result = await tree.keep()
    if (!result.ok)
      return unavailable(`its worktree was not usable after its work: ${result.error.what}`)
    const edited = await isEdited(tree, from, result.value)
    if (!answered.ok && touched === null && !edited) return idle(answered.error, from !== tree.base)
    const answer = answered.ok ? answered.value : { output: {} }
    // who worked in the worktree has answered there; whatever they print is a note
    const output = prose !== null && edited ? { notes: prose } : answer.output
    return ok({ ...answer, output: { answer: output, workspace: result.value, touched } })
  },
})

/** What was printed instead of an answer is only half of it: nothing was done either. */
const idle = (failure: AgentFailure, isAgain: boolean) =>
  err<AgentFailure>(
    failure.type === 'bad-output'
      ? {
          ...failure,
          issues: [
            `no file was changed${isAgain ? ' since the attempt before: it may have made the same edits again' : ''}`,
            ...failure.issues,
          ],
        }
      : failure,
  )

const Print = z.record(z.string(), z.string())

/** Nothing came of the call, and nothing is wrong with it. */
const isNoWork = ({ type }: AgentFailure): boolean => type === 'cancelled' || type === 'waiting'

/** Agents that only answer cannot have changed a file: if the checkout changes meanwhile, somebody else did. */
const reachesFiles = ({ identity }: Agent): boolean =>
  identity.kind !== 'model' && identity.kind !== 'offline'

async function isEdited(tree: OrderTree, from: string, now: string): Promise<boolean> {
  if (from !== tree.base) return now !== from
  const changes = await tree.changes(now)
  return changes.ok && changes.value.length > 0
}

/** What an agent printed instead of an answer of the contract; null where it answered, or was not heard at all. */
function proseIn(
  contract: WorktreePlace['output'],
  answered: Awaited<ReturnType<Agent['ask']>>,
): string | null {
  if (!answered.ok)
    return answered.error.type === 'bad-output' ? answered.error.issues.join('; ') : null
  const { output } = answered.value
  const names = Object.keys(contract.shape)
  const isContract = Object.keys(Object(output)).some((name) => names.includes(name))
  if (isContract && contract.safeParse(output).success) return null
  return (typeof output === 'string' ? output : JSON.stringify(output)).slice(0, 5_000)
}

const unavailable = (reason: string) =>
  err({ type: 'unavailable', reason, retryable: true } as const)

/** Nobody can say what an agent did to the checkout, which counts against it. */
const unseen = (why: string): string => `nobody could look at the checkout (${why})`

/** What changed in the user's own checkout between two looks at it, as words; null where nothing did. */
export function touchedBetween(before: CheckoutPrint, after: CheckoutPrint): string | null {
  const differences = compareCheckouts(theirs(before), theirs(after))
  return differences.length === 0 ? null : differencesText(differences)
}

/** Branches that Loopwright makes are its own, and what an editor fetches meanwhile is nobody's work. */
const forgiven = ['refs/heads/loopwright/', 'refs/loopwright/', 'refs/remotes/']

const theirs = (print: CheckoutPrint): CheckoutPrint =>
  Object.fromEntries(
    Object.entries(print).filter(([key]) => !forgiven.some((part) => key.includes(part))),
  )

const differencesText = (differences: readonly CheckoutDifference[]): string =>
  differences
    .slice(0, 10)
    // only files with changes are looked at: one that appears there is one that was changed
    .map(
      ({ part, name, change }) =>
        `${part}${name === '' ? '' : ` ${name}`} ${part === 'file' ? 'changed' : change}`,
    )
    .join(', ')

/** Told and recorded before anybody is asked; the step is then done again. */
export function recordAside(bench: Pick<CommonBench, 'tell'>, { tree, ref, paths }: SetAside) {
  const text = `${paths.length} files in the worktree come from no recorded call; they are kept as ${ref}`
  bench.tell({ type: 'note', text })
  return () => ({ type: 'record-set-aside' as const, tree, ref, paths: paths.slice(0, 100) })
}
