// For measuring only. A rule that is tuned on these classes takes away what they tell.
import type { Planter } from '../plant.ts'
import {
  anyBind,
  aroundMention,
  componentAt,
  componentIds,
  defectsOf,
  entityIds,
  indexIn,
  mentionsInChildren,
  mentionsInInteractions,
  mentionsInSteps,
  mentionsOfComponents,
  mentionsOfEntities,
  pick,
  pickOrNull,
  stepsOf,
  textAt,
  valueAt,
  wire,
} from '../plant.ts'
import { cycle } from '../containment.ts'
import { misspelt } from '../seen/coherence.ts'

const cyrillic: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р' }

/** Names one entry of a list of ids a second time. */
const twice = (places: typeof mentionsOfEntities, listOf: (at: string) => string): Planter => ({
  plant(intent, random) {
    const mention = pickOrNull(places(intent), random)
    if (mention === null) return null
    const list = valueAt(intent, listOf(mention.at))
    if (!Array.isArray(list)) return null
    const index = list.push(mention.id) - 1
    return {
      intent,
      pointers: [...aroundMention(`${listOf(mention.at)}/${index}`), mention.at],
    }
  },
  holds: (intent, at) => {
    const list = valueAt(intent, listOf(at))
    return Array.isArray(list) && list.filter((id) => id === textAt(intent, at)).length > 1
  },
})
const listAbove = (at: string): string => at.slice(0, at.lastIndexOf('/'))

const plain = (id: string): string => id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export const coherence = defectsOf('coherence', {
  'cycle-of-four': cycle(4),
  'cycle-of-six': cycle(6),
  'reference-with-space': misspelt(mentionsOfComponents, (id, _intent, random) =>
    pick([`${id} `, ` ${id}`, `${id}\u00a0`, `${id}\u200b`], random),
  ),
  'reference-with-hash': misspelt(mentionsOfComponents, (id, _intent, random) =>
    pick([`#${id}`, `components/${id}`, `@${id}`, `"${id}"`], random),
  ),
  'look-alike-letter': misspelt(mentionsOfComponents, (id, _intent, random) => {
    const letters = Array.from(id).filter((sign) => sign in cyrillic)
    if (letters.length === 0) return null
    const letter = pick(letters, random)
    return id.replace(letter, cyrillic[letter]!)
  }),
  'child-is-entity': misspelt(mentionsInChildren, (_id, intent, random) =>
    pick(entityIds(intent), random),
  ),
  'child-by-name': misspelt(
    mentionsInChildren,
    (id, intent) => intent.components.find((one) => one.id === id)?.name ?? null,
  ),
  'child-is-flow': misspelt(
    mentionsInChildren,
    (_id, intent, random) => pick(intent.userFlows, random).id,
  ),
  'interaction-component-case': misspelt(mentionsInInteractions, (id) =>
    id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase(),
  ),
  'interaction-component-is-step': misspelt(
    mentionsInInteractions,
    (_id, intent, random) => pick(stepsOf(intent), random).step.id,
  ),
  'several-ids-in-one': misspelt(
    mentionsInSteps,
    (id, intent, random) => `${id}, ${pick(componentIds(intent), random)}`,
  ),
  'component-twice-in-interaction': twice(mentionsInInteractions, listAbove),
  'entity-twice-in-step': twice(mentionsOfEntities, listAbove),
  'state-twice': {
    plant(intent, random) {
      const one = pickOrNull(
        intent.interactions.filter(({ states = [] }) => states.length > 0),
        random,
      )
      if (one === null) return null
      const state = pick(one.states!, random)
      const at = `/interactions/${intent.interactions.indexOf(one)}/states`
      const first = one.states!.indexOf(state)
      const last = one.states!.push(state) - 1
      return { intent, pointers: [...aroundMention(`${at}/${last}`), `${at}/${first}`] }
    },
    holds: (intent, at) => {
      const list = valueAt(intent, listAbove(at))
      return Array.isArray(list) && list.filter((state) => state === textAt(intent, at)).length > 1
    },
  },
  'ids-differ-in-separators': {
    plant(intent, random) {
      const apart = intent.components.filter(({ id }) => /[a-z][-_.][a-z]/i.test(id))
      const part = pickOrNull(apart, random)
      if (part === null) return null
      const id = part.id.includes('_')
        ? part.id.replaceAll('_', '-')
        : part.id.replaceAll(/[-.]/g, '_')
      const twin = { id, name: 'Margin note', type: 'data' as const, binds: anyBind(intent) }
      const index = wire(
        intent,
        { ...twin, description: 'Says beside the page what changed last.' },
        random,
      )
      return {
        intent,
        pointers: [...componentAt(index), ...componentAt(intent.components.indexOf(part))],
      }
    },
    holds: (intent, at) => {
      const id = intent.components[indexIn(at, 'components')]?.id ?? ''
      return intent.components.filter((one) => plain(one.id) === plain(id)).length > 1
    },
  },
  'orphan-with-children': {
    plant(intent) {
      const first = intent.components.push({
        id: 'settings-page',
        name: 'Settings page',
        type: 'view',
        description: 'Keeps what a person may change about the appearance.',
        children: ['theme-card'],
      })
      intent.components.push({
        id: 'theme-card',
        name: 'Theme card',
        type: 'data',
        description: 'Shows the light and the dark appearance side by side.',
        binds: anyBind(intent),
      })
      return { intent, pointers: [...componentAt(first - 1), ...componentAt(first)] }
    },
    holds: (intent, at) => {
      const id = intent.components[indexIn(at, 'components')]?.id
      return id === 'settings-page' && !mentionsOfComponents(intent).some((one) => one.id === id)
    },
  },
  'duplicate-flow-id-by-case': {
    plant(intent, random) {
      if (intent.userFlows.length < 2) return null
      const later = 1 + Math.floor(random() * (intent.userFlows.length - 1))
      const { id } = intent.userFlows[0]!
      const twin = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase()
      if (twin === id) return null
      intent.userFlows[later]!.id = twin
      return {
        intent,
        pointers: [later, 0].flatMap((f) => [`/userFlows/${f}/id`, `/userFlows/${f}`]),
      }
    },
    holds: (intent, at) => {
      const id = textAt(intent, at).toLowerCase()
      return intent.userFlows.filter((flow) => flow.id.toLowerCase() === id).length > 1
    },
  },
  'goal-that-nothing-serves': {
    plant(intent, random) {
      const goal = pick(
        [
          'Cut the fuel burnt by company lorries by 15 percent',
          'Translate marketing brochures into Portuguese before Christmas',
          'Replace office furniture older than twelve years',
        ],
        random,
      )
      const index = intent.goals.push(goal) - 1
      return { intent, pointers: [`/goals/${index}`] }
    },
    holds: (intent, at) => /lorries|brochures|furniture/.test(textAt(intent, at)),
  },
})
