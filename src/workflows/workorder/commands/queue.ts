import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { oneLine, table } from '../../../views/format.ts'
import { reviewQueue } from '../queue.ts'

export const command = defineCommand({
  name: 'workorder queue',
  usage: 'workorder queue [options]',
  about: 'Lists the orders that were measured and need review, the lowest score first.',
  words: [],
  arguments: z.object({}),
  examples: [['loopwright workorder queue', 'what somebody should look at']],
  async run({ workspace }) {
    const queue = await reviewQueue(workspace)
    if (!queue.ok) return queue
    const rows = queue.value.map(({ run_id, score, weakest, why }) => [
      run_id,
      score === null ? '-' : score.toFixed(1),
      weakest,
      printable(oneLine(why, 70)),
    ])
    return ok({
      type: 'show',
      json: { orders: queue.value },
      lines: ({ paint, columns }) =>
        rows.length === 0
          ? [`${paint('green', '✓')} nothing needs review`]
          : table(['order', 'score', 'weakest', 'why'], rows, columns),
    })
  },
})
