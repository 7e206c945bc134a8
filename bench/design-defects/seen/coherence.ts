import type { DesignIntent } from '../../../src/checks/design/intent.ts'
import type { Mention, Planter, Random } from '../plant.ts'
import {
  anyBind,
  aroundMention,
  capital,
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
  renameComponent,
  stepsOf,
  textAt,
  valueAt,
  wire,
} from '../plant.ts'
import { doubled, repeated, sameAs, typo } from '../structure.ts'
import { cycle, ring } from '../containment.ts'

type Spell = (id: string, intent: DesignIntent, random: Random) => string | null

/** Writes a component's id wrongly in one of the places that mention it. */
export const misspelt = (
  places: (intent: DesignIntent) => readonly Mention[],
  spell: Spell,
): Planter => ({
  plant(intent, random) {
    const mention = pickOrNull(places(intent), random)
    const wrong = mention && spell(mention.id, intent, random)
    if (mention === null || wrong === null || componentIds(intent).includes(wrong)) return null
    mention.put(wrong)
    return { intent, pointers: aroundMention(mention.at) }
  },
  holds: (intent, at) =>
    textAt(intent, at) !== '' && !componentIds(intent).includes(textAt(intent, at)),
})

const unknown: Spell = (_id, _intent, random) =>
  pick(
    ['payment-gateway', 'helpPanel', 'cmp_999', 'SidebarMenu', 'toast-area', 'c42', 'main'],
    random,
  )

const otherCase: Spell = (id, _intent, random) => {
  const spelt = pick([id.toUpperCase(), capital(id), id.toLowerCase()], random)
  return spelt === id ? null : spelt
}

const otherStyle: Spell = (id, _intent, random) => {
  const words = id.split(/[-_.]|(?<=[a-z])(?=[A-Z])/)
  const camel = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : capital(word.toLowerCase())))
    .join('')
  const spelt = pick(
    [words.join('_').toLowerCase(), camel, words.join('-').toLowerCase(), words.join('')],
    random,
  )
  return spelt === id ? null : spelt
}

const otherNumber: Spell = (id) => (id.endsWith('s') ? id.slice(0, -1) : `${id}s`)

const byName: Spell = (id, intent) => intent.components.find((one) => one.id === id)?.name ?? null

const anEntity: Spell = (_id, intent, random) => pick(entityIds(intent), random)

const orphans = [
  { name: 'Weather tile', type: 'data', description: 'Shows the temperature outside in degrees.' },
  { name: 'Help page', type: 'view', description: 'Explains each page in three sentences.' },
  { name: 'Print view', type: 'view', description: 'Lays out the current page for A4 paper.' },
  {
    name: 'Clock',
    type: 'utility',
    description: 'Tells the other parts when midnight has passed.',
  },
  { name: 'Exporter', type: 'utility', description: 'Writes the current list to a spreadsheet.' },
] as const

const loose = (intent: DesignIntent, index: number): boolean => {
  const id = intent.components[index]?.id
  return id !== undefined && !mentionsOfComponents(intent).some((one) => one.id === id)
}

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

