import { type MeasuredOrders, OrderRow } from '../../model/records-orders.ts'
import type { MeasuredWanted, OrderRecords } from '../../ports/records.ts'
import { decode } from './columns.ts'
import type { Database } from './database.ts'
import { oneOf, rowsOf, save, tableOf, where } from './statements.ts'

const orders = tableOf('work_orders', OrderRow)

/** The lowest first; what was not measured comes last. */
const byScore = `order by cast(acceptance_result ->> 'acceptance_score' as numeric) asc nulls last,
  created_at, id`

export const orderRecords = (database: Database): OrderRecords => ({
  saveOrder: (order) => save(database, orders, [order], 'take-new'),
  order: (id) => oneOf(database, orders, id),
  ordersWith: (status) => rowsOf(database, orders, where([['status = ?', status]]), byScore),
  lastMeasured: (wanted) => lastMeasured(database, wanted),
})

/** One question for all three scopes: the closest scope wins, in it the latest measurement. */
async function lastMeasured(
  database: Database,
  { outputType, project, except, count = 1 }: MeasuredWanted,
): Promise<MeasuredOrders | null> {
  const rows = await database.all(
    `with measured as (
      select *, acceptance_result ->> 'timestamp' as measured_at,
        case when metadata ->> 'expected_output_type' = $1 then 0
          when project_name = $2 then 1 else 2 end as scope
      from work_orders
      where acceptance_result is not null and cast(id as text) <> $3
    )
    select ${orders.columns.join(', ')}, scope from measured
    where scope = (select min(scope) from measured)
    order by measured_at desc nulls last, updated_at desc, id
    limit $4`,
    [outputType, project, except?.toLowerCase() ?? '', count],
  )
  const scope = scopes[Number(rows[0]?.['scope'])]
  if (scope === undefined) return null
  return {
    matched: scope,
    orders: rows.map((row) => OrderRow.parse(decode(database.dialect, row))),
  }
}

const scopes: readonly MeasuredOrders['matched'][] = ['output-type', 'project', 'anywhere']
