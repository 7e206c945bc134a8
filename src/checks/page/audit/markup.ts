import { tagged, type Draft } from './draft.ts'
import type { Operator, Planted, Site } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { pick, type Random } from './random.ts'
import { attribute, detach, insertAfter, made, plainText, retag, setAttribute } from './tree.ts'

const about = (id: string) => ({ id, class: 'a11y', dimension: 'Functionality' }) as const
const meta = (id: string) => ({ id, class: 'meta', dimension: 'Functionality' }) as const

/** An operator on the text of the page itself: a parser would mend what it spoils. */
const onSource = (
  id: string,
  change: (source: string, random: Random) => { readonly at: number; readonly text: string } | null,
): Operator => ({
  ...about(id),
  plant(site: Site, random: Random): Planted | null {
    const source = site.files[site.entry]
    if (typeof source !== 'string') return null
    const changed = change(source, random)
    if (changed === null) return null
    const line = source.slice(0, changed.at).split('\n').length
    // an end that is missing is noticed where its beginning stands
    const first = id === 'tag-not-closed' ? 1 : line
    return {
      site: { ...site, files: { ...site.files, [site.entry]: changed.text } },
      place: { selectors: [], files: [`${site.entry}:${first}-${line + 4}`] },
    }
  },
})

const spliced = (source: string, found: RegExpMatchArray | null, text: string) =>
  found === null
    ? null
    : {
        at: found.index ?? 0,
        text: `${source.slice(0, found.index)}${text}${source.slice((found.index ?? 0) + found[0].length)}`,
      }

const someOf = (source: string, pattern: RegExp, random: Random): RegExpMatchArray | null =>
  pick([...source.matchAll(pattern)], random) ?? null

const withoutDescription = (draft: Draft) => {
  const tag = draft.elements.find(
    (each) => each.tagName === 'meta' && attribute(each, 'name') === 'description',
  )
  if (tag === undefined) return null
  detach(tag)
  return { selectors: ['html', 'head', 'title'], files: [draft.site.entry] }
}

export const markupOperators: readonly Operator[] = [
  onPage(meta('description-missing'), withoutDescription),
  onPage(meta('description-empty'), (draft) => {
    const tag = draft.elements.find(
      (each) => each.tagName === 'meta' && attribute(each, 'name') === 'description',
    )
    if (tag === undefined) return null
    setAttribute(tag, 'content', '')
    return {
      selectors: ['html', 'head', 'title', 'meta[name=description]'],
      files: [draft.site.entry],
    }
  }),
  onPage(meta('charset-foreign'), (draft) => {
    const tag = draft.elements.find((each) => each.tagName === 'meta' && attribute(each, 'charset'))
    if (tag === undefined) return null
    setAttribute(tag, 'charset', 'iso-8859-1')
    return { selectors: ['html', 'head', 'title', 'meta'], files: [draft.site.entry] }
  }),
  onSource('attribute-twice', (source, random) => {
    const found = someOf(source, /<(?:p|section|ul|div) class="[^"]+"/g, random)
    return spliced(source, found, `${found?.[0] ?? ''} class="twice"`)
  }),
  onSource('tag-not-closed', (source, random) =>
    spliced(source, someOf(source, /<\/(?:section|div|ul|article)>/g, random), ''),
  ),
  onSource('tag-closed-twice', (source, random) => {
    const found = someOf(source, /<\/(?:h2|h3|div|ul)>/g, random)
    return spliced(source, found, `${found?.[0] ?? ''}${found?.[0] ?? ''}`)
  }),
  onSource('block-in-paragraph', (source, random) => {
    const found = someOf(source, /<p>(?=[^<]{20,}<\/p>)/g, random)
    return spliced(source, found, '<p><div></div>')
  }),
  onElement(
    about('obsolete-element'),
    (draft) => tagged(draft, 'p', 'h2').filter((each) => plainText(each).length > 10),
    (element) => {
      const words = element.childNodes.slice()
      const centre = made('<center></center>')
      insertAfter(element, centre)
      detach(element)
      centre.childNodes = words
      for (const each of words) each.parentNode = centre
      return centre
    },
  ),
  onElement(
    about('unknown-element'),
    (draft) => tagged(draft, 'p').filter((each) => plainText(each).length > 10),
    (element) => retag(element, 'paragraph'),
  ),
]
