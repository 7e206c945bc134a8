import { type Spent, usedOf } from '../model/caps.ts'
import type { Gate } from '../model/gate.ts'
import type { Obligation } from '../model/obligation.ts'
import type { RunView } from '../model/run-view.ts'
import type { Paint, Screen } from '../model/screen.ts'
import type { Allowed } from '../obligations/verdict.ts'
import { moneyIfAny, usedText } from './format.ts'
import { verdictHeadline } from './verdict.ts'

type Staged<Outcome extends string> = {
  readonly at: string
  readonly runId: string
  readonly outcome?: Outcome
  readonly reason?: string
  readonly spent: Spent
  readonly startedAt: string
  readonly updatedAt: string
}

/** What people see of every run with stages. */
export const commonView = <Outcome extends string>(
  { at, outcome, reason = '', spent, updatedAt }: Staged<Outcome>,
  gate: Gate | null,
) => ({
  outcome: at === 'ended' && outcome !== undefined ? outcome : null,
  reason: at === 'ended' ? reason : '',
  question: gate?.question ?? null,
  options: gate?.options ?? [],
  used: usedOf(spent),
  updatedAt,
})
type CommonView = ReturnType<typeof commonView>

/** The same for machines, around what a workflow has of its own. */
export const commonJson = <Own extends object>(
  workflow: string,
  runId: string,
  { used, updatedAt }: Pick<CommonView, 'used' | 'updatedAt'>,
  own: Own,
) => ({
  loopwright: 1,
  workflow,
  alias: runId,
  run_id: runId,
  ...own,
  used,
  updated_at: updatedAt,
})

/** The status of a run in the words of lists: what its end is called there, and what it is before. */
export const statusIn = <Outcome extends string>(
  { at, outcome }: Pick<Staged<Outcome>, 'at' | 'outcome'>,
  ends: Readonly<Record<Outcome, RunView['status']>>,
  first?: string,
): RunView['status'] => {
  if (at === 'asking') return 'waiting'
  if (at !== 'ended' || outcome === undefined) return at === first ? 'pending' : 'running'
  return ends[outcome]
}

/** How a run ended, for reports and lists; null while it goes on. */
export const stopOf = (
  { at, outcome = '', reason = '' }: Pick<Staged<string>, 'at' | 'outcome' | 'reason'>,
  accepted: string,
): RunView['stop'] =>
  at === 'ended' ? { code: outcome, reason, passed: outcome === accepted, detail: {} } : null

/** What all runs with stages have in common for reports and lists; `accepted` is how one ends well. */
export const commonRunView = (state: Staged<string>, view: CommonView, accepted: string) => ({
  alias: state.runId,
  runId: state.runId,
  phase: '',
  step: state.at,
  plan: [],
  evaluation: null,
  critique: [],
  best: null,
  stop: stopOf(state, accepted),
  question: view.question,
  used: view.used,
  createdAt: state.startedAt,
  updatedAt: state.updatedAt,
})

type Lines = readonly string[]

type Looks = {
  readonly json: Readonly<Record<string, unknown>>
  readonly status: (screen: Screen) => Lines
  readonly next: (paint: Paint) => Lines
  readonly news: readonly { readonly key: string; readonly lines: (screen: Screen) => Lines }[]
  /** Where the run is, and its score so far, while somebody works on it. */
  readonly where: string
  readonly score: string
  /** What a pause interrupted, such as "while building". */
  readonly interrupted: string
  /** The run in one line, and what more there is to say of its end. */
  readonly line: string
  readonly end?: (paint: Paint) => Lines
  /** The outcomes that are good, and those that a person took upon themselves. */
  readonly accepted: Lines
  readonly taken?: Lines
  readonly obligations: readonly Obligation[]
  readonly allowed: Allowed
}

/** How a run with stages looks while it goes on and when it rests. */
export function showStaged(
  at: string,
  { outcome, question, used }: CommonView,
  { where, score, interrupted, line, end, accepted, taken = [], ...looks }: Looks,
) {
  const { obligations, allowed, json, status, next, news } = looks
  const isWorking = at !== 'asking' && at !== 'ended'
  const mark = (paint: Paint): string => {
    if (outcome !== null && accepted.includes(outcome)) return paint(['bold', 'green'], '✓')
    if (outcome !== null && taken.includes(outcome)) return paint(['bold', 'yellow'], '✓')
    return question === null ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
  }
  return {
    json,
    status,
    next,
    news,
    live: isWorking ? { where, score, cost: moneyIfAny(used) } : null,
    end: ({ paint }: Screen): Lines => [
      '',
      isWorking
        ? `${paint('yellow', '‖')} paused ${interrupted}. Everything completed is recorded.`
        : `${mark(paint)} ${line}`,
      ...(obligations.length > 0 ? [`  ${verdictHeadline(obligations, allowed)}`] : []),
      ...(end?.(paint) ?? []),
      paint('dim', `  used: ${usedText(used)}`),
    ],
  }
}
