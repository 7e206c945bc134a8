import { readColour } from '../../../kit/colour.ts'
import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form, Span, Vocabulary } from '../../../obligations/examine.ts'
import { splitClauses } from '../../../obligations/clauses.ts'
import { notesIn } from '../../../obligations/members.ts'
import { criteria } from './criteria.ts'
import { lists, quoted, reach, spans } from './fact-forms.ts'
import { linked, pictures, wayTo } from './link-forms.ts'

/** Names of checks that only pages know; `value` and `limit` carry them as plain data. */
export const leadsTo = (label: string, target: string | null): DemandCheck =>
  target === null
    ? { type: 'name', name: label, role: 'button' }
    : { type: 'value', name: `target of "${label}"`, value: target }

export const sectionCalled = (name: string): DemandCheck => ({
  type: 'name',
  name,
  role: 'section',
})

/** The button "Book" leads to #book; a "Call 030 123" link; the call to action "Order". */
const calls: Form = (sentence) => [
  ...spans(
    sentence,
    new RegExp(
      `(?:\\b(?:buttons?|links?|calls? to action|cta)\\s+(?:called\\s+|labell?ed\\s+|named\\s+|saying\\s+)?)?${quoted}(?:\\s+(?:buttons?|links?))?(?:,?\\s+(?:that|which|and))?\\s+(?:leads?|links?|goes|points?|scrolls?|jumps?|opens?)\\s+(?:to\\s+)?(?:the\\s+)?${wayTo}`,
      'gi',
    ),
    ([, label = '', code, words, bare]) => leadsTo(label, code ?? words ?? bare ?? ''),
  ),
  ...spans(
    sentence,
    new RegExp(
      `\\b(?:buttons?|links?|calls? to action|cta)\\s+(?:called\\s+|labell?ed\\s+|named\\s+|saying\\s+)?${quoted}\\s+(?:to|→|->)\\s+(?:the\\s+)?${wayTo}`,
      'gi',
    ),
    ([, label = '', code, words, bare]) => leadsTo(label, code ?? words ?? bare ?? ''),
  ),
  ...spans(
    sentence,
    new RegExp(
      `\\b(?:buttons?|links?|calls? to action|cta)\\s+(?:called\\s+|labell?ed\\s+|named\\s+|saying\\s+|reading\\s+|with (?:the )?(?:text|words|label)\\s+)?${quoted}`,
      'gi',
    ),
    ([, label = '']) => leadsTo(label, null),
  ),
  ...spans(
    sentence,
    new RegExp(`${quoted}\\s+(?:buttons?|links?|cta)\\b`, 'gi'),
    ([, label = '']) => leadsTo(label, null),
  ),
]

/** It says "…", it must not mention "…". */
const words: Form = (sentence) =>
  [
    ...sentence.matchAll(
      new RegExp(
        `(\\b(?:not|never|n['’]t|nor|no longer)\\s+)?\\b(?:says?|mentions?|reads?|states?|shows?|contains?|displays?|uses?)\\s+(?:the\\s+)?(?:words?\\s+|text\\s+|sentence\\s+|phrase\\s+)?${quoted}`,
        'gi',
      ),
    ),
  ].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    check: { type: 'phrase', text: match[2] ?? '' },
    negated: match[1] !== undefined,
  }))

const item = `[\\p{L}\\p{N}][\\p{L}\\p{N}'’&/-]*(?:\\s+(?!and\\b|or\\b|with\\b|that\\b|which\\b|to\\b|in\\b|on\\b|must\\b|should\\b|so\\b)[\\p{L}\\p{N}'’&/-]+){0,3}(?:\\s*\\([^()]{1,40}\\))?`
const list = `(?:(?:an?|the)\\s+)?${item}(?:\\s*(?:,\\s*and|,|\\band|&)\\s+(?:(?:an?|the|its)\\s+)?${item})*`
/** What stands in brackets belongs to the item before them. */
const itemsOf = (text: string): readonly string[] =>
  splitClauses(
    text,
    /\s*(?:,\s*and|,|\band\b|&)\s+/g,
    text.replace(/\([^()]*\)/g, (note) => 'x'.repeat(note.length)),
  )
    .map((each) => each.replace(/^(?:an?|the|its)\s+/i, '').trim())
    .filter((each) => each !== '')

const known =
  'hero|faqs?|frequently asked questions|testimonials|pricing(?: table)?|price list|opening hours|opening times|footer|(?:photo |picture )?gallery|newsletter(?: sign-?up)?|contact form|booking form|customer reviews'

