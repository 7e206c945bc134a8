import type { Entry } from '../../src/model/entry.ts'
import { onlyIn } from '../../src/model/gate.ts'
import { type EventName, type Payload, payloads } from '../../src/workflows/improve/events.ts'
import type { ImproveLive } from '../../src/workflows/improve/state.ts'
import type { Violation } from './world.ts'

type Told = {
  readonly [Name in EventName]: { readonly event: Name; readonly said: Payload<Name> }
}[EventName]

const broken = (law: string, what: string): Violation => ({ law, what })
const unless = (holds: boolean, law: string, what: string): readonly Violation[] =>
  holds ? [] : [broken(law, what)]

/** The laws that only this workflow has. They are read from the events, not from the state. */
export function improveLaws(entries: readonly Entry[], state: ImproveLive): readonly Violation[] {
  const events = entries.map(toldBy)
  return [
    ...endsRightly(events, state),
    ...appliesWhatWasApproved(events),
    ...decidesByItselfOnlyWhereAllowed(events, state),
    ...takesBackWhatHarmed(events),
    ...unless(
      all(events, 'prepared').length <= state.setup.maxIterations,
      'law-limit',
      'more applications were built than are allowed',
    ),
    ...unless(
      state.spent.tokens === events.reduce((sum, { said }) => sum + tokensIn(said), 0),
      'law-7',
      'what was spent is not what was recorded',
    ),
    ...goesOnFromWhatWasApplied(events),
  ]
}

const toldBy = (entry: Entry): Told => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event that is not known is refused by the parser
  const event = entry.event as EventName
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of that very event
  return { event, said: payloads[event].parse(entry.payload) } as Told
}

const all = <Name extends EventName>(events: readonly Told[], name: Name) =>
  events.filter((each): each is Extract<Told, { event: Name }> => each.event === name)

const tokensIn = (said: Told['said']): number => ('cost' in said ? (said.cost?.tokens ?? 0) : 0)

/** 2.26: the target counts only with build, tests, lint, isolation and all orders in order, so often in a row. */
function endsRightly(events: readonly Told[], { setup }: ImproveLive): readonly Violation[] {
  const builds = all(events, 'built')
  const good = all(events, 'scored').map(({ said: { score, obligations } }, index) => {
    const orders = builds[index]?.said.orders ?? []
    return (
      score.overall >= setup.target &&
      score.builds &&
      score.testsPass &&
      score.lintErrors !== null &&
      score.lintErrors < 5 &&
      score.isolationVerified &&
      obligations.every(({ status }) => status === 'met') &&
      orders.length > 0 &&
      orders.every(({ status }) => status === 'completed')
    )
  })
  const needed = setup.mode === 'once' ? 1 : setup.consecutive
  const isReached = good.length >= needed && good.slice(-needed).every(Boolean)
  const [end] = all(events, 'ended')
  if (end === undefined) return []
  const cutShort = /^(?:stopped|cap_reached)$/.test(end.said.outcome)
  return [
    ...unless(
      end.said.outcome !== 'target_reached' || isReached,
      'law-stop',
      'it ended as good, and is not',
    ),
    ...unless(
      end.said.outcome === 'target_reached' || cutShort || !isReached,
      'law-stop',
      'it went on after the target',
    ),
  ]
}

/** Nothing of the set-up is changed that was not approved. */
function appliesWhatWasApproved(events: readonly Told[]): readonly Violation[] {
  let proposed: readonly string[] = []
  let approved: readonly string[] = []
  const violations: Violation[] = []
  for (const { event, said } of events) {
    if (event === 'analysed') proposed = said.proposals.map(({ id }) => id)
    if (event === 'gate_answered' && said.answer.option !== 'retry')
      approved = said.answer.option === 'approve' ? (onlyIn(said.answer) ?? proposed) : []
    if (event === 'autonomously_approved') approved = said.ids
    if (event !== 'applied') continue
    const unasked = said.results.find(({ id }) => !approved.includes(id))
    if (unasked !== undefined)
      violations.push(broken('law-gate', `${unasked.id} was applied unasked`))
    approved = []
  }
  return violations
}

/** The next application is built from the set-up as it was left. */
function goesOnFromWhatWasApplied(events: readonly Told[]): readonly Violation[] {
  let head: string | null = null
  const violations: Violation[] = []
  for (const { event, said } of events) {
    if (event === 'applied' || event === 'autonomously_rolled_back') head = said.head
    if (event === 'prepared' && head !== null && said.version.commit !== head)
      violations.push(broken('law-chain', 'an application was built from an older set-up'))
  }
  return violations
}

/** 2.25: only with opt-in and all conditions, and never what makes the exam easier. */
function decidesByItselfOnlyWhereAllowed(
  events: readonly Told[],
  { setup }: ImproveLive,
): readonly Violation[] {
  let analysed: Payload<'analysed'> | null = null
  const violations: Violation[] = []
  for (const { event, said } of events) {
    if (event === 'analysed') analysed = said
    if (event !== 'autonomously_approved') continue
    const isAllowed =
      setup.mode === 'autonomous' &&
      analysed?.autonomy?.isOn === true &&
      analysed.autonomy.conditions.every(({ holds }) => holds) &&
      analysed.proposals.every(({ easier }) => easier.length === 0)
    if (!isAllowed) violations.push(broken('law-autonomy', 'it decided by itself where it may not'))
  }
  return violations
}

/** After what it approved by itself, no application is built while a lower score stands. */
function takesBackWhatHarmed(events: readonly Told[]): readonly Violation[] {
  const violations: Violation[] = []
  let base: number | null = null
  let isOwn = false
  let owes = false
  for (const { event, said } of events) {
    if (event === 'autonomously_approved') isOwn = true
    if (event === 'applied' && !said.results.some(({ status }) => status === 'applied'))
      isOwn = false
    if (event === 'scored') {
      const { overall } = said.score
      owes = isOwn && base !== null && overall < base
      if (!owes) base = overall
      isOwn = false
    }
    if (event === 'autonomously_rolled_back') owes = false
    if (event === 'prepared' && owes)
      violations.push(broken('law-autonomy', 'what lowered the score was kept'))
  }
  return violations
}
