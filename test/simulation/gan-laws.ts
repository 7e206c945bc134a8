import type { Entry } from '../../src/model/entry.ts'
import { type GanSetup, payloads } from '../../src/workflows/gan/events.ts'
import type { GanLive, GanState } from '../../src/workflows/gan/state.ts'
import { contractsHold } from './gan-contract-laws.ts'
import { expectedExit, isGood, type Trail, trailsOf } from './gan-exit-oracle.ts'
import { gatesLead } from './gan-gate-laws.ts'
import { tableHolds } from './gan-table.ts'
import type { Violation } from './world.ts'

/** The laws that the history of a page alone can be held against. */
export function ganLaws(entries: readonly Entry[], state: GanState): readonly Violation[] {
  if (state.at === 'nowhere') return []
  const setup = payloads.run_started.parse(entries[0]?.payload).setup
  const told: Told = { entries, state, setup, trails: trailsOf(entries, setup.loop.maxIterations) }
  return [
    ...tableHolds(entries, setup),
    ...verdictsFit(entries),
    ...gatesLead(entries, state),
    ...iterationsAreCounted(told),
    ...spendingIsKept(told),
    ...setupStays(told),
    ...judgementsStay(entries, state),
    ...exitsRightly(told),
    ...endsRightly(told),
    ...contractsHold(entries),
  ]
}

type Told = {
  readonly entries: readonly Entry[]
  readonly state: GanLive
  readonly setup: GanSetup
  /** The trail before each event, and after the last. */
  readonly trails: readonly [Trail, ...Trail[]]
}

const endOf = ({ trails }: Told): Trail => trails.at(-1) ?? trails[0]

const broken = (law: string, what: string): Violation => ({ law, what })

/** Law 3: every verdict is on the site that was current when it was given. */
function verdictsFit(entries: readonly Entry[]): readonly Violation[] {
  let site: string | null = null
  return entries.flatMap(({ event, payload }) => {
    if (event === 'site_built') ({ site } = payloads.site_built.parse(payload))
    if (event === 'site_edited') ({ site } = payloads.site_edited.parse(payload))
    if (event !== 'evaluated' || payloads.evaluated.parse(payload).site === site) return []
    return [broken('law-3', 'a verdict on another site was taken')]
  })
}

/** Law 7: each event is stamped with its iteration, and none is beyond what people granted. */
function iterationsAreCounted(told: Told): readonly Violation[] {
  const { entries, trails, state, setup } = told
  const stamps = entries.flatMap((entry, index) => {
    const { iteration, cycleStart } = trails[index] ?? trails[0]
    if (entry.iteration !== iteration)
      return [broken('law-7', `${entry.event} is of ${entry.iteration}, it is ${iteration}`)]
    const count = iteration - cycleStart + 1
    return entry.event === 'site_built' && count > setup.loop.maxIterations
      ? [broken('law-7', `build ${count} of ${setup.loop.maxIterations} that were granted`)]
      : []
  })
  const { iteration } = endOf(told)
  return [
    ...stamps.slice(0, 1),
    ...(state.iteration === iteration
      ? []
      : [broken('law-7', `${iteration} iterations, ${state.iteration} are remembered`)]),
  ]
}

/** Law 7: what was spent is remembered, and none of it is reset by a resume. */
function spendingIsKept(told: Told): readonly Violation[] {
  const { tokens } = endOf(told)
  const { spent } = told.state
  return tokens === spent.tokens
    ? []
    : [broken('law-7', `${tokens} tokens were used, ${spent.tokens} are remembered`)]
}

/** Law 8: what a run started with is what it ended with. */
const setupStays = ({ state, setup }: Told): readonly Violation[] =>
  JSON.stringify(state.setup) === JSON.stringify(setup)
    ? []
    : [broken('law-8', 'the set-up changed under the run')]

/** Law 9: every judgement is remembered with the iteration it was made in. */
function judgementsStay(entries: readonly Entry[], state: GanLive): readonly Violation[] {
  const messages = entries
    .filter(({ event }) => event === 'evaluated')
    .map(({ iteration, payload }) => `${iteration} ${payloads.evaluated.parse(payload).report}`)
  const kept = state.evaluations.map(({ iteration, report }) => `${iteration} ${report}`)
  return messages.join(', ') === kept.join(', ')
    ? []
    : [broken('law-9', `${messages.length} judgements were made, others are remembered`)]
}

/** Every judgement leads where a second reading of the rules leads. */
function exitsRightly({ entries, trails, setup }: Told): readonly Violation[] {
  return entries.flatMap(({ event }, index) => {
    if (event !== 'evaluated' && event !== 'evaluated_again') return []
    const trail = trails[index + 1] ?? trails[0]
    const twice = setup.projectNumber % 5 === 0 && trail.evaluations.length === 1
    if (event === 'evaluated' && twice) return []
    const expected = expectedExit(trail, setup)
    const found = exitOf(entries[index + 1])
    return found === expected
      ? []
      : [broken('law-stop', `a judgement led to ${found}, expected ${expected}`)]
  })
}

function exitOf(entry: Entry | undefined): string {
  if (entry === undefined) return 'nothing'
  const { event, payload } = entry
  if (event === 'gate_opened') return `ask ${payloads.gate_opened.parse(payload).reasons.join('+')}`
  if (event === 'iteration_advanced')
    return `iteration ${payloads.iteration_advanced.parse(payload).to}`
  if (event !== 'ended') return event
  const { outcome, reason } = payloads.ended.parse(payload)
  return outcome === 'cap_reached' ? `cap ${reason}` : outcome
}

/** `passed` is a good score without a must-pass failure, in strict mode not in the first iteration. */
function endsRightly(told: Told): readonly Violation[] {
  const { state, setup } = told
  if (state.at !== 'ended' || state.outcome !== 'passed') return []
  const trail = endOf(told)
  return isGood(trail, setup) && (!setup.loop.strict || trail.iteration > 1)
    ? []
    : [broken('law-stop', 'it is called passed and is not good enough')]
}
