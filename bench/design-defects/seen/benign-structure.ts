import type { Attribute, DesignIntent } from '../../../src/checks/design/intent.ts'
import type { Benign, Random } from '../plant.ts'
import {
  addAttribute,
  anyBind,
  attributesOf,
  componentIds,
  entityIds,
  mentionsInSteps,
  pick,
  pickOrNull,
  renameComponent,
  renameEntity,
  shuffled,
  stepsOf,
  wire,
} from '../plant.ts'
import { wrap } from '../containment.ts'

type Change = (intent: DesignIntent, random: Random) => boolean | void

/** A class per entry. A change that answers false found nothing to do. */
export const changes = (all: Readonly<Record<string, Change>>): readonly Benign[] =>
  Object.entries(all).map(([id, change]) => ({
    id,
    change: (intent, random) => (change(intent, random) === false ? null : intent),
  }))

const attribute =
  (all: readonly Attribute[]): Change =>
  (intent, random) => {
    const one = pick(all, random)
    const taken = attributesOf(intent).some(({ attribute: { name } }) => name === one.name)
    if (taken) return false
    addAttribute(intent, structuredClone(one), random)
    return true
  }

export const structure = changes({
  'goals-in-other-order': (intent, random) => {
    intent.goals = shuffled(intent.goals, random)
  },
  'flows-in-other-order': (intent, random) => {
    intent.userFlows = shuffled(intent.userFlows, random)
  },
  'components-in-other-order': (intent, random) => {
    intent.components = shuffled(intent.components, random)
  },
  'entities-in-other-order': (intent, random) => {
    intent.dataModel.entities = shuffled(intent.dataModel.entities, random)
    intent.dataModel.relationships = shuffled(intent.dataModel.relationships, random)
  },
  'interactions-in-other-order': (intent, random) => {
    intent.interactions = shuffled(intent.interactions, random)
  },
  'attributes-in-other-order': (intent, random) => {
    for (const entity of intent.dataModel.entities)
      entity.attributes = shuffled(entity.attributes, random)
  },
  'children-in-other-order': (intent, random) => {
    for (const one of intent.components)
      if (one.children) one.children = shuffled(one.children, random)
  },
  'components-renamed': (intent, random) => {
    const style = pick(['part-', 'CMP_', 'ui.', 'n'], random)
    for (const [index, id] of componentIds(intent).entries())
      renameComponent(intent, id, `${style}${index + 100}`)
  },
  'entities-renamed': (intent, random) => {
    const style = pick(['entity-', 'E_', 'model'], random)
    for (const [index, id] of entityIds(intent).entries())
      renameEntity(intent, id, `${style}${index + 10}`)
  },
  'flows-and-steps-renamed': (intent) => {
    for (const [f, flow] of intent.userFlows.entries()) {
      flow.id = `flow-${f + 1}`
      for (const [s, step] of flow.steps.entries()) step.id = `step-${s + 1}`
    }
  },
  'accented-id': (intent, random) => {
    const { id } = pick(intent.components, random)
    renameComponent(intent, id, `menü-${id}`.normalize('NFC'))
  },
  'component-added': (intent, random) => {
    const part = {
      id: 'page-footer',
      name: 'Page footer',
      type: 'data',
      description: 'Repeats at the end of the page which entry is open.',
    } as const
    wire(intent, { ...part, binds: anyBind(intent) }, random)
  },
  'control-added': (intent, random) => {
    const part = {
      id: 'undo-key',
      name: 'Undo key',
      type: 'control',
      description: 'Takes back the last change within ten seconds.',
    } as const
    wire(intent, { ...part }, random)
    intent.interactions.push({
      id: 'undo',
      trigger: 'A person presses the undo key within ten seconds of a change',
      response: 'The page shows what it showed before the change',
      componentIds: ['undo-key'],
      states: ['nothing to undo', 'ready'],
    })
  },
  'container-between': (intent, random) => {
    const inner = intent.components.flatMap(({ children = [] }) => children)
    wrap(intent, pick(inner, random))
  },
  'entity-added': (intent, random) => {
    const { step } = pick(
      stepsOf(intent).filter((one) => one.step.entityIds !== undefined),
      random,
    )
    const from = step.entityIds![0]!
    intent.dataModel.entities.push({
      id: 'remark',
      name: 'Remark',
      attributes: [
        { name: 'words', type: 'string', required: true, description: 'At most 500 characters' },
        { name: 'writtenAt', type: 'date', required: true },
      ],
    })
    intent.dataModel.relationships.push({
      from,
      to: 'remark',
      cardinality: 'one-to-many',
      description: 'Remarks that people have written about it',
    })
    step.entityIds!.push('remark')
  },
  'flow-added': (intent, random) => {
    const { step } = pick(
      stepsOf(intent).filter((one) => one.step.entityIds !== undefined),
      random,
    )
    const { componentIds: parts, entityIds: named } = structuredClone(step)
    intent.userFlows.push({
      id: 'audit',
      name: 'Audit the year',
      actor: 'Auditor',
      goal: 'Sign the report of the year',
      steps: [
        {
          id: 'audit-1',
          action: 'The auditor reads the entries of the year',
          componentIds: parts,
          entityIds: named,
        },
        {
          id: 'audit-2',
          action: 'The auditor compares two entries with their papers',
          componentIds: [...parts],
          entityIds: [...named!],
        },
      ],
    })
  },
  'outcome-added': (intent, random) => {
    const target = pickOrNull(
      stepsOf(intent).filter(({ step }) => step.outcome === undefined),
      random,
    )
    if (target === null) return false
    target.step.outcome = 'The page shows the result and offers the step that follows'
    return true
  },
  'optional-texts-left-out': (intent) => {
    delete intent.title
    for (const flow of intent.userFlows) {
      delete flow.actor
      delete flow.goal
    }
  },
  'outcomes-left-out': (intent) => {
    for (const { step } of stepsOf(intent)) delete step.outcome
  },
  'states-left-out': (intent) => {
    for (const one of intent.interactions) delete one.states
  },
  'relationship-descriptions-left-out': (intent) => {
    for (const one of intent.dataModel.relationships)
      if (one.from !== one.to) delete one.description
  },
  'required-left-out': (intent) => {
    for (const { attribute: one } of attributesOf(intent)) delete one.required
  },
  'other-version': (intent, random) => {
    intent.version = pick(['0.0.1', '10.20.30', '2.0.0-beta.1', '1.0.0+build.5'], random)
  },
  'other-feature-id': (intent, random) => {
    intent.featureId = pick(['react-to-alarms', 'next-spring', 'f1', 'express-checkout'], random)
  },
  'two-meanings-between-two-entities': (intent, random) => {
    const [from, to] = shuffled(entityIds(intent), random)
    const free = !intent.dataModel.relationships.some(
      (one) => [from, to].includes(one.from) && [from, to].includes(one.to),
    )
    if (from === undefined || to === undefined || !free) return false
    for (const role of ['author', 'reviewer'])
      intent.dataModel.relationships.push({
        from,
        to,
        cardinality: 'one-to-many',
        description: `Entries of which it is the ${role}`,
      })
    return true
  },
  'relationship-to-itself': (intent, random) => {
    const id = pick(entityIds(intent), random)
    const taken = intent.dataModel.relationships.some(({ from, to }) => from === to)
    if (taken) return false
    intent.dataModel.relationships.push({
      from: id,
      to: id,
      cardinality: 'one-to-one',
      description: 'The entry that replaces an older one',
    })
    return true
  },
  'date-inside-word': attribute([
    { name: 'candidateName', type: 'string' },
    { name: 'mandate', type: 'string', description: 'Number of the mandate at the bank' },
    { name: 'dateFormat', type: 'string', description: 'Such as day.month.year' },
    { name: 'updateAllowed', type: 'boolean' },
    { name: 'updatedBy', type: 'string', description: 'Name of the person' },
  ]),
  'count-inside-word': attribute([
    { name: 'country', type: 'string' },
    { name: 'accountHolder', type: 'string' },
    { name: 'county', type: 'string' },
    { name: 'priceVisible', type: 'boolean' },
    { name: 'countedOn', type: 'date' },
  ]),
  'is-inside-word': attribute([
    { name: 'island', type: 'string' },
    { name: 'issueNumber', type: 'number' },
    { name: 'hashtag', type: 'string' },
    { name: 'isbn', type: 'string' },
    { name: 'hasteLevel', type: 'number', description: 'From 1 to 5' },
  ]),
  'name-inside-word': attribute([
    { name: 'nameDay', type: 'date' },
    { name: 'titleShown', type: 'boolean' },
    { name: 'emailVerified', type: 'boolean' },
    { name: 'nameVerifiedAt', type: 'date' },
    { name: 'houseNumber', type: 'string', description: 'With a letter, such as 12b' },
  ]),
  'words-of-interfaces-as-attributes': attribute([
    { name: 'key', type: 'string', description: 'Major or minor key of the piece' },
    { name: 'index', type: 'number', description: 'Position in the row' },
    { name: 'state', type: 'string', description: 'Name of the federal state' },
    { name: 'class', type: 'string', description: 'First or second class' },
    { name: 'span', type: 'number', description: 'In metres' },
    { name: 'material', type: 'string', description: 'Wood, steel or stone' },
  ]),
  'same-step-in-two-flows': (intent, random) => {
    const [one, other] = shuffled(intent.userFlows, random)
    if (one === undefined || other === undefined) return false
    const id = pick(mentionsInSteps(intent), random).id
    for (const flow of [one, other])
      flow.steps.unshift({
        id: `${flow.id}-sign-in`,
        action: 'The person signs in with the code from the letter',
        componentIds: [id],
      })
    return true
  },
  'ordinary-states': (intent, random) => {
    const one = pick(intent.interactions, random)
    one.states = pick(
      [
        ['none', 'pending', 'done'],
        ['draft', 'final'],
        ['unknown', 'on', 'off'],
        ['empty', 'loading', 'failed'],
      ],
      random,
    )
  },
})
