import { addRules, type Draft, tagged } from './draft.ts'
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
  hasOwnText,
  insertAfter,
  isText,
  made,
  parentOf,
  pathOf,
  plainText,
  setText,
  type TextNode,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'copy', dimension: 'Completeness' }) as const

const hasCopy = (draft: Draft): boolean => typeof draft.site.files['copy.json'] === 'string'

const worded = (draft: Draft): readonly Element[] =>
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
        'figcaption',
      ).filter((each) => hasOwnText(each))
    : []

const inNavigation = (element: Element): boolean =>
  ancestorsOf(element).some(({ tagName }) => tagName === 'nav')

const nodesOf = (element: Element): readonly TextNode[] =>
  element.childNodes.flatMap((node) => (isText(node) && node.value.trim() !== '' ? [node] : []))

const reworded = (id: string, change: (text: string, random: Random) => string | null): Operator =>
  onElement(about(id), worded, (element, _, random) => {
    for (const node of nodesOf(element)) {
      const after = change(node.value, random)
      if (after === null || after === node.value) continue
      node.value = after
      return element
    }
    return null
  })

const atWord = (text: string, random: Random, least: number, change: (word: string) => string) => {
  const match = pick([...text.matchAll(new RegExp(`\\b[A-Za-z]{${least},}\\b`, 'g'))], random)
  if (match?.index === undefined) return null
  return text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length)
}

const swapTwo = (text: string, random: Random): string | null => {
  const words = text.trim().split(/\s+/)
  if (words.length < 5) return null
  const at = 1 + Math.floor(random() * (words.length - 3))
  const [one = '', other = ''] = [words[at], words[at + 1]]
  if (one.toLowerCase() === other.toLowerCase()) return null
  return [...words.slice(0, at), other, one, ...words.slice(at + 2)].join(' ')
}

/** A way to make text unseen that is not `display: none`. */
const hiddenBy = (id: string, declarations: string): Operator =>
  onElement(
    about(id),
    (draft) =>
      worded(draft).filter(
        (each) => ['p', 'li', 'h2'].includes(each.tagName) && plainText(each).length > 20,
      ),
    (element) => {
      addStyle(element, declarations)
      return [element, ...elementsIn(element)]
    },
  )

const swapTexts = (id: string, ...names: readonly string[]): Operator =>
  onPage(about(id), (draft, random) => {
    const all = hasCopy(draft)
      ? tagged(draft, ...names).filter(
          (each) => elementsIn(each).length === 0 && plainText(each) !== '' && !inNavigation(each),
        )
      : []
    const one = pick(all, random)
    const other = all.find((each) => one !== undefined && plainText(each) !== plainText(one))
    if (one === undefined || other === undefined) return null
    const [first, second] = [plainText(one), plainText(other)]
    setText(one, second)
    setText(other, first)
    return { selectors: [pathOf(one), pathOf(other)], files: [] }
  })

function movedOut(element: Element, draft: Draft) {
  const sections = tagged(draft, 'section').filter((each) => !elementsIn(each).includes(element))
  const goal = sections.at(-1)
  const parent = parentOf(element)
  if (goal === undefined || parent === null || plainText(element).length < 20) return null
  detach(element)
  goal.childNodes.push(element)
  element.parentNode = goal
  return {
    selectors: [
      pathOf(element),
      pathOf(goal),
      pathOf(parent),
      ...childElements(parent).map((each) => pathOf(each)),
    ],
    files: [],
  }
}

