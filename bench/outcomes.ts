import type { Database } from '../src/adapters/records-sql/database.ts'

export const lessons = 200
const perOrder = 100
const now = '2026-03-01T00:00:00.000Z'

/** All rows at once, made by the database itself. */
export async function fillOutcomes(database: Database, outcomes: number): Promise<void> {
  const id = (kind: number, number: string) =>
    `cast('00000000-0000-8000-800${kind}-' || substr(cast(1000000000000 + ${number} as text), 2) as ${database.dialect.castTo.uuid})`
  const moment = `cast('${now}' as ${database.dialect.castTo.time})`
  const counted = (most: number) =>
    `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${most - 1}) select i from n) as n`
  await database.script(`
    insert into prompt_enhancements (id, created_at, updated_at, error_code, enhancement_text)
      select ${id(1, 'i')}, ${moment}, ${moment}, 'TS' || i, 'Do it well.' from ${counted(lessons)};
    insert into work_orders (id, created_at, updated_at, title, description)
      select ${id(2, 'i')}, ${moment}, ${moment}, 'Order ' || i, '' from ${counted(Math.ceil(outcomes / perOrder))};
    insert into enhancement_applications (enhancement_id, enhancement_version, work_order_id,
      applied_at, probability, is_on, shortlisted, complexity_band, proposer_name, output_type,
      target_failed, guardrail_failed, model, prompt_hash)
      select ${id(1, `((i % ${perOrder}) * 2 + (i / ${perOrder}) % 2)`)}, 1, ${id(2, `(i / ${perOrder})`)}, ${moment}, 0.5,
        (i / 7) % 2 = 0, true,
        '0.' || ((i / ${perOrder}) % 9) || '-0.' || ((i / ${perOrder}) % 9 + 1),
        case when (i / ${perOrder}) % 3 = 0 then 'cheap-model' else 'strong-model' end,
        case (i / ${perOrder}) % 4 when 0 then 'code' when 1 then 'test' when 2 then 'docs' else 'config' end,
        (i * 31) % 100 < 20, (i * 17) % 100 < 30, 'a-model-of-2026',
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
      from ${counted(outcomes)}`)
}
