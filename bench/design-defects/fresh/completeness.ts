// For measuring first: the first figures of this set were taken before any rule knew of it.
import { componentAt, defectsOf, indexIn, pick, stepsOf } from '../plant.ts'
import { extended, replaced, sentence, written } from '../texts.ts'

const pages = [
  ['settings-area', 'Preferences', 'Keeps the wishes of the person for the next visit.'],
  ['archive-area', 'Archive', 'Holds what is older than two years.'],
  ['help-area', 'Guidance', 'Answers the ten questions people ask most.'],
  ['start-area', 'Entrance', 'Greets the person by name in the morning.'],
  ['map-area', 'Site plan', 'Shows where each place lies on the ground.'],
] as const

export const completeness = defectsOf('completeness', {
  'view-with-nothing-in-it': {
    plant(intent, random) {
      const [id, name, description] = pick(pages, random)
      pick(stepsOf(intent), random).step.componentIds.push(id)
      const index = intent.components.push({ id, name, type: 'view', description }) - 1
      return { intent, pointers: componentAt(index) }
    },
    holds: (intent, at) => {
      const one = intent.components[indexIn(at, 'components')]
      return one?.type === 'view' && one.children === undefined && one.binds === undefined
    },
  },
  'list-announced-and-left-out': replaced(
    ['description', 'response'],
    [
      'Shows the following fields:',
      'The person can do three things here:',
      'It holds these parts:',
      'The rules are as follows:',
      'Offers the kinds listed here:',
    ],
  ),
  'figure-left-open': extended(
    ['goal', 'description', 'response', 'outcome'],
    [
      'within X days',
      'for at least N people',
      'after xx minutes',
      'up to ___ euros',
      'in under [n] seconds',
    ],
  ),
  'attachment-missing': written(
    ['description', 'response', 'outcome'],
    [
      'Details are in the attached PDF.',
      'See the screenshot.',
      'As shown in figure 3.',
      'The columns are in the table below.',
      'The rules are in appendix B.',
    ],
    sentence,
  ),
})
