import type { Entry } from '../../src/model/entry.ts'
import { type DesignSetup, payloads } from '../../src/workflows/design/events.ts'
import type { DesignState, Live } from '../../src/workflows/design/state.ts'
import { type DesignStateName, isAllowed } from '../../src/workflows/design/transitions.ts'
import { expectedExit } from './design-exit-oracle.ts'
import type { Violation } from './world.ts'

/** The laws that a design's history alone can be held against. */
export function designLaws(entries: readonly Entry[], state: DesignState): readonly Violation[] {
  if (state.at === 'nowhere') return []
  const setup = payloads.run_started.parse(entries[0]?.payload).setup
  return [
    ...approvalsHold(entries, state, setup),
    ...approvedStays(entries, state),
    ...tableHolds(entries, state),
    ...iterationsAreCounted(entries, state),
    ...capsHold(entries, state),
    ...setupStays(state, setup),
    ...bestIsKept(entries, state),
    ...exitsRightly(entries, setup),
    ...verdictsFit(entries),
  ]
}

const broken = (law: string, what: string): Violation => ({ law, what })

/** The hash of the design that is current before each event, as the events tell it. */
function intentsOf(entries: readonly Entry[]): readonly (string | null)[] {
  let intent: string | null = null
  return entries.map(({ event, payload }) => {
    const before = intent
    if (event === 'intent_generated') intent = payloads.intent_generated.parse(payload).intent.hash
    if (event === 'intent_edited') intent = payloads.intent_edited.parse(payload).intent.hash
    return before
  })
}

/** The approval that holds at the end: nothing has failed or been taken back since. */
function approvalOf(entries: readonly Entry[]) {
  const index = entries.findLastIndex(
    ({ event, payload }) =>
      event === 'gate_answered' &&
      payloads.gate_answered.parse(payload).answer.option === 'approve',
  )
  if (index === -1) return null
  return { index, answer: payloads.gate_answered.parse(entries[index]?.payload).answer }
}

/** Law 6: nothing is frozen but what a person approved by its very hash, judged good enough. */
function approvalsHold(
  entries: readonly Entry[],
  state: Live,
  setup: DesignSetup,
): readonly Violation[] {
  const approval = approvalOf(entries)
  if (state.at === 'FROZEN' && approval === null)
    return [broken('law-6', 'the design is FROZEN, and nobody approved it')]
  if (approval === null) return []
  const { index, answer } = approval
  const judged = entries.slice(0, index).findLast(({ event }) => event === 'evaluated')
  const { intent, score } = payloads.evaluated.parse(judged?.payload)
  const current = intentsOf(entries)[index]
  return [
    ...(answer.shown === current && intent === current
      ? []
      : [broken('law-6', 'what was approved is not what was shown, judged and current')]),
    ...(score >= setup.threshold ? [] : [broken('law-6', `${score} was approved`)]),
  ]
}

/** After an approval nothing makes, changes or judges the design any more. */
function approvedStays(entries: readonly Entry[], state: Live): readonly Violation[] {
  const approval = approvalOf(entries)
  if (approval === null) return []
  const later = entries.slice(approval.index + 1)
  const harmless = new Set(['frozen', 'fault', 'transition_refused', 'write_refused'])
  const { shown } = approval.answer
  return [
    ...later
      .filter(({ event }) => !harmless.has(event))
      .map(({ event }) => broken('law-freeze', `${event} after the approval`)),
    ...later
      .filter(({ event }) => event === 'frozen')
      .filter(({ payload }) => payloads.frozen.parse(payload).seal.checksumSHA256 !== shown)
      .map(() => broken('law-freeze', 'what was sealed is not what was approved')),
    ...(state.intent?.hash === shown
      ? []
      : [broken('law-freeze', 'the design changed after its approval')]),
  ]
}

/** Where an event leads, as its name says; null where the feature stays. */
function leadsTo({ event, payload }: Entry): DesignStateName | null {
  switch (event) {
    case 'run_started':
    case 'revision_prepared':
      return 'GENERATING'
    case 'intent_generated':
      return 'EVALUATING'
    case 'evaluated':
      return payloads.evaluated.parse(payload).to
    case 'intent_edited':
      return payloads.intent_edited.parse(payload).to
    case 'gate_answered': {
      const { option } = payloads.gate_answered.parse(payload).answer
      return option === 'approve' ? 'FROZEN' : option === 'reject' ? 'REVISING' : null
    }
    case 'failed':
    case 'fault':
      return 'FAILED'
    default:
      return null
  }
}

