import { z } from 'zod'
import { openRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok, usageError } from '../../../model/result.ts'
import { track } from '../definition.ts'
import { trackNext, trackStatus } from '../summary.ts'
import { foreignTracks, trackNames } from '../tracks.ts'
import { trackAsJson, trackViewOf } from '../view.ts'

export const command = defineCommand({
  name: 'track status',
  usage: 'track status [<id>] [options]',
  about:
    'Shows where a track stands: its step, its tasks, what the evaluators said, what is asked.',
  words: ['id'],
  arguments: z.object({ id: z.string().optional() }),
  examples: [['loopwright track status export-invoices_20260301', 'one track']],
  async run({ workspace }, { id }) {
    const names = await trackNames(workspace)
    const word = id ?? (names.length === 1 ? names[0] : undefined)
    if (word === undefined)
      return usageError(
        names.length === 0 ? 'no track was begun here yet' : 'say which track',
        names.length === 0
          ? 'start one: loopwright track new "<goal>"'
          : `one of: ${names.join(', ')}   or see all: loopwright track list`,
      )
    const open = await openRun(track, workspace, word)
    if (!open.ok && (await foreignTracks(workspace)).includes(word))
      return usageError(
        `${word} was begun by others`,
        `take it over: loopwright track run ${word}   or see where it stands: loopwright track list`,
      )
    if (!open.ok) return open
    const view = trackViewOf(workspace, open.value.state)
    return ok({
      type: 'show',
      run: open.value.name,
      json: trackAsJson(open.value.state, view),
      lines: ({ paint }) => [...trackStatus(view, paint), ...trackNext(view, paint)],
    })
  },
})
