import { stem } from '../../obligations/glue.ts'
import type { MarkdownDocument } from './document.ts'
import { wordsOf } from './document.ts'

const emoji = /\p{Extended_Pictographic}|:[a-z_]+:(?=\s|$)/gu
const badge =
  /!\[[^\]]*\]\([^)]*(?:shields\.io|badge|travis-ci|codecov|coveralls|\.svg)[^)]*\)|<img[^>]*(?:shields\.io|badge)[^>]*>/gi

const counters: Readonly<Record<string, (document: MarkdownDocument) => number>> = {
  word: ({ text }) => (text.match(/\S+/g) ?? []).length,
  line: ({ text }) => text.replace(/\n+$/, '').split('\n').length,
  character: ({ text }) => Array.from(text).length,
  section: ({ headings }) => headings.filter(({ depth }) => depth > 1).length,
  heading: ({ headings }) => headings.length,
  example: ({ codes }) => codes.filter(({ content }) => content.trim() !== '').length,
  block: ({ codes }) => codes.length,
  snippet: ({ codes }) => codes.length,
  link: ({ links }) => links.filter(({ kind }) => kind !== 'image' && kind !== 'definition').length,
  image: ({ links, text }) =>
    links.filter(({ kind }) => kind === 'image').length + (text.match(/<img\b/gi) ?? []).length,
  table: ({ tables }) => tables.length,
  paragraph: ({ blocks }) => blocks.filter(({ kind }) => kind === 'paragraph').length,
  step: ({ lists }) =>
    Math.max(0, ...lists.filter(({ ordered }) => ordered).map(({ items }) => items.length)),
  item: ({ lists }) => Math.max(0, ...lists.map(({ items }) => items.length)),
  emoji: ({ text }) => (text.match(emoji) ?? []).length,
  badge: ({ text }) => (text.match(badge) ?? []).length,
  todo: ({ text }) => (text.match(/\bTODO\b/g) ?? []).length,
  html: ({ text }) => (text.match(/<[a-z]+[\s>]/gi) ?? []).length,
  'table of contents': ({ links }) =>
    links.filter(({ url }) => url.startsWith('#')).length > 2 ? 1 : 0,
}
const same: Readonly<Record<string, string>> = {
  bullet: 'item',
  point: 'item',
  screenshot: 'image',
  picture: 'image',
  'code block': 'block',
  'raw html': 'html',
  chapter: 'section',
}

/** How many of these a document has; null for what cannot be counted. */
export function countOf(document: MarkdownDocument, name: string): number | null {
  const lower = name.toLowerCase().trim()
  if (lower === 'external links')
    return document.links.filter(({ url }) => /^https?:/.test(url)).length
  const last = stem(lower.split(' ').at(-1) ?? '')
  const key = [lower, stem(lower), last]
    .map((each) => same[each] ?? each)
    .find((each) => Object.hasOwn(counters, each))
  // "3 retry steps" are not the steps of this document
  const isPlain =
    wordsOf(lower).length === 1 ||
    /^(?:code|usage|top-level|table|raw|numbered|shell|working|runnable) /.test(lower)
  return key === undefined || !isPlain ? null : counters[key]!(document)
}

const describe = ({ paragraphs }: MarkdownDocument): readonly string[] =>
  paragraphs.map(({ text }) => text)

const withinTexts: Readonly<Record<string, (document: MarkdownDocument) => readonly string[]>> = {
  line: ({ text }) => text.split('\n'),
  sentence: (document) => describe(document).flatMap((text) => text.split(/[.!?](?=\s|$)/)),
  paragraph: describe,
  item: ({ lists }) => lists.flatMap(({ items }) => items.map(({ text }) => text)),
}

/** How many characters or words the longest line, sentence, paragraph or item has; null for what is not counted so. */
export function mostWithin(document: MarkdownDocument, name: string): number | null {
  const [, noun = '', unit = ''] = /^(characters|words) per (\w+)$/i.exec(name) ?? []
  const texts = withinTexts[unit]?.(document)
  if (texts === undefined) return null
  const lengthOf = (text: string) =>
    noun.toLowerCase() === 'words' ? wordsOf(text).length : Array.from(text).length
  return Math.max(0, ...texts.map(lengthOf))
}
