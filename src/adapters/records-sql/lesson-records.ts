import type { Effectiveness } from '../../model/records-effectiveness.ts'
import { ApplicationRow, EnhancementRow, type NewEnhancement } from '../../model/records-lessons.ts'
import type { LessonRecords } from '../../ports/records.ts'
import { applicationRow } from './application-row.ts'
import { decode, encode } from './columns.ts'
import type { Database, Session, Value } from './database.ts'
import { effectiveness } from './effectiveness.ts'
import { isId, oneOf, rowsOf, save, tableOf, where } from './statements.ts'

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
  lineage: (id) => lineage(database, id),
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
    const rows = await database.all(
      `select ${applications.columns.join(', ')} from enhancement_applications ${sql}
       order by applied_at, work_order_id, enhancement_id, enhancement_version`,
      values,
    )
    return rows.map((row) => applicationRow(database.dialect, row))
  },
  effectiveness: () => effectiveness(database),
  keepEffectiveness: (figures, at) =>
    database.transaction(async (session) => {
      for (let from = 0; from < figures.length; from += figuresAtOnce)
        await keep(session, figures.slice(from, from + figuresAtOnce), at)
    }),
})

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

async function lineage(database: Database, id: string): Promise<readonly EnhancementRow[]> {
  const found = await oneOf(database, enhancements, id)
  if (found === null) return []
  const columns = enhancements.columns
  // union, not union all: a circle of parents ends
  const rows = await database.all(
    `with recursive family as (
      select ${columns.join(', ')} from prompt_enhancements where id = $1
      union
      select ${columns.map((column) => `parent.${column}`).join(', ')}
      from prompt_enhancements as parent join family on parent.id = family.parent_enhancement_id
    )
    select * from family order by enhancement_version, created_at, id`,
    [found.id],
  )
  return rows.map((row) => EnhancementRow.parse(decode(database.dialect, row)))
}

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
