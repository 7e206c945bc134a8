import { openWorkspace } from '../../../app.ts'
import { openOrder } from '../orders.ts'
import { reworkOrder } from '../rework.ts'
import { type Command, text, whoAmI } from '../../../entrypoints/cli/command.ts'
import { runOrder } from '../../run-order.ts'

export const command: Command = {
  name: 'workorder rework',
  usage: 'workorder rework <order> [options]',
  about:
    'Goes on with a change that needs review: a new order starts from that change and is told what was measured and,\nif you say so, what you think of it.',
  words: { least: 1, most: 1 },
  decides: true,
  options: {
    feedback: { type: 'string', value: 'TEXT', help: 'what you want to be otherwise' },
    by: { type: 'string', value: 'NAME', help: 'who asks for it (you)' },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
  },
  examples: [['loopwright workorder rework wo3 --feedback "test the error path"', 'told why']],
  async run(call) {
    const { words, values, cwd, env } = call
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const open = await openOrder(workspace.value, words[0] ?? '')
    if (!open.ok) return open
    const added = await reworkOrder(workspace.value, open.value, {
      by: text(values, 'by') ?? whoAmI(env),
      feedback: text(values, 'feedback'),
    })
    if (!added.ok) return added
    const again = await openOrder(workspace.value, added.value.runId)
    return again.ok ? runOrder(call, workspace.value, again.value) : again
  },
}
