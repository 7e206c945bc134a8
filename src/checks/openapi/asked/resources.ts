import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form, Span } from '../../../obligations/examine.ts'
import { all, span } from './form.ts'
import { isSubject, kindsIn, kindsPattern, nounAfter, nounBefore } from './words.ts'
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

function listedNouns(
  sentence: string,
  from: number,
  at: number,
  make = (noun: Noun): DemandCheck => resource(noun, everything),
): readonly Span[] {
  const spans: Span[] = []
  let start = from
  let next = at
  for (let noun = nounAfter(sentence, next); noun !== null; noun = nounAfter(sentence, next)) {
    spans.push(span(start, noun.end, make(noun)))
    const joint = /^(?:, and |, | and )/i.exec(sentence.slice(noun.end))
    if (joint === null) break
    start = next = noun.end + joint[0].length
  }
  return spans
}

const can = String.raw`(?:can|may|must|should)`
const never = String.raw`(?:cannot|can['’]t|can not|must not|may not|should not|are not|is not)`
const ends = String.raw`(?=\s*(?:[.,;:)|]|$|\b(?:and|but|plus|with|via|using)\b))`

/** "authors (list and get)", "orders that customers can create", "orders cannot be deleted". */
export const operations: Form = (sentence) =>
  [
    String.raw`(?:\s*\(|\s*:\s+|\s+[-–—]\s+|\s+with\s+)(?<first>only )?(?<kinds>${kindsPattern})(?<last> only)?(?: endpoints| operations)?(?:\)|${ends})`,
    String.raw`\s+(?:that|which)\s+(?:(?:an?\s+|the\s+)?[a-z]+\s+)?(?:${can}|(?<not>${never}))\s+(?<first>only )?(?:be\s+)?(?<kinds>${kindsPattern})(?<last> only)?${ends}`,
    String.raw`\s+(?:${can}|(?<not>${never}))\s+(?<first>only )?be\s+(?<kinds>${kindsPattern})(?<last> only)?${ends}`,
    String.raw`\s+(?<not>(?:are|is) never)\s+(?<kinds>${kindsPattern})${ends}`,
  ].flatMap((pattern) =>
    all(pattern, sentence).flatMap((match) => {
      const { kinds = '', first, last, not } = match.groups ?? {}
      const [subject] = not?.endsWith('never')
        ? (/^[a-z]+s$/i.exec(sentence.slice(0, match.index)) ?? [])
        : []
      const noun =
        subject === undefined && !/^[a-z]+s$/i.test(sentence.slice(0, match.index))
          ? nounBefore(sentence, match.index)
          : { text: sentence.slice(0, match.index), start: 0, end: match.index }
      const asked = kindsIn(kinds)
      if (noun === null || asked.length === 0) return []
      const end = match.index + match[0].length
      const limited = first !== undefined || last !== undefined
      const check =
        not !== undefined
          ? rule(noun, `never ${asked.join(', ')}`)
          : limited
            ? rule(noun, `only ${asked.join(', ')}`)
            : resource(noun, asked)
      const denied = new RegExp(
        `^,? (?:but |and )?(?:never|not|cannot be|can not be)(?: be)? (${kindsPattern})${ends}`,
        'i',
      ).exec(sentence.slice(end))
      const banned = denied ? kindsIn(denied[1] ?? '') : []
      const besides = denied
        ? [span(end, end + denied[0].length, rule(noun, `never ${banned.join(', ')}`))]
        : []
      return [span(noun.start, end, check), ...besides]
    }),
  )

