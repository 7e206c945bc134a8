import { stratified } from './cells.ts'
import { effectOf } from './effect.ts'
import { alwaysValidP, logEvidence, logMean } from './evidence.ts'
import type { Kept, Ledger } from './ledger.ts'
import { sampleRatio } from './sample-ratio.ts'
import type { Evidence, Standing } from './standing.ts'
import type { Tally } from './tally.ts'
import { driftOf, verdictOf } from './verdict.ts'

/** The standing of every lesson, in the order in which they came. */
export function standingsOf(ledger: Ledger): readonly Standing[] {
  const all = [...ledger.lessons.values()]
  const { passed, bar } = multiplicityOf(ledger, all)
  return all.map((lesson, index) =>
    standingOf(lesson, ledger, { isEstablished: passed[index] === true, bar: bar(lesson) }),
  )
}

/** Which lessons are established among all that were ever tried, and what evidence the next would need. */
function multiplicityOf({ policy, tested }: Ledger, all: readonly Kept[]) {
  const level = policy.falseDiscovery
  const logs = all.map((lesson) =>
    lesson.place === null
      ? -Infinity
      : (lesson.stopped ?? logEvidence(lesson.tally.evidence.benefit)),
  )
  if (policy.promotionBar === 'strict') {
    const bar = (lesson: Kept) => Math.log(strictBar(lesson.place ?? tested + 1, level))
    return { passed: all.map((lesson, index) => (logs[index] ?? -Infinity) >= bar(lesson)), bar }
  }
  const passed = established(logs, Math.max(1, tested), level)
  const next = passed.filter(Boolean).length + 1
  return { passed, bar: () => Math.log(Math.max(1, tested) / (level * next)) }
}

type Place = { readonly isEstablished: boolean; readonly bar: number }

function standingOf(measured: Kept, { policy }: Ledger, { isEstablished, bar }: Place): Standing {
  const { lesson, tally, rerandomised } = measured
  const evidence = evidenceOf(tally.evidence)
  const target = effectOf(stratified(tally.cells, 'target'), tally.priors.target)
  const ratio = sampleRatio(tally.ratio, policy.ratioChance)
  const products = {
    benefit: tally.evidence.benefit.products,
    harm: tally.evidence.harm.products,
  }
  return {
    lessonId: lesson.id,
    version: lesson.version,
    state: lesson.state,
    tokens: lesson.tokens,
    rerandomised,
    eligible: tally.eligible,
    shortlisted: tally.shortlisted,
    iterations: tally.iterations,
    days: tally.days,
    evidence,
    recent: evidenceOf(tally.epoch),
    recentComparisons: tally.epoch.withLesson + tally.epoch.without,
    alwaysValidP: alwaysValidP(evidence.most.benefit),
    target,
    guardrail: effectOf(stratified(tally.cells, 'guardrail'), tally.priors.guardrail),
    sampleRatio: ratio,
    drift: driftOf(logMean(tally.epoch.drift), policy),
    verdict: verdictOf(
      { evidence, products, sampleRatio: ratio, target, isEstablished, establishedBar: bar },
      policy,
    ),
  }
}

const evidenceOf = ({
  benefit,
  harm,
  guardrailHarm,
}: Pick<Tally['evidence'], 'benefit' | 'harm' | 'guardrailHarm'>): Evidence => ({
  benefit: logEvidence(benefit),
  harm: logEvidence(harm),
  guardrailHarm: logEvidence(guardrailHarm),
  most: { benefit: benefit.most, harm: harm.most, guardrailHarm: guardrailHarm.most },
})

/**
 * e-BH (Wang and Ramdas, 2022): which of the lessons are established, so that at most `level` of all that ever are
 * is false on average, however the lessons depend on each other. `tested` counts every lesson that was ever tried.
 */
export function established(
  logs: readonly number[],
  tested: number,
  level: number,
): readonly boolean[] {
  const sorted = logs.toSorted((left, right) => right - left)
  const count = sorted.findLastIndex(
    (log, index) => log >= Math.log(tested / (level * (index + 1))) - 1e-12,
  )
  const least = count < 0 ? Infinity : (sorted[count] ?? Infinity)
  return logs.map((log) => log >= least)
}

/**
 * The strict rule for "ever": the lesson that was tried as number `place` (from 1) has a level of its own,
 * 6·level/(π²·place²). All of them together are at most `level`.
 */
export const strictBar = (place: number, level: number): number =>
  (Math.PI ** 2 * place ** 2) / (6 * level)
