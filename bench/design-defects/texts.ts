import type { DesignIntent } from '../../src/checks/design/intent.ts'
import type { Planter, Random } from './plant.ts'
import { above, attributesOf, pick, pickOrNull, stepsOf, textAt } from './plant.ts'

export type TextKind =
  | 'title'
  | 'goal'
  | 'flowName'
  | 'actor'
  | 'flowGoal'
  | 'action'
  | 'outcome'
  | 'componentName'
  | 'description'
  | 'entityName'
  | 'attributeName'
  | 'attributeDescription'
  | 'relationshipDescription'
  | 'trigger'
  | 'response'
  | 'state'

type Field = {
  readonly kind: TextKind
  readonly at: string
  readonly text: string
  readonly put: (text: string) => void
}

/** A field of an object, left out where the intent leaves it out. */
function field(kind: TextKind, owner: object, key: string | number, at: string): readonly Field[] {
  const text: unknown = Reflect.get(owner, key)
  return typeof text === 'string'
    ? [{ kind, at: `${at}/${key}`, text, put: (next) => void Reflect.set(owner, key, next) }]
    : []
}

/** Every text of an intent that a person reads. */
export const fieldsOf = (intent: DesignIntent): readonly Field[] => [
  ...field('title', intent, 'title', ''),
  ...intent.goals.flatMap((_, index) => field('goal', intent.goals, index, '/goals')),
  ...intent.userFlows.flatMap((flow, index) => [
    ...field('flowName', flow, 'name', `/userFlows/${index}`),
    ...field('actor', flow, 'actor', `/userFlows/${index}`),
    ...field('flowGoal', flow, 'goal', `/userFlows/${index}`),
  ]),
  ...stepsOf(intent).flatMap(({ step, at }) => [
    ...field('action', step, 'action', at),
    ...field('outcome', step, 'outcome', at),
  ]),
  ...intent.components.flatMap((component, index) => [
    ...field('componentName', component, 'name', `/components/${index}`),
    ...field('description', component, 'description', `/components/${index}`),
  ]),
  ...intent.dataModel.entities.flatMap((entity, index) =>
    field('entityName', entity, 'name', `/dataModel/entities/${index}`),
  ),
  ...attributesOf(intent).flatMap(({ attribute, at }) => [
    ...field('attributeName', attribute, 'name', at),
    ...field('attributeDescription', attribute, 'description', at),
  ]),
  ...intent.dataModel.relationships.flatMap((one, index) =>
    field('relationshipDescription', one, 'description', `/dataModel/relationships/${index}`),
  ),
  ...intent.interactions.flatMap((one, index) => [
    ...field('trigger', one, 'trigger', `/interactions/${index}`),
    ...field('response', one, 'response', `/interactions/${index}`),
    ...(one.states ?? []).flatMap((_, state) =>
      field('state', one.states ?? [], state, `/interactions/${index}/states`),
    ),
  ]),
]

export const fieldsOfKind = (
  intent: DesignIntent,
  kinds: readonly TextKind[],
): readonly Field[] => {
  const all = fieldsOf(intent)
  return all.filter(({ kind }) => kinds.includes(kind))
}

/** The text, and the object it belongs to. A goal and a title belong to nothing smaller. */
export function aroundText(at: string): readonly string[] {
  if (at === '/title' || at.startsWith('/goals/')) return [at]
  return /\/states\/\d+$/.test(at) ? [at, above(at), above(at, 2)] : [at, above(at)]
}

type Say = (was: string, words: string) => string

/** Writes one of the wordings into a text of the kinds. */
export const written = (
  kinds: readonly TextKind[],
  wordings: readonly string[],
  say: Say = (_, words) => words,
): Planter => ({
  plant(intent, random) {
    const target = chosen(intent, kinds, random)
    if (target === null) return null
    target.put(say(target.text, pick(wordings, random)))
    return { intent, pointers: aroundText(target.at) }
  },
  holds: (intent, at) => {
    const text = textAt(intent, at)
    return wordings.some((words) => text.includes(words))
  },
})

/** Writes a wording in place of the whole text. */
export const replaced = (kinds: readonly TextKind[], wordings: readonly string[]): Planter => ({
  ...written(kinds, wordings),
  holds: (intent, at) => wordings.includes(textAt(intent, at)),
})

/** A kind first, then a text of it, so that rare kinds get their share. */
function chosen(intent: DesignIntent, kinds: readonly TextKind[], random: Random): Field | null {
  const fields = fieldsOfKind(intent, kinds)
  const present = kinds.filter((kind) => fields.some((one) => one.kind === kind))
  const kind = pickOrNull(present, random)
  return pickOrNull(
    fields.filter((one) => one.kind === kind),
    random,
  )
}

/** Adds words to a sentence, before its full stop where it has one. */
export const tail: Say = (was, words) =>
  was.endsWith('.') ? `${was.slice(0, -1)} ${words}.`.replace(/\.\.$/, '.') : `${was} ${words}`

export const extended = (kinds: readonly TextKind[], tails: readonly string[]): Planter =>
  written(kinds, tails, tail)

/** Adds a sentence of its own. */
export const sentence: Say = (was, words) => `${was.replace(/\.?$/, '.')} ${words}`
