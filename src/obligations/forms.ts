import { calls } from './call-forms.ts'
import type { DemandCheck } from './demand.ts'
import type { Form, Span } from './examine.ts'
import { commonGlue, stem, turningWords } from './glue.ts'
import { perUnit } from './per-unit.ts'
import { maskQuoted } from './sentences.ts'

const span = (start: number, text: string, check: DemandCheck, negated?: boolean): Span => ({
  start,
  end: start + text.length,
  check,
  ...(negated === undefined ? {} : { negated }),
})

const endpoints: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /`?\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)`?(?:\s+|\s*\|\s*`?)(\/[\w\-./{}:*]*[\w\-/{}*]|\/)`?/g,
    ),
  ].map((match) => {
    const [all, method = '', path = ''] = match
    return span(match.index, all, { type: 'endpoint', method, path })
  })

const scalar = (text: string): string | number | boolean | null => {
  const bare = text.replace(/^["'`]|["'`]$/g, '')
  if (bare !== text) return bare
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text === 'null' ? null : text
}

/** \`PORT=3000\`, PORT=3000, \`restart: always\`, \`PORT\` set to 3000, \`timeout\` defaults to \`30\`. */
const values: Form = (sentence) => {
  const patterns = [
    /`([A-Za-z_][\w.-]*)\s*(?:=|:\s)\s*([^`\n]+)`/g,
    /(?<![\w`.-])([A-Z][A-Z0-9_]+)=("[^"]*"|(?:[^\s,;`]|,(?=[^\s,;`])(?![A-Z][A-Z0-9_]+=))+)/g,
    /(?<![\w`.-])([A-Z][A-Z0-9]*_[A-Z0-9_]+)\s+(?:is set to|set to|defaults to|must be|should be|is|equals)\s+("[^"]*"|-?\d+(?:\.\d+)?|true|false)(?![\w-])/g,
    /`([A-Za-z_@][\w./@-]*)`\s*(?:is set to|set to|defaults to|default is|must be|should be|is|equals|=|:)\s*(?:the )?(?:value )?(`[^`]+`|"[^"]*"|-?\d+(?:\.\d+)?|true|false)(?![\w-])/g,
  ]
  // \`make BOARD=esp32\` is a command with an argument
  const plain = sentence.replace(/`[^`\s]+\s[^`\n]*=[^`\n]*`/g, (code) =>
    /^`[\w.-]+\s*=/.test(code) ? code : ' '.repeat(code.length),
  )
  return patterns.flatMap((pattern) =>
    [...plain.matchAll(pattern)].map((match) => {
      const [all, name = '', value = ''] = match
      return span(match.index, all, { type: 'value', name, value: scalar(value.trim()) })
    }),
  )
}

const units =
  'ms|s|sec|secs|seconds?|min|mins|minutes?|h|hours?|days?|weeks?|months?|years?|%|percent|kb|mb|gb|kib|mib|gib|bytes?|px|rem|em|mi|gi|m|cpus?|cores?|eur|usd|€|\\$'
const bounds: readonly (readonly [RegExp, 'most' | 'least' | 'exactly', number])[] = [
  [
    /\b(?:at most|no more than|not more than|up to|a maximum of|maximum of|maximum|max\.?)\s+/gi,
    'most',
    0,
  ],
  [
    /\b(?:at least|no fewer than|no less than|not less than|a minimum of|minimum of|minimum|min\.?)\s+/gi,
    'least',
    0,
  ],
  [/\b(?:fewer than|less than|under|below)\s+/gi, 'most', -1],
  [/\b(?:more than|over|above)\s+/gi, 'least', 1],
  [/\b(?:exactly|precisely)\s+/gi, 'exactly', 0],
]