/** "list and get authors", "customers can create orders", "no DELETE for orders". */
export const orders: Form = (sentence) => [
  ...all(
    String.raw`(?:\bthere is )?\b(?:(?:nobody|no one|no-one|no [a-z]+) (?:can|may|must|should)(?: be able to)?|no (?:endpoint|operation|route|call|way) (?:that|which|to)) (${kindsPattern})(?=\s)`,
    sentence,
  ).flatMap((match) => {
    const noun = nounAfter(sentence, match.index + match[0].length)
    const check = noun ? rule(noun, `never ${kindsIn(match[1] ?? '').join(', ')}`) : null
    return noun && check ? [span(match.index, noun.end, check)] : []
  }),
  ...all(String.raw`(?:\b[a-z]+ ${can} )?(?<![\w-])(${kindsPattern})(?=\s)`, sentence).flatMap(
    (match) => {
      if (/^(?:nobody|one|none)\b/i.test(match[0])) return []
      const noun = nounAfter(sentence, match.index + match[0].length)
      const asked = kindsIn(match[1] ?? '')
      const by = noun ? (/^\s+by id\b/i.exec(sentence.slice(noun.end))?.[0].length ?? 0) : 0
      return noun ? [span(match.index, noun.end + by, resource(noun, asked))] : []
    },
  ),
  ...all(
    String.raw`\b(?:no|without)\s+((?:${kindsPattern})|(?:(?:DELETE|PUT|PATCH|POST)(?:,? (?:or|and) )?)+)\s*(?:operations?|endpoints?)?\s*(?:for|on|of)\b`,
    sentence,
  ).flatMap((match) => {
    const noun = nounAfter(sentence, match.index + match[0].length)
    const words = (match[1] ?? '')
      .replace(/\bPOST\b/g, 'create')
      .replace(/\bPUT\b|\bPATCH\b/g, 'update')
    return noun
      ? [span(match.index, noun.end, rule(noun, `never ${kindsIn(words).join(', ')}`))]
      : []
  }),
  ...all(/\bread[- ]only\b/gi, sentence).flatMap((match) => {
    const end = match.index + match[0].length
    const linked = /(?:\s+(?:is|are|must be|should be|stays?)\s+|\s*\(|\s*:\s*)$/i.exec(
      sentence.slice(0, match.index),
    )
    const before = linked ? nounBefore(sentence, linked.index) : null
    const after = linked ? null : nounAfter(sentence, end)
    if (before) {
      const close = sentence[end] === ')' ? 1 : 0
      return [span(before.start, end + close, rule(before, 'read-only'))]
    }
    return after ? [span(match.index, after.end, rule(after, 'read-only'))] : []
  }),
]

/** "OpenAPI 3.1 for the booking desk of our ferry": what, and whose. */
const subjects: Form = (sentence) =>
  all(
    /(?:\b(?:for|of|about)|:|^(?:please )?describe) (?:an?|the|our|my) ([a-z][a-z' -]*?)(?=\s*(?:[.,:;(]|$)| (?:as|in|with|that|which)\b)/gi,
    /\b(?:OpenAPI|Swagger)\b/i.test(sentence) ? sentence : '',
  ).flatMap((match) => {
    const words = (match[1]?.match(/[a-z-]+/gi) ?? []).filter(isSubject)
    const check = { type: 'topic', words } as const
    return words.length === 0 || words.length > 5 || words.some((word) => kindsIn(word).length > 0)
      ? []
      : [span(match.index, match.index + match[0].length, check)]
  })

/** "A bookshop API", "fields of an invoice:": what the description is about. */
export const topics: Form = (sentence) => [
  // who asks, not what is asked for
  ...all(
    /^(?:we|i) (?:run|sell|own|operate|manage|organi[sz]e|rent|maintain|lend|are|have)\b[^.;:]*?(?=(?:,| and) (?:(?:we|i) )?(?:need|want|would like)\b|$)/gi,
    sentence,
  ).flatMap((match) => {
    const words = (match[0].match(/[a-z-]+/gi) ?? []).slice(2).filter(isSubject)
    const check = { type: 'topic', words } as const
    return words.length === 0 ? [] : [span(match.index, match.index + match[0].length, check)]
  }),
  ...subjects(sentence),
  ...all(/(?<=\bAPI)\b/g, sentence).flatMap(({ index }) => {
    const noun = nounBefore(sentence, index - 3)
    return noun ? [span(noun.start, index, { type: 'topic', words: noun.text.split(/\s+/) })] : []
  }),
  ...all(/\b(?:API|service) (?:with|that has|having|managing|to manage)\b/gi, sentence).flatMap(
    (match) => {
      const end = match.index + match[0].length
      const nouns = listedNouns(sentence, end, end, ({ text }) => ({
        type: 'name',
        name: text.toLowerCase(),
        role: 'resource',
      }))
      return nouns.every(({ check }) => check.type === 'name' && isPlural(check.name)) ? nouns : []
    },
  ),
  ...all(/\b(?:resources|entities|collections)(?: are)?:/gi, sentence).flatMap((match) => {
    const end = match.index + match[0].length
    return listedNouns(sentence, end, end, ({ text }) => ({
      type: 'name',
      name: text.toLowerCase(),
      role: 'resource',
    }))
  }),
  ...all(/\bAPI (?:for|of|about)\b/gi, sentence).flatMap((match) => {
    const end = match.index + match[0].length
    const nouns = listedNouns(sentence, end, end, ({ text }) => ({
      type: 'topic',
      words: text.split(/\s+/),
    }))
    return nouns.length > 1 ? nouns : []
  }),
  ...all(
    /(?:\b(?:fields|properties|attributes) (?:of|for) (?:(?:an?|the|each|every) )?|^(?:schema|object|entity) (?=`?[A-Z]\w*`?:?$))`?([A-Za-z][\w-]*)`?/gi,
    sentence,
  ).map((match) => {
    const name = match[1] ?? ''
    const check: DemandCheck = /^[A-Z]/.test(name)
      ? { type: 'name', name, role: 'schema' }
      : { type: 'topic', words: [name] }
    return span(match.index, match.index + match[0].length, check)
  }),
]
