import { addRules, type Draft, firstTag, rulesOf, tagged } from './draft.ts'
import { scriptsOf } from './dead.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  attribute,
  childElements,
  type Element,
  elementsIn,
  has,
  insertAfter,
  made,
  pathOf,
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

/** The focus cannot leave one of the controls. */
function trap(draft: Draft) {
  const [, , target] = focusable(draft)
  const body = firstTag(draft, 'body')
  const last = body === undefined ? undefined : childElements(body).at(-1)
  if (target === undefined || last === undefined) return null
  const [script] = scriptsOf(draft)
  const source = `document.querySelector(${JSON.stringify(pathOf(target))}).addEventListener('keydown', (event) => { if (event.key === 'Tab') event.preventDefault() });`
  if (script === undefined) insertAfter(last, made(`<script>${source}</script>`))
  else draft.files[script.path] = `${script.source}\n${source}\n`
  return { selectors: [pathOf(target)], files: [script?.path ?? draft.site.entry] }
}

export const keyboardOperators: readonly Operator[] = [
  onPage({ ...about('focus-outline-removed'), alsoIn: ['Design Quality'] }, withoutRing),
  onPage(about('focus-trap'), trap),
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
