import { numberIn } from '../../kit/number-words.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span, Vocabulary } from '../../obligations/examine.ts'
import { perUnit } from '../../obligations/per-unit.ts'
import { maskQuoted } from '../../obligations/sentences.ts'
import { facts as told, headings } from './fact-forms.ts'
import { isUsualSection } from './section-names.ts'
import { span } from '../code/vocabulary.ts'

const section = (name: string, role = 'section'): DemandCheck => ({ type: 'name', name, role })

/** The parts of "A, B and C" with their offsets; none where one of them is more than a name. */
function partsOf(list: string, offset: number): readonly { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = []
  let from = 0
  const between = /\s*(?:,\s*(?:and|or|plus)\s+|,|;|\band\b|\bplus\b|&)\s*/gi
  for (const match of [...list.matchAll(between), null]) {
    const raw = list.slice(from, match?.index)
    const lead = /^\s*(?:(?:an?|the|its|one)\s+(?:(?:on|for|about)\s+)?)?["“`'*]*/i.exec(raw)![0]
      .length
    const text = raw
      .slice(lead)
      // what the section is to hold is not its name
      .replace(/\s+(?:with|that|which|where|holding|containing|saying|naming|listing)\b.*$/i, '')
      .replace(/["”`'*.:\s]+$/, '')
    if (text !== '') parts.push({ text, start: offset + from + lead })
    from = (match?.index ?? 0) + (match?.[0].length ?? 0)
  }
  const isName = /^[\p{L}][\p{L}\p{N} '/&-]{1,40}$/u
  return parts.every(({ text }) => isName.test(text) && text.split(/\s+/).length <= 4) ? parts : []
}

const leads =
  /^(?:an?|the|these|those|this|that|all|both|some|any|no|its|our|each|every|another|one|two|three|four|five|six|seven|eight|nine|ten|first|last|next|second|third|following|add|include|use|give|has|have|with|without|write|and|of|to|in|for|which|what|new)(?= |$) ?/i

/** What is left of "The Safety" or "Add a" without the words that name nothing. */
const nameWithin = (words: string): string =>
  leads.test(words) ? nameWithin(words.replace(leads, '')) : words

/** The name before the word "section"; a capital that only begins the sentence makes none. */
function singleIn(sentence: string, match: RegExpExecArray): readonly Span[] {
  const [whole, quoted, capital, plain] = match
  const name = quoted ?? capital ?? plain ?? ''
  if (!/^[\p{Lu}"“`]/u.test(whole) && !isUsualSection(name)) return []
  const bare = quoted ?? nameWithin(name)
  const isMany = /s$/i.test(whole)
  const isFirst = bare === name && sentence.slice(0, match.index).trim() === ''
  if (bare === '' || (capital !== undefined && isMany && isFirst && !isUsualSection(bare)))
    return []
  const start = match.index + whole.indexOf(bare)
  const parts = isMany && capital !== undefined ? partsOf(bare, start) : []
  return parts.length > 1
    ? parts.map((each) => span(each.start, each.text, section(each.text)))
    : [span(start, bare, section(bare))]
}

/** "with the sections A, B and C", "sections: A, B", "an Installation section", "a section on errors". */
const sections: Form = (sentence) => {
  const listed =
    /\b(?:sections?|headings?|chapters?)\s*(?:in (?:exactly )?(?:this|that|the following) order|on|about|for|named|called|titled|covering|are)?\s*:?\s+((?!must|should|that|with|have|has|is\b|in\b|of\b)[^.\n;()]{2,300})/gi
  const single =
    /["“`]([\p{L}][\p{L}\p{N} /&-]{1,40})["”`]\s+(?:section|heading|chapter)s?\b|\b((?:[A-Z][\w/-]*)(?: (?:[A-Z][\w/-]*|and|of|to)){0,3})\s+(?:section|heading|chapter)s?\b|\b([a-z][a-z-]+) (?:section|heading|chapter)\b/gu
  const plain = /\bwith (?:the )?([A-Z][\w-]*(?:(?:, (?:and )?| and )[A-Z][\w-]*)+)(?=[.,;]|$)/g
  const all = (match: RegExpExecArray) =>
    partsOf(match[1]!, match.index + match[0].length - match[1]!.length)
  const asSpans = (parts: ReturnType<typeof partsOf>) =>
    parts.map(({ text, start }) => span(start, text, section(text)))
  const isTold = ({ 0: whole, 1: names }: RegExpExecArray) =>
    /^[\p{Lu}"“`*]/u.test(names!) ||
    /s\b\s*:|\b(?:order|on|about|for|named|called|titled|covering|are)\b/i.test(
      whole.slice(0, -names!.length),
    )
  return [
    ...[...sentence.matchAll(single)].flatMap((match) => singleIn(sentence, match)),
    ...[...sentence.matchAll(listed)].filter(isTold).flatMap((match) => asSpans(all(match))),
    // names without the word: only where each is the usual name of a section
    ...[...sentence.matchAll(plain)].flatMap((match) =>
      all(match).every(({ text }) => isUsualSection(text)) ? asSpans(all(match)) : [],
    ),
  ]
}

/** A line that is nothing but the usual name of a section, as in a list of them. */
const alone: Form = (sentence) => {
  const text = sentence.trim().replace(/[.:]$/, '')
  const isOne = text.split(/\s+/).length <= 3 && isUsualSection(text)
  return isOne ? [span(sentence.indexOf(text), text, section(text))] : []
}

const nouns =
  'install(?:ation)?|usage|configuration|licen[cs]e|contributing|troubleshooting|prerequisites|requirements|deployment|testing|rollback|getting started|quick ?-?start|API|FAQ'
const subject = new RegExp(
  `(?<![\\w"-])(${nouns})(?: (?:instructions?|steps|notes?|guide|reference|info(?:rmation)?))?(?![\\w-]|\\.\\w)`,
  'gi',
)
const howTo =
  /\bhow to (install|use|configure|test|contribute|deploy|roll back)(?: (?:it|them|the (?:package|library|tool|project)))?\b/gi

/** "covers installation and usage", "explain how to install it": it is spoken of, under whatever heading. */
const subjects: Form = (sentence) =>
  [subject, howTo].flatMap((pattern) =>
    [...maskQuoted(sentence).matchAll(pattern)].map((match) =>
      span(match.index, match[0], section(match[1]!, 'subject')),
    ),
  )

const languages =
  'TypeScript|JavaScript|Python|Go|Rust|Java|Ruby|PHP|Bash|shell|JSON|YAML|TOML|SQL|HTML|CSS|curl|code|usage'
const shown = new RegExp(
  `(\\d\\s+)?(?<![\\w.@-])(?:(${languages})(?: code)? )?(?:examples?|snippets?)(?: in (${languages}))?(?![\\w-])`,
  'gi',
)

/** "a TypeScript example", "an example in Python", "code examples". How many there must be is a limit. */
const examples: Form = (sentence) =>
  [...maskQuoted(sentence).matchAll(shown)].flatMap((match) => {
    const check = { type: 'name', name: match[3] ?? match[2] ?? 'code', role: 'example' } as const
    return match[1] === undefined ? [span(match.index, match[0], check)] : []
  })

const part =
  /(?<!\d |least |most |than |\b(?:the|this|that|our|on|at) (?:\w+ )?)\b(?:an? )?(badges?|emojis?|images?|screenshots?|tables?|links?|external links?|raw HTML|code blocks?|table of contents|TODOs?)\b/gi
const mention =
  /(?:\b(?:mention|refer(?:s|ring)? to|speak(?:s|ing)? of)(?:s|ing)?\s+(?:of\s+)?(?:the\s+)?|(?<=^no\s+)(?=\S+$))([A-Z][\w.+-]*\w|[a-z]+[A-Z]\w*)/g

/** Parts that can be counted: "no badges", "without emojis", "a table"; names that are mentioned or not. */
const parts: Form = (sentence) => [
  ...[...sentence.matchAll(/https?:\/\/[^\s)>"'`]+[^\s)>"'`.,;]/g)].map((match) =>
    span(match.index, match[0], { type: 'phrase', text: match[0] }),
  ),
  ...[...maskQuoted(sentence).matchAll(part)].map((match) =>
    span(match.index, match[0], { type: 'name', name: match[1]!, role: 'part' }),
  ),
  ...[...sentence.matchAll(mention)].map((match) =>
    span(match.index, match[0], { type: 'name', name: match[1]!, role: 'mention' }),
  ),
]

const bounds = {
  'at least': 'least',
  'at most': 'most',
  'no more than': 'most',
  exactly: 'exactly',
} as const

const licences =
  /\blicen[cs]e(?:d)?(?: is| under|:)?(?: the)? \(?(MIT|ISC|Apache-2\.0|BSD-\d-Clause|MPL-2\.0|[AL]?GPL-[\d.]+)\)?|\b(MIT|ISC|Apache-2\.0) licen[cs]e\b|(?<=\blicen[cs]e with (?:the )?)(MIT|ISC|Apache-2\.0|BSD-\d-Clause|MPL-2\.0)\b/gi

/** Facts: \`ttl\` (default 500), Node 20 or newer, the license is MIT, \`push(job)\`, at least two examples. */
const facts: Form = (sentence) => [
  ...[
    ...sentence.matchAll(
      /(?:`([\w.$-]+)`|\b([A-Z][A-Z\d]*_[A-Z\d_]+))(?: option| flag| variable)? \((?:[a-z ]+, )?(?:default|defaults to|default is):? `?([^`),]+)`?\)/g,
    ),
  ].map((match) =>
    span(match.index, match[0], {
      type: 'value',
      name: match[1] ?? match[2]!,
      value: match[3]!.trim(),
    }),
  ),
  ...[
    ...sentence.matchAll(
      /\bNode(?:\.js)? v?(\d+)(?:\.\d+)*(?:\+| (?:or|and) (?:newer|later|above|higher|up))/gi,
    ),
  ].map((match) =>
    span(match.index, match[0], { type: 'value', name: 'Node', value: Number(match[1]) }),
  ),
  ...[...sentence.matchAll(licences)].map((match) =>
    span(match.index, match[0], {
      type: 'value',
      name: 'license',
      value: match[1] ?? match[2] ?? match[3]!,
    }),
  ),
  ...[
    ...sentence.matchAll(
      /`([A-Za-z_$][\w$.]*)\([^`"'\d]*\)`(?!,? (?:is|returns?|gives?|throws?)\b)/g,
    ),
  ].map((match) =>
    span(match.index, match[0], { type: 'name', name: match[1]!, role: 'function' }),
  ),
  ...[
    ...sentence.matchAll(
      /\b(at least|at most|no more than|exactly) (one|two|three|four|five|six) ((?:code |usage )?[a-z]+)/gi,
    ),
  ].flatMap(({ 0: all, 1: words = '', 2: count = '', 3: name = '', index }) => {
    const bound = Object.entries(bounds).find(([one]) => one === words.toLowerCase())?.[1]
    const { suffix, end } = perUnit(sentence, index, index + all.length)
    const value = Number(numberIn(count) ?? 0)
    const check = { type: 'limit', name: `${name}${suffix}`, value } as const
    return bound === undefined ? [] : [span(index, sentence.slice(index, end), { ...check, bound })]
  }),
]

/** How tasks speak about documents. */
export const documentVocabulary: Vocabulary = {
  glue: new Set(
    `readme document documentation doc markdown file package library project module tool section heading title text page guide
    short brief clear concise explain describe cover mention document state list say tell how where when reader user
    instruction information content name part topic word sentence paragraph npm newcomer link refer default value
    option function flag command key variable method class argument parameter example export line command-line cli
    runbook adr tutorial changelog entry reference note step run start first next finally environment needed necessary
    handout record minutes faq onboarding how-to rule policy release released note checklist whether still people somebody
    everybody system i'd endpoint header answer end them new`
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
  whole:
    /\b(?:readme|document|guide|handout|faq|runbook|notes|minutes|change-?log|rules|how-to|record|tutorial|entry|page|manual|policy|overview|contributing)\b/i,
  forms: [headings, told, sections, alone, facts, parts, examples, subjects],
}
