import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { table } from '../../../views/format.ts'
import { proposersOf } from '../../workorder/agents.ts'
import { openHealedRecords } from '../records.ts'
import { recordedOrders } from '../recorded-orders.ts'
import { type Metric, metricsOf, trendOf } from '../metrics.ts'

export const command = defineCommand({
  name: 'improve metrics',
  usage: 'improve metrics [options]',
  about:
    'How well both loops do: work orders (micro), applications (macro) and the whole, each with its target, the newer half of\nwhat is recorded against the older half, and where it goes.',
  words: [],
  arguments: z.object({}),
  examples: [['loopwright improve metrics', 'a table']],
  async run({ workspace }) {
    const healed = await openHealedRecords(workspace)
    if (!healed.ok) return healed
    const records = healed.value
    if (records === null)
      return ok({ type: 'show', json: { metrics: [] }, lines: () => ['nothing was recorded yet'] })
    const orders = await recordedOrders(records)
    const proposers = proposersOf(workspace).toSorted((one, other) => one.cost - other.cost)
    const metrics = metricsOf({
      orders,
      lessons: await records.enhancements(),
      iterations: await records.iterations(),
      improvements: await records.improvements(),
      // where there is one, there is nothing to choose from
      cheapest: proposers.length > 1 ? (proposers[0]?.name ?? null) : null,
    })
    return ok({
      type: 'show',
      json: { metrics },
      lines: ({ columns }) =>
        table(
          ['loop', 'what', 'target', 'now', 'before', 'trend', 'reached'],
          metrics.map(row),
          columns,
        ),
    })
  },
})

const row = (metric: Metric): readonly string[] => {
  const { loop, name, target, now, before, unit, isReached } = metric
  const shown = (value: number | null) =>
    value === null
      ? '-'
      : unit === '$'
        ? `$${value.toFixed(4)}`
        : `${Math.round(value * 10) / 10}${unit === '' ? '' : ` ${unit}`}`
  return [
    loop,
    name,
    target,
    shown(now),
    shown(before),
    trendOf(metric),
    isReached === null ? 'not known' : isReached ? 'yes' : 'not yet',
  ]
}
