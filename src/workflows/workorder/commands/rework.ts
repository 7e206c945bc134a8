import { z } from 'zod'
import { openRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { workorder } from '../definition.ts'
import { reworkOrder } from '../rework.ts'

export const command = defineCommand({
  name: 'workorder rework',
  usage: 'workorder rework <order> [options]',
  about:
    'Goes on with a change that needs review: a new order starts from that change and is told what was measured and,\nif you say so, what you think of it.',
  words: ['order'],
  arguments: z.object({
    order: z.string(),
    feedback: z.string().optional().meta({ value: 'TEXT', help: 'what you want to be otherwise' }),
  }),
  decides: true,
  carries: true,
  examples: [
    ['loopwright workorder rework wo3 --feedback "test the error path"', 'with your reason'],
  ],
  async run({ workspace, person: { by } }, { order, feedback }) {
    const open = await openRun(workorder, workspace, order)
    if (!open.ok) return open
    const added = await reworkOrder(workspace, open.value, { by, feedback })
    return added.ok ? ok({ type: 'carry', run: added.value.name }) : added
  },
})
