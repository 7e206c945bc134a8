import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form, Span } from '../../../obligations/examine.ts'
import { glue, kindOf, nounBefore } from './words.ts'

type Field = Extract<DemandCheck, { type: 'fields' }>['fields'][number]

const types =
  'strings?|text|integers?|int|numbers?|floats?|decimals?|double|booleans?|bool|dates?|date-?times?|timestamps?|uuids?|emails?|urls?|uris?|arrays?|lists?|objects?'
const name = String.raw`(?:\x60[A-Za-z_][\w.-]*\x60|[A-Za-z][\w-]*(?: [a-z][\w-]*)?)`
const article = String.raw`(?:(?:an?|the|its|their|unique|optional|required|mandatory) )*`
const noted = String.raw`(?: \([^()]{1,80}\))?`
const item = `${article}${name}${noted}`
const listOf = (least: number) => `${item}(?:(?:, and |, | and )${item}){${least},}`
const notFields =
  /^(?:crud|auth(?:entication|orization)?|pagination|tokens?|webhooks?|uploads?|examples?|many|several|multiple|exactly|zero|one|two|three|at|its own|only|no|not|can|is|are|be|must|which|that|to|been|access|id by|endpoints?|operations?)\b/i

/** "a book has title, price (number, required) and isbn", "Book (title, isbn)", "books with title and price". */
export const lists: Form = (sentence) =>
  [
    {
      verb: String.raw`\s+(?:has|have|contains?|consists? of|includes?)\s+(?:the )?(?:fields? |properties |attributes )?`,
      least: 0,
    },
    { verb: String.raw`\s+with\s+(?:the )?(?:fields?|properties|attributes):?\s+`, least: 0 },
    { verb: String.raw`\s+with\s+`, least: 1 },
    { verb: String.raw`:\s+(?:fields?:?\s+)?`, least: 1 },
    { verb: String.raw`\s*\(`, least: 1 },
  ].flatMap(({ verb, least }) =>
    [...sentence.matchAll(new RegExp(`${verb}(?=${listOf(least)})`, 'gi'))].flatMap((found) =>
      spanOf(sentence, found.index, found.index + found[0].length, {
        least,
        closed: verb.endsWith('\\('),
      }),
    ),
  )

function spanOf(
  sentence: string,
  ownerEnd: number,
  from: number,
  { least, closed }: { readonly least: number; readonly closed: boolean },
): readonly Span[] {
  const owner = nounBefore(sentence.replaceAll('`', ' '), ownerEnd)
  if (owner === null) return []
  const lead = /\b(?:an?|the|each|every|all)\s+$/i.exec(sentence.slice(0, owner.start))
  const fields: Field[] = []
  let end = from
  for (let joint = ''; ;) {
    const rest = sentence.slice(end + joint.length)
    const found = new RegExp(`^${item}(?=\\s*(?:[,.;:)]|$|\\b(?:and|but)\\b))`, 'i').exec(rest)
    const field = found ? fieldOf(found[0]) : null
    if (found === null || field === null) break
    fields.push(field)
    end += joint.length + found[0].length
    const next = /^(?:, and |, | and )/i.exec(sentence.slice(end))
    if (next === null) break
    joint = next[0]
  }
  if (fields.length <= least) return []
  const plain = fields.every((field) => field.type === undefined && field.required === undefined)
  if (closed && (sentence[end] !== ')' || fields.every(({ name: own }) => isWord(own)))) return []
  // two bare words after a colon may be anything
  if (sentence.slice(ownerEnd, from).startsWith(':') && plain && fields.length < 3) return []
  const check: DemandCheck = { type: 'fields', owner: owner.text.toLowerCase(), fields }
  return [{ start: lead?.index ?? owner.start, end: closed ? end + 1 : end, check }]
}

export const isNote = new RegExp(
  `^(?:${types}|required|optional|mandatory|unique|enum|one of)$`,
  'i',
)
const isWord = (text: string): boolean =>
  isNote.test(text) || (glue.has(text.toLowerCase()) && text.toLowerCase() !== 'id')
// "status (open, paid)" lists values, "address (street, city)" lists fields
const choices =
  /(?:^|[ _])(?:status|state|type|kind|level|role|category|priority|species|currency|gender|colou?r|size)$/i

/** One field of a list, or null where the words are none. */
function fieldOf(text: string): Field | null {
  const parts = new RegExp(`^(${article})(${name})(?: \\(([^()]*)\\))?$`, 'i').exec(text.trim())
  const bare = parts?.[2]?.replaceAll('`', '').trim()
  if (!parts || bare === undefined || notFields.test(bare)) return null
  if (bare.split(' ').every((word) => kindOf(word) !== null)) return null
  const listed = choices.test(bare) ? `one of ${parts[3] ?? ''}` : (parts[3] ?? '')
  const told = parts[3] === undefined ? {} : (noteOf(parts[3]) ?? noteOf(listed))
  if (told === null) return null
  const lead = /\b(optional)\b|\b(required|mandatory)\b/i.exec(parts[1] ?? '')
  const required = lead ? { required: lead[2] !== undefined } : {}
  return { name: bare, ...required, ...told }
}

