import type { DemandCheck } from './demand.ts'
import type { Around } from './examine.ts'
import type { Row } from './sentences.ts'

export type Member = Extract<DemandCheck, { type: 'fields' }>['fields'][number]
type Notes = Omit<Member, 'name'>

export const typeNames =
  'strings?|text|integers?|int|numbers?|floats?|decimals?|double|booleans?|bool|dates?|date-?times?|timestamps?|uuids?|e-?mails?|urls?|uris?|arrays?|lists?|objects?|enum(?:eration)?|references?|ref|varchar|numeric|yes/no|flag|choice'
const types = `(?:${typeNames})(?: of (?:${typeNames}))?`
const code = String.raw`\x60[^\x60\n]+\x60|"[^"\n]+"`
const unit = '(?: (?<unit>characters?|chars|letters|digits|items|entries|elements))?'
const number = String.raw`-?\d[\d_]*(?:\.\d+)?`
const choice = `(?:${code}|(?!(?:required|optional|mandatory|unique|read-only|write-only|default)\\b)[\\w.-]+)`
const joint = '(?:,? or |,? and |, |\\||/)'

type Groups = Readonly<Record<string, string | undefined>>

const bare = (text: string): string => text.replace(/^[`"']|[`"']$/g, '')
const scalar = (text: string): string | number | boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text)
    ? Number(text)
    : text === 'true' || text === 'false'
      ? text === 'true'
      : bare(text)
const counted = (word: string | undefined): Notes =>
  word === undefined ? {} : { counts: /^(?:i|e)/i.test(word) ? 'items' : 'characters' }

/** What may be said of a field in a form of its own, the longest first. */
const facets: readonly (readonly [string, (groups: Groups) => Notes])[] = [
  [
    `(?:(?:is |are )?(?:one of|either)|enum(?: of)?|(?:allowed |possible )?values?(?: are)?):? ?(?<list>${choice}(?:${joint}${choice})+)|(?<codes>(?:${code})(?:${joint}(?:${code}))+)`,
    ({ list, codes }) => ({ type: `one of ${choicesIn(list ?? codes ?? '').join(', ')}` }),
  ],
  [
    `(?:(?:an?|of type|type:?|of the type) )?(?<type>${types})(?: values?)?`,
    ({ type = '' }) => ({ type: type.toLowerCase() }),
  ],
  ['(?:not required|optional|may be (?:missing|absent|left out))', () => ({ required: false })],
  ['(?:is )?(?:required|mandatory)', () => ({ required: true })],
  ['read-?only', () => ({ access: 'read-only' })],
  [
    'write-?only|(?:is |are |must |should |may )*(?:never |not )(?:be )?(?:returned|shown|exposed|sent back|part of (?:any |the )?responses?|in (?:any |the )?responses?)(?: in (?:any |the )?responses?)?',
    () => ({ access: 'write-only' }),
  ],
  [
    `(?:from |between )?(?<least>${number})(?: to | and | ?[-–—] ?|\\.\\.)(?<most>${number})${unit}`,
    ({ least, most, unit: word }) => ({
      least: Number(least),
      most: Number(most),
      ...counted(word),
    }),
  ],
  [
    `(?:at most|up to|no more than|max(?:imum)?\\.?(?: length| value)?(?: of| is|:)?|maxLength:?|maxItems:?|<=|≤) ?(?<most>${number})${unit}`,
    ({ most, unit: word }) => ({ most: Number(most), ...counted(word) }),
  ],
  [
    `(?:at least|no less than|min(?:imum)?\\.?(?: length| value)?(?: of| is|:)?|minLength:?|minItems:?|>=|≥) ?(?<least>${number})${unit}`,
    ({ least, unit: word }) => ({ least: Number(least), ...counted(word) }),
  ],
  [
    `(?:the )?defaults?(?: value)?(?: to| is| of|:)? (?<value>${code}|${number}|[\\w-]+)`,
    ({ value = '' }) => ({ default: scalar(value) }),
  ],
  [
    `(?<value>${code}|${number}|(?!by\\b)[\\w-]+) by default`,
    ({ value = '' }) => ({ default: scalar(value) }),
  ],
  [
    `(?:(?:the )?pattern|match(?:es|ing)|regex)(?: is|:)? (?<pattern>${code})`,
    ({ pattern = '' }) => ({ pattern: bare(pattern) }),
  ],
  ['unique|(?:(?:query|path) )?(?:parameter|field|property|attribute)', () => ({})],
]
const patterns = facets.map(
  ([pattern, make]) => [new RegExp(`^(?:${pattern})(?![\\w-])`, 'i'), make] as const,
)

export const choicesIn = (list: string): readonly string[] =>
  list
    .split(new RegExp(`\\s*(?:${joint})\\s*`, 'i'))
    .map((one) => bare(one.trim()))
    .filter((one) => one !== '')

/**
 * "integer, required, 1 to 100, default 25": each note in a form of its own. What is none is kept as
 * `says`, for the field's own description; `sure` is where the notes before it end.
 */
export function notesIn(text: string): {
  readonly notes: Notes
  readonly known: number
  readonly sure: number
} {
  let at = 0
  let sure = 0
  let notes: Notes = {}
  let known = 0
  const says: string[] = []
  while (at < text.length) {
    const rest = text.slice(at)
    const hit = patterns
      .map(([pattern, make]) => ({ match: pattern.exec(rest), make }))
      .find(({ match }) => match !== null)
    const word = hit?.match?.[0] ?? /^(?:\x60[^\x60]*\x60|[^,;|:])+/.exec(rest)?.[0] ?? rest
    if (hit?.match) {
      notes = { ...notes, ...withType(notes, hit.make(hit.match.groups ?? {})) }
      known++
      if (says.length === 0) sure = at + word.length
    } else says.push(word.trim())
    at += word.length
    at += between.exec(text.slice(at))?.[0].length ?? 0
  }
  const message = says.filter((each) => each !== '').join(', ')
  return { notes: message === '' ? notes : { ...notes, says: message }, known, sure }
}

const between = /^[\s,;|:]*(?:(?:and|but|with|its|is|are|an?|both|each|which)\s+)*/i

/** The values of an enumeration say more than its type. */
const withType = (before: Notes, next: Notes): Notes =>
  before.type?.startsWith('one of ') && next.type !== undefined ? {} : next

const named = String.raw`\x60[\p{L}_][\p{L}\w .\[\]-]*\x60|[\p{L}_][\p{L}\w-]*(?: (?!(?:and|or|but)\b)[\p{Ll}\d][\p{L}\w-]*){0,2}`
const item = new RegExp(
  `^(?:(?:an?|the|its|their|unique) )*(?:(?<lead>required|mandatory|optional) )?(?<name>${named})(?: \\((?<note>(?:\\x60[^\\x60]*\\x60|[^()\\x60]|\\([^()]*\\))*)\\))?(?=\\s*(?:[,.;:)]|$|and\\b|but\\b))`,
  'iu',
)

export type MemberList = {
  readonly members: readonly Member[]
  readonly length: number
  /** One of them is a plain word, which may mean anything. */
  readonly isPlain: boolean
}

/** "id (uuid), \`seats\` (integer, minimum 0) and note": names with or without notes, as far as they go. */
export function membersAt(text: string): MemberList {
  const members: Member[] = []
  let end = 0
  let isPlain = false
  for (let next = 0; ;) {
    const match = item.exec(text.slice(next))
    const { name: written, note, lead } = match?.groups ?? {}
    if (match === null || written === undefined || notNames.test(written)) break
    const { notes, known } = choicesOf(written, note) ?? notesIn(note ?? '')
    if (note !== undefined && known === 0 && !written.startsWith('`')) break
    isPlain ||= note === undefined && !written.startsWith('`')
    members.push({
      name: bare(written),
      ...(lead === undefined ? {} : { required: !/optional/i.test(lead) }),
      ...notes,
    })
    end = next + match[0].length
    const joined = /^(?:,? and |, )/i.exec(text.slice(end))
    if (joined === null) break
    next = end + joined[0].length
  }
  return { members, length: end, isPlain }
}

// "status (open, paid)" lists values, "address (street, city)" does not
const chosen =
  /(?:^|[ _])(?:status|state|type|kind|level|role|category|priority|species|currency|gender|colou?r|size)$/i

function choicesOf(
  name: string,
  note = '',
): { readonly notes: Notes; readonly known: number } | null {
  const isList = /^[\w.-]+(?:, [\w.-]+)*,? or [\w.-]+$/.test(note)
  const isPlain = chosen.test(bare(name)) && /^[\w.-]+(?:, [\w.-]+)+$/.test(note)
  const values = isList || isPlain ? choicesIn(note) : []
  return values.length < 2 ||
    values.some((one) => new RegExp(`^(?:${typeNames}|required|optional)$`, 'i').test(one))
    ? null
    : { notes: { type: `one of ${values.join(', ')}` }, known: 1 }
}

const notNames =
  /^(?:crud|auth(?:entication|orization)?|pagination|tokens?|webhooks?|uploads?|examples?|many|several|multiple|exactly|zero|one|two|three|at|own|only|no|not|both|all|each|every|either|neither|can|is|are|be|must|which|that|to|been|access|endpoints?|operations?|(?:required|optional|mandatory)$)\b/i

const fieldHead = /^(?:fields?|name|propert(?:y|ies)|attributes?|columns?|parameters?|keys?)\b/i

/** "\`seats\` | integer | yes | at least 1" under "Field | Type | Required | Rule": a field with its notes. */
export function fieldRow(row: Row): readonly string[] | null {
  const field = row.find(({ head }) => fieldHead.test(head))
  const type = row.find(({ head }) => /^(?:data ?)?type\b/i.test(head))
  if (field === undefined || type === undefined) return null
  const owner = row.find(({ head }) => /^(?:entity|schema|object|table|resource|of)$/i.test(head))
  const notes = row
    .filter((cell) => cell !== field && cell !== owner)
    .map(({ head, text }) =>
      /^(?:required|mandatory|optional)\b/i.test(head) ? dueIn(head, text) : text,
    )
    .filter((note) => !/^[-–—]?$/.test(note))
  const name = `\`${bare(field.text)}\``
  const whose = owner?.text ?? (/ (?:of|for|in) /.test(field.head) ? ownerIn(field.head) : null)
  return [
    whose === null
      ? `${name}: ${notes.join('; ')}`
      : `${bare(whose).replace(/^./, (first) => first.toUpperCase())}: ${name} (${notes.join('; ')})`,
  ]
}

const dueIn = (head: string, text: string): string =>
  /^(?:yes|y|true|x|✓|✔|always)$/i.test(text)
    ? head.replace(/\W.*$/, '').toLowerCase()
    : /^(?:no|n|false|[-–—]|never)$/i.test(text)
      ? /^optional/i.test(head)
        ? 'required'
        : 'optional'
      : text

/** "Fields of an item", "Schema \`Item\`", "Item fields": whose fields are listed below it. */
const noOwner =
  /^(?:data|rules?|fields|models?|schemas?|entities|details|notes?|requirements|endpoints|resources|operations|task|attributes|properties)$/i
export const isOwner = (name: string): boolean => !noOwner.test(name)
export const ownerIn = (text: string): string | null => {
  const owner = namedIn(text)
  return owner === null || !isOwner(owner) ? null : owner
}

const namedIn = (text: string): string | null =>
  /\b(?:fields?|propert(?:y|ies)|attributes?|columns?) (?:of|for|in) (?:(?:an?|the|each|every|all) )?\x60?([A-Za-z][\w-]*)\x60?/i.exec(
    text,
  )?.[1] ??
  /^(?:(?:[Tt]he )?(?:[Ss]chema|[Ee]ntity|[Oo]bject|[Mm]odel|[Tt]ype|[Rr]esource) )?\x60?([A-Z]\w*)\x60?(?: (?:schema|entity|object|fields|properties|attributes|has|have)(?: (?:the )?(?:following )?(?:fields|properties|attributes))?)?:?$/.exec(
    text.trim(),
  )?.[1] ??
  null

/** Whose fields a list is about, by what stands above it. */
export const ownerAbove = ({ lead, under }: Around): string | null =>
  (lead === undefined ? null : ownerIn(lead)) ?? ownerIn(under.at(-1) ?? '')
