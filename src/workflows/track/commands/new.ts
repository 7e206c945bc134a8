import { z } from 'zod'
import { codeVocabulary } from '../../../checks/acceptance/exam.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { examFrom } from '../../../obligations/exam.ts'
import { demandsIn } from '../../../checks/track/demands.ts'
import { relatedTracks } from '../related.ts'
import { newTrack } from '../start.ts'
import { trackAsJson, trackViewOf } from '../view.ts'

const option = (value: string, help: string) => z.string().optional().meta({ value, help })

export const command = defineCommand({
  name: 'track new',
  usage: 'track new "<goal>" [options]',
  about:
    'Starts a track: conductor/tracks/<slug>_<date>/ with spec.md and metadata.json. Nothing is planned or changed yet.\nWrite into spec.md what must hold (or bring one with --spec), then: loopwright track run <id>',
  words: ['goal'],
  arguments: z.object({
    goal: z.string().default(''),
    spec: option('FILE', 'the spec; spec.md is made from it'),
    type: option('TYPE', 'feature, bugfix, refactor, infrastructure, ui, integration, api, …'),
    id: option('NAME', 'the name of its folder'),
    run: z.boolean().default(false).meta({ help: 'go on with it at once' }),
  }),
  records: true,
  carries: true,
  examples: [
    ['loopwright track new "Let customers export invoices" --spec invoices.md', 'with a spec'],
    ['loopwright track new "Fix the crash on empty carts" --run', 'and go on with it'],
  ],
  async run({ workspace, person: { by } }, { goal, spec, type, id, run }) {
    const related = await relatedTracks(workspace, goal)
    const started = await newTrack(workspace, { goal, spec, type, id, by })
    if (!started.ok) return started
    const { name, state } = started.value
    const notes = related.map(
      (each) => `${each} is about something like it: loopwright track run ${each}`,
    )
    if (run) return ok({ type: 'carry', run: name, notes })
    const view = trackViewOf(workspace, state)
    const { items } = examFrom(demandsIn(state.spec), 'task', codeVocabulary)
    return ok({
      type: 'show',
      run: name,
      json: trackAsJson(state, view),
      lines: ({ paint }) => [
        `${paint('green', '✓')} ${view.id}: ${view.title}`,
        `  ${view.paths.folder}/spec.md: ${items.length} ${items.length === 1 ? 'demand' : 'demands'} read from it`,
        paint('dim', `  write there what must hold, then: loopwright track run ${view.id}`),
      ],
      mentions: notes.map((each) => `! ${each}`),
    })
  },
})
