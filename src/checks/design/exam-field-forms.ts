import type { Form } from '../../obligations/examine.ts'
import { type Member, membersAt, notesIn, ownerAbove } from '../../obligations/members.ts'
import { bare, boundOf, bounds, statement, system, whole } from './exam-sentence.ts'
import { asNumber } from './exam-words.ts'
import { AttributeType } from './intent.ts'

const relation =
  /^(?:an?|each|every|one) ([\p{L}-]+(?: [\p{L}-]+)?) (?:has|have|can have|may have|owns|contains|holds|includes) (many|several|multiple|any number of|one or more|zero or more|exactly one|one|a single) ([\p{L}-]+(?: [\p{L}-]+)?)$/iu
const belongs =
  /^(?:an?|each|every|one) ([\p{L}-]+(?: [\p{L}-]+)?) (?:belongs to|is for|is of|refers to|is part of) (many|several|multiple|exactly one|one|an?|a single) ([\p{L}-]+(?: [\p{L}-]+)?)$/iu

const counts =
  /^(?:an?|the|each|every|one) [\p{L}-]+(?: [\p{L}-]+)? (?:has|have|can have|may have|must have|holds|can hold|contains|takes|allows|needs) (.+)$/iu

export const relations: Form = (raw) => {
  const counted = counts.exec(bare(raw))?.[1] ?? ''
  const [all, words = '', digits = '', name = ''] = bounds.exec(counted) ?? []
  const amount = asNumber(digits)
  if (all === counted && amount !== null)
    return whole(raw, { type: 'limit', name, bound: boundOf(words), value: Number(amount) })
  const match = relation.exec(bare(raw)) ?? belongs.exec(bare(raw))
  if (match === null) return []
  const [, from = '', count = '', to = ''] = match
  const isOne = /^(?:exactly one|one|an?|a single)$/i.test(count)
  return whole(raw, statement(isOne ? 'one' : 'many', from, to))
}

/** The types of an intent that may stand for a word of a requirement. */
const typeWords: Readonly<Record<string, string>> = {
  text: 'string',
  varchar: 'string',
  integer: 'number',
  int: 'number',
  decimal: 'number',
  float: 'number',
  numeric: 'number',
  bool: 'boolean',
  'yes/no': 'boolean',
  flag: 'boolean',
  datetime: 'date',
  timestamp: 'date',
  choice: 'enum',
  enumeration: 'enum',
  ref: 'reference',
  array: 'list',
}
const typeOf = (word: string): string | null => {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/`|\s*\([\d, ]+\)/g, '')
  return AttributeType.options.find((each) => each === plain) ?? typeWords[plain] ?? null
}

/** The same field in the types of a design. */
const designed = ({ type, ...field }: Member): Member =>
  type === undefined ? field : { ...field, type: typeOf(type) ?? type }

const notField =
  /\b(?:an?|per|to|that|which|who|by|for|with|no|not|the|their|his|her|all|is|are|shows?|lists?|takes?|may|can)\b/i

/** A list of fields, each a name of at most three words; null where one of them is something else. */
function fieldsIn(list: string): readonly Member[] | null {
  const { members, length } = membersAt(list)
  return members.length === 0 ||
    length < list.length ||
    members.some(({ name }) => notField.test(name))
    ? null
    : members.map(designed)
}

const has =
  /^((?:an?|each|every|the|all|any) )?`?([\p{L}-]+(?: [\p{L}-]+)?)`? (has|have|stores?|keeps?|includes?|consists? of|records?|must have|must store) (?:the following )?(?:fields?|attributes?|properties)?:?\s*(.+)$/iu
const named =
  /^`?(\p{Lu}[\p{L}-]*(?: [\p{L}-]+)?)`?(?: (?:fields|attributes|data))?\s*(?::|–|—)\s+(.+)$/u
const oneField = /^`?([\p{L}_][\w-]*)`?\s*(?::|–|—|\()\s*(.+?)\)?$/u
const kinds: Readonly<Record<string, string>> = {
  screens: 'screen',
  pages: 'screen',
  views: 'screen',
  roles: 'actor',
  users: 'actor',
  actors: 'actor',
  entities: 'entity',
}

export const fields: Form = (raw, around) => {
  const sentence = bare(raw)
  const [, entity] = /^entity `?([\p{L}\w-]+)`?:?$/iu.exec(sentence) ?? []
  if (entity !== undefined) return whole(raw, { type: 'name', role: 'entity', name: entity })
  const many = /^(\p{L}+):\s*(.+)$/u.exec(sentence)
  const kind = kinds[many?.[1]?.toLowerCase() ?? '']
  if (kind !== undefined) {
    const names = fieldsIn(many?.[2] ?? '')
    return whole(
      raw,
      ...(names ?? []).map(({ name }) => ({ type: 'name', role: kind, name }) as const),
    )
  }
  const [, article, owner, verb = '', list = ''] = has.exec(sentence) ?? []
  const [, title, rest = ''] = named.exec(sentence) ?? []
  const alone = oneField.exec(sentence)
  const { notes: note, sure } = notesIn(alone?.[2] ?? '')
  if (alone !== null && note.type !== undefined && sure > 0 && fieldsIn(rest) === null) {
    const above = around === undefined ? null : ownerAbove(around)
    const field = designed({ name: alone[1] ?? '', ...note })
    return whole(raw, {
      type: 'fields',
      ...(above === null ? {} : { owner: above }),
      fields: [field],
    })
  }
  const listed = owner === undefined ? rest : list
  const [all, words = '', digits = '', counted = ''] = bounds.exec(listed) ?? []
  const amount = asNumber(digits)
  const limit =
    all === undefined || amount === null
      ? []
      : [{ type: 'limit', name: counted, bound: boundOf(words), value: Number(amount) } as const]
  const result = fieldsIn(limit.length === 0 ? listed : listed.replace(all ?? '', counted))
  if (result === null) return []
  // "Patient: a registered person" describes; a list of names, or one with a type, names fields
  const isList = result.length > 1 || result.some(({ type }) => type !== undefined)
  const of = owner ?? title
  // "Clerks record items" tells what people do
  const isDeed = article === undefined && !/^(?:must )?ha/i.test(verb) && owner !== undefined
  if (of === undefined || isDeed || (owner === undefined && !isList)) return []
  return system.test(of) ||
    /\b(?:page|screen|view|form|list|button|dialog|panel|calendar|menu|dashboard)s?$/i.test(of) ||
    /^(?:we|it|they|you|there|people|nobody)$/i.test(of)
    ? []
    : whole(raw, { type: 'fields', owner: of, fields: [...result] }, ...limit)
}
