import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span } from '../../obligations/examine.ts'
import { bare, boundOf, bounds, noun, statement, system, turned, whole } from './exam-sentence.ts'
import { asNumber } from './exam-words.ts'
import { AttributeType } from './intent.ts'

type Field = Extract<DemandCheck, { type: 'fields' }>['fields'][number]

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
  const found = relation.exec(bare(raw)) ?? belongs.exec(bare(raw))
  if (found === null) return []
  const [, from = '', count = '', to = ''] = found
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

const values = /^(?:enum(?:eration)?|one of|choice of|values?)[:\s]\s*(.+)$/i
const listed = (text: string): readonly string[] =>
  text
    .split(/\s*(?:,|\/|\||\bor\b|\band\b)\s*/i)
    .map((each) => each.replace(/[`"'“”]/g, '').trim())
    .filter((each) => each !== '')

/** "(number, required)", "(enum: a, b)"; null where a word of it is not known. */
function noted(note: string): Omit<Field, 'name'> | null {
  const enumerated = values.exec(note.trim())
  if (enumerated !== null) return { type: `one of ${listed(enumerated[1] ?? '').join(', ')}` }
  const found: { type?: string; required?: boolean } = {}
  for (const word of note
    .replace(/\s*\([\d, ]+\)/g, '')
    .split(/\s*[,;|]\s*|\s+/)
    .filter((each) => each !== '')) {
    const type = typeOf(word)
    if (/^(?:required|mandatory)$/i.test(word)) found.required = true
    else if (/^optional$/i.test(word)) found.required = false
    else if (type !== null && found.type === undefined) found.type = type
    else return null
  }
  return found
}

const item =
  /^(?:and\s+)?(?:an?\s+|the\s+|its\s+|one\s+)?(required\s+|mandatory\s+|optional\s+)?`?([\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+){0,2})`?(?:\s*\(([^()]*)\))?$/iu

/** A list of fields, each a name of at most three words; null where one of them is something else. */
export function fieldsIn(list: string): readonly Field[] | null {
  const parts = list
    .split(/\s*,\s*(?![^()]*\))(?:and\s+|or\s+)?|\s+and\s+(?![^()]*\))/i)
    .filter((each) => each !== '')
  const fields: Field[] = []
  for (const part of parts) {
    const found = item.exec(part.trim())
    const note = found === null ? null : noted(found[3] ?? '')
    if (
      found === null ||
      note === null ||
      /\b(?:to|that|which|who|by|for|with|no|not|the|their|his|her|all|is|are|shows?|lists?|takes?|may|can)\b/i.test(
        found[2] ?? '',
      )
    )
      return null
    const word = found[1]?.trim().toLowerCase()
    const required = word === undefined ? note.required : word !== 'optional'
    fields.push({ name: found[2] ?? '', ...note, ...(required === undefined ? {} : { required }) })
  }
  return fields.length === 0 ? null : fields
}

const has =
  /^((?:an?|each|every|the|all|any) )?`?([\p{L}-]+(?: [\p{L}-]+)?)`? (?:has|have|stores?|keeps?|includes?|consists? of|records?|must have|must store) (?:the following )?(?:fields?|attributes?|properties)?:?\s*(.+)$/iu
const named =
  /^`?(\p{Lu}[\p{L}-]*(?: [\p{L}-]+)?)`?(?: (?:fields|attributes|data))?\s*(?::|–|—)\s+(.+)$/u
const oneField = /^`?([\p{L}_][\w-]*)`?\s*(?::|–|—|\()\s*([\p{L}/]+(?:[ ,]+\p{L}+)?)\)?$/u
const kinds: Readonly<Record<string, string>> = {
  screens: 'screen',
  pages: 'screen',
  views: 'screen',
  roles: 'actor',
  users: 'actor',
  actors: 'actor',
  entities: 'entity',
}

export const fields: Form = (raw) => {
  const sentence = bare(raw)
  const many = /^(\p{L}+):\s*(.+)$/u.exec(sentence)
  const kind = kinds[many?.[1]?.toLowerCase() ?? '']
  if (kind !== undefined) {
    const names = fieldsIn(many?.[2] ?? '')
    return whole(
      raw,
      ...(names ?? []).map(({ name }) => ({ type: 'name', role: kind, name }) as const),
    )
  }
  const cells = raw.split(' | ')
  if (cells.length > 1) return row(raw, cells)
  const [, , owner, list = ''] = has.exec(sentence) ?? []
  const [, title, rest = ''] = named.exec(sentence) ?? []
  const alone = oneField.exec(sentence)
  const note = alone === null ? null : noted(alone[2] ?? '')
  if (alone !== null && note?.type !== undefined)
    return whole(raw, { type: 'fields', fields: [{ name: alone[1] ?? '', ...note }] })
  const told = owner === undefined ? rest : list
  const [all, words = '', digits = '', counted = ''] = bounds.exec(told) ?? []
  const amount = asNumber(digits)
  const limit =
    all === undefined || amount === null
      ? []
      : [{ type: 'limit', name: counted, bound: boundOf(words), value: Number(amount) } as const]
  const found = fieldsIn(limit.length === 0 ? told : told.replace(all ?? '', counted))
  if (found === null) return []
  // "Patient: a registered person" describes; a list of names, or one with a type, names fields
  const isList = found.length > 1 || found.some(({ type }) => type !== undefined)
  const of = owner ?? title
  if (of === undefined || (owner === undefined && !isList)) return []
  return system.test(of) ||
    /\b(?:page|screen|view|form|list|button|dialog|panel|calendar|menu|dashboard)s?$/i.test(of) ||
    /^(?:we|it|they|you|there|people|nobody)$/i.test(of)
    ? []
    : whole(raw, { type: 'fields', owner: of, fields: [...found] }, ...limit)
}

/** "Room | seats | number | yes | how many people fit in": an entity or not, a name, a type. */
function row(raw: string, cells: readonly string[]): readonly Span[] {
  const at = cells.findIndex((cell) => typeOf(cell) !== null || values.test(cell))
  const name = cells[at - 1]
  if (at < 1 || at > 2 || name === undefined) return []
  const note = noted(cells[at] ?? '')
  const [must = '', ...about] = cells.slice(at + 1)
  const required = /^(?:yes|required|mandatory|y|true)$/i.test(must)
    ? true
    : /^(?:no|optional|n|false|-)$/i.test(must)
      ? false
      : undefined
  const told = required === undefined ? [must, ...about] : about
  // a note with a bound in it asks for more than a field
  if (note === null || told.some((cell) => turned.test(cell) || /\bm(?:ax|in)/i.test(cell)))
    return []
  const field = { name: noun(name), ...note, ...(required === undefined ? {} : { required }) }
  const owner = at === 2 ? { owner: noun(cells[0] ?? '') } : {}
  return whole(raw, { type: 'fields', ...owner, fields: [field] })
}

const enumeration =
  /^(?:the )?`?([\p{L}_-]+(?: [\p{L}_-]+)?)`?(?: of (?:an?|the|each|every) `?([\p{L}-]+(?: [\p{L}-]+)?)`?)? (?:is|can be|must be|may be)(?: always)? (one of|either)?:?\s*(.+)$/iu
const setting =
  /^(?:the )?`?([\p{L}_-]+(?: [\p{L}_-]+)?)`? of (?:an?|the|each|every) `?([\p{L}-]+(?: [\p{L}-]+)?)`? (?:is|must be) (?:an? )?([\p{L}/]+)$/iu

export const enumerations: Form = (raw) => {
  const sentence = bare(raw)
  const set = setting.exec(sentence)
  const note = set === null ? null : noted(set[3] ?? '')
  if (set !== null && note !== null)
    return whole(raw, {
      type: 'fields',
      owner: set[2] ?? '',
      fields: [{ name: set[1] ?? '', ...note }],
    })
  const found = enumeration.exec(sentence)
  if (found === null) return []
  const [, name = '', owner, oneOf, list = ''] = found
  const names = listed(list)
  const isClear = oneOf !== undefined || /[`"“]/.test(list) || owner !== undefined
  if (!isClear || names.length < 2 || names.some((each) => each.split(/\s+/).length > 2)) return []
  return whole(raw, {
    type: 'fields',
    ...(owner === undefined ? {} : { owner }),
    fields: [{ name, type: `one of ${names.join(', ')}` }],
  })
}
