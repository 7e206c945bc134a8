import { z } from 'zod'
import { openKnownRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { design } from '../definition.ts'
import { showDesign } from '../show.ts'

export const command = defineCommand({
  name: 'design status',
  usage: 'design status <feature> [options]',
  about:
    'Shows where a feature is: its state, score and dimensions, how it came there, and what can be done now.\nA frozen design is verified on the way.',
  words: ['feature'],
  arguments: z.object({ feature: z.string() }),
  examples: [
    ['loopwright design status clinic-appointments', 'for people'],
    ['loopwright design status clinic-appointments --json', 'state.json and more, for scripts'],
  ],
  async run({ workspace }, { feature }) {
    const opened = await openKnownRun(design, workspace, feature)
    if (!opened.ok) return opened
    const show = await showDesign(workspace, opened.value)
    return ok({
      type: 'show',
      run: feature,
      json: show.json,
      lines: (screen) => show.status(screen),
      exit: show.exit ?? exitCodes.accepted,
    })
  },
})
