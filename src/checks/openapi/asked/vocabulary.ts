import type { Form, Vocabulary } from '../../../obligations/examine.ts'
import { fieldForms, row } from './fields.ts'
import { all } from './form.ts'
import { endpoints, security, statuses, versions } from './http.ts'
import { crud, fieldsOf, forbidden, operations, topics } from './resources.ts'
import { glue } from './words.ts'

const named =
  (pattern: string, role: string, name: (match: RegExpMatchArray) => string): Form =>
  (sentence) =>
    all(pattern, sentence).map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      check: { type: 'name', name: name(match), role },
    }))

/** Ways in which tasks about API descriptions are written that a machine can read. */
export const vocabulary: Vocabulary = {
  glue,
  row,
  whole: /\b(?:API|OpenAPI|Swagger|description)\b/i,
  forms: [
    security,
    endpoints,
    ...fieldForms,
    statuses,
    crud,
    operations,
    forbidden,
    fieldsOf,
    named(
      String.raw`\bwebhooks?(?: (?:called|named|for))? (?:\x60([^\x60]+)\x60|([a-z]+(?:[._][a-z]+)+))`,
      'webhook',
      (match) => match[1] ?? match[2] ?? '',
    ),
    named(
      String.raw`\b(?:with )?(?:an? |the )?(?-i:([A-Z][A-Za-z]+(?:-[A-Z][A-Za-z]*)+)) (?:response |request )?headers?\b`,
      'header',
      (match) => match[1] ?? '',
    ),
    named(
      String.raw`(?:\b(?:all |every )?errors? (?:responses? |bodies )?(?:use|are|follow|as|in|returned as|come as|come in)(?: (?:sent|returned|given) as)? )?\x60?\b((?:application|text|image|audio|video|multipart)\/[a-z0-9.+*-]+[a-z0-9*])\x60?`,
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
