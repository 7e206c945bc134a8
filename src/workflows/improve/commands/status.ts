import { z } from 'zod'
import { openRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { improve } from '../definition.ts'
import { anImprove } from '../start.ts'
import { improveNext, improveStatus } from '../summary.ts'
import { improveAsJson, improveViewOf } from '../view.ts'

export const command = defineCommand({
  name: 'improve status',
  usage: 'improve status [<run>] [options]',
  about: 'Shows where a run stands: its scores, what was changed of the set-up, what is asked.',
  words: ['run'],
  arguments: z.object({ run: z.string().optional() }),
  examples: [['loopwright improve status bookshop', 'one run']],
  async run({ workspace }, { run }) {
    const name = await anImprove(workspace, run)
    if (!name.ok) return name
    const open = await openRun(improve, workspace, name.value)
    if (!open.ok) return open
    const view = improveViewOf(workspace, open.value.state)
    return ok({
      type: 'show',
      run: open.value.name,
      json: improveAsJson(open.value.state, view),
      lines: ({ paint }) => [...improveStatus(view, paint), ...improveNext(view, paint)],
    })
  },
})
