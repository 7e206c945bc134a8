import { percent } from '../model/percent.ts'
import { chanceBelow } from './effect.ts'
import { keyOf, type Ledger } from './ledger.ts'
import type { LessonEvent } from './life-cycle.ts'
import type { Policy } from './policy.ts'
import type { Standing } from './standing.ts'
import { standingsOf } from './standings.ts'
import { isFutile } from './verdict.ts'

/** What the evidence asks for. A promotion waits for a person; everything else follows from the rules. */
export type Decision = {
  readonly lessonId: string
  readonly version: number
  readonly event: LessonEvent
  readonly needsPerson: boolean
  readonly reason: string
}

/** What is due for all lessons, by their evidence now. */
export const decisionsOf = (ledger: Ledger): readonly Decision[] =>
  standingsOf(ledger).flatMap((standing) => {
    const due = dueFor(standing, ledger)
    return due === null ? [] : [{ lessonId: standing.lessonId, version: standing.version, ...due }]
  })

/**
 * Takes what is due, by whoever carries it out, until nothing is left. Support may make a promotion due, and harm
 * may follow; a life has only so many steps. The simulation decides by this very function.
 */
export function takeDecisions(ledger: Ledger, take: (decision: Decision) => boolean): void {
  for (let round = 0; round < 5; round += 1)
    if (decisionsOf(ledger).filter(take).length === 0) return
}

type Due = Pick<Decision, 'event' | 'needsPerson' | 'reason'>

const rule = (event: LessonEvent, reason: string): Due => ({ event, needsPerson: false, reason })

function dueFor(standing: Standing, ledger: Ledger): Due | null {
  if (!standing.sampleRatio.holds) return null
  switch (standing.state) {
    case 'candidate':
      return leaving(standing, ledger.policy) ?? supporting(standing, ledger)
    case 'supported':
      return leaving(standing, ledger.policy) ?? promoting(standing, ledger.policy)
    case 'promoted':
      return watching(standing, ledger.policy)
    case 'proposed':
    case 'queued':
    case 'demoted':
    case 'graduated':
    case 'rejected':
    case 'retired-harmful':
    case 'retired-futile':
    case 'retired':
    case 'superseded':
      return null
  }
}

function leaving({ evidence, target }: Standing, policy: Policy): Due | null {
  const bar = Math.log(policy.bar)
  if (evidence.most.harm >= bar)
    return rule('find-harmful', 'it causes the error it should prevent')
  if (evidence.most.guardrailHarm >= bar)
    return rule('find-harmful', 'work orders with it are accepted less often')
  return isFutile(target, policy)
    ? rule('find-futile', 'it does too little to be worth its place')
    : null
}

function supporting({ lessonId, version, evidence }: Standing, ledger: Ledger): Due | null {
  const bar = Math.log(ledger.policy.bar)
  const declined = ledger.lessons.get(keyOf(lessonId, version))?.declined ?? null
  // who declined is asked again when the evidence has grown by as much once more
  const wanted = declined === null ? bar : Math.max(bar, declined + bar)
  const reached = declined === null ? evidence.most.benefit : evidence.benefit
  return reached >= wanted ? rule('support', 'the evidence of benefit reached its bar') : null
}

function promoting(standing: Standing, policy: Policy): Due | null {
  return promotionMisses(standing, policy).length === 0
    ? { event: 'approve', needsPerson: true, reason: 'everything a promotion needs is there' }
    : null
}

/** What a promotion still lacks, in words; a person's approval comes on top. */
export function promotionMisses(standing: Standing, policy: Policy): readonly string[] {
  const { target, guardrail, evidence, verdict, iterations, days } = standing
  const perArm = Math.min(target.with.count, target.without.count)
  const harm = 1 - chanceBelow(guardrail, policy.guardrail.harm)
  const enough =
    policy.promotionBar === 'supported'
      ? evidence.most.benefit >= Math.log(policy.bar)
      : verdict.type === 'established'
  const misses: readonly (readonly [isMissing: boolean, what: string])[] = [
    [!standing.sampleRatio.holds, 'the coins do not fall as logged'],
    [perArm < policy.leastPerArm, `${policy.leastPerArm} work orders in each arm (now ${perArm})`],
    [
      Math.max(iterations, days) < policy.leastIterations,
      `${policy.leastIterations} iterations or days (now ${Math.max(iterations, days)})`,
    ],
    [!enough, 'evidence of benefit that holds among all lessons tried'],
    [
      standing.tokens > policy.lessonTokens,
      `a text of at most ${policy.lessonTokens} tokens (now ${standing.tokens})`,
    ],
    [
      harm >= policy.guardrail.chance,
      `the chance that it harms overall by more than a point below ${percent(policy.guardrail.chance)} (now ${percent(harm)})`,
    ],
  ]
  return misses.flatMap(([isMissing, what]) => (isMissing ? [what] : []))
}

/** A promoted lesson is watched through its holdout, and tried again when something changed. */
function watching(standing: Standing, policy: Policy): Due | null {
  const { recent, recentComparisons, target, drift, rerandomised } = standing
  const bar = Math.log(policy.bar)
  const wholeBar = rerandomised ? bar : Math.log(policy.promotedBar)
  if (recent.most.harm >= bar || recent.most.guardrailHarm >= wholeBar)
    return rule('demote', 'it harms since it was promoted or something changed')
  if (rerandomised) {
    if (recent.most.benefit >= bar) return rule('confirm', 'it helps with what changed, too')
    return recentComparisons >= policy.futile.least && isFutile(target, policy)
      ? rule('demote', 'it does too little since the model, the prompt or a tool changed')
      : null
  }
  return drift.alarm === 'act' ? rule('demote', 'the holdout shows that it harms by now') : null
}