const sections: Form = (sentence) => [
  ...spans(
    sentence,
    new RegExp(`\\bsections?\\s+(?:called\\s+|named\\s+|titled\\s+|headed\\s+)?${quoted}`, 'gi'),
    ([, name = '']) => sectionCalled(name),
  ),
  ...listed(
    sentence,
    new RegExp(
      `\\bsections?\\b\\s*(?::|\\b(?:for|on|about|called|named|are)\\b:?)\\s+(${list})`,
      'giu',
    ),
  ),
  ...spans(
    sentence,
    /\b(?:an?|the|one)\s+((?:[\p{L}'’&-]+\s+){0,2}?[\p{L}'’&-]+)\s+section\b/giu,
    ([, name = '']) =>
      /^(?:first|last|next|second|third|main|own|separate|short|new|each|whole)$/i.test(name)
        ? null
        : sectionCalled(name),
  ),
  ...spans(
    sentence,
    new RegExp(`\\b(?:${known})\\b(?!\\s+(?:with(?! \\w+ questions)|asking|for|:))`, 'gi'),
    ([name]) => sectionCalled(name),
  ),
]

/** One span for each item of a list, so that a sentence is read only where all of it was. */
function listed(sentence: string, pattern: RegExp): readonly Span[] {
  return [...sentence.matchAll(pattern)].flatMap((match) => {
    const text = match[1] ?? ''
    const start = match.index + match[0].length - text.length
    let from = 0
    return itemsOf(text).map((name) => {
      const at = text.indexOf(name, from)
      from = at + name.length
      return {
        start: start + at,
        end: start + from,
        check: sectionCalled(name.replace(/\s*\(.*$/, '')),
      }
    })
  })
}

const typeWords: Readonly<Record<string, string>> = {
  dropdown: 'dropdown',
  select: 'select',
  checkbox: 'checkbox',
  textarea: 'textarea',
  multiline: 'textarea',
  number: 'number',
  date: 'date',
  time: 'time',
  email: 'email',
  tel: 'tel',
  phone: 'tel',
  password: 'password',
  file: 'file',
}

/** "the name of the owner" has two words that name it. */
export const bareName = (name: string): string =>
  name
    .replace(/\b(?:of|the|your|their|an?)\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** "name, email (required), message (textarea)": a list of fields; null where an item is none. */
export function fieldsIn(text: string): Extract<DemandCheck, { type: 'fields' }>['fields'] | null {
  const fields = itemsOf(text).map((each) => {
    const [, name = each, note = ''] = /^(.*?)\s*(?:\(([^()]*)\))?$/.exec(each) ?? []
    const type = Object.entries(typeWords).find(([word]) =>
      new RegExp(`\\b${word}\\b`, 'i').test(note),
    )?.[1]
    const all = `${name} ${note}`
    const { notes } = notesIn(
      note
        .replace(new RegExp(`\\b(?:${Object.keys(typeWords).join('|')})\\b`, 'gi'), ' ')
        .replace(/^[\s,;]+/, ''),
    )
    return {
      name: name.replace(/\b(?:required|mandatory|optional|fields?)\b/gi, '').trim(),
      ...(type === undefined ? {} : { type }),
      ...(/\b(?:required|mandatory)\b/i.test(all) ? { required: true } : {}),
      ...(notes.least === undefined ? {} : { least: notes.least }),
      ...(notes.most === undefined ? {} : { most: notes.most }),
      ...(notes.counts === undefined ? {} : { counts: notes.counts }),
      ...(notes.says === undefined ? {} : { says: notes.says }),
    }
  })
  return fields.length > 0 &&
    fields.every(({ name }) => name !== '' && bareName(name).split(/\s+/).length <= 3)
    ? fields
    : null
}

const forms: Form = (sentence) =>
  spans(
    sentence,
    new RegExp(
      `\\b(?:(?:an?|the)\\s+)?((?:[\\p{L}-]+\\s+)?form)(?:\\s+(?:to|for)\\s+(?!the\\b)[\\p{L} ]{3,40}?\\s+with\\b|\\s*(?:\\(|:|with|asking for|that asks for|which asks for|for|has|contains))\\s*(?:(?:the|these)\\s+)?(?:required\\s+)?(?:fields?(?:\\s+for)?:?\\s+)?(${list})\\)?`,
      'giu',
    ),
    ([all, owner = 'form', text = '']) => {
      const wanted = fieldsIn(text)
      if (
        wanted === null ||
        wanted.some(({ name }) => /button|visitor|customer|user|page/i.test(name))
      )
        return null
      const fields = / required fields?/i.test(all)
        ? wanted.map((each) => ({ ...each, required: true }))
        : wanted
      return { type: 'fields', owner, fields }
    },
  )

/** A colour in any notation of CSS; a plain word only where it is marked, or long enough to mean nothing else. */
const colour =
  /#[\da-f]{3,8}\b(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)|(?<=\b(?:colou?rs?|primary|secondary|accent|background)(?: colou?r)?(?: is|:)?\s+)(?:`[a-z]+`|[a-z]{8,}\b)/gi

const looks: Form = (sentence) => [
  ...spans(sentence, colour, ([all]) => {
    const value = all.replaceAll('`', '')
    return readColour(value) === null ? null : { type: 'value', name: 'colour', value }
  }),
  ...spans(
    sentence,
    /\b(?:[Ff]onts?|[Tt]ypefaces?|(?:[Hh]eadings?|[Bb]ody|[Tt]exts?)(?=\s+(?:is |are )?(?:set )?in\s))\s*(?:is|are|:|called)?\s*(?:(?:set )?in\s+)?["“]?((?!and\b|or\b)[A-Z][\p{L}]*(?:\s[A-Z][\p{L}]*){0,2})["”]?(?:,\s*(?:sans-serif|serif|monospace|system-ui))*/gu,
    ([, value = '']) => ({ type: 'value', name: 'font', value }),
  ),
]

/** How tasks and briefs speak about pages. */
export const pageVocabulary: Vocabulary = {
  glue: new Set(
    `page landing site website web homepage home one-page single-page single section button link form field heading headline title
    visitor reader guest phone mobile desktop tablet screen brand colour color primary secondary accent background font typeface
    announce people somewhere sentence text address tappable clickable bottom top html css design layout px work works image picture photo alt across device size label call action cta main static lead`.split(
      /\s+/,
    ),
  ),
  whole: /\b(?:page|site|website|homepage)\b/i,
  forms: [calls, linked, pictures, words, forms, reach, lists, sections, looks, criteria],
}
