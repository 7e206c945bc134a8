import { z } from 'zod'
import { openRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok, usageError } from '../../../model/result.ts'
import { track } from '../definition.ts'
import { adoptTrack } from '../start.ts'
import { foreignTracks, trackCalled, trackNames } from '../tracks.ts'

export const command = defineCommand({
  name: 'track run',
  usage: 'track run <id> [options]',
  about:
    'Goes on with a track until it is COMPLETE or a person must decide: PLAN, EVALUATE_PLAN, EXECUTE, EVALUATE_EXECUTION,\nFIX (three times at most), BUSINESS_SYNC, COMPLETE. Tasks become commits on the branch loopwright/<id>; your checkout is\nnot touched. A track that others began (spec.md, plan.md, metadata.json of version 1 or 2) is taken over where it stands.\nExit 0: complete; 1: failed or stopped; 3: a person must decide, or paused; 4: a cap was reached.',
  words: ['id'],
  arguments: z.object({ id: z.string().optional() }),
  records: true,
  carries: true,
  examples: [['loopwright track run export-invoices_20260301', 'go on with it']],
  async run({ workspace, person: { by } }, { id }) {
    const names = await trackNames(workspace)
    const others = await foreignTracks(workspace)
    const only = names.length + others.length === 1 ? (names[0] ?? others[0]) : undefined
    const word = id?.replace(/\/+$/, '').split('/').at(-1) ?? only
    if (word === undefined)
      return usageError(
        names.length + others.length === 0 ? 'there is no track yet' : 'say which track',
        names.length + others.length === 0
          ? 'start one: loopwright track new "<goal>"'
          : `one of: ${[...names, ...others].join(', ')}`,
      )
    const foreign = others.includes(word) ? word : trackCalled(word, others)
    if (!names.includes(word) && foreign !== undefined) {
      const adopted = await adoptTrack(workspace, foreign, by)
      return adopted.ok
        ? ok({
            type: 'carry',
            run: adopted.value.name,
            notes: [`${foreign} is taken over as it stands`],
          })
        : adopted
    }
    const open = await openRun(track, workspace, word)
    return open.ok ? ok({ type: 'carry', run: open.value.name }) : open
  },
})
