import type { DesignIntent } from '../../../checks/design/intent.ts'
import { pointerParts } from '../../../kit/parse.ts'

export type Section = 'feature' | 'goals' | 'flows' | 'components' | 'data' | 'interactions'

/** What a finding is about: a key of the place on the page, and words for people. */
export type Target = {
  readonly key: string
  readonly section: Section | null
  /** Such as "Component" and "Loan desk"; the name is empty for a whole section. */
  readonly noun: string
  readonly name: string
  /** What of it, such as "description"; empty for the whole. */
  readonly field: string
}

/** Where a JSON pointer leads to. One that leads nowhere keeps its text and has no section. */
export function targetOf(intent: DesignIntent, pointer: string): Target {
  if (pointer === '') return feature([])
  const nowhere: Target = {
    key: '',
    section: null,
    noun: 'Unknown place',
    name: pointer,
    field: '',
  }
  if (!pointer.startsWith('/')) return nowhere
  const [head = '', ...rest] = pointerParts(pointer)
  switch (head) {
    case 'schemaVersion':
    case 'featureId':
    case 'version':
    case 'title':
      return feature([head, ...rest])
    case 'dataModel':
      return dataTarget(intent, rest) ?? nowhere
    default:
      return itemTarget(intent, head, rest) ?? nowhere
  }
}

const feature = (tokens: readonly string[]): Target => ({
  key: 'feature',
  section: 'feature',
  noun: 'Feature',
  name: '',
  field: fieldOf(tokens),
})

function dataTarget(intent: DesignIntent, tokens: readonly string[]): Target | null {
  const [part, at, ...rest] = tokens
  const { entities, relationships } = intent.dataModel
  const whole = { key: 'section-data', section: 'data', name: '', field: '' } as const
  if (part === undefined) return { ...whole, noun: 'Data model' }
  if (part !== 'entities' && part !== 'relationships') return null
  if (at === undefined)
    return { ...whole, noun: part === 'entities' ? 'Entities' : 'Relationships' }
  const index = indexOf(at)
  if (part === 'entities') {
    const entity = entities[index]
    if (entity === undefined) return null
    const field = fieldOf(withAttribute(rest, entity.attributes))
    return { key: `entity.${index}`, section: 'data', noun: 'Entity', name: entity.name, field }
  }
  const relationship = relationships[index]
  if (relationship === undefined) return null
  const name = `${relationship.from} to ${relationship.to}`
  const key = `relationship.${index}`
  return { key, section: 'data', noun: 'Relationship', name, field: fieldOf(rest) }
}

/** An attribute is called by its name rather than by its number. */
function withAttribute(
  tokens: readonly string[],
  attributes: readonly { readonly name: string }[],
): readonly string[] {
  const [part, at, ...rest] = tokens
  const name = part === 'attributes' && at !== undefined && attributes[indexOf(at)]?.name
  return typeof name === 'string'
    ? [`attribute ${name}${rest.length > 0 ? ',' : ''}`, ...rest]
    : tokens
}

function itemTarget(
  intent: DesignIntent,
  head: string,
  [at, ...rest]: readonly string[],
): Target | null {
  const index = at === undefined ? null : indexOf(at)
  const field = fieldOf(rest)
  switch (head) {
    case 'goals': {
      if (index === null) return whole('goals', 'Goals')
      const name = `${index + 1}`
      return intent.goals[index] === undefined
        ? null
        : { key: `goal.${index}`, section: 'goals', noun: 'Goal', name, field }
    }
    case 'userFlows':
      return index === null ? whole('flows', 'Flows') : flowTarget(intent, index, rest)
    case 'components': {
      if (index === null) return whole('components', 'Components')
      const name = intent.components[index]?.name
      return name === undefined
        ? null
        : { key: `component.${index}`, section: 'components', noun: 'Component', name, field }
    }
    case 'interactions': {
      if (index === null) return whole('interactions', 'Interactions')
      const name = intent.interactions[index]?.id
      return name === undefined
        ? null
        : { key: `interaction.${index}`, section: 'interactions', noun: 'Interaction', name, field }
    }
    default:
      return null
  }
}

const whole = (section: Section, noun: string): Target => ({
  key: `section-${section}`,
  section,
  noun,
  name: '',
  field: '',
})

function flowTarget(intent: DesignIntent, index: number, tokens: readonly string[]): Target | null {
  const flow = intent.userFlows[index]
  if (flow === undefined) return null
  const [part, at, ...rest] = tokens
  const step = part === 'steps' && at !== undefined ? indexOf(at) : -1
  if (flow.steps[step] === undefined) {
    const field = fieldOf(tokens)
    return { key: `flow.${index}`, section: 'flows', noun: 'Flow', name: flow.name, field }
  }
  const name = `${step + 1} of ${flow.name}`
  const key = `step.${index}.${step}`
  return { key, section: 'flows', noun: 'Step', name, field: fieldOf(rest) }
}

/** NaN, which is no index of anything, for all but plain digits. */
const indexOf = (token: string): number => (/^(0|[1-9]\d{0,8})$/.test(token) ? Number(token) : NaN)

/** What a field is called as a whole, and one of its items. */
const words: ReadonlyMap<string, readonly [whole: string, item: string]> = new Map([
  ['componentIds', ['components', 'component']],
  ['entityIds', ['entities', 'entity']],
  ['children', ['parts', 'part']],
  ['binds', ['bindings', 'binding']],
  ['states', ['states', 'state']],
  ['attributes', ['attributes', 'attribute']],
  ['steps', ['steps', 'step']],
  ['featureId', ['feature id', 'feature id']],
  ['schemaVersion', ['schema version', 'schema version']],
])

const isIndex = (token: string | undefined): boolean =>
  token !== undefined && /^\d{1,9}$/.test(token)

/** `componentIds/0` reads as "component 1": people count from one. */
const fieldOf = (tokens: readonly string[]): string =>
  tokens
    .map((token, at) => {
      if (isIndex(token)) return `${Number(token) + 1}`
      return words.get(token)?.[isIndex(tokens[at + 1]) ? 1 : 0] ?? token
    })
    .join(' ')
