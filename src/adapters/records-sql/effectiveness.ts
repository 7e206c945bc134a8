import {
  type Effectiveness,
  reductionRates,
  type StratumCounts,
} from '../../model/records-effectiveness.ts'
import type { Database, Row } from './database.ts'

/** Counts of all lessons by stratum, in one pass over what was applied. Only measured orders compare. */
const strataSql = `
select applied.enhancement_id, complexity_band, proposer_name, output_type,
  count(*) filter (where is_on) as used,
  count(*) filter (where is_on and not target_failed) as succeeded,
  count(*) filter (where is_on and target_failed) as failed,
  count(*) filter (where is_on and shortlisted and measured) as with_count,
  count(*) filter (where is_on and shortlisted and measured and target_failed) as with_target,
  count(*) filter (where is_on and shortlisted and measured and guardrail_failed) as with_guardrail,
  count(*) filter (where not is_on and shortlisted and measured) as without_count,
  count(*) filter (where not is_on and shortlisted and measured and target_failed) as without_target,
  count(*) filter (where not is_on and shortlisted and measured and guardrail_failed)
    as without_guardrail
from (
  select enhancement_id, enhancement_version, complexity_band, proposer_name, output_type, is_on,
    shortlisted, target_failed, guardrail_failed,
    (target_failed is not null and guardrail_failed is not null) as measured
  from enhancement_applications
) as applied
join prompt_enhancements as lesson on lesson.id = applied.enhancement_id
  and lesson.enhancement_version = applied.enhancement_version
group by applied.enhancement_id, complexity_band, proposer_name, output_type`

/** All lessons, each with the number of completed iterations up to the last one that it was in use for. */
const lessonsSql = `
with done as (
  select started_at, completed_at,
    row_number() over (order by completed_at desc, iteration_number desc, id) as back
  from test_iterations where status = 'completed' and completed_at is not null
), held as (
  select distinct activation.enhancement_id, done.back
  from done join enhancement_activations as activation
    on activation.active_from <= done.started_at
    and (activation.active_until is null or activation.active_until >= done.completed_at)
), numbered as (
  select enhancement_id, back,
    row_number() over (partition by enhancement_id order by back) as place
  from held
), streaks as (
  select enhancement_id, count(*) as length from numbered where back = place group by enhancement_id
)
select lesson.id, lesson.enhancement_version, coalesce(streaks.length, 0) as streak
from prompt_enhancements as lesson left join streaks on streaks.enhancement_id = lesson.id
order by lesson.id`

/** Two statements for all lessons, however many there are. */
export async function effectiveness(database: Database): Promise<readonly Effectiveness[]> {
  const counted = Map.groupBy(await database.all(strataSql), (row) => String(row['enhancement_id']))
  const lessons = await database.all(lessonsSql)
  return lessons.map((lesson) => {
    const id = String(lesson['id'])
    const rows = counted.get(id) ?? []
    const strata = rows.map(stratumOf).toSorted(byStratum)
    const total = (column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0)
    return {
      enhancement_id: id,
      enhancement_version: Number(lesson['enhancement_version']),
      strata,
      applications_count: total('used'),
      success_count: total('succeeded'),
      failure_count: total('failed'),
      ...reductionRates(strata),
      consecutive_iterations_active: Number(lesson['streak']),
    }
  })
}

function stratumOf(row: Row): StratumCounts {
  const arm = (name: string) => ({
    count: Number(row[`${name}_count`]),
    target_failed: Number(row[`${name}_target`]),
    guardrail_failed: Number(row[`${name}_guardrail`]),
  })
  return {
    complexity_band: String(row['complexity_band']),
    proposer_name: String(row['proposer_name']),
    output_type: String(row['output_type']),
    with: arm('with'),
    without: arm('without'),
  }
}

const keyOf = (stratum: StratumCounts): string =>
  [stratum.complexity_band, stratum.proposer_name, stratum.output_type].join('\0')

const byStratum = (one: StratumCounts, other: StratumCounts): number =>
  keyOf(one) < keyOf(other) ? -1 : 1
