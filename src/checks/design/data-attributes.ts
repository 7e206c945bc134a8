import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { isCertainType, namePartsOf, promisedType } from './attribute-types.ts'
import { shared } from './coherence-ids.ts'
import type { DesignModel } from './design-model.ts'
import type { Attribute } from './intent.ts'
import { folded } from './near-name.ts'
import { stemsOf } from './prose.ts'

const attributePath = (entity: number, attribute: number): string =>
  `/dataModel/entities/${entity}/attributes/${attribute}`

const repeatedNames = ({ intent }: DesignModel): readonly Seen[] =>
  intent.dataModel.entities.flatMap(({ attributes }, entity) =>
    shared(
      attributes.map(({ name, type }, index) => ({ name, type, index })),
      ({ name, index }) => folded(name) || String(index),
    ).flatMap(([first, ...rest]) =>
      rest.map(({ name, type, index }): Seen => {
        const path = `${attributePath(entity, index)}/name`
        const same = name === first?.name
        const message = same
          ? `the attribute "${name}" stands twice`
          : `the attribute "${name}" differs from "${first?.name}" only in spelling`
        const fix = {
          title: `keep "${name}" once`,
          edits: [{ op: 'remove' as const, path: attributePath(entity, index) }],
        }
        return { path, message, ...(same && type === first.type && { fix }) }
      }),
    ),
  )

const wrongTypes = ({ intent }: DesignModel): readonly Seen[] =>
  intent.dataModel.entities.flatMap(({ attributes }, entity) =>
    attributes.flatMap((attribute, index): readonly Seen[] => {
      const meant = promisedType(attribute)
      if (meant === null) return []
      const path = `${attributePath(entity, index)}/type`
      const fix = {
        title: `make "${attribute.name}" a ${meant}`,
        edits: [{ op: 'replace' as const, path, value: meant }],
      }
      return [
        {
          path,
          message: `"${attribute.name}" reads like a ${meant}, but its type is ${attribute.type}`,
          ...(isCertainType(attribute.name) && { fix }),
        },
      ]
    }),
  )

const person =
  /^(?:owner|author|creator|assignee|approver|reviewer|manager|requester|sender|receiver|recipient|buyer|seller|organiser|organizer|host|guest|editor|reporter|submitter|lead|head|chair|contact|spouse|borrower|lender|holder|attendee|invitee|by)$/
const kin =
  /^(?:parent|root|previous|next|original|reply|replaces|replaced|supersedes|predecessor|successor|source|target|origin|destination|from|to)$/

/**
 * A reference names its target by its own name, by its description, or, where it names a part that
 * someone plays (author, assignee), by a relationship that no other reference accounts for.
 */
function lostReferences(model: DesignModel): readonly Seen[] {
  const { entities, relationships } = model.intent.dataModel
  const names = new Map<string, number>()
  entities.forEach(({ id, name }, index) => {
    for (const each of [id, name]) names.set(stemsOf(each).join(''), index)
  })
  const partners = new Map<number, number>()
  for (const { from, to } of relationships)
    for (const end of new Set([from, to])) {
      const index = model.entityAt.get(end)
      if (index !== undefined) partners.set(index, (partners.get(index) ?? 0) + 1)
    }
  return entities.flatMap(({ id, attributes }, entity) => {
    let spare = partners.get(entity) ?? 0
    const lost = attributes.flatMap(({ name, type, description }, index) => {
      if (type !== 'reference' || name === 'id') return []
      const parts = namePartsOf(name)
        .filter((part) => !/^(?:id|ids|ref|key|uuid)$/.test(part))
        .slice(-6)
      if (targets(parts, names) || mentions(description, names)) {
        spare -= 1
        return []
      }
      return [{ name, index, last: parts.at(-1) ?? '', first: parts[0] ?? '' }]
    })
    return lost.flatMap(({ name, index, last, first }): readonly Seen[] => {
      if (kin.test(first) || kin.test(last)) return []
      if ((person.test(last) || person.test(first)) && spare > 0) {
        spare -= 1
        return []
      }
      return [
        {
          path: attributePath(entity, index),
          message: `"${name}" of "${id}" refers to an entity that the data model does not have`,
        },
      ]
    })
  })
}

/** Whether the words of a name, or the last of them, are an entity: homeBranchId is a branch. */
const targets = (parts: readonly string[], names: ReadonlyMap<string, number>): boolean =>
  parts.some(
    (_, from) =>
      names.has(stemsOf(parts.slice(from).join(' ')).join('')) ||
      names.has(stemsOf(parts.slice(0, from + 1).join(' ')).join('')),
  )

const mentions = (text: string | undefined, names: ReadonlyMap<string, number>): boolean => {
  const words = stemsOf(text ?? '')
  return words.some((word, index) => names.has(word) || names.has(word + (words[index + 1] ?? '')))
}

/** Attributes of some types without a word on what they hold. Lists and objects may keep silent together. */
function undescribed(
  { intent }: DesignModel,
  types: readonly Attribute['type'][],
): readonly Seen[] {
  const loose = intent.dataModel.entities.flatMap(({ attributes }, entity) =>
    attributes.flatMap(({ name, type, description }, index) =>
      types.includes(type)
        ? [{ name, type, described: description !== undefined, path: attributePath(entity, index) }]
        : [],
    ),
  )
  const having = loose.filter(({ described }) => described).length
  if (!types.includes('enum') && (having === 0 || having * 2 < loose.length)) return []
  return loose
    .filter(({ described }) => !described)
    .map(({ name, type, path }) => ({
      path,
      message: `"${name}" is of type ${type} without a word on what it holds`,
    }))
}

export const attributeRules: readonly DesignRule[] = [
  intentRule('data/repeated-attribute', repeatedNames),
  intentRule('data/type-against-name', wrongTypes),
  intentRule('data/lost-reference', lostReferences),
  intentRule('data/enum-without-values', (model) => undescribed(model, ['enum'])),
]
