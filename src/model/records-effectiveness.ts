import type { ApplicationRow } from './records-lessons.ts'

/** Counts of one lesson in one stratum: orders with it and without it that were on its shortlist and measured. */
export type StratumCounts = {
  readonly complexity_band: string
  readonly proposer_name: string
  readonly output_type: string
  readonly with: ArmCounts
  readonly without: ArmCounts
}

export type ArmCounts = {
  readonly count: number
  readonly target_failed: number
  readonly guardrail_failed: number
}

/** The same, with how often it was in a prompt there, measured or not. */
export type CountedStratum = StratumCounts & {
  readonly used: number
  readonly succeeded: number
  readonly failed: number
}

type Counting<Counts> = { -readonly [Key in keyof Counts]: Counting<Counts[Key]> }

/** Counts applications of lessons as they are read. */
export function countApplications() {
  const lessons = new Map<string, Map<string, Counting<CountedStratum>>>()
  return {
    /** `stratum` names the band, the proposer and the type of output. */
    count(row: ApplicationRow, stratum: string): void {
      const own = lessons.get(row.enhancement_id) ?? new Map<string, Counting<CountedStratum>>()
      if (own.size === 0) lessons.set(row.enhancement_id, own)
      const counts = own.get(stratum) ?? nothingIn(row)
      own.set(stratum, counts)
      const { is_on: on, target_failed: target, guardrail_failed: guardrail } = row
      if (on) counts.used += 1
      if (on && target === false) counts.succeeded += 1
      if (on && target === true) counts.failed += 1
      if (!row.shortlisted || target === null || guardrail === null) return
      const arm = on ? counts.with : counts.without
      arm.count += 1
      if (target) arm.target_failed += 1
      if (guardrail) arm.guardrail_failed += 1
    },
    of: (lesson: string): readonly CountedStratum[] => [...(lessons.get(lesson)?.values() ?? [])],
  }
}

const nothingIn = (row: ApplicationRow): Counting<CountedStratum> => ({
  complexity_band: row.complexity_band,
  proposer_name: row.proposer_name,
  output_type: row.output_type,
  with: { count: 0, target_failed: 0, guardrail_failed: 0 },
  without: { count: 0, target_failed: 0, guardrail_failed: 0 },
  used: 0,
  succeeded: 0,
  failed: 0,
})

export type Counted = Pick<ReturnType<typeof countApplications>, 'of'>

export type Effectiveness = {
  readonly enhancement_id: string
  readonly enhancement_version: number
  readonly strata: readonly StratumCounts[]
  /** How often it really was in a prompt. */
  readonly applications_count: number
  readonly success_count: number
  readonly failure_count: number
  readonly raw_reduction_rate: number | null
  /** The raw rate, but never below zero. */
  readonly reduction_rate: number | null
  readonly consecutive_iterations_active: number
}

/** The least number of orders in each arm for a rate to be told. */
export const leastForRate = 5

/**
 * The share of errors that went away: compared only where band and proposer are the same, each such
 * group weighted by how often the lesson was used in it. Null without five orders in each arm, and
 * where nothing failed without the lesson.
 */
export function reductionRates(strata: readonly StratumCounts[]): {
  readonly raw_reduction_rate: number | null
  readonly reduction_rate: number | null
} {
  const groups = comparable(strata)
  const used = sum(groups, (group) => group.with.count)
  const compared = sum(groups, (group) => group.without.count)
  const unknown = { raw_reduction_rate: null, reduction_rate: null }
  if (used < leastForRate || compared < leastForRate) return unknown
  const failed = sum(groups, (group) => group.with.target_failed)
  const expected = sum(
    groups,
    (group) => (group.with.count * group.without.target_failed) / group.without.count,
  )
  if (expected === 0) return unknown
  const raw = 1 - failed / expected
  return { raw_reduction_rate: raw, reduction_rate: Math.max(0, raw) }
}

type Group = { readonly with: ArmCounts; readonly without: ArmCounts }

function comparable(strata: readonly StratumCounts[]): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const stratum of strata) {
    const key = JSON.stringify([stratum.complexity_band, stratum.proposer_name])
    const group = groups.get(key)
    groups.set(key, {
      with: added(group?.with, stratum.with),
      without: added(group?.without, stratum.without),
    })
  }
  return [...groups.values()].filter((group) => group.with.count > 0 && group.without.count > 0)
}

const added = (one: ArmCounts | undefined, other: ArmCounts): ArmCounts => ({
  count: (one?.count ?? 0) + other.count,
  target_failed: (one?.target_failed ?? 0) + other.target_failed,
  guardrail_failed: (one?.guardrail_failed ?? 0) + other.guardrail_failed,
})

const sum = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((total, item) => total + amount(item), 0)