/** What stands behind a field's name: "number", "string, required", "one of open, paid". */
export function noteOf(text: string): Pick<Field, 'type' | 'required'> | null {
  const values = valuesOf(text)
  if (values !== null) return { type: `one of ${values.join(', ')}` }
  let type: string | undefined
  let required: boolean | undefined
  for (const word of text.split(/\s*[,;|]\s*|\s+and\s+/)) {
    if (new RegExp(`^(?:an? )?(?:${types})$`, 'i').test(word))
      type = word.replace(/^an? /i, '').toLowerCase()
    else if (/^(?:required|mandatory|yes)$/i.test(word)) required = true
    else if (/^(?:optional|not required|no)$/i.test(word)) required = false
    else if (!/^(?:unique|read-only)$/i.test(word) && !boundNote.test(word)) return null
  }
  return {
    ...(type === undefined ? {} : { type }),
    ...(required === undefined ? {} : { required }),
  }
}

/** Bounds in a note are read by `bounds`, for the same field. */
const boundNote =
  /^(?:(?:at most|at least|up to|max\.?(?:imum)?|min\.?(?:imum)?|maxLength|minLength|default(?: is)?:?) \d+(?: (?:characters?|chars|letters|items))?|\d+ to \d+|\d+[-–]\d+)$/i

function valuesOf(text: string): readonly string[] | null {
  const listed =
    /^(?:one of|either|enum:?|values?:?)\s+(.+)$/i.exec(text)?.[1] ??
    (/\||,? or /.test(text) && !new RegExp(`\\b(?:${types})\\b`, 'i').test(text) ? text : null)
  if (listed === null) return null
  const values = listed
    .split(/\s*\|\s*|\s*\/\s*|,?\s+or\s+|,?\s+and\s+|\s*,\s*/)
    .map((one) => one.replace(/^["'`]|["'`]$/g, ''))
  return values.length > 1 && values.every((one) => /^[\w.-]{1,40}$/.test(one)) ? values : null
}

const value = String.raw`(?:\x60[^\x60]+\x60|"[^"]+"|[\w-]+)`

/** "status is one of `open`, `paid` or `closed`". */
export const enumerations: Form = (sentence) =>
  [
    ...sentence.matchAll(
      new RegExp(
        `(?:\\b(?:the|its|an?) )?\\x60?([A-Za-z_][\\w-]*)\\x60?(?: field)?,? (?:is|are|must be|can be|may be|has the values?|being)?\\s*(?:one of|either):? (${value}(?:(?:,? or |,? and |, )${value})+)`,
        'gi',
      ),
    ),
  ].flatMap((found) => {
    const values = valuesOf(`one of ${found[2] ?? ''}`)
    if (values === null || /^(?:and|or|is|are|which|that|it)$/i.test(found[1] ?? '')) return []
    const check: DemandCheck = {
      type: 'fields',
      fields: [{ name: found[1] ?? '', type: `one of ${values.join(', ')}` }],
    }
    return [{ start: found.index, end: found.index + found[0].length, check, negated: false }]
  })

/** Rows of tables and items of lists: "title | string | required", "`price`: number, required". */
export const rows: Form = (sentence) => {
  const found = new RegExp(
    `^\\x60?([A-Za-z_]\\w*)\\x60?\\s*(?:\\||:|-|–|\\()\\s*(?:an? )?((?:${types})(?:\\s*[,|;]\\s*(?:required|optional|mandatory|yes|no|unique))*)\\)?(?=\\s*(?:$|[|,.;]))`,
    'i',
  ).exec(sentence)
  const told = found ? noteOf(found[2] ?? '') : null
  if (!found || told === null) return []
  const check: DemandCheck = { type: 'fields', fields: [{ name: found[1] ?? '', ...told }] }
  return [{ start: 0, end: found[0].length, check, negated: false }]
}

/** "`password` is write-only", "the password is never returned". */
export const writeOnly: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /(?:\b(?:the|its|an?) )?`?(\b[A-Za-z_][\w-]*)`? (?:is |are |must |should |may )*(?:never |not )(?:be )?(?:returned|shown|exposed|sent back|part of (?:any |the )?responses?|in (?:any |the )?responses?)(?: in (?:any |the )?responses?)?|(?:\b(?:the|its|an?) )?`?(\b[A-Za-z_][\w-]*)`? (?:is|must be) write-only/gi,
    ),
  ].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    check: { type: 'value', name: found[1] ?? found[2] ?? '', value: 'write-only' },
    negated: false,
  }))
