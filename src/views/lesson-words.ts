import { floorsReached, seedFloors, type SeedFields } from '../learning/seed-fields.ts'
import type { Effect, Standing, Verdict } from '../learning/standing.ts'

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const points = (difference: number) =>
  `${difference > 0 ? '+' : ''}${(difference * 100).toFixed(1)} points`

/** Evidence as odds that a person can weigh: 20 to 1 for, or against. */
export function oddsOf(log: number): string {
  if (!Number.isFinite(log)) return 'none'
  const odds = Math.exp(Math.abs(log))
  const shown = odds >= 1e6 ? '1,000,000' : odds >= 100 ? String(Math.round(odds)) : odds.toFixed(1)
  if (Math.abs(log) < 0.05) return '1 to 1'
  return log > 0 ? `${odds >= 1e6 ? 'more than ' : ''}${shown} to 1 for` : `${shown} to 1 against`
}

const more = (needsAbout: number | null) =>
  needsAbout === null
    ? 'no number of further work orders that could be planned for would settle it'
    : `about ${needsAbout} more comparisons are needed`

/** The verdict in one sentence. */
export function verdictWords(verdict: Verdict): string {
  switch (verdict.type) {
    case 'blocked':
      return `Nothing is decided: the coins did not fall as they were logged (chance of that by luck: ${verdict.chance.toPrecision(1)}). Something other than the coin chose who got the lesson.`
    case 'established':
      return 'It helps. The evidence holds even though many lessons are tried at once.'
    case 'supported':
      return `It looks as if it helps: the evidence passed its bar. Among all lessons tried it is not yet established; ${more(verdict.needsAbout)}.`
    case 'harmful':
      return verdict.on === 'target'
        ? 'It harms: the error it should prevent occurs more often with it.'
        : 'It harms: work orders with it are accepted less often.'
    case 'futile':
      return 'It does too little to be worth its place in the prompt.'
    case 'inconclusive':
      return `Inconclusive: what was seen fits a lesson that helps and one that does nothing; ${more(verdict.needsAbout)}.`
  }
}

/** One word or two for tables. */
export const verdictName = (verdict: Verdict): string =>
  verdict.type === 'inconclusive' && verdict.needsAbout !== null
    ? `inconclusive (~${verdict.needsAbout} more)`
    : verdict.type

/** A difference of rates as a sentence, with how sure it is. */
export function effectWords(effect: Effect, what: string): readonly string[] {
  const { with: one, without, mean, interval, relative } = effect
  if (one.count === 0 || without.count === 0) return [`${what}: nothing to compare yet.`]
  const avoided =
    relative === null
      ? []
      : [
          `  Share of failures avoided: ${percent(relative.reduction)} (between ${percent(relative.low)} and ${percent(relative.high)}).`,
        ]
  return [
    `${what}: with the lesson ${one.failed} of ${one.count} (${percent(one.failed / one.count)}), without it ${without.failed} of ${without.count} (${percent(without.failed / without.count)}).`,
    `  Like compared with like: ${points(mean)}, with 95 % certainty between ${points(interval.low)} and ${points(interval.high)}.`,
    ...avoided,
  ]
}

/** How the lesson came into prompts, and whether that can be trusted. */
export function trialWords(standing: Standing): readonly string[] {
  const { eligible, shortlisted, sampleRatio, target } = standing
  return [
    `It could have helped ${eligible} work orders and was on the shortlist of ${shortlisted}. A coin gave it to ${target.with.count} of those and kept it from ${target.without.count}.`,
    sampleRatio.holds
      ? 'The coins fell as often as they should.'
      : 'The coins did not fall as often as they should.',
  ]
}

/** What happens to a promoted lesson. */
export function watchWords({ state, rerandomised, drift }: Standing): readonly string[] {
  if (state !== 'promoted') return []
  if (rerandomised)
    return ['The model, the prompt or a tool changed, so a fair coin tries it again.']
  switch (drift.alarm) {
    case 'none':
      return ['A few work orders go without it on purpose; they show no sign that it got worse.']
    case 'look':
      return ['Look at this one: work orders without it begin to do better than those with it.']
    case 'act':
      return ['It got worse: work orders without it do better than those with it.']
  }
}

/** The classic fields with their floors, which never decide alone. */
export function fieldWords(fields: SeedFields): readonly string[] {
  const reached = floorsReached(fields)
  const mark = (isReached: boolean) => (isReached ? '✓' : '✗')
  const rate =
    fields.reductionRate === null
      ? 'unknown (too few to compare, or nothing failed without it)'
      : fields.reductionRate.toFixed(2)
  const raw =
    fields.rawReductionRate !== null && fields.rawReductionRate < 0
      ? ` (raw ${fields.rawReductionRate.toFixed(2)})`
      : ''
  return [
    `${mark(reached.reductionRate)} reduction_rate ${rate}${raw}, floor ${seedFloors.reductionRate.toFixed(2)}`,
    `${mark(reached.applications)} applications_count ${fields.applicationsCount}, floor ${seedFloors.applications}`,
    `${mark(reached.consecutiveIterations)} consecutive_iterations_active ${fields.consecutiveIterationsActive}, floor ${seedFloors.consecutiveIterations}`,
  ]
}
