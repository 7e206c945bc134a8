import { limits } from '../limits.ts'

/** The document without what no editor shows: odd line ends, control characters, halves of characters. */
export function readable(text: string): string {
  return text
    .slice(0, limits.characters)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\uFFFD]/gu, '')
    .replace(/(?!\n)[\p{Zs}\p{Zl}\p{Zp}]/gu, ' ')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  rarr: '→',
}

const knownTags =
  /<\/?(?:a|abbr|b|blockquote|br|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|samp|script|section|small|span|strike|strong|style|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)\b[^<>\n]{0,300}>/gi

/** What a reader sees of a line: marks, links and tags gone, struck-out words gone as well. */
export function plain(text: string): string {
  return collapse(
    text
      .slice(0, limits.lineLength)
      .replace(/~~[^~\n]{1,400}~~|<(del|s|strike)>[^<]{0,400}<\/\1>/gi, ' ')
      .replace(/!\[([^[\]\n]{0,200})\]\([^()\n]{0,300}\)/g, '$1')
      .replace(/\[([^[\]\n]{1,200})\](?:\([^()\n]{0,300}\)|\[[^[\]\n]{0,100}\])/g, '$1')
      .replace(/\[\^[\w-]{1,40}\]/g, '')
      .replace(/<br\s{0,4}\/?>/gi, '; ')
      .replace(knownTags, ' ')
      .replace(/<([A-Za-z][\w -]{0,60})>/g, '$1')
      .replace(/&([a-z]{2,6});/g, (whole, name: string) =>
        Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole,
      )
      .replace(/`{1,3}/g, '')
      .replace(/(?<!\.\.)(?:\*{1,3}(?=\S)|(?<=\S)\*{1,3})/g, '')
      .replace(/(?<![\w\\])_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)/g, '')
      .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1'),
  )
}

export const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** At most so many characters, cut between words. */
export function cut(text: string, most: number = limits.text): string {
  if (text.length <= most) return text
  const part = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
  const space = part.lastIndexOf(' ')
  return `${(space > most / 2 ? part.slice(0, space) : part).replace(/[\s,;:–—-]+$/, '')}…`
}

/** With a capital at the start and a full stop at the end. */
export function asSentence(text: string): string {
  const trimmed = collapse(text).replace(/[\s,;:–—-]+$/, '')
  if (trimmed === '') return ''
  return capitalised(/[.!?…]["'”’)]?$/.test(trimmed) ? trimmed : `${trimmed}.`)
}

export const capitalised = (text: string): string =>
  /^[a-z][a-z]*[A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)

/** A small first letter, unless the word is a name or an abbreviation. */
export const uncapitalised = (text: string): string =>
  /^[A-Z][a-z]*(?:[\s'’,-]|$)/.test(text) && !/^I\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text

/** Without the punctuation that ends a clause. */
export const bare = (text: string): string =>
  collapse(text)
    .replace(/^[\s,;:.–—-]+/, '')
    .replace(/[\s,;:.–—-]+$/, '')
