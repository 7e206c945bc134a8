import type { Form, Vocabulary } from '../../../obligations/examine.ts'
import { fieldForms } from './fields.ts'
import { all } from './form.ts'
import { endpoints, pagination, security, statuses, versions } from './http.ts'
import { crud, operations, orders, topics } from './things.ts'
import { glue } from './words.ts'

const named =
  (pattern: string, role: string, name: (found: RegExpMatchArray) => string): Form =>
  (sentence) =>
    all(pattern, sentence).map((found) => ({
      start: found.index,
      end: found.index + found[0].length,
      check: { type: 'name', name: name(found), role },
    }))

/** "can be filtered by author and genre": each is a parameter. */
const filters: Form = (sentence) =>
  all(
    String.raw`(?:\b(?:can be|may be|supports?|allows?|with) )?\bfilter(?:s|ed|ing|able)?(?: parameters?)? (?:by|on|for) (\x60?[a-z_]+\x60?(?:(?:,? and |, )\x60?[a-z_]+\x60?(?=[,.;)]|$| and\b| or\b))*)`,
    sentence,
  ).flatMap((found) =>
    all(/[a-z_]{3,}(?<!and)/g, found[1] ?? '').map((one, index) => {
      const start = found.index + found[0].length - (found[1] ?? '').length + one.index
      const check = { type: 'name', name: one[0], role: 'filter' } as const
      return { start: index === 0 ? found.index : start, end: start + one[0].length, check }
    }),
  )

/** How tasks speak about API descriptions. */
export const vocabulary: Vocabulary = {
  glue,
  forms: [
    security,
    endpoints,
    statuses,
    crud,
    ...fieldForms,
    operations,
    orders,
    pagination,
    named(
      String.raw`\bwebhooks?(?: (?:called|named|for))? \x60([^\x60]+)\x60`,
      'webhook',
      (found) => found[1] ?? '',
    ),
    named(
      String.raw`\bwebhooks?(?: (?:called|named|for))? ([a-z]+(?:[._][a-z]+)+)`,
      'webhook',
      (found) => found[1] ?? '',
    ),
    named(
      String.raw`\b(?:with )?(?:an? |the )?(?-i:([A-Z][A-Za-z]+(?:-[A-Z][A-Za-z]*)*)) (?:response |request )?headers?\b`,
      'header',
      (found) => found[1] ?? '',
    ),
    named(
      String.raw`(?:\ball )?(?:\brequests? and )?\bresponses? (?:bodies )?(?:are|is|in|as|use) (?:in )?JSON\b`,
      'media type',
      () => 'application/json',
    ),
    filters,
    named(
      String.raw`\brate[- ]limit(?:s|ed|ing)?\b(?: (?:of|to|at))?(?: \d+ requests?(?: (?:per|a|an) (?:second|minute|hour|day))?)?`,
      'rate limit',
      () => 'rate limit',
    ),
    named(String.raw`\b(?:webhooks?|callbacks?)\b`, 'webhook', () => 'webhook'),
    named(
      String.raw`\b(?:(?:file|image|photo|picture|document|avatar|audio|video|media|pdf|csv)s? )?upload(?:s|ed|ing)?\b|\bmultipart(?:\/form-data)?\b`,
      'upload',
      () => 'upload',
    ),
    named(String.raw`\bweb ?sockets?\b|\bserver-sent events\b`, 'websocket', () => 'websocket'),
    named(
      String.raw`\b(?:JSON |request |response )*examples?\b(?: (?:for|of|per|on) (?:each|every|all) (?:endpoint|operation)s?)?`,
      'example',
      () => 'examples',
    ),
    named(
      String.raw`(?:\berrors? (?:responses? )?(?:use|are|follow|as|in|returned as) )?\b((?:application|text|image|audio|video)\/[a-z0-9.+*-]+[a-z0-9*])`,
      'media type',
      (found) => found[1] ?? '',
    ),
    named(
      String.raw`(?:\b(?:under|at|below|behind|with (?:the |an? )?(?:path )?prefix) )?(?<![\w}/.:])\x60?((?:\/[a-z][\w\-{}]*)+)\x60?(?![\w/])`,
      'path',
      (found) => found[1] ?? '',
    ),
    topics,
    versions,
  ],
}
