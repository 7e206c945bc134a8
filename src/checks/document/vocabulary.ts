import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span, Vocabulary } from '../../obligations/examine.ts'
import { isUsualSection } from './section-names.ts'

const span = (start: number, text: string, check: DemandCheck): Span => ({
  start,
  end: start + text.length,
  check,
})

const section = (name: string, role = 'section'): DemandCheck => ({ type: 'name', name, role })

/** The parts of "A, B and C" with their offsets; none where one of them is more than a name. */
function partsOf(list: string, offset: number): readonly { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = []
  let from = 0
  for (const found of [
    ...list.matchAll(/\s*(?:,\s*(?:and|or|plus)\s+|,|;|\band\b|\bplus\b|&)\s*/gi),
    null,
  ]) {
    const raw = list.slice(from, found?.index)
    const lead = /^\s*(?:(?:an?|the|its|one)\s+(?:(?:on|for|about)\s+)?)?["“`'*]*/i.exec(raw)![0]
      .length
    const text = raw.slice(lead).replace(/["”`'*.:\s]+$/, '')
    if (text !== '') parts.push({ text, start: offset + from + lead })
    from = (found?.index ?? 0) + (found?.[0].length ?? 0)
  }
  const isName = /^[\p{L}][\p{L}\p{N} '/&-]{1,40}$/u
  return parts.every(({ text }) => isName.test(text) && text.split(/\s+/).length <= 4) ? parts : []
}

/** "with the sections A, B and C", "sections: A, B", "an Installation section", "a section on errors". */
const sections: Form = (sentence) => {
  const listed =
    /\b(?:sections?|headings?|chapters?)\s*(?:on|about|for|named|called|titled|covering|are)?\s*:?\s+((?!must|should|that|with|have|has|is\b|in\b|of\b)[^.\n;()]{2,300})/gi
  const single =
    /["“`]([\p{L}][\p{L}\p{N} /&-]{1,40})["”`]\s+(?:section|heading|chapter)s?\b|\b((?:[A-Z][\w/-]*)(?: (?:[A-Z][\w/-]*|and|of|to)){0,3})\s+(?:section|heading|chapter)s?\b|\b([a-z][a-z-]+) (?:section|heading|chapter)\b/gu
  return [
    ...[...sentence.matchAll(single)].flatMap((found) => {
      const name = found[1] ?? found[2] ?? found[3] ?? ''
      if (!/^[\p{Lu}"“`]/u.test(found[0]) && !isUsualSection(name)) return []
      const bare = name.replace(/^(?:An?|The|Add|Include|With|Write|And|Each|Every) /, '')
      return [span(found.index + found[0].indexOf(bare), bare, section(bare))]
    }),
    ...[...sentence.matchAll(listed)].flatMap((found) =>
      partsOf(found[1]!, found.index + found[0].length - found[1]!.length).map(({ text, start }) =>
        span(start, text, section(text)),
      ),
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
  'installation|usage|configuration|licen[cs]e|contributing|troubleshooting|prerequisites|requirements|deployment|testing|rollback|getting started|quick ?-?start|API|FAQ|options'

/** "covers installation and usage", "explain how to install it": it is spoken of, under whatever heading. */
const subjects: Form = (sentence) => [
  ...[
    ...sentence.matchAll(
      new RegExp(
        `(?<![\\w\`"-])(${nouns})(?: (?:instructions?|steps|notes?|guide|reference|info(?:rmation)?))?(?![\\w-])`,
        'gi',
      ),
    ),
  ].map((found) => span(found.index, found[0], section(found[1]!, 'subject'))),
  ...[
    ...sentence.matchAll(
      /\bhow to (install|use|configure|test|contribute|deploy|roll back)(?: (?:it|them|the (?:package|library|tool|project)))?\b/gi,
    ),
  ].map((found) => span(found.index, found[0], section(found[1]!, 'subject'))),
]

const languages =
  'TypeScript|JavaScript|Python|Go|Rust|Java|Ruby|PHP|Bash|shell|JSON|YAML|TOML|SQL|HTML|CSS|curl|code|usage'

/** "a TypeScript example", "an example in Python", "code examples". How many there must be is a limit. */
const examples: Form = (sentence) =>
  [
    ...sentence.matchAll(
      new RegExp(
        `(\\d\\s+)?(?<![\\w-])(?:(${languages})(?: code)? )?(?:examples?|snippets?)(?: in (${languages}))?(?![\\w-])`,
        'gi',
      ),
    ),
  ].flatMap((found) =>
    found[1] === undefined
      ? [
          span(found.index, found[0], {
            type: 'name',
            name: found[2] ?? found[3] ?? 'code',
            role: 'example',
          }),
        ]
      : [],
  )

/** Parts that can be counted: "no badges", "without emojis", "a table". */
const parts: Form = (sentence) => [
  ...[
    ...sentence.matchAll(
      /(?<!\d |least |most |than )\b(?:an? )?(badges?|emojis?|images?|screenshots?|tables?|links?|external links?|raw HTML|code blocks?|table of contents|TODOs?)\b/gi,
    ),
  ].map((found) => span(found.index, found[0], { type: 'name', name: found[1]!, role: 'part' })),
  ...[
    ...sentence.matchAll(
      /\b(?:mention|refer(?:s|ring)? to|speak(?:s|ing)? of)(?:s|ing)?\s+(?:the\s+)?([A-Z][\w.+-]*\w|[a-z]+[A-Z]\w*)/g,
    ),
  ].map((found) => span(found.index, found[0], { type: 'name', name: found[1]!, role: 'mention' })),
  ...[...sentence.matchAll(/https?:\/\/[^\s)>"'`]+[^\s)>"'`.,;]/g)].map((found) =>
    span(found.index, found[0], { type: 'phrase', text: found[0] }),
  ),
]

/** How tasks speak about documents. */
export const documentVocabulary: Vocabulary = {
  glue: new Set(
    `readme document documentation doc markdown file package library project module tool section heading title text page guide
    short brief clear concise explain describe cover mention document state list say tell how where when reader user
    instruction information content default value option function flag command key variable method class
    argument parameter example name part topic word sentence paragraph npm newcomer link refer each`
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
  forms: [sections, alone, examples, parts, subjects],
}
