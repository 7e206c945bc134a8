import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { table } from '../../../views/format.ts'
import { foreignTracks, openKnownTrack, readKeptTrack, trackNames } from '../tracks.ts'
import { trackViewOf } from '../view.ts'

type Row = {
  readonly track: string
  readonly step: string
  readonly step_status: string
  readonly tasks: string
  readonly fix_cycles: string
  readonly title: string
}

export const command = defineCommand({
  name: 'track list',
  usage: 'track list [options]',
  about:
    'Lists all tracks of the folder: their step, tasks and fix cycles; also those that others began.',
  words: [],
  arguments: z.object({}),
  examples: [['loopwright track list', 'a table']],
  async run({ workspace }) {
    const rows: Row[] = []
    const damaged: string[] = []
    for (const name of await trackNames(workspace)) {
      const open = await openKnownTrack(workspace, name)
      if (!open.ok) {
        damaged.push(`! ${name}: ${open.error.what}`)
        continue
      }
      const view = trackViewOf(workspace, open.value.state)
      rows.push({
        track: name,
        step: view.step,
        step_status: view.stepStatus,
        tasks: `${view.done}/${view.tasks.length}`,
        fix_cycles: `${view.fixCycles}/${view.maxFixCycles}`,
        title: view.title,
      })
    }
    for (const name of await foreignTracks(workspace)) rows.push(await foreignRow(workspace, name))
    return ok({
      type: 'show',
      json: { tracks: rows, damaged },
      lines: ({ columns }) =>
        rows.length === 0
          ? ['no tracks yet', '  → start one: loopwright track new "<goal>"']
          : table(
              ['track', 'step', 'status', 'tasks', 'fixes', 'title'],
              rows.map((row) => Object.values(row)),
              columns,
            ),
      mentions: damaged,
    })
  },
})

async function foreignRow(workspace: Workspace, name: string): Promise<Row> {
  const { plan, metadata } = await readKeptTrack(workspace, name)
  const { tasks } = plan
  const loop = metadata.ok ? metadata.value.loop_state : undefined
  const done = tasks.filter(({ status }) => status === 'done').length
  return {
    track: name,
    step: loop?.current_step ?? '-',
    step_status: loop?.step_status ?? (metadata.ok ? (metadata.value.status ?? '-') : 'damaged'),
    tasks: `${done}/${tasks.length}`,
    fix_cycles: loop === undefined ? '-' : `${loop.fix_cycle_count}/${loop.max_fix_cycles}`,
    title: (metadata.ok ? metadata.value.name : undefined) ?? 'not begun here',
  }
}
