import type { z } from 'zod'
import type { Entry, Fact } from '../model/entry.ts'
import type { Gate, GateAnswer } from '../model/gate.ts'
import { ok, type Result } from '../model/result.ts'
import { type Ending, type Machine, refuse, type Refusal } from './machine.ts'
import { corrupt, isEventOf } from './read-payload.ts'

type Place = { readonly at: string }
type At<State extends Place, Name extends string> = Extract<State, { readonly at: Name }>

const isAt = <State extends Place, Name extends string>(
  state: State,
  at: Name,
): state is At<State, Name> => state.at === at

type Stages<State extends Place, Command, Step extends { readonly do: string }> = Pick<
  Machine<State, Command, Step>,
  'workflow' | 'initial' | 'decide' | 'evolve'
> & {
  /** What is done at each place of work. */
  readonly steps: Readonly<Record<string, Step['do']>>
  readonly gateFor: (state: At<State, 'asking'>) => Gate
  readonly outcomes: Readonly<Record<string, Ending['outcome']>>
  /** Whether a run that is not accepted ends with its reason instead of its outcome. */
  readonly saysWhy: boolean
}

/** A machine whose runs go from one place of work to the next, ask a person in between, and end with an outcome. */
export function stagedMachine<
  State extends Place,
  Command,
  Step extends { readonly do: string; readonly run: unknown },
>({
  steps,
  gateFor,
  outcomes,
  saysWhy,
  ...machine
}: Stages<State, Command, Step>): Machine<State, Command, Step> {
  return {
    version: 1,
    ...machine,
    due(state) {
      if (isAt(state, 'asking')) return { type: 'gate', gate: gateFor(state) }
      if (isAt(state, 'ended')) return { type: 'ended', ending: endingOf(state, outcomes, saysWhy) }
      const name = steps[state.at]
      if (name === undefined) throw new Error('a run that has not started waits for nothing')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table pairs each place with its step
      return { type: 'step', step: { do: name, run: state } as unknown as Step }
    },
  }
}

function endingOf(
  state: Place,
  outcomes: Readonly<Record<string, Ending['outcome']>>,
  saysWhy: boolean,
): Ending {
  const code = 'outcome' in state ? String(state.outcome) : ''
  const outcome = outcomes[code]
  if (outcome === undefined) throw new Error(`nobody knows the outcome ${code}`)
  const isNamed = outcome === 'accepted' || (outcome === 'not-accepted' && !saysWhy)
  const reason = 'reason' in state && !isNamed ? String(state.reason) : code
  return { outcome, reason }
}

type Open<Live> = Exclude<Live, { readonly at: 'ended' }>
type Later<Payloads> = Exclude<Extract<keyof Payloads, string>, 'run_started'>

type Folding<Live, Payloads> = {
  readonly begin: (entry: Entry) => Live
  readonly apply: (state: Open<Live>, entry: Entry, event: Later<Payloads>) => Live
}

const isOpen = <Live extends Place>(state: Live): state is Live & Open<Live> => state.at !== 'ended'

const isLater = <Payloads extends object>(
  payloads: Payloads,
  name: string,
): name is Later<Payloads> => isEventOf(payloads, name) && name !== 'run_started'

/** Folds recorded events. It holds no rules; an event that cannot follow is corruption. */
export function evolveBy<Live extends Place, Payloads extends object>(
  payloads: Payloads,
  { begin, apply }: Folding<Live, Payloads>,
) {
  return (state: Live | { readonly at: 'nowhere' }, entry: Entry): Live => {
    if (!isEventOf(payloads, entry.event)) throw corrupt(entry, 'unknown event')
    if (isNowhere(state)) {
      if (entry.event !== 'run_started') throw corrupt(entry, 'the first event must start the run')
      return begin(entry)
    }
    if (!isOpen(state)) throw corrupt(entry, 'the run had ended')
    if (!isLater(payloads, entry.event)) throw corrupt(entry, 'the run had started')
    return { ...apply(state, entry, entry.event), updatedAt: entry.ts }
  }
}

const isNowhere = (state: Place): state is { readonly at: 'nowhere' } => state.at === 'nowhere'

type Start<Setup> = { readonly runId: string; readonly setup: Setup; readonly by: string }

/** The first fact of a run. A set-up that could not be folded again would hold the run for ever. */
export function startedWith<Setup>(
  schema: z.ZodType<Setup>,
  { runId, setup, by }: Start<Setup>,
  phase: string | null = null,
): Result<readonly Fact[], Refusal> {
  const valid = schema.safeParse(setup)
  if (!valid.success) return refuse(`the set-up is not valid: ${valid.error.issues[0]?.message}`)
  const event = { event: 'run_started', payload: { runId, setup, by } }
  return ok([{ iteration: 1, phase, step: 'start', status: 'ok', ...event }])
}

/** How a workflow makes facts: each is stamped with where the run is when it becomes true. */
export function factsOf<
  Live extends Place,
  Payloads extends Readonly<Record<string, Fact['payload']>> & {
    readonly ended: { readonly outcome: string; readonly reason: string }
  },
>(whereOf: (state: Live) => Pick<Fact, 'iteration' | 'phase'>) {
  const fact = <Name extends Extract<keyof Payloads, string>>(
    state: Live,
    event: Name,
    payload: Payloads[Name],
    status = 'ok',
  ): Fact => ({ ...whereOf(state), step: state.at, event, status, payload })
  const ended = (
    state: Live,
    outcome: Payloads['ended']['outcome'],
    reason: string,
    more: Partial<Omit<Payloads['ended'], 'outcome' | 'reason'>> = {},
  ): Fact => ({
    ...whereOf(state),
    step: state.at,
    event: 'ended',
    status: outcome,
    payload: { outcome, reason, ...more },
  })
  return { fact, ended }
}

/** The state after facts that are not recorded yet. */
export const foldFacts = <Live extends { readonly updatedAt: string; readonly runId: string }>(
  evolve: (state: Live, entry: Entry) => Live | { readonly at: 'nowhere' },
  state: Live,
  facts: readonly Fact[],
): Live =>
  facts.reduce<Live>((now, fact, index) => {
    const { updatedAt: ts, runId: run_id } = state
    const after = evolve(now, { ...fact, ts, run_id, v: 1, n: index + 1, hash: '' })
    return 'runId' in after ? after : now
  }, state)

const ofPlace = ['at', 'trigger', 'reasons', 'detail', 'task', 'held', 'outcome', 'reason']

/** What is true of a run wherever it is: all but what belongs to its place, and what is named besides. */
export const withoutPlace = <Run extends object>(run: Run, ...own: readonly string[]): Run =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a run has none of these
  Object.fromEntries(
    Object.entries(run).filter(([key]) => !ofPlace.includes(key) && !own.includes(key)),
  ) as Run

/** Why an answer is not taken, or null. It names somebody, the open question, what was shown, and an option. */
export function wrongAnswer(
  gate: Gate,
  given: GateAnswer,
  needsWords: ReadonlySet<string>,
): string | null {
  if (given.by.trim() === '') return 'say who decides: a name is needed'
  if (given.gate !== gate.id) return `the open question is ${gate.id}, not ${given.gate}`
  if (given.shown !== gate.shown) return 'what was shown has changed since; look again'
  const names = gate.options.map(({ name }) => name)
  if (!names.includes(given.option))
    return `${given.option} is not an option; choose ${names.join(', ')}`
  return needsWords.has(given.option) && (given.feedback ?? '').trim() === ''
    ? `say it: ${given.option} needs feedback`
    : null
}