/** The way through the states is the one the events tell, and the table allows every part of it. */
function tableHolds(entries: readonly Entry[], state: Live): readonly Violation[] {
  const way: string[] = []
  let at: DesignStateName = 'IDLE'
  for (const entry of entries) {
    const to = leadsTo(entry)
    if (to === null || to === at) continue
    if (!isAllowed(at, to) && entry.event !== 'fault')
      return [broken('law-table', `${at} → ${to} by ${entry.event}`)]
    way.push(`${at} → ${to}`)
    at = to
  }
  const messages = state.history.map(({ from, to }) => `${from} → ${to}`)
  return messages.join(', ') === way.join(', ') && state.at === at
    ? []
    : [
        broken(
          'law-table',
          `the history tells ${messages.join(', ')}; the events ${way.join(', ')}`,
        ),
      ]
}

/** Law 7: an iteration is an entry into REVISING; each event is stamped with its own, and none is beyond the limit. */
function iterationsAreCounted(entries: readonly Entry[], state: Live): readonly Violation[] {
  let count = 0
  let at: DesignStateName = 'IDLE'
  const violations: Violation[] = []
  for (const entry of entries) {
    if (entry.iteration !== count)
      violations.push(
        broken('law-7', `${entry.event} is of iteration ${entry.iteration}, it is the ${count}.`),
      )
    const to = leadsTo(entry)
    if (to === 'REVISING' && at !== 'REVISING') count += 1
    at = to ?? at
    if (entry.event === 'intent_generated' && count >= state.setup.maxIterations)
      violations.push(broken('law-7', `generation ${count + 1} of ${state.setup.maxIterations}`))
  }
  if (state.iteration !== count)
    violations.push(broken('law-7', `${count} iterations, ${state.iteration} are remembered`))
  return violations.slice(0, 1)
}

/** Law 7: what was spent is remembered, and none of it is reset by a resume. */
function capsHold(entries: readonly Entry[], { spent }: Live): readonly Violation[] {
  const tokens = entries.reduce(
    (sum, { payload }) => sum + ((payload['cost'] as { tokens?: number } | undefined)?.tokens ?? 0),
    0,
  )
  return tokens === spent.tokens
    ? []
    : [broken('law-7', `${tokens} tokens were used, ${spent.tokens} are remembered`)]
}

/** Law 8: what a run started with is what it ended with. */
const setupStays = (state: Live, setup: DesignSetup): readonly Violation[] =>
  JSON.stringify(state.setup) === JSON.stringify(setup)
    ? []
    : [broken('law-8', 'the set-up changed under the run')]

/** Law 9: the best version is remembered, the earlier of two that are alike. */
function bestIsKept(entries: readonly Entry[], { best }: Live): readonly Violation[] {
  let most: { readonly score: number; readonly intent: string } | null = null
  for (const { event, payload } of entries) {
    if (event !== 'evaluated') continue
    const judged = payloads.evaluated.parse(payload)
    if (most === null || judged.score > most.score) most = judged
  }
  return most?.intent === best?.intent ? [] : [broken('law-9', 'the best version was forgotten')]
}

/** Every evaluation leads where a second reading of the priorities leads. */
function exitsRightly(entries: readonly Entry[], setup: DesignSetup): readonly Violation[] {
  return entries.flatMap((entry, index) => {
    if (entry.event !== 'evaluated') return []
    const { to } = payloads.evaluated.parse(entry.payload)
    const next = entries[index + 1]
    const found =
      to === 'EVALUATING' && next?.event === 'failed'
        ? payloads.failed.parse(next.payload).code
        : to
    const expected = expectedExit(entries.slice(0, index + 1), setup)
    return found === expected
      ? []
      : [broken('law-stop', `an evaluation led to ${found}, expected ${expected}`)]
  })
}

/** Law 3: every verdict is on the design that was current, and the same input scores the same. */
function verdictsFit(entries: readonly Entry[]): readonly Violation[] {
  const current = intentsOf(entries)
  const known = new Map<string, number>()
  return entries.flatMap(({ event, payload }, index) => {
    if (event !== 'evaluated') return []
    const { intent, inputHash, score } = payloads.evaluated.parse(payload)
    const before = known.get(inputHash) ?? score
    known.set(inputHash, score)
    return [
      ...(intent === current[index]
        ? []
        : [broken('law-3', 'a verdict on another design was taken')]),
      ...(before === score ? [] : [broken('law-3', `one input scored ${before} and ${score}`)]),
    ]
  })
}
