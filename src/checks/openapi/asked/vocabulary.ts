import type { Form, Vocabulary } from '../../../obligations/examine.ts'
import { fieldForms, row } from './fields.ts'
import { all, method } from './form.ts'
import { endpoints, paged, pagination, security, statuses, versions } from './http.ts'
import { crud, operations, orders, topics } from './resources.ts'
import { glue } from './words.ts'

const named =
  (pattern: string, role: string, name: (match: RegExpMatchArray) => string): Form =>
  (sentence) =>
    all(pattern, sentence).map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      check: { type: 'name', name: name(match), role },
    }))

const whole = /\b(?:API|OpenAPI|Swagger|description)\b/i

/** "No DELETE anywhere", "nothing can be deleted", "a read-only API". */
const forbidden: Form = (sentence, around) =>
  [
    String.raw`^(?:there (?:is|are) )?(?:no|never) (?<what>delet(?:e|es|ing|ion)|updat(?:e|es|ing)|edit(?:s|ing)?|creation)(?: (?:operations?|endpoints?|methods?))?(?<all> anywhere| at all)?$`,
    String.raw`(?:\bso )?(?:\bthere (?:is|are) )?\b(?:no|never|without) (?<what>\x60?(?-i:${method})\x60?(?:(?:, or |, | or | and |/)\x60?(?-i:${method})\x60?)*)(?: (?:operations?|endpoints?|methods?|requests?))?(?<all> anywhere| at all)?(?=\s*(?:[,.;)]|$|(?:and|or)\b))`,
    String.raw`\bnothing (?:can|may|must) (?:ever )?be (?<what>deleted|changed|updated|created)(?<all> at all)?\b`,
    String.raw`\b(?<what>read[- ]only)(?<all> )(?:REST |HTTP )?(?:API|service|interface)\b`,
  ].flatMap((pattern) =>
    all(pattern, sentence).map((match) => {
      const { what = '', all: anywhere } = match.groups ?? {}
      const value = /^read/i.test(what) ? 'read-only' : `never ${what.toLowerCase()}`
      // an item of its own speaks of what stands above it: of everything where that is the description
      const above = [around?.lead, ...(around?.under ?? [])].filter((one) => one !== undefined)
      const isWhole =
        match[0] === sentence && above.length > 0 && above.every((one) => whole.test(one))
      return {
        start: match.index,
        end: match.index + match[0].length,
        check: {
          type: 'value',
          name: anywhere === undefined && !isWhole ? 'it' : 'anything',
          value,
        } as const,
        negated: false,
      }
    }),
  )

const casings = String.raw`camel ?Case|snake[ _]case|kebab[- ]case|Pascal ?Case`
const places = String.raw`responses?|(?:response |request )?bodies|JSON|paths?(?: names?| segments?)?|(?:query )?parameters?(?: names?)?|(?:field|property)(?: names?)?s?|fields|properties|schema names?|schemas|names?`

/** "paths in kebab-case", "use camelCase for field names", "plural nouns in paths". */
const naming: Form = (sentence) => [
  ...all(
    String.raw`(?:\b(?<before>${places}) (?:are |is |must be |should be |written )*(?:in |use |uses )?)?\x60?\b(?<casing>${casings})\b\x60?(?: (?:for|in) (?:all |the |every )*(?<after>${places})\b| (?<beside>${places})\b)?`,
    sentence,
  ).map((match) => {
    const { before, after, beside, casing = '' } = match.groups ?? {}
    const what = before ?? after ?? beside ?? (/^kebab/i.test(casing) ? 'paths' : 'fields')
    const part = /path/i.test(what)
      ? 'paths'
      : /param/i.test(what)
        ? 'parameters'
        : /schema/i.test(what)
          ? 'schemas'
          : /name$|names$/i.test(what) && !/field|prop/i.test(what)
            ? 'names'
            : 'fields'
    const check = {
      type: 'value',
      name: `casing of ${part}`,
      value: casing.toLowerCase().replace(/[ _-]?case/, ''),
    } as const
    return { start: match.index, end: match.index + match[0].length, check, negated: false }
  }),
  ...all(
    /\bplural (?:nouns?|names?)(?: (?:in|for|as) (?:the |all )?(?:paths?|resources?|collections?))?/gi,
    sentence,
  ).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    check: { type: 'value', name: 'casing of paths', value: 'plural' } as const,
  })),
]

/** How tasks speak about API descriptions. */
export const vocabulary: Vocabulary = {
  glue,
  row,
  whole,
  forms: [
    security,
    endpoints,
    pagination,
    ...fieldForms,
    statuses,
    crud,
    operations,
    paged,
    forbidden,
    naming,
    orders,
    named(
      String.raw`(?:\b(?:all|every|each) )?(?:\brequests? and )?\bresponses? (?:bodies )?(?:are|is|in|as|use) (?:in )?JSON\b`,
      'media type',
      () => 'application/json',
    ),
    named(
      String.raw`\brate[- ]limit(?:s|ed|ing)?\b(?: (?:of|to|at))?(?: \d+ requests?(?: (?:per|a|an) (?:second|minute|hour|day))?)?`,
      'rate limit',
      () => 'rate limit',
    ),
    named(
      String.raw`\b(?:JSON |request |response )*examples?\b(?: (?:for|of|per|on) (?:each|every|all) (?:endpoint|operation)s?)?`,
      'example',
      () => 'examples',
    ),
    named(
      String.raw`(?:\b(?:all |every )?errors? (?:responses? |bodies )?(?:use|are|follow|as|in|returned as|come as|come in)(?: (?:sent|returned|given) as)? )?\x60?\b((?:application|text|image|audio|video)\/[a-z0-9.+*-]+[a-z0-9*])\x60?`,
      'media type',
      (match) => `${/^(?:all |every )?errors?/i.test(match[0]) ? 'error ' : ''}${match[1] ?? ''}`,
    ),
    named(
      String.raw`(?:\b(?:under|at|below|behind|with (?:the |an? )?(?:path )?prefix) )?(?<![\w}/.:])\x60?((?:\/[a-z][\w\-{}]*)+)\x60?(?![\w/])`,
      'path',
      (match) => match[1] ?? '',
    ),
    topics,
    versions,
  ],
}
