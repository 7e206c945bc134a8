import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span } from '../../obligations/examine.ts'
import type { FileKind } from './configuration.ts'

export const code = '`[^`\\n]+`|"[^"\\n]+"'
export const bare = (text: string): string => text.trim().replace(/^[`"']|[`"']$/g, '')
const scalarOf = (text: string): string | number | boolean => {
  const value = bare(text)
  if (/^\(?empty\)?$/i.test(value)) return ''
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  return value === 'true' ? true : value === 'false' ? false : value
}
export const value = (name: string, written: string): DemandCheck => ({
  type: 'value',
  name,
  value: scalarOf(written),
})

/** Every match of a pattern that makes a demand. */
export const all = (
  sentence: string,
  pattern: RegExp,
  make: (match: RegExpMatchArray) => DemandCheck | null,
): readonly Span[] =>
  [...sentence.matchAll(pattern)].flatMap((match) => {
    const check = make(match)
    return check === null ? [] : [{ start: match.index, end: match.index + match[0].length, check }]
  })

/** A list that one pattern reads as a whole, with a demand for each item of its first group. */
export const each = (
  sentence: string,
  pattern: RegExp,
  item: RegExp,
  make: (text: string, match: RegExpMatchArray) => DemandCheck | null,
): readonly Span[] =>
  [...sentence.matchAll(pattern)].flatMap((match) => {
    const list = match[1] ?? ''
    const from = match.index + match[0].indexOf(list)
    return [...list.matchAll(item)].flatMap((one, index): readonly Span[] => {
      const check = make(one[0], match)
      const start = index === 0 ? match.index : from + one.index
      return check === null ? [] : [{ start, end: from + one.index + one[0].length, check }]
    })
  })

const plain = `-?\\d+(?:\\.\\d+)?(?: ?(?:ms|s|seconds?|minutes?|hours?|days?|[kmg]i?b))?|true|false|\\(?empty\\)?`

/** A name in backticks keeps them: it must stand in the file just so. */
const quoted = (name: string): string => `\`${name}\``

/** \`restart: always\`, \`strict\` set to true, a row of a table, \`bin\` → \`a.js\`. */
export const pairs: Form = (sentence) => [
  ...all(
    sentence,
    /`["']?([A-Za-z_][\w.-]*)["']?\s*(?:=|:\s)\s*([^`\n]+)`/g,
    ([, name = '', written = '']) => value(quoted(name), written),
  ),
  ...all(
    sentence,
    new RegExp(
      `\`([A-Za-z_@][\\w./@-]*)\`(?: (?:is set to|set to|defaults to|default is|must be|should be|stays|is|to|of|equals|=|→|->|=>|\\|)|:)? (\`[^\`:\\s]+\`(?= *(?:[,.;)|]|$|and\\b))|\`[^\`]+\`(?= *(?:[.;)|]|$))|"[^"]*"|${plain}|(?<=(?:is|to) )(?:on|off))(?![\\w-])`,
      'gi',
    ),
    ({ 0: whole, 1: name = '', 2: written = '', index = 0 }) => {
      // two names side by side are two names; "`push` to `main`" sets nothing
      const isLoose =
        /` (?:to|of) /.test(whole) && !/\bsets? (?:the )?$/i.test(sentence.slice(0, index))
      return isLoose || /` `/.test(whole) || /^`["'].*:/.test(written)
        ? null
        : value(quoted(name), written)
    },
  ),
  ...all(
    sentence,
    /^`?([A-Za-z_][\w.-]*)`? \| `?([^`|]*[^`|\s])`?$/g,
    ([, name = '', written = '']) => value(quoted(name), written),
  ),
]

/** A variable in capitals with its value: PORT=3000, PORT (3000), PORT with default 3000, PORT is empty. */
export const variables: Form = (sentence) => {
  // inside of a command it is an argument
  const outside = sentence.replace(/`[^`\n]*`/g, (text) =>
    /\s/.test(text) ? ' '.repeat(text.length) : text,
  )
  const name = '`?(?<![\\w.-])([A-Z][A-Z0-9_]{2,})`?'
  return [
    all(sentence, new RegExp(`${name} \\((${code}|${plain}|\\w+://[^\\s)]+)\\)`, 'g'), named),
    all(outside, /(?<![\w`.-])([A-Z][A-Z0-9_]+)=("[^"]*"|[^\s,;`]+)/g, named),
    all(
      sentence,
      new RegExp(
        `${name}\\s*(?:\\(|with |is |, )?\\s*(?:(?:an? |the )?default(?:s|ing)?(?: value)?(?: (?:to|is|of))?|set to|value)\\s+(${code}|[\\w./:@*-]*\\w)\\)?`,
        'g',
      ),
      named,
    ),
    all(
      sentence,
      new RegExp(`${name} (?:must be |is |stays |is listed but )(empty)\\b`, 'g'),
      named,
    ),
  ].flat()
}
const named = ([, name = '', written = '']: RegExpMatchArray): DemandCheck => value(name, written)

const acronyms =
  /^(?:YAML|JSON|JSONC|TOML|INI|ENV|API|APIS|HTTP|HTTPS|URL|URLS|TLS|SSL|CORS|AWS|GCP|SQL|REST|TTL|CPU|RAM|SMTP|SSH|DNS|JWT|SSO|CLI|SDK|UTC|README|MIT|IDS|MUST|SHOULD|NOT|AND|THE|ALL|IAM|RBAC|ADR|NGINX|GET|POST|PUT|TCP|UDP|CRON|OIDC|OAUTH|HMAC|CSRF|LTS|ESM|NPM|SPA|CDN|HSTS|SSD|NODE)$/

/** Names in capitals are variables where the sentence speaks of variables, or names several of them. */
export const shouted =
  (kind: FileKind | null): Form =>
  (sentence) => {
    const names = all(
      sentence,
      /`?(?<![\w$.{/-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?![\w/{-])`?/g,
      ([, name = '']) =>
        name.length > 2 && !acronyms.test(name) ? { type: 'name', name, role: 'variable' } : null,
    )
    const isList =
      kind === 'env' ||
      names.some(({ check }) => check.type === 'name' && check.name.includes('_')) ||
      /\bvariables?\b|\benv\b/i.test(sentence)
    return isList ? names : []
  }
