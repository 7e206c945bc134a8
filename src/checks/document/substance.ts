import type { MarkdownDocument, Section } from './document.ts'
import { wordsOf } from './document.ts'
import { placeholderOnly } from './placeholders.ts'

type Stretch = { readonly start: number; readonly end: number }

const within = (stretch: Stretch) => (one: Stretch) =>
  one.start >= stretch.start && one.start < stretch.end

/** Something of its own stands there: code, a link, a table, a number, a name. General words are not enough. */
export function isSpecific(document: MarkdownDocument, stretch: Stretch): boolean {
  const inside = within(stretch)
  if (document.codes.some((code) => inside(code) && code.content.trim() !== '')) return true
  if (document.inlineCodes.some(inside) || document.links.some(inside)) return true
  if (document.tables.some(inside)) return true
  return specificWord.test(document.text.slice(stretch.start, stretch.end))
}

// a number, a path, a quotation, an acronym, or a name in the middle of a sentence
const specificWord =
  /\d|[\w-]+\/[\w-]|[“"][^”"\n]{3,}[”"]|\b[A-Z]{2,}|\b[a-z]+[A-Z]\w*|<\w+|(?<=[\p{Ll},;] )\p{Lu}[\p{L}.]{2,}/u

/** The body of a section: without its heading, with what stands under its sub-headings. */
export const bodyOf = ({ heading, start, end }: Section): Stretch => ({
  start: heading?.end ?? start,
  end,
})

/** A section without a body, or with a placeholder in its place. */
export function isEmpty(document: MarkdownDocument, section: Section): boolean {
  const inside = within(bodyOf(section))
  return document.blocks.filter(inside).every(({ kind, text, start, end }) => {
    if (kind === 'heading' || kind === 'rule' || kind === 'definition') return true
    const raw = document.text.slice(start, end)
    if (kind === 'html') return /^\s*<!--[\s\S]*-->\s*$/.test(raw)
    if (kind === 'code') return text.trim() === ''
    return (wordsOf(text).length === 0 && !/!\[|<img/.test(raw)) || placeholderOnly(text)
  })
}

/** Sentences of running prose, in lower case without marks, with where they begin. */
export function sentencesOf(document: MarkdownDocument): readonly (Stretch & { text: string })[] {
  return document.paragraphs.flatMap((paragraph) => {
    const raw = document.text.slice(paragraph.start, paragraph.end)
    return [...raw.matchAll(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?/g)].flatMap((match) => {
      const text = wordsOf(match[0]).join(' ').toLowerCase()
      const start = paragraph.start + match.index
      return text === '' ? [] : [{ text, start, end: start + match[0].length }]
    })
  })
}