/** "at most 5 retries", "at least 3 examples", "up to 2 MB", "a maximum length of 100". */
const limits: Form = (sentence) =>
  bounds.flatMap(([words, bound, shift]) =>
    [...sentence.matchAll(words)].flatMap((match) => {
      const after = sentence.slice(match.index + match[0].length)
      const amount = new RegExp(
        `^\`?(\\d[\\d_,]*(?:\\.\\d+)?)\`?(?:\\s*(${units})(?!\\w))?((?:\\s+(?:of\\s+)?[a-z][\\w-]*){0,2})`,
        'i',
      ).exec(after)
      const [all, digits, unit, tail = ''] = amount ?? []
      if (all === undefined || digits === undefined) return []
      const nouns = nounsAt(tail)
      const name = nouns.text === '' ? nounBefore(sentence, match.index) : nouns.text
      if (name === '') return []
      const value = Number(digits.replaceAll(/[_,]/g, '')) + (unit === undefined ? shift : 0)
      // "below 3.3 V": what no whole number counts is no limit on a count
      if (shift !== 0 && (unit !== undefined || digits.includes('.') || name.length < 2)) return []
      const length = match[0].length + all.length - tail.length + nouns.length
      const { suffix, end } = perUnit(sentence, match.index, match.index + length)
      const limit = { type: 'limit', name: `${name}${suffix}`, bound, value } as const
      const check = { ...limit, ...(unit ? { unit } : {}) }
      // "no more than" and "not under" have read their own "no"
      return [span(match.index, sentence.slice(match.index, end), check, false)]
    }),
  )

/** The nouns that follow a number: up to the first word that is glue. */
function nounsAt(tail: string): { readonly text: string; readonly length: number } {
  const words = [...tail.matchAll(/[a-z][\w-]*/gi)]
  const nouns: string[] = []
  let length = 0
  for (const { 0: word, index } of words) {
    if (nouns.length === 0 && word.toLowerCase() === 'of') continue
    if (isGlue(word) || turningWords.has(word.toLowerCase())) break
    nouns.push(word)
    length = index + word.length
  }
  return { text: nouns.join(' '), length }
}

const nounBefore = (sentence: string, end: number): string => {
  const word = /([A-Za-z][\w-]*)`?\s*(?:\(|of|is|:|,)?\s*$/.exec(sentence.slice(0, end))?.[1] ?? ''
  return isGlue(word) || turningWords.has(word.toLowerCase()) ? '' : word
}

const isGlue = (word: string): boolean =>
  commonGlue.has(stem(word)) || commonGlue.has(word.toLowerCase())

/** "port 8080", "Node 20", "timeout of 30 s", "3 replicas". */
const numbers: Form = (sentence) => {
  const named = new RegExp(
    `(?<![\\w\`/.-])([A-Za-z][\\w.-]*)\`?\\s+(?:of\\s+|is\\s+|to\\s+|=\\s*|:\\s*)?v?(\\d+(?:\\.\\d+)*)(?:\\s?(${units})(?![\\w]))?(?![\\w/-]|[.:]\\d)(?: (?:or|and) (?:newer|later|higher|above|up)\\b)?`,
    'gi',
  )
  const counted = /(?<![\w`/.:-])(\d+)\s+((?!of\b)[a-z][a-z-]+s)\b(?!\s*(?:per|\/))/gi
  return [
    ...[...sentence.matchAll(named)].flatMap((match) => {
      const [all, name = '', digits = '', unit] = match
      if (isGlue(name) || turningWords.has(name.toLowerCase())) return []
      const number = /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : digits
      const value = unit === undefined ? number : `${digits} ${unit}`
      return [span(match.index, all, { type: 'value', name, value })]
    }),
    ...[...sentence.matchAll(counted)].flatMap((match) => {
      const [all, digits = '', name = ''] = match
      if (new RegExp(`^(?:${units})$`, 'i').test(name)) return []
      const { suffix } = perUnit(sentence, match.index, match.index + all.length)
      const limit = { type: 'limit', name: `${name}${suffix}`, bound: 'exactly' } as const
      return [span(match.index, all, { ...limit, value: Number(digits) })]
    }),
  ]
}

const roleWord = /(?<![\w`])([a-z][a-z-]+)\s+$/i

/** Code in backticks names something; the noun beside it says what: function \`add\`, \`web\` service. */
const codes: Form = (sentence) =>
  [...sentence.matchAll(/`([^`\n]+)`(?:\s+([a-z]+)\b)?/gi)].map((match) => {
    const [, name = '', after] = match
    const before = roleWord.exec(sentence.slice(0, match.index))?.[1]
    const role = [before, after].find(
      (word) => word !== undefined && !isGlue(word) && !turningWords.has(word.toLowerCase()),
    )
    const text = name.trim()
    const [, quoted] =
      /^"([^"]+)"$|^'([^']+)'$/.exec(text)?.filter((each) => each !== undefined) ?? []
    if (quoted !== undefined)
      return span(match.index, `\`${name}\``, { type: 'phrase', text: quoted })
    // a signature is a name, however its parameters are spaced
    const check: DemandCheck =
      /\s/.test(text) && !/^[A-Za-z_$][\w$.]*\([^()]*\)$/.test(text)
        ? { type: 'phrase', text }
        : { type: 'name', name: text, ...(role === undefined ? {} : { role: role.toLowerCase() }) }
    const isNoun = after !== undefined && role === after && roleNouns.has(stem(after))
    return span(match.index, isNoun ? match[0] : `\`${name}\``, check)
  })

