import { limits } from '../limits.ts'
import { asSentence, bare, cut } from '../text/plain-text.ts'
import { attributeName } from '../text/names.ts'
import { enumerated } from '../text/sentences.ts'
import { choicesIn, givenType, typeFromName, type TypeFound } from './attribute-types.ts'
import type { AttributeFact } from './facts.ts'

type Details = { required: boolean | undefined; found: TypeFound | null; readonly rest: string[] }

/** One attribute as people write it: "total (number)", "`email`: string, required – where receipts go" … */
export function attributeIn(text: string): AttributeFact | null {
  const said = bare(text)
  const mark = /\s*(?:\(|:|=|\s[–—-]\s|\s?[–—]\s)/.exec(said)
  const head = bare(mark === null ? said : said.slice(0, mark.index))
  if (head === '' || head.length > 60 || head.split(' ').length > 5) return null
  const name = attributeName(
    head.replace(/\*$/, '').replace(/^(?:optional|required|unique)\s+/i, ''),
  )
  if (name === '') return null
  const details = read(mark === null ? '' : said.slice(mark.index), name)
  const required = details.required ?? requiredBy(head)
  return attribute(name, { ...details, required })
}

const requiredBy = (head: string): boolean | undefined => {
  if (head.endsWith('*') || /^required\b/i.test(head)) return true
  return /^optional(?:ly)?\b/i.test(head) ? false : undefined
}

/** An attribute of a name and whatever else is known of it. */
export function attribute(
  name: string,
  details: Omit<Details, 'rest'> & { rest: readonly string[] },
): AttributeFact {
  const found = details.found ?? { type: null, description: '' }
  const description = [found.description, ...details.rest.map(asSentence)].filter(
    (part) => part !== '',
  )
  return {
    name,
    type: found.type,
    required: details.required,
    description: cut(description.join(' '), limits.text),
  }
}

function read(text: string, name: string): Details {
  const details: Details = { required: undefined, found: null, rest: [] }
  const bracket = /^\s*\(([^()]{0,300}(?:\([^()]{0,100}\)[^()]{0,100})?)\)/.exec(text)
  const after = bracket === null ? text : text.slice(bracket[0].length)
  const values = bracket === null ? '' : valuesIn(name, bracket[1] ?? '')
  if (bracket) detail(details, values || (bracket[1] ?? ''))
  const told = bare(after.replace(/^[\s:=–—-]+/, ''))
  if (told !== '') detail(details, told)
  return details
}

// "status (open, paid)" lists its values; "address (street, town)" does not
function valuesIn(name: string, inside: string): string {
  const listed = `enum: ${inside}`
  const isFlag = inside
    .split(/[,;]/)
    .some((part) => flag(part) !== null || givenType(part) !== null)
  return typeFromName(name) === 'enum' && !isFlag && choicesIn(listed).length > 1 ? listed : ''
}

function detail(details: Details, text: string): void {
  if (choicesIn(text).length > 1) {
    details.found ??= givenType(text)
    return
  }
  const cutAt = /\s[–—-]\s|:\s|\.\s/.exec(text)
  const [listed, told] =
    cutAt === null
      ? [text, '']
      : [text.slice(0, cutAt.index), text.slice(cutAt.index + cutAt[0].length)]
  const parts = listed.split(/[,;]\s*(?![^()]*\))/)
  const isPlain = parts.some((part) => flag(part) !== null || isTypeOnly(part))
  if (!isPlain) {
    details.rest.push(bare(text))
    return
  }
  for (const part of parts) take(details, bare(part))
  if (told !== '') details.rest.push(bare(told))
}

function take(details: Details, part: string): void {
  const says = flag(part)
  if (says !== null) {
    details.required ??= says.required
    return
  }
  const type = details.found === null ? givenType(part) : null
  if (type !== null && isTypeOnly(part)) details.found = type
  else if (part !== '') details.rest.push(part)
}

// a type and perhaps its size, not a sentence that begins with the word "date"
const isTypeOnly = (part: string): boolean =>
  givenType(part) !== null &&
  (bare(part).split(' ').length <= 3 ||
    /^(?:ref|reference|list|array|fk|foreign|link|one of|enum)\b/i.test(bare(part)))

function flag(part: string): { readonly required: boolean | undefined } | null {
  const word = bare(part).toLowerCase()
  if (/^(?:required|mandatory|not null|must|obligatory|yes)$/.test(word)) return { required: true }
  if (/^(?:optional|nullable|not required|may be empty|if any|no)$/.test(word))
    return { required: false }
  if (/^(?:pk|primary(?: key)?|key)$/.test(word)) return { required: true }
  return /^(?:unique|indexed|auto-?increment(?:ed)?|generated|read-?only|default .{0,30})$/.test(
    word,
  )
    ? { required: undefined }
    : null
}

/** The attributes of a list in one line, without what only counts or points at other things. */
export function attributesIn(list: string): readonly AttributeFact[] {
  return enumerated(list)
    .slice(0, limits.attributes)
    .filter(
      (part) =>
        !/^(?:many|several|multiple|one or more|zero or more|any number|at least|at most|exactly|etc\b|so on|more)/i.test(
          part,
        ),
    )
    .flatMap((part) => attributeIn(part) ?? [])
}
