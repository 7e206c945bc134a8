import type { Form } from '../../../obligations/examine.ts'
import { quoted, spans } from './fact-forms.ts'

/** Where a link leads, in marks or as it is. */
export const wayTo = `(?:\`([^\`\\n]+)\`|["“]([^"”\\n]+)["”]|(#[\\w-]+|(?:tel|mailto|https?):[^\\s,;]+|/[\\w./-]*|[\\w-]+\\.html?))`

/** Where a link may lead, whatever its words: a path, a file, an anchor, an address. */
const place =
  /^(?:#[\w-]+|tel:[+\d\s()./-]+|[a-z][a-z\d+.-]*:\S+|\.{0,2}\/\S*|[^\s@]+@[\w-]+\.[\w.-]+|(?:[\w-]+\/)*[\w-]+\.[a-z]{2,5}(?:[?#/]\S*)?)$/i

/** 'a link to "privacy.html"', "links to `#book` and https://…": links by their targets alone. */
export const linked: Form = (sentence) => {
  const each = new RegExp(wayTo, 'g')
  const bare = wayTo.replace(/\((?!\?)/g, '(?:')
  const all = new RegExp(
    `\\b(?:links?|linking|linked)\\s+(?:(?:that|which)\\s+)?(?:(?:leads?|leading|points?|pointing|goes|going|opens?)\\s+)?to\\s+(?:the\\s+)?(${bare}(?:(?:,|,?\\s+and)\\s+(?:to\\s+)?${bare})*)`,
    'gi',
  )
  return [...sentence.matchAll(all)].flatMap((match) => {
    const from = match.index + match[0].length - match[1]!.length
    const results = [...match[1]!.matchAll(each)].map(({ 0: text, index, ...marked }) => ({
      start: index === 0 ? match.index : from + index,
      end: from + index + text.length,
      name: (marked[1] ?? marked[2] ?? marked[3] ?? '').trim(),
    }))
    return results.every(({ name }) => place.test(name))
      ? results.map(({ name, ...at }) => ({
          ...at,
          check: { type: 'name', name, role: 'link target' } as const,
        }))
      : []
  })
}

/** The picture "logo.png", an image with the alt text "Our shop". */
export const pictures: Form = (sentence) =>
  spans(
    sentence,
    new RegExp(
      `\\b(?:an?\\s+)?(?:image|picture|photo)s?\\s+(?:called\\s+|named\\s+|with (?:the )?alt(?:ernative)?(?: text)?\\s+)?${quoted}`,
      'gi',
    ),
    ([, name = '']) => ({ type: 'name', name, role: 'image' }),
  )
