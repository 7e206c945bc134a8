import { addRules, type Draft, firstTag, rulesOf, seen, tagged } from './draft.ts'
import { scriptsOf } from './dead.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  ancestorsOf,
  attribute,
  childElements,
  type Element,
  elementsIn,
  has,
  insertAfter,
  made,
  pathOf,
  plainText,
  removeAttribute,
  retag,
  setAttribute,
  addStyle,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'keyboard', dimension: 'Functionality' }) as const

const focusable = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button', 'input', 'select', 'textarea').filter(
    (each) => each.tagName !== 'a' || has(each, 'href'),
  )

/** Nothing shows where the focus is. */
function withoutRing(draft: Draft) {
  for (const rule of rulesOf(draft)) if (rule.selector.includes(':focus')) rule.remove()
  const lines = addRules(
    draft,
    'a:focus, button:focus, input:focus, select:focus, textarea:focus, summary:focus, [tabindex]:focus { outline: none; }',
  )
  return lines === null
    ? null
    : {
        selectors: [...focusable(draft), ...tagged(draft, 'summary')].map((each) => pathOf(each)),
        files: lines,
      }
}

const coded = (
  id: string,
  code: (target: string) => string,
  targets: (draft: Draft) => readonly Element[],
): Operator =>
  onPage(about(id), (draft) => {
    const [target] = targets(draft)
    const body = firstTag(draft, 'body')
    const last = body === undefined ? undefined : childElements(body).at(-1)
    if (target === undefined || last === undefined) return null
    const [script] = scriptsOf(draft)
    const source = code(pathOf(target))
    if (script === undefined) insertAfter(last, made(`<script>${source}</script>`))
    else draft.files[script.path] = `${script.source}\n${source}\n`
    return {
      selectors: [
        pathOf(target),
        ...(target.tagName === 'dialog' ? ['dialog', 'button', 'body'] : []),
      ],
      files: [script?.path ?? draft.site.entry],
    }
  })

/** Seen order against order in the source. */
function reversed(list: Element) {
  const items = childElements(list).filter((item) =>
    [item, ...elementsIn(item)].some(({ tagName }) => ['a', 'button', 'input'].includes(tagName)),
  )
  if (items.length < 3) return null
  addStyle(list, 'display: flex; flex-wrap: nowrap; flex-direction: row-reverse')
  return [list, ...items, ...items.flatMap((item) => elementsIn(item))]
}

/** A control made of a plain box: it looks the same and only a mouse can use it. */
function boxButton(button: Element) {
  const form = ancestorsOf(button).find(({ tagName }) => tagName === 'form')
  // a tab that is a box still answers to the keys of its list
  if (form !== undefined || has(button, 'role') || plainText(button) === '') return null
  removeAttribute(button, 'type')
  return retag(button, 'div')
}

export const keyboardOperators: readonly Operator[] = [
  onPage({ ...about('focus-outline-removed'), alsoIn: ['Design Quality'] }, withoutRing),
  coded(
    'focus-trap',
    (target) =>
      `document.querySelector(${JSON.stringify(target)}).addEventListener('keydown', (event) => { if (event.key === 'Tab') event.preventDefault() });`,
    (draft) => focusable(draft).slice(2),
  ),
  coded(
    'focus-thrown-away',
    (target) =>
      `document.querySelector(${JSON.stringify(target)}).addEventListener('focus', (event) => event.target.blur());`,
    (draft) => focusable(draft).slice(1),
  ),
  coded(
    'dialog-keeps-escape',
    () =>
      "for (const each of document.querySelectorAll('dialog')) each.addEventListener('keydown', (event) => { if (event.key === 'Escape') event.preventDefault() }); for (const each of document.querySelectorAll('dialog')) each.addEventListener('cancel', (event) => event.preventDefault());",
    (draft) => draft.elements.filter(({ tagName }) => tagName === 'dialog'),
  ),
  onElement(about('tabindex-positive'), focusable, (element) => {
    setAttribute(element, 'tabindex', '3')
    return element
  }),
  onElement(
    about('control-out-of-reach'),
    (draft) => tagged(draft, 'a', 'button').filter((each) => attribute(each, 'role') === undefined),
    (element) => {
      setAttribute(element, 'tabindex', '-1')
      return element
    },
  ),
  onElement(
    about('order-reversed'),
    (draft) => seen(draft).filter(({ tagName }) => ['ul', 'nav', 'p', 'div'].includes(tagName)),
    reversed,
  ),
  onElement(about('button-is-a-box'), (draft) => tagged(draft, 'button'), boxButton),
  onElement(
    about('box-with-onclick'),
    (draft) =>
      tagged(draft, 'p', 'li', 'figure', 'article').filter((each) =>
        elementsIn(each).every(({ tagName }) => !['a', 'button', 'input'].includes(tagName)),
      ),
    (element) => {
      setAttribute(element, 'onclick', "this.classList.toggle('open')")
      addStyle(element, 'cursor: pointer')
      return element
    },
  ),
]