/** Nouns that only say what kind of thing the name beside them is. */
const roleNouns: ReadonlySet<string> = new Set(
  `flag option function method class type interface key variable field file folder directory section heading service job
  step mode tag header parameter argument property command endpoint route page button link label column table constant
  module package export script image setting attribute event hook`.split(/\s+/),
)

const quotes: Form = (sentence) =>
  [
    // what stands inside of code belongs to the code
    ...sentence
      .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
      .matchAll(/"([^"\n]+)"|“([^”\n]+)”|«([^»\n]+)»|(?<=\s|^|\()'([^'\n]{1,80})'(?=[\s,.;:)]|$)/g),
  ].map((match) => {
    const [all, ...inner] = match
    const text = inner.find((each) => each !== undefined) ?? ''
    const label = labelBefore.exec(sentence.slice(0, match.index))?.[0] ?? ''
    const check = { type: 'phrase', text: text.trim() } as const
    return span(match.index - label.length, `${label}${all}`, check)
  })

/** Nouns that only say what a quoted text is. */
const labelBefore =
  /(?<![\w-])(?:title|subtitle|headline|heading|name|text|word|words|phrase|line|label|message|error|date|day|place|address|city|value|slogan|motto|tagline|caption|claim|quote|term)s?:?\s+$/i

/** Names that need no backticks: MAX_SIZE, --dry-run, src/app.ts, snake_case, camelCase. */
const bareNames: Form = (sentence) => {
  const masked = maskQuoted(sentence)
  const lookUp = (pattern: RegExp, role?: string) =>
    [...masked.matchAll(pattern)].map((match) =>
      span(match.index, match[0], {
        type: 'name',
        name: match[0],
        ...(role === undefined ? {} : { role }),
      }),
    )
  return [
    ...lookUp(/(?<![\w-])--[a-z][\w-]*/g, 'flag'),
    ...lookUp(
      /(?<![\w/@.-])(?:[\w@.-]+\/)*[\w-]+\.(?:jsonc?|ya?ml|toml|[cm]?[jt]sx?|md|py|go|rs|html|css|env|sh|sql|conf|ini|txt|csv|xml)\b(?!\()/g,
      'file',
    ),
    ...lookUp(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w=])/g),
    ...lookUp(/(?<![\w.-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w(])/g),
    ...lookUp(/(?<![\w.-])[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+(?![\w(])/g),
  ]
}

/** Ways of writing a demand that hold for every kind of work, the most telling first. */
export const commonForms: readonly Form[] = [
  calls,
  endpoints,
  values,
  quotes,
  limits,
  codes,
  bareNames,
  numbers,
]
