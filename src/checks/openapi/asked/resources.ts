import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form, Span } from '../../../obligations/examine.ts'
import { all, method, span } from './form.ts'
import { kindsIn, kindsPattern, nounAfter, nounBefore } from './words.ts'
import type { Noun } from './words.ts'
import { isPlural } from '../words.ts'

const everything = ['list', 'get', 'create', 'update', 'delete'] as const

const resource = (noun: Noun, operations: readonly (typeof everything)[number][]): DemandCheck => ({
  type: 'resource',
  noun: noun.text.toLowerCase(),
  operations: [...operations],
})

const rule = (noun: Noun, value: string): DemandCheck => ({
  type: 'value',
  name: noun.text.toLowerCase(),
  value,
})

/** "books with CRUD", "CRUD for books and authors". */
export const crud: Form = (sentence) => [
  ...all(
    String.raw`\s*(?:with|:|\(|need|needs|support|supports|has|have)\s*(?:full )?CRUD\b(?: operations| endpoints)?(?! (?:for|on|of|over)\b)\)?`,
    sentence,
  ).flatMap((match) => {
    const noun = nounBefore(sentence, match.index)
    if (noun === null) return []
    const own = span(noun.start, match.index + match[0].length, resource(noun, everything))
    return [...nounsJoinedTo(sentence, noun.start), own]
  }),
  ...all(
    String.raw`\b(?:full )?CRUD(?: operations| endpoints)? (?:for|on|of|over)\b`,
    sentence,
  ).flatMap((match) => listedNouns(sentence, match.index, match.index + match[0].length)),
]

/** "books, authors and loans with CRUD": what is said of the last is said of all. */
function nounsJoinedTo(sentence: string, start: number): readonly Span[] {
  const joint = /(?:, and |, | and )(?:the )?$/i.exec(sentence.slice(0, start))
  const noun = joint === null ? null : nounBefore(sentence, joint.index)
  if (noun === null || !isPlural(noun.text)) return []
  return [
    ...nounsJoinedTo(sentence, noun.start),
    span(noun.start, start, resource(noun, everything)),
  ]
}

function listedNouns(sentence: string, from: number, at: number): readonly Span[] {
  const spans: Span[] = []
  let start = from
  let next = at
  for (let noun = nounAfter(sentence, next); noun !== null; noun = nounAfter(sentence, next)) {
    spans.push(span(start, noun.end, resource(noun, everything)))
    const joint = /^(?:, and |, | and )/i.exec(sentence.slice(noun.end))
    if (joint === null) break
    start = next = noun.end + joint[0].length
  }
  return spans
}

const can = '(?:can|may|must|should)'
const never = String.raw`(?:can|may|must|should|are|is)(?: ?not|n['’]t| never)`
const ends = String.raw`(?=\s*(?:[.,;:)|]|$|\b(?:and|but|plus|with|via|using)\b))`

/** "authors (list and get)", "books: list, create only", "orders cannot be deleted". */
export const operations: Form = (sentence) =>
  [
    String.raw`(?:\s*\(|\s*:\s+|\s+[-–—]\s+|\s+with\s+)(?<first>only )?(?<kinds>${kindsPattern})(?<last> only)?(?: endpoints| operations)?(?:\)|${ends})`,
    String.raw`\s+(?:that|which)\s+(?:(?:an?\s+|the\s+)?[a-z]+\s+)?(?:${can}|(?<not>${never}))\s+(?<first>only )?(?:be\s+)?(?<kinds>${kindsPattern})(?<last> only)?${ends}`,
    String.raw`\s+(?:${can}|(?<not>${never}))\s+(?<first>only )?be\s+(?<kinds>${kindsPattern})(?<last> only)?${ends}`,
  ].flatMap((pattern) =>
    all(pattern, sentence).flatMap((match) => {
      const { kinds = '', first, last, not } = match.groups ?? {}
      const before = sentence.slice(0, match.index)
      const noun = /^[a-z]+s$/i.test(before)
        ? { text: before, start: 0, end: match.index }
        : nounBefore(sentence, match.index)
      const asked = kindsIn(kinds)
      if (noun === null || asked.length === 0) return []
      const isLimited = first !== undefined || last !== undefined
      const check =
        not !== undefined
          ? rule(noun, `never ${asked.join(', ')}`)
          : isLimited
            ? rule(noun, `only ${asked.join(', ')}`)
            : resource(noun, asked)
      return [span(noun.start, match.index + match[0].length, check)]
    }),
  )

/** "no DELETE anywhere", "a read-only API", "no DELETE for orders", "authors are read-only". */
export const forbidden: Form = (sentence) => [
  ...all(
    String.raw`\b(?:there (?:is|are) )?(?:no|without|never) \x60?(?-i:(${method}))\x60?(?: (?:operations?|endpoints?|requests?))? (?:anywhere|at all)|\bread[- ]only (?:REST |HTTP )?(?:API|service)\b`,
    sentence,
  ).map((match) => {
    const value = match[1] ?? 'POST, PUT, PATCH, DELETE'
    return span(match.index, match.index + match[0].length, {
      type: 'value',
      name: 'anything',
      value,
    })
  }),
  ...all(
    String.raw`\b(?:no|without)\s+(${kindsPattern}|(?-i:DELETE|PUT|PATCH|POST)(?:,? (?:or|and) (?-i:DELETE|PUT|PATCH|POST))*)\s*(?:operations?|endpoints?)?\s*(?:for|on|of)\b`,
    sentence,
  ).flatMap((match) => {
    const noun = nounAfter(sentence, match.index + match[0].length)
    const words = (match[1] ?? '')
      .replace(/\bPOST\b/g, 'create')
      .replace(/\bP(?:UT|ATCH)\b/g, 'update')
    return noun
      ? [span(match.index, noun.end, rule(noun, `never ${kindsIn(words).join(', ')}`))]
      : []
  }),
  ...all(/(?:\s+(?:is|are|must be|should be)\s+|\s*[(:]\s*)read[- ]only\b\)?/gi, sentence).flatMap(
    (match) => {
      const noun = nounBefore(sentence, match.index)
      const check = noun && rule(noun, 'never create, update, delete')
      return noun && check ? [span(noun.start, match.index + match[0].length, check)] : []
    },
  ),
]

/** "Fields of an invoice:" above its fields. */
export const fieldsOf: Form = (sentence) =>
  all(
    /(?:\b(?:fields|properties|attributes) (?:of|for) (?:(?:an?|the|each|every) )?|^(?:schema|object|entity) (?=`?[A-Z]\w*`?:?$))`?([A-Za-z][\w-]*)`?/gi,
    sentence,
  ).map((match) => {
    const name = match[1] ?? ''
    const check: DemandCheck = /^[A-Z]/.test(name)
      ? { type: 'name', name, role: 'schema' }
      : { type: 'topic', words: [name] }
    return span(match.index, match.index + match[0].length, check)
  })

/** "A bookshop API": what it is about. */
export const topics: Form = (sentence) =>
  all(/(?<=\bAPI)\b/g, sentence).flatMap(({ index }) => {
    const noun = nounBefore(sentence, index - 3)
    return noun ? [span(noun.start, index, { type: 'topic', words: noun.text.split(/\s+/) })] : []
  })