export const wordingOperators: readonly Operator[] = [
  reworded('words-reordered', swapTwo),
  reworded('word-doubled', (text, random) => atWord(text, random, 3, (word) => `${word} ${word}`)),
  reworded('letter-dropped', (text, random) =>
    atWord(text, random, 6, (word) => word.slice(0, 3) + word.slice(4)),
  ),
  reworded('words-joined', (text) =>
    /[a-z] [a-z]/.test(text) ? text.replace(/([a-z]) ([a-z])/, '$1$2') : null,
  ),
  reworded('entity-shown', (text) =>
    / and /.test(text) ? text.replace(' and ', ' &amp; ') : null,
  ),
  reworded('letters-garbled', (text) =>
    /[’'é–]/.test(text)
      ? text.replace(/[’'é–]/, 'â€™')
      : text.trim().length > 20
        ? text.trimEnd().replace(/.$/, 'â€¦')
        : null,
  ),
  reworded('text-cut-short', (text) =>
    text.trim().length > 50 ? `${text.trim().slice(0, 38)}…` : null,
  ),
  reworded('digit-turned', (text) => (/\d\d/.test(text) ? text.replace(/(\d)(\d)/, '$2$1') : null)),
  reworded('unit-changed', (text) =>
    /\b(?:minutes|hours|days|kg|g|km|euros|kr|weeks)\b/.test(text)
      ? text.replace(/\b(?:minutes|hours|days|kg|g|km|euros|kr|weeks)\b/, 'miles')
      : null,
  ),
  reworded('full-stop-dropped', (text) =>
    /[.]\s*$/.test(text) && text.trim().length > 20 ? text.trimEnd().slice(0, -1) : null,
  ),
  reworded('comma-added', (text) =>
    /\b[A-Za-z]{4,} [a-z]/.test(text) ? text.replace(/\b([A-Za-z]{4,}) (?=[a-z])/, '$1, ') : null,
  ),
  reworded('capital-letter-lost', (text) =>
    /^\s*[A-Z][a-z]/.test(text)
      ? text.trimStart().replace(/^./, (first) => first.toLowerCase())
      : null,
  ),
  reworded('emphasis-shouted', (text) => (text.trim().length > 10 ? text.toUpperCase() : null)),
  swapTexts('headings-exchanged', 'h2', 'h3'),
  swapTexts('paragraphs-exchanged', 'p'),
  swapTexts('actions-exchanged', 'a', 'button'),
  onElement(
    about('paragraph-moved'),
    (draft) =>
      worded(draft).filter(
        (each) =>
          each.tagName === 'p' &&
          !ancestorsOf(each).some(({ tagName }) => ['form', 'details', 'li'].includes(tagName)),
      ),
    movedOut,
  ),
  hiddenBy('text-see-through', 'opacity: 0'),
  hiddenBy('text-invisible', 'visibility: hidden'),
  hiddenBy('text-without-size', 'font-size: 0'),
  hiddenBy('text-clipped-away', 'clip-path: inset(100%)'),
  hiddenBy('text-thrown-out', 'position: absolute; left: -9999px'),
  hiddenBy('text-flattened', 'height: 0; overflow: hidden; margin: 0; padding: 0'),
  onElement(
    about('words-added-by-style'),
    (draft) => worded(draft).filter(({ tagName }) => tagName === 'p' || tagName === 'h2'),
    (element, draft) => {
      const lines = addRules(
        draft,
        `${pathOf(element)}::after { content: ' Limited offer only today'; }`,
      )
      return lines === null ? null : { selectors: [pathOf(element)], files: lines }
    },
  ),
  onElement(
    about('item-added'),
    (draft) =>
      hasCopy(draft)
        ? tagged(draft, 'li').filter((each) => hasOwnText(each) && !inNavigation(each))
        : [],
    (element) => {
      const extra = made('<li>Free refunds for members</li>')
      insertAfter(element, extra)
      return [extra, element]
    },
  ),
  onElement(
    about('badge-added'),
    (draft) => worded(draft).filter(({ tagName }) => tagName === 'h2' || tagName === 'h3'),
    (element) => {
      const badge = made('<span>New</span>')
      element.childNodes.push(badge)
      badge.parentNode = element
      return [element, badge]
    },
  ),
  onElement(
    about('heading-removed'),
    (draft) =>
      worded(draft).filter(
        (each) => ['h2', 'h3'].includes(each.tagName) && attribute(each, 'id') === undefined,
      ),
    (element) => {
      const parent = parentOf(element)
      if (parent === null) return null
      detach(element)
      return {
        selectors: [
          pathOf(parent),
          ...elementsIn(parent).map((each) => pathOf(each)),
          // a text that is gone is missed behind the one before it
          ...ancestorsOf(parent)
            .slice(0, 2)
            .flatMap((each) => childElements(each).map((child) => pathOf(child))),
          ...childElements(parentOf(parent) ?? parent)
            .flatMap((each) => [each, ...elementsIn(each)])
            .map((each) => pathOf(each)),
        ],
        files: [],
      }
    },
  ),
]
