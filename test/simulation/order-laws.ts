import { z } from 'zod'
import type { Entry } from '../../src/model/entry.ts'
import { type OrderSetup, payloads } from '../../src/workflows/workorder/events.ts'
import type { OrderLive, OrderState } from '../../src/workflows/workorder/state.ts'
import { laddersHold } from './order-ladder-laws.ts'
import type { Violation } from './world.ts'

/** The laws that the history of a work order alone can be held against. */
export function orderLaws(entries: readonly Entry[], state: OrderState): readonly Violation[] {
  if (state.at === 'nowhere') return []
  const { setup } = payloads.run_started.parse(entries[0]?.payload)
  return [
    ...tableHolds(entries),
    ...verdictsFit(entries),
    ...answersFit(entries, state),
    ...spendingIsKept(entries, state),
    ...setupStays(state, setup),
    ...bestIsKept(entries, state),
    ...endsRightly(entries, setup),
    ...laddersHold(entries, setup),
  ]
}

const broken = (law: string, what: string): Violation => ({ law, what })

/** What may come right after what, besides a stop, a fault or a cap, which may end a run anywhere. */
const follows: Readonly<Record<string, readonly string[]>> = {
  run_started: ['based'],
  based: ['baseline_measured'],
  baseline_measured: ['briefed'],
  briefed: ['proposed', 'attempt_failed'],
  proposed: ['compiled', 'unchanged', 'attempt_failed'],
  compiled: ['cycle_begun', 'ready_to_measure', 'attempt_failed'],
  cycle_begun: ['refined', 'attempt_failed'],
  refined: ['compiled', 'cycle_begun', 'ready_to_measure', 'attempt_failed'],
  ready_to_measure: ['measured'],
  measured: ['delivered', 'attempt_failed'],
  unchanged: ['delivered'],
  delivered: ['ended'],
  attempt_failed: ['proposed', 'attempt_failed', 'gate_opened'],
  gate_opened: ['gate_answered'],
  gate_answered: ['proposed', 'attempt_failed', 'ended'],
}

/** The order of events is that of the work; failures of a phase and what was set aside lie between and change nothing. */
function tableHolds(entries: readonly Entry[]): readonly Violation[] {
  const told = entries.filter(({ event }) => !/^(?:phase_error|set_aside)$/.test(event))
  return told.flatMap(({ event }, index) => {
    const before = told[index - 1]?.event
    if (before === undefined || event === 'ended' || event === 'gate_opened') return []
    // after something was in the way, the same step is done again
    const resumed = before === 'gate_answered' ? lastWork(told.slice(0, index)) : null
    const allowed = [
      ...(follows[before] ?? []),
      ...(resumed === null ? [] : (follows[resumed] ?? [])),
    ]
    return allowed.includes(event)
      ? []
      : [broken('law-table', `${event} came right after ${before}`)]
  })
}

const lastWork = (entries: readonly Entry[]): string | null =>
  entries.findLast(({ event }) => event !== 'gate_answered' && event !== 'gate_opened')?.event ??
  null

/** Law 3: a measurement is of the change that is there: the best that was compiled. */
function verdictsFit(entries: readonly Entry[]): readonly Violation[] {
  let tree: string | null = null
  return entries.flatMap(({ event, payload }) => {
    if (event === 'compiled') {
      const said = payloads.compiled.parse(payload)
      if (said.kept) ({ tree } = said)
    }
    if (event !== 'measured' || payloads.measured.parse(payload).tree === tree) return []
    return [broken('law-3', 'a measurement of another change was taken')]
  })
}

/** Law 6: people answer the question that is open, with a name, and their words are kept. */
function answersFit(entries: readonly Entry[], { guidance }: OrderLive): readonly Violation[] {
  let asked = 0
  const wrong = entries.flatMap(({ event, payload }, index): readonly Violation[] => {
    if (event === 'gate_opened') asked += 1
    if (event !== 'gate_answered') return []
    const { gate, by, option } = payloads.gate_answered.parse(payload).answer
    if (entries[index - 1]?.event !== 'gate_opened')
      return [broken('law-6', 'an answer where nothing was asked')]
    if (!gate.endsWith(`-${asked}`))
      return [broken('law-6', `${gate} was answered while question ${asked} was open`)]
    if (by.trim() === '' || by === 'loopwright')
      return [broken('law-6', 'nobody is named who decided')]
    const ends = entries[index + 1]?.event === 'ended'
    return option === 'abort_redesign' && !ends
      ? [broken('law-6', 'giving up did not end the order')]
      : []
  })
  const said = entries.flatMap(({ event, payload }) =>
    event === 'gate_answered'
      ? [(payloads.gate_answered.parse(payload).answer.feedback ?? '').trim()]
      : [],
  )
  const words = said.filter((each) => each !== '')
  return words.join('|') === guidance.join('|')
    ? wrong
    : [...wrong, broken('law-6', 'words of people were lost')]
}