export const coherence = defectsOf('coherence', {
  'step-unknown-component': {
    ...misspelt(mentionsInSteps, unknown),
    plant(intent, random) {
      const { step, at } = pick(stepsOf(intent), random)
      const index = step.componentIds.push(unknown('', intent, random) ?? '') - 1
      return { intent, pointers: aroundMention(`${at}/componentIds/${index}`) }
    },
  },
  'step-component-typo': misspelt(mentionsInSteps, (id, _intent, random) => typo(id, random)),
  'step-component-case': misspelt(mentionsInSteps, otherCase),
  'step-component-other-style': misspelt(mentionsInSteps, otherStyle),
  'step-component-by-name': misspelt(mentionsInSteps, byName),
  'step-component-is-entity': misspelt(mentionsInSteps, anEntity),
  'interaction-unknown-component': misspelt(mentionsInInteractions, unknown),
  'interaction-component-typo': misspelt(mentionsInInteractions, (id, _intent, random) =>
    typo(id, random),
  ),
  'interaction-component-by-name': misspelt(mentionsInInteractions, byName),
  'child-unknown': misspelt(mentionsInChildren, unknown),
  'child-typo': misspelt(mentionsInChildren, (id, _intent, random) => typo(id, random)),
  'child-plural': misspelt(mentionsInChildren, otherNumber),
  'step-unknown-entity': {
    plant(intent, random) {
      const { step, at } = pick(stepsOf(intent), random)
      const wrong = pick(['invoice', 'UserProfile', 'audit_log', 'e99', 'session'], random)
      step.entityIds = [...(step.entityIds ?? []), wrong]
      return { intent, pointers: aroundMention(`${at}/entityIds/${step.entityIds.length - 1}`) }
    },
    holds: (intent, at) =>
      textAt(intent, at) !== '' && !entityIds(intent).includes(textAt(intent, at)),
  },
  'step-entity-typo': {
    plant(intent, random) {
      const mention = pick(mentionsOfEntities(intent), random)
      const wrong = typo(mention.id, random)
      if (entityIds(intent).includes(wrong)) return null
      mention.put(wrong)
      return { intent, pointers: aroundMention(mention.at) }
    },
    holds: (intent, at) =>
      textAt(intent, at) !== '' && !entityIds(intent).includes(textAt(intent, at)),
  },
  'step-entity-is-component': {
    plant(intent, random) {
      const mention = pick(mentionsOfEntities(intent), random)
      const wrong = pick(componentIds(intent), random)
      if (entityIds(intent).includes(wrong)) return null
      mention.put(wrong)
      return { intent, pointers: aroundMention(mention.at) }
    },
    holds: (intent, at) =>
      textAt(intent, at) !== '' && !entityIds(intent).includes(textAt(intent, at)),
  },
  'orphan-added': {
    plant(intent, random) {
      const part = pick(orphans, random)
      const binds = part.type === 'data' ? { binds: anyBind(intent) } : {}
      const index = intent.components.push({ id: slug(part.name), ...part, ...binds }) - 1
      return { intent, pointers: componentAt(index) }
    },
    holds: (intent, at) => loose(intent, indexIn(at, 'components')),
  },
  'orphan-left-behind': {
    plant(intent, random) {
      const leaves = intent.components.filter(({ children = [] }) => children.length === 0)
      const { id } = pick(leaves, random)
      const lists = [
        ...stepsOf(intent).map(({ step }) => step.componentIds),
        ...intent.interactions.map((one) => one.componentIds),
      ]
      if (lists.some((list) => list.includes(id) && list.length === 1)) return null
      for (const list of [...lists, ...intent.components.map(({ children = [] }) => children)])
        if (list.includes(id)) list.splice(list.indexOf(id), 1)
      for (const one of intent.components) if (one.children?.length === 0) delete one.children
      return { intent, pointers: componentAt(componentIds(intent).indexOf(id)) }
    },
    holds: (intent, at) => loose(intent, indexIn(at, 'components')),
  },
  'contains-itself': cycle(1),
  'contains-its-container': cycle(2),
  'cycle-of-three': cycle(3),
  'island-of-two': {
    plant(intent) {
      const first = intent.components.push({
        id: 'left-wing',
        name: 'Left wing',
        type: 'container',
        description: 'Holds what stands to the left of the middle.',
        children: ['right-wing'],
      })
      intent.components.push({
        id: 'right-wing',
        name: 'Right wing',
        type: 'container',
        description: 'Holds what stands to the right of the middle.',
        children: ['left-wing'],
      })
      return { intent, pointers: ring([first - 1, first]) }
    },
    holds: (intent, at) => {
      const children = valueAt(intent, `/components/${indexIn(at, 'components')}/children`)
      return Array.isArray(children) && children.includes('right-wing')
    },
  },
  'duplicate-component-id': sameAs('/components', 'id', ({ components }) => components),
  'duplicate-flow-id': sameAs('/userFlows', 'id', ({ userFlows }) => userFlows),
  'duplicate-interaction-id': sameAs('/interactions', 'id', ({ interactions }) => interactions),
  'duplicate-step-id': {
    plant(intent, random) {
      const flow = pick(intent.userFlows, random)
      const s = 1 + Math.floor(random() * (flow.steps.length - 1))
      const other = Math.floor(random() * s)
      flow.steps[s]!.id = flow.steps[other]!.id
      const at = `/userFlows/${intent.userFlows.indexOf(flow)}/steps`
      return {
        intent,
        pointers: [`${at}/${s}/id`, `${at}/${s}`, `${at}/${other}/id`, `${at}/${other}`],
      }
    },
    holds: (intent, at) => {
      const steps = intent.userFlows[indexIn(at, 'userFlows')]?.steps ?? []
      return steps.filter(({ id }) => id === textAt(intent, at)).length > 1
    },
  },
  'component-copied': doubled('/components', ({ components }) => components),
  'flow-repeated': repeated('/userFlows', ({ userFlows }) => userFlows, 'name'),
  'interaction-repeated': repeated('/interactions', ({ interactions }) => interactions, null),
  'step-repeated': {
    plant(intent, random) {
      const { step, flow, f, s } = pick(stepsOf(intent), random)
      flow.steps.splice(s + 1, 0, { ...structuredClone(step), id: `${step.id}-again` })
      const at = `/userFlows/${f}/steps`
      return {
        intent,
        pointers: [`${at}/${s + 1}`, `${at}/${s + 1}/action`, `${at}/${s}`, `${at}/${s}/action`],
      }
    },
    holds: (intent, at) => {
      const steps = intent.userFlows[indexIn(at, 'userFlows')]?.steps ?? []
      const action = textAt(intent, `${at}/action`)
      return steps.filter((one) => one.action === action).length > 1
    },
  },
  'child-twice': {
    plant(intent, random) {
      const parents = intent.components.filter(({ children = [] }) => children.length > 0)
      const parent = pick(parents, random)
      parent.children = [...parent.children!, pick(parent.children!, random)]
      const at = `/components/${intent.components.indexOf(parent)}/children`
      const last = parent.children.at(-1)!
      const first = parent.children.indexOf(last)
      return {
        intent,
        pointers: [...aroundMention(`${at}/${parent.children.length - 1}`), `${at}/${first}`],
      }
    },
    holds: (intent, at) => {
      const { children = [] } = intent.components[indexIn(at, 'components')] ?? {}
      return children.filter((id) => id === textAt(intent, at)).length > 1
    },
  },
  'shared-child': {
    plant(intent, random) {
      const parents = intent.components.filter(({ children = [] }) => children.length > 0)
      const parent = pick(parents, random)
      const id = pick(parent.children!, random)
      const other = pickOrNull(
        parents.filter((one) => one !== parent && one.id !== id && !one.children!.includes(id)),
        random,
      )
      // a part may not end up inside itself: that's another defect
      const below = intent.components.find((one) => one.id === id)?.children ?? []
      if (other === null || below.length > 0) return null
      const from = intent.components.indexOf(parent)
      const to = intent.components.indexOf(other)
      const place = `/components/${to}/children/${other.children!.push(id) - 1}`
      return {
        intent,
        pointers: [
          ...aroundMention(place),
          ...aroundMention(`/components/${from}/children/${parent.children!.indexOf(id)}`),
          ...componentAt(componentIds(intent).indexOf(id)),
        ],
      }
    },
    holds: (intent, at) => {
      const id = textAt(intent, at)
      return intent.components.filter(({ children = [] }) => children.includes(id)).length > 1
    },
  },
  'component-twice-in-step': {
    plant(intent, random) {
      const { step, at } = pick(stepsOf(intent), random)
      const id = pick(step.componentIds, random)
      const first = step.componentIds.indexOf(id)
      const index = step.componentIds.push(id) - 1
      return {
        intent,
        pointers: [...aroundMention(`${at}/componentIds/${index}`), `${at}/componentIds/${first}`],
      }
    },
    holds: (intent, at) => {
      const list = valueAt(intent, at.slice(0, at.lastIndexOf('/')))
      return Array.isArray(list) && list.filter((id) => id === textAt(intent, at)).length > 1
    },
  },
  'interaction-without-components': {
    plant(intent, random) {
      const one = pick(intent.interactions, random)
      one.componentIds = []
      const at = `/interactions/${intent.interactions.indexOf(one)}`
      return { intent, pointers: [`${at}/componentIds`, at] }
    },
    holds: (intent, at) => {
      const list = valueAt(intent, at)
      return Array.isArray(list) && list.length === 0
    },
  },
  'dead-control': {
    plant(intent, random) {
      const part = pick(
        [
          { name: 'Share key', description: 'Sends a link to this page to another person.' },
          { name: 'Zoom slider', description: 'Enlarges the page up to four times.' },
          { name: 'Archive switch', description: 'Hides entries older than one year.' },
        ],
        random,
      )
      const index = intent.components.push({ id: slug(part.name), type: 'control', ...part }) - 1
      const view = pick(
        intent.components.filter(({ type }) => type === 'view'),
        random,
      )
      view.children = [...(view.children ?? []), slug(part.name)]
      return { intent, pointers: componentAt(index) }
    },
    holds: (intent, at) => {
      const part = intent.components[indexIn(at, 'components')]
      const named = [...mentionsInSteps(intent), ...mentionsInInteractions(intent)]
      return part?.type === 'control' && !named.some(({ id }) => id === part.id)
    },
  },
  'control-without-interaction': {
    plant(intent, random) {
      const controls = intent.components.filter(
        ({ id, type }) =>
          type === 'control' &&
          intent.interactions.every(
            (one) => !one.componentIds.includes(id) || one.componentIds.length > 1,
          ),
      )
      const control = pickOrNull(controls, random)
      if (control === null) return null
      for (const one of intent.interactions)
        one.componentIds = one.componentIds.filter((id) => id !== control.id)
      return {
        intent,
        pointers: [...componentAt(intent.components.indexOf(control)), '/interactions'],
      }
    },
    holds: (intent, at) => {
      const part = intent.components[indexIn(at, 'components')]
      return (
        part?.type === 'control' && !mentionsInInteractions(intent).some(({ id }) => id === part.id)
      )
    },
  },
  'ids-differ-in-case': {
    plant(intent, random) {
      const { id } = pick(intent.components, random)
      const twin = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase()
      const part = { id: twin, name: 'Side note', type: 'data' as const, binds: anyBind(intent) }
      const index = wire(
        intent,
        { ...part, description: 'Says in one sentence what the page is for.' },
        random,
      )
      return {
        intent,
        pointers: [...componentAt(index), ...componentAt(componentIds(intent).indexOf(id))],
      }
    },
    holds: (intent, at) => {
      const id = intent.components[indexIn(at, 'components')]?.id ?? ''
      return intent.components.filter((one) => one.id.toLowerCase() === id.toLowerCase()).length > 1
    },
  },
  'mixed-normal-forms': {
    plant(intent, random) {
      const { id } = pick(intent.components, random)
      const accented = `${pick(['café', 'übersicht', 'señal', 'élève'], random)}-${id}`
      renameComponent(intent, id, accented.normalize('NFC'))
      const mention = pick(
        mentionsOfComponents(intent).filter((one) => one.id === accented.normalize('NFC')),
        random,
      )
      mention.put(accented.normalize('NFD'))
      const at = `/components/${componentIds(intent).indexOf(accented.normalize('NFC'))}`
      return { intent, pointers: [...aroundMention(mention.at), `${at}/id`, at] }
    },
    holds: (intent, at) =>
      textAt(intent, at) !== '' && !componentIds(intent).includes(textAt(intent, at)),
  },
})
