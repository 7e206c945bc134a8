import {
  type Counted,
  type CountedStratum,
  type Effectiveness,
  reductionRates,
  type StratumCounts,
} from '../../model/records-effectiveness.ts'
import { ApplicationRow, EnhancementRow, type NewEnhancement } from '../../model/records-lessons.ts'
import type { LessonRecords } from '../../ports/records.ts'
import { applicationColumns, applicationRow } from './application-row.ts'
import { encode } from './columns.ts'
import type { Database, Session, Value, Row } from './database.ts'
import { isId, oneOf, rowsOf, save, tableOf, type Where, where } from './statements.ts'

const enhancements = tableOf('prompt_enhancements', EnhancementRow)
const applications = tableOf('enhancement_applications', ApplicationRow, [
  'enhancement_id',
  'enhancement_version',
  'work_order_id',
])

export const lessonRecords = (database: Database): LessonRecords => ({
  saveEnhancement: (enhancement) =>
    database.transaction((session) => saveEnhancement(session, enhancement)),
  enhancement: (id) => oneOf(database, enhancements, id),
  enhancements: ({ active } = {}) =>
    rowsOf(
      database,
      enhancements,
      where([['is_active = ?', active === undefined ? undefined : flag(database, active)]]),
      'order by created_at, id',
    ),
  recordApplications: (rows) =>
    database.transaction((session) =>
      save(session, applications, rows, { fill: ['target_failed', 'guardrail_failed'] }),
    ),
  async applications({ enhancementId, orderId } = {}) {
    if (![enhancementId, orderId].every((id) => id === undefined || isId(id))) return []
    const { sql, values } = where([
      ['enhancement_id = ?', enhancementId?.toLowerCase()],
      ['work_order_id = ?', orderId?.toLowerCase()],
    ])
    const rows: ApplicationRow[] = []
    await eachApplication(database, { sql, values }, (row) => rows.push(row))
    return rows
  },
  eachApplication: (ids, take) =>
    eachApplication(
      database,
      {
        sql: `where enhancement_id in (${ids.map((_, index) => `$${index + 1}`).join(', ')})`,
        values: ids,
      },
      take,
    ),
  effectiveness: (counted) => effectiveness(database, counted),
  keepEffectiveness: (figures, at) =>
    database.transaction(async (session) => {
      for (let from = 0; from < figures.length; from += figuresAtOnce)
        await keep(session, figures.slice(from, from + figuresAtOnce), at)
    }),
})

const eachApplication = (
  database: Database,
  { sql, values }: Where,
  take: (row: ApplicationRow) => void,
): Promise<void> =>
  database.each(
    `select ${applicationColumns} from enhancement_applications ${sql}
     order by applied_at, work_order_id, enhancement_id, enhancement_version`,
    values,
    (row) => take(applicationRow(database.dialect, row)),
  )

const flag = (database: Database, value: boolean): Value => database.dialect.encodeFlag(value)

/** Saves a lesson, and since when it is in use or no longer. */
export async function saveEnhancement(
  session: Session,
  enhancement: NewEnhancement,
): Promise<void> {
  await save(session, enhancements, [enhancement], 'take-new')
  const { id, updated_at: at, is_active: active } = EnhancementRow.parse(enhancement)
  const since = encode(session.dialect, 'updated_at', at)
  await (active
    ? session.all(
        `insert into enhancement_activations (enhancement_id, active_from)
         select id, ${cast(session, '$2', 'time')} from prompt_enhancements
         where id = $1 and not exists (
           select 1 from enhancement_activations where enhancement_id = $1 and active_until is null)
         on conflict (enhancement_id, active_from) do update set active_until = null`,
        [id, since],
      )
    : session.all(
        `update enhancement_activations set active_until = $2
         where enhancement_id = $1 and active_until is null`,
        [id, since],
      ))
}

const cast = (session: Session, value: string, kind: 'uuid' | 'decimal' | 'time'): string =>
  `cast(${value} as ${session.dialect.castTo[kind]})`

const figuresAtOnce = 500
const figureColumns = 6

async function keep(
  session: Session,
  figures: readonly Effectiveness[],
  at: string,
): Promise<void> {
  if (figures.length === 0) return
  const { dialect } = session
  const rows = figures.map((_, row) => {
    const place = (index: number) => `$${row * figureColumns + index + 2}`
    const counts = [1, 2, 3].map((index) => `cast(${place(index)} as integer)`)
    const rates = [4, 5].map((index) => cast(session, place(index), 'decimal'))
    return `(${[cast(session, place(0), 'uuid'), ...counts, ...rates].join(', ')})`
  })
  const values = figures.flatMap((figure): readonly Value[] => [
    figure.enhancement_id,
    figure.applications_count,
    figure.success_count,
    figure.failure_count,
    encode(dialect, 'reduction_rate', figure.reduction_rate),
    encode(dialect, 'raw_reduction_rate', figure.raw_reduction_rate),
  ])
  await session.all(
    `with figures (id, used, succeeded, failed, rate, raw) as (values ${rows.join(', ')})
     update prompt_enhancements set applications_count = figures.used,
       success_count = figures.succeeded, failure_count = figures.failed,
       reduction_rate = figures.rate, raw_reduction_rate = figures.raw,
       last_effectiveness_check = $1, updated_at = $1
     from figures where figures.id = prompt_enhancements.id`,
    [encode(dialect, 'updated_at', at), ...values],
  )
}

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
async function effectiveness(
  database: Database,
  counted?: Counted,
): Promise<readonly Effectiveness[]> {
  const counts = counted ?? (await countedIn(database))
  const lessons = await database.all(lessonsSql)
  return lessons.map((lesson) => {
    const id = String(lesson['id'])
    const own = counts.of(id).toSorted(byStratum)
    const total = (count: 'used' | 'succeeded' | 'failed') =>
      own.reduce((sum, stratum) => sum + stratum[count], 0)
    const strata = own.map(
      ({ used: _used, succeeded: _succeeded, failed: _failed, ...stratum }) => stratum,
    )
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

async function countedIn(database: Database): Promise<Counted> {
  const rows = Map.groupBy(await database.all(strataSql), (row) => String(row['enhancement_id']))
  return { of: (lesson) => (rows.get(lesson) ?? []).map(stratumOf) }
}

function stratumOf(row: Row): CountedStratum {
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
    used: Number(row['used']),
    succeeded: Number(row['succeeded']),
    failed: Number(row['failed']),
  }
}

const keyOf = (stratum: StratumCounts): string =>
  [stratum.complexity_band, stratum.proposer_name, stratum.output_type].join('\0')

const byStratum = (one: StratumCounts, other: StratumCounts): number =>
  keyOf(one) < keyOf(other) ? -1 : 1