const costOf = ({ payload }: Entry): number => {
  const cost: unknown = payload['cost']
  return typeof cost === 'object' && cost !== null && 'tokens' in cost ? Number(cost.tokens) : 0
}

/** Law 7: what was spent is remembered, over all attempts and rounds. */
function spendingIsKept(entries: readonly Entry[], { spent }: OrderLive): readonly Violation[] {
  const tokens = entries.reduce((sum, entry) => sum + costOf(entry), 0)
  return tokens === spent.tokens
    ? []
    : [broken('law-7', `${tokens} tokens were used, ${spent.tokens} are remembered`)]
}

/** Law 8: what an order started with is what it ended with. */
const setupStays = (state: OrderLive, setup: OrderSetup): readonly Violation[] =>
  JSON.stringify(state.setup) === JSON.stringify(setup)
    ? []
    : [broken('law-8', 'the set-up changed under the run')]

const blocking = (said: ReturnType<typeof payloads.compiled.parse>): number =>
  said.errors.length + said.violations.filter(({ kind }) => kind === 'breaking').length

/** Law 9: of an attempt the change with the fewest errors is gone on with. */
function bestIsKept(entries: readonly Entry[], state: OrderLive): readonly Violation[] {
  const proposed = entries.findLastIndex(({ event }) => event === 'proposed')
  const said = entries
    .slice(proposed + 1)
    .filter(({ event }) => event === 'compiled')
    .map(({ payload }) => payloads.compiled.parse(payload))
  if (state.compiled === null || said.length === 0) return []
  const least = Math.min(...said.map(blocking))
  const kept = state.compiled.errors.length + state.compiled.violations.length
  return kept <= least
    ? []
    : [broken('law-9', `a change with ${least} errors was given up for one with ${kept}`)]
}

/** Laws 12 and 13: `completed` is a change of which everything holds that was asked; undecided is not met. */
function endsRightly(entries: readonly Entry[], { threshold }: OrderSetup): readonly Violation[] {
  const last = entries.at(-1)
  if (last?.event !== 'ended') return []
  const { outcome } = payloads.ended.parse(last.payload)
  const measured = entries.findLast(({ event }) => event === 'measured')
  const delivered = entries.at(-2)?.event === 'delivered'
  if (!['completed', 'needs_review', 'needs_rework'].includes(outcome)) return []
  if (!delivered || measured === undefined)
    return [broken('law-stop', `it ended ${outcome} without a branch`)]
  const { acceptance, obligations = [], tree } = payloads.measured.parse(measured.payload)
  const compiled = entries
    .slice(0, entries.indexOf(measured))
    .filter(({ event }) => event === 'compiled')
    .map(({ payload }) => payloads.compiled.parse(payload))
    .findLast((said) => said.kept)
  const isSaid = (id: string) => wordsOn(entries, tree).get(id) === 'met'
  const good =
    acceptance.acceptance_score >= threshold &&
    compiled?.errors.length === 0 &&
    obligations.every(
      ({ id, status }) => status === 'met' || (status === 'undecided' && isSaid(id)),
    )
  return good === (outcome === 'completed')
    ? []
    : [broken('law-stop', `${acceptance.acceptance_score} of ${threshold} ended ${outcome}`)]
}

/** What people said of obligations while they saw this very tree; without names they mean all. */
function wordsOn(entries: readonly Entry[], tree: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const { event, payload } of entries) {
    if (event !== 'gate_answered') continue
    const { option, shown, change } = payloads.gate_answered.parse(payload).answer
    if (shown !== tree || (option !== 'met' && option !== 'unmet')) continue
    const { only } = Only.parse(change ?? {})
    for (const id of only ?? ['task.1', 'task.2']) if (!words.has(id)) words.set(id, option)
  }
  return words
}

const Only = z.object({ only: z.array(z.string()).optional() })
