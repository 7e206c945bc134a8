import { type Draft, placeOf, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { pick, type Random } from './random.ts'
import {
  addStyle,
  ancestorsOf,
  attribute,
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
  found: readonly RegExpMatchArray[],
  random: Random,
  change: (word: string) => string,
): string | null => {
  const match = pick(found, random)
  if (match?.index === undefined) return null
  return text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length)
}

const wordsIn = (text: string, least: number) => [
  ...text.matchAll(new RegExp(`\\b[A-Za-z]{${least},}\\b`, 'g')),
]

const swapped = (word: string): string =>
  word.slice(0, 1) + word.slice(2, 3) + word.slice(1, 2) + word.slice(3)

const sentencesOf = (text: string): readonly string[] => text.match(/[^.!?]+[.!?]+\s*/g) ?? []

function dropSentence(text: string, random: Random): string | null {
  const all = sentencesOf(text)
  if (all.length < 2 || all.join('') !== text) return null
  const gone = Math.floor(random() * all.length)
  return all
    .filter((_, at) => at !== gone)
    .join('')
    .trim()
}

const lorem = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.'

const movable = (draft: Draft): readonly Element[] =>
  hasCopy(draft)
    ? seen(draft).filter(
        (each) =>
          ['section', 'article', 'aside'].includes(each.tagName) &&
          parentOf(each)?.tagName === 'main',
      )
    : []

function swapSections(draft: Draft, random: Random) {
  const all = movable(draft).slice(1)
  if (all.length < 2) return null
  const at = Math.floor(random() * (all.length - 1))
  const [one, other] = [all[at], all[at + 1]]
  if (one === undefined || other === undefined) return null
  detach(other)
  const before = parentOf(one)
  if (before === null) return null
  before.childNodes.splice(before.childNodes.indexOf(one), 0, other)
  other.parentNode = before
  return placeOf(one, other, ...childElements(one), ...childElements(other))
}

const items = (draft: Draft): readonly Element[] =>
  hasCopy(draft)
    ? tagged(draft, 'li', 'tr', 'article', 'details', 'figure').filter(
        (each) => plainText(each) !== '' && !inNavigation(each),
      )
    : []

const inNavigation = (element: Element): boolean =>
  ancestorsOf(element).some(({ tagName }) => tagName === 'nav')

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

function swapItems(list: Element) {
  const all = childElements(list)
  const [one, other] = all
  if (one === undefined || other === undefined || plainText(one) === plainText(other)) return null
  if (plainText(one) === '' || plainText(other) === '') return null
  detach(one)
  insertAfter(other, one)
  return [list, one, other, ...childElements(one), ...childElements(other)]
}

const actions = (draft: Draft): readonly Element[] =>
  hasCopy(draft)
    ? tagged(draft, 'a', 'button').filter(
        (each) => each.childNodes.length === 1 && plainText(each) !== '' && !inNavigation(each),
      )
    : []

export const copyOperators: readonly Operator[] = [
  reworded('word-changed', (text, random) =>
    replaceNth(text, wordsIn(text, 4), random, (word) => (word === 'lovely' ? 'simple' : 'lovely')),
  ),
  reworded('word-dropped', (text, random) =>
    replaceNth(text, [...text.matchAll(/\b[a-z]{3,}\s/g)], random, () => ''),
  ),
  reworded('letters-swapped', (text, random) =>
    replaceNth(
      text,
      wordsIn(text, 5).filter(([word]) => word[1] !== word[2]),
      random,
      swapped,
    ),
  ),
  reworded('sentence-dropped', dropSentence),
  reworded('number-changed', (text, random) =>
    replaceNth(text, [...text.matchAll(/\d+/g)], random, (number) => String(Number(number) + 3)),
  ),
  reworded('punctuation-changed', (text) =>
    /[.?]\s*$/.test(text) ? text.replace(/[.?](\s*)$/, '!$1') : null,
  ),
  reworded('case-changed', (text, random) =>
    replaceNth(
      text,
      wordsIn(text, 4).filter(([word]) => word === word.toLowerCase()),
      random,
      (word) => word.toUpperCase(),
    ),
  ),
  reworded('not-inserted', (text) =>
    /\b(?:is|are|can|will|get)\b/.test(text)
      ? text.replace(/\b(is|are|can|will|get)\b/, '$1 not')
      : null,
  ),
  onElement(
    about('sentence-added'),
    (draft) =>
      hasCopy(draft) ? tagged(draft, 'p').filter((each) => plainText(each).length > 30) : [],
    (element) => {
      const extra = made('<p>Our friendly team looks forward to hearing from you soon.</p>')
      insertAfter(element, extra)
      return [extra, element]
    },
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
  onElement(about('action-renamed'), actions, (element) => {
    const [node] = element.childNodes
    if (node === undefined || !isText(node)) return null
    node.value = 'Get started'
    return element
  }),
  onPage(about('sections-swapped'), swapSections),
  onElement(about('section-removed'), (draft) => movable(draft).slice(1), removed),
  onElement(about('item-removed'), items, removed),
  onElement(
    about('items-swapped'),
    (draft) =>
      hasCopy(draft)
        ? tagged(draft, 'ul', 'ol', 'tbody', 'dl').filter((each) => !inNavigation(each))
        : [],
    swapItems,
  ),
  onElement(
    about('text-hidden'),
    (draft) =>
      hasCopy(draft) ? tagged(draft, 'p').filter((each) => plainText(each).length > 30) : [],
    (element) => {
      addStyle(element, 'display: none')
      return placeOf(element)
    },
  ),
  onElement(
    about('text-doubled'),
    (draft) =>
      hasCopy(draft)
        ? tagged(draft, 'p').filter(
            (each) => plainText(each).length > 30 && attribute(each, 'id') === undefined,
          )
        : [],
    (element) => {
      const again = made(`<p>${plainText(element)}</p>`)
      insertAfter(element, again)
      return [again, element]
    },
  ),
]
