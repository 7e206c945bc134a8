import { type Draft, placeOf, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { pick, type Random } from './random.ts'
import {
  childElements,
  detach,
  type Element,
  elementsIn,
  insertAfter,
  isText,
  made,
  parentOf,
  pathOf,
  plainText,
  type TextNode,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'copy', dimension: 'Completeness' }) as const

/** Whether the page comes with the text it must show. */
const hasCopy = (draft: Draft): boolean => typeof draft.site.files['copy.json'] === 'string'

const texts = (draft: Draft): readonly { readonly element: Element; readonly node: TextNode }[] =>
  hasCopy(draft)
    ? tagged(
        draft,
        'p',
        'h1',
        'h2',
        'h3',
        'li',
        'dd',
        'dt',
        'summary',
        'label',
        'td',
        'figcaption',
        'caption',
      ).flatMap((element) =>
        element.childNodes.flatMap((node) =>
          isText(node) && node.value.trim() !== '' ? [{ element, node }] : [],
        ),
      )
    : []

/** Changes the words of one piece of text. */
const reworded = (id: string, change: (text: string, random: Random) => string | null): Operator =>
  onPage(about(id), (draft, random) => {
    const all = texts(draft)
    const start = Math.floor(random() * all.length)
    for (const { element, node } of [...all.slice(start), ...all.slice(0, start)]) {
      const after = change(node.value, random)
      if (after === null || after === node.value) continue
      node.value = after
      return placeOf(element)
    }
    return null
  })

const replaceNth = (
  text: string,
  matches: readonly RegExpMatchArray[],
  random: Random,
  change: (word: string) => string,
): string | null => {
  const match = pick(matches, random)
  if (match?.index === undefined) return null
  return text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length)
}

const wordsIn = (text: string, least: number) => [
  ...text.matchAll(new RegExp(`\\b[A-Za-z]{${least},}\\b`, 'g')),
]

const lorem = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.'

const movable = (draft: Draft): readonly Element[] =>
  hasCopy(draft)
    ? seen(draft).filter(
        (each) =>
          ['section', 'article', 'aside'].includes(each.tagName) &&
          parentOf(each)?.tagName === 'main',
      )
    : []

/** Takes an element out; its parent and its neighbours are where it is missed. */
function removed(element: Element) {
  const parent = parentOf(element)
  if (parent === null) return null
  const at = childElements(parent).indexOf(element)
  detach(element)
  const above = parentOf(parent)
  const beside = above === null ? [] : childElements(above)
  const near = [
    childElements(parent)[at - 1] ?? beside[beside.indexOf(parent) - 1],
    childElements(parent)[at],
  ].flatMap((each) => (each === undefined ? [] : [each, ...elementsIn(each)]))
  return {
    selectors: [...[parent, ...near].map((each) => pathOf(each)), 'body', 'main'],
    files: ['copy.json'],
  }
}

export const copyOperators: readonly Operator[] = [
  reworded('word-changed', (text, random) =>
    replaceNth(text, wordsIn(text, 4), random, (word) => (word === 'lovely' ? 'simple' : 'lovely')),
  ),
  reworded('word-dropped', (text, random) =>
    replaceNth(text, [...text.matchAll(/\b[a-z]{3,}\s/g)], random, () => ''),
  ),
  reworded('number-changed', (text, random) =>
    replaceNth(text, [...text.matchAll(/\d+/g)], random, (number) => String(Number(number) + 3)),
  ),
  onElement(
    about('placeholder-text'),
    (draft) =>
      hasCopy(draft) ? tagged(draft, 'p').filter((each) => plainText(each).length > 30) : [],
    (element) => {
      const extra = made(`<p>${lorem}</p>`)
      insertAfter(element, extra)
      return [extra, element]
    },
  ),
  onElement(about('section-removed'), (draft) => movable(draft).slice(1), removed),
]
