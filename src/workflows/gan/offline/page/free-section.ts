import { tag, words } from './markup.ts'
import type { Part, Said } from './parts.ts'

type Free = Extract<Part, { type: 'free' }>

const isHeading = (field: string): boolean => /^(?:headline|heading|title)$/.test(field)
const isQuote = (field: string): boolean => /^(?:quote|text|body|testimonial|review)$/.test(field)
const isFigure = (field: string): boolean => /^(?:value|figure|number|metric|stat)$/.test(field)
const leads = /^(?:href|url|link|target)$/
const unread = /^(?:href|url|link|src|icon|id|image|target)$/

/** A section whose fields nobody has fixed: every field gets the form its name asks for. */
export const freeSection = ({ says }: Free, headingId: string): readonly string[] =>
  says.filter(({ field }) => !unread.test(field)).map((said) => formed(said, headingId))

function formed(said: Said, headingId: string): string {
  switch (said.type) {
    case 'text':
      if (isHeading(said.field)) return words('h2', { id: headingId }, said.text)
      return isQuote(said.field) && said.text.length > 60
        ? tag('blockquote', {}, words('p', {}, said.text))
        : words('p', { class: `free-${said.field.replaceAll(/[^a-z]/gi, '-')}` }, said.text)
    case 'list':
      return tag('ul', { class: 'free-list' }, ...said.texts.map((each) => words('li', {}, each)))
    case 'records':
      return tag(
        'ul',
        { class: said.records.some(hasQuote) ? 'voices' : 'free-records' },
        ...said.records.map((record) => tag('li', {}, ...recordOf(record))),
      )
  }
}

const hasQuote = (record: Readonly<Record<string, string>>): boolean =>
  Object.keys(record).some(isQuote)

function recordOf(record: Readonly<Record<string, string>>): readonly string[] {
  const href = Object.entries(record).find(([field]) => leads.test(field))?.[1]
  return Object.entries(record)
    .filter(([field]) => !unread.test(field))
    .map(([field, text], index) => {
      if (index === 0 && href !== undefined && /^(?:#|mailto:|tel:|https?:)/.test(href))
        return words('a', { href }, text)
      if (isQuote(field)) return tag('blockquote', {}, words('p', {}, text))
      return words('p', { class: isFigure(field) ? 'free-figure' : 'free-note' }, text)
    })
}
