import { decisionsOf, promotionMisses } from '../learning/decisions.ts'
import { chanceBelow } from '../learning/effect.ts'
import { seedFloors } from '../learning/seed-fields.ts'
import type { Standing } from '../learning/standing.ts'
import type { Effectiveness } from '../model/records-effectiveness.ts'
import type { EnhancementRow } from '../model/records-lessons.ts'
import { type Draft, draftMove, standingsByRow } from './learn-draft.ts'

/** Figures that are asked for besides the evidence. */
export type Floors = {
  readonly reductionRate: number
  readonly applications: number
  readonly consecutiveIterations: number
}

/** The evidence decides; the rate of 0.70 is shown beside it, since few true effects reach it. */
export const floors: Floors = { ...seedFloors, reductionRate: 0 }

/** Takes every step that the evidence asks for and that needs no person. */
export function draftDecisions(draft: Draft): void {
  const rowOf = new Map(
    [...draft.learned.lessons.values()].map(({ row, lessonId, version }) => [
      JSON.stringify([lessonId, version]),
      row.id,
    ]),
  )
  // a step may make another one due, such as support and then harm; a life has only so many
  for (let round = 0; round < 5; round += 1) {
    const due = decisionsOf(draft.learned.ledger).filter(({ needsPerson }) => !needsPerson)
    const taken = due.filter(({ lessonId, version, event, reason }) => {
      const row = rowOf.get(JSON.stringify([lessonId, version]))
      return row !== undefined && draftMove(draft, row, event, reason)
    })
    if (taken.length === 0) return
  }
}

const leastForOff = 10
/** Twice as likely to harm as to help. */
const worseChance = 2 / 3

/**
 * A rate below zero over ten applications turns a lesson off. So few say little alone, so what is believed of
 * the lesson from both arms must lean the same way.
 */
export function draftDeactivations(
  draft: Draft,
  figures: ReadonlyMap<string, Effectiveness>,
): void {
  for (const [id, standing] of standingsByRow(draft.learned)) {
    const figure = figures.get(id)
    const raw = figure?.raw_reduction_rate ?? null
    const isOpen = standing.state === 'candidate' || standing.state === 'supported'
    if (!isOpen || figure === undefined || raw === null || !standing.sampleRatio.holds) continue
    const worse = 1 - chanceBelow(standing.target, 0)
    if (raw < 0 && figure.applications_count >= leastForOff && worse >= worseChance)
      draftMove(
        draft,
        id,
        'retire',
        `its error occurs more often with it: rate ${raw.toFixed(2)} over ${figure.applications_count} applications`,
      )
  }
}

const rewriteBelow = 0.5
const leastPerArm = 30

export type WeakLesson = { readonly row: EnhancementRow; readonly measured: string }

/** Lessons that are known to avoid less than half, and those that were given up just now. */
export function weakLessons(
  draft: Draft,
  figures: ReadonlyMap<string, Effectiveness>,
): readonly WeakLesson[] {
  const gone = new Set(
    draft.moves
      .filter(
        ({ event }) => event === 'find-futile' || event === 'find-harmful' || event === 'retire',
      )
      .map(({ lessonId }) => lessonId),
  )
  return [...standingsByRow(draft.learned)].flatMap(([id, standing]) => {
    const row = draft.rows.get(id)
    const figure = figures.get(id)
    if (row === undefined || figure === undefined) return []
    if (!gone.has(id) && !isWeak(standing, figure)) return []
    return [{ row, measured: measuredWords(standing, figure) }]
  })
}

/** Enough is known to say that even the best it may be is below the line. */
function isWeak({ state, target, sampleRatio }: Standing, figure: Effectiveness): boolean {
  const rate = figure.raw_reduction_rate
  return (
    state === 'candidate' &&
    sampleRatio.holds &&
    rate !== null &&
    rate < rewriteBelow &&
    Math.min(target.with.count, target.without.count) >= leastPerArm &&
    target.relative !== null &&
    target.relative.high < rewriteBelow
  )
}

function measuredWords({ target }: Standing, { raw_reduction_rate: raw }: Effectiveness): string {
  const { with: used, without } = target
  const counts = `${used.failed} of ${used.count} with it, ${without.failed} of ${without.count} without`
  if (raw === null) return `nobody knows what it avoids (${counts})`
  const share = `${Math.round(Math.abs(raw) * 100)} %`
  return raw < 0
    ? `its error was ${share} more frequent with it (${counts})`
    : `it avoided ${share} of its errors (${counts})`
}

export type Ready = {
  readonly row: EnhancementRow
  readonly standing: Standing
  /** What a promotion still lacks; nothing: it is put before a person. */
  readonly lacks: readonly string[]
}

/** Lessons that the evidence supports, each with what the promotion lacks. */
export function supportedLessons(
  draft: Draft,
  figures: ReadonlyMap<string, Effectiveness>,
  asked: { readonly floors: Floors; readonly hasIterations: boolean },
): readonly Ready[] {
  return [...standingsByRow(draft.learned)].flatMap(([id, standing]) => {
    const row = draft.rows.get(id)
    if (row === undefined || standing.state !== 'supported') return []
    const lacks = [
      ...promotionMisses(standing, draft.learned.ledger.policy),
      ...floorMisses(figures.get(id), standing, asked),
    ]
    return [{ row, standing, lacks }]
  })
}

/** Which of the floors are not reached, in words. */
export function floorMisses(
  figure: Effectiveness | undefined,
  { days }: Pick<Standing, 'days'>,
  { floors: least, hasIterations }: { readonly floors: Floors; readonly hasIterations: boolean },
): readonly string[] {
  const rate = figure?.reduction_rate ?? 0
  const used = figure?.applications_count ?? 0
  // where whole applications are not built in iterations, days stand for them
  const long = hasIterations ? (figure?.consecutive_iterations_active ?? 0) : days
  const misses: readonly (readonly [isMissing: boolean, what: string])[] = [
    [
      rate < least.reductionRate,
      `a reduction rate of ${least.reductionRate} (now ${rate.toFixed(2)})`,
    ],
    [used < least.applications, `${least.applications} applications (now ${used})`],
    [
      long < least.consecutiveIterations,
      `${least.consecutiveIterations} ${hasIterations ? 'iterations in a row' : 'days'} (now ${long})`,
    ],
  ]
  return misses.flatMap(([isMissing, what]) => (isMissing ? [what] : []))
}
