import { addRules, type Draft, firstTag, tagged } from './draft.ts'
import { scriptsOf } from './dead.ts'
import type { MutantClass, Operator } from './operator.ts'
import { onElement } from './plant.ts'
import {
  ancestorsOf,
  append,
  attribute,
  type Element,
  elementsIn,
  has,
  made,
  pathOf,
  plainText,
  removeAttribute,
  retag,
  setAttribute,
} from './tree.ts'

const of = (id: string, kind: MutantClass) =>
  ({ id, class: kind, dimension: 'Functionality' }) as const

/** Text fields show their caret, whatever becomes of the ring. */
const ringed = (draft: Draft): readonly Element[] =>
  focusable(draft).filter(({ tagName }) => tagName !== 'input')

const focusable = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button', 'input', 'select', 'summary').filter(
    (each) => each.tagName !== 'a' || has(each, 'href'),
  )

function coded(draft: Draft, code: string): readonly string[] {
  const [script] = scriptsOf(draft)
  if (script !== undefined) {
    draft.files[script.path] = `${script.source}\n${code}\n`
    return [script.path]
  }
  const body = firstTag(draft, 'body')
  if (body !== undefined) append(body, made(`<script>${code}</script>`))
  return [draft.site.entry]
}

const named = (target: Element): string =>
  `document.querySelector(${JSON.stringify(pathOf(target))})`

const ruled = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  rule: (selector: string) => string,
): Operator =>
  onElement({ ...of(id, 'keyboard'), alsoIn: ['Design Quality'] }, candidates, (element, draft) => {
    const lines = addRules(draft, rule(pathOf(element)))
    return lines === null ? null : { selectors: [pathOf(element)], files: lines }
  })

const scripted = (
  id: string,
  kind: MutantClass,
  candidates: (draft: Draft) => readonly Element[],
  code: (name: string) => string,
): Operator =>
  onElement(of(id, kind), candidates, (element, draft) => ({
    selectors: [element, ...elementsIn(element), ...ancestorsOf(element).slice(0, 1)].map((each) =>
      pathOf(each),
    ),
    files: coded(draft, code(named(element))),
  }))

/** A button of a list entry that shows only under the pointer. */
function onlyUnderPointer(element: Element, draft: Draft) {
  const lines = addRules(
    draft,
    `${pathOf(element)} { opacity: 0; } ${pathOf(element)}:hover { opacity: 1; }`,
  )
  return lines === null ? null : { selectors: [pathOf(element)], files: lines }
}

export const movingOperators: readonly Operator[] = [
  ruled(
    'focus-ring-of-one',
    ringed,
    (selector) =>
      `${selector}:focus, ${selector}:focus-visible { outline: none; box-shadow: none; }`,
  ),
  ruled(
    'focus-ring-without-width',
    ringed,
    (selector) => `${selector}:focus-visible { outline-width: 0; }`,
  ),
  ruled(
    'focus-ring-see-through',
    ringed,
    (selector) => `${selector}:focus-visible { outline-color: transparent; }`,
  ),
  onElement(
    of('control-inert', 'keyboard'),
    (draft) =>
      tagged(draft, 'section', 'nav', 'form').filter((each) =>
        elementsIn(each).some(({ tagName }) => tagName === 'a' || tagName === 'button'),
      ),
    (part) => {
      setAttribute(part, 'inert', '')
      return [part, ...elementsIn(part)]
    },
  ),
  onElement(
    of('button-by-role-only', 'keyboard'),
    (draft) =>
      tagged(draft, 'button').filter(
        (each) => attribute(each, 'type') === 'button' && !has(each, 'role'),
      ),
    (button) => {
      removeAttribute(button, 'type')
      setAttribute(button, 'role', 'button')
      return retag(button, 'span')
    },
  ),
  onElement(
    of('button-deaf-to-keys', 'keyboard'),
    (draft) =>
      tagged(draft, 'button').filter(
        (each) => attribute(each, 'type') === 'button' && !has(each, 'role'),
      ),
    (button) => {
      removeAttribute(button, 'type')
      setAttribute(button, 'role', 'button')
      setAttribute(button, 'tabindex', '0')
      return retag(button, 'div')
    },
  ),
  onElement(
    of('control-only-under-pointer', 'keyboard'),
    (draft) => tagged(draft, 'a', 'button').filter((each) => plainText(each) !== ''),
    onlyUnderPointer,
  ),
  scripted(
    'select-goes-away',
    'keyboard',
    (draft) => tagged(draft, 'select'),
    (name) => `${name}.addEventListener('change', () => { location.href = 'index.html?chosen' });`,
  ),
  scripted(
    'focus-jumps-back',
    'keyboard',
    (draft) => focusable(draft).slice(3),
    (name) => `${name}.addEventListener('focus', () => document.querySelector('a[href]').focus());`,
  ),
  scripted(
    'moves-by-script',
    'motion',
    (draft) => tagged(draft, 'h1', 'h2'),
    (name) =>
      `setInterval(() => { ${name}.style.transform = 'translateX(' + (Date.now() / 20) % 14 + 'px)' }, 30);`,
  ),
  onElement(
    of('film-plays-itself', 'motion'),
    (draft) => tagged(draft, 'section'),
    (section) => {
      const film = made(
        '<video src="data:video/mp4;base64,AAAAHGZ0eXBtcDQyAAAAAG1wNDJpc29tAAAAAA==" width="280" height="160" autoplay loop muted aria-label="A tour"></video>',
      )
      append(section, film)
      return [film, section]
    },
  ),
  onElement(
    of('motion-despite-wish', 'motion'),
    (draft) => tagged(draft, 'section', 'figure'),
    (element, draft) => {
      const lines = addRules(
        draft,
        `@keyframes drift { to { transform: translateY(14px) } }\n${pathOf(element)} { animation: drift 900ms ease-in-out infinite alternate; }`,
      )
      return lines === null ? null : { selectors: [pathOf(element)], files: lines }
    },
  ),
  onElement(
    of('motion-when-scrolled', 'motion'),
    (draft) =>
      tagged(draft, 'h2', 'p').filter((each) =>
        ancestorsOf(each).some(({ tagName }) => tagName === 'section'),
      ),
    (element, draft) => {
      const files = coded(
        draft,
        `new IntersectionObserver((all) => { for (const each of all) if (each.isIntersecting) each.target.style.opacity = '1' }).observe(${named(element)}); ${named(element)}.animate([{ transform: 'rotate(0)' }, { transform: 'rotate(4deg)' }], { duration: 700, iterations: Infinity });`,
      )
      return { selectors: [pathOf(element)], files }
    },
  ),
]
