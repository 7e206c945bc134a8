import { addRules, type Draft, resolved, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { shuffled, type Random } from './random.ts'
import {
  addStyle,
  attribute,
  type Element,
  elementsIn,
  has,
  insertAfter,
  made,
  parentOf,
  pathOf,
  plainText,
  removeAttribute,
  setAttribute,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'dead', dimension: 'Functionality' }) as const

const links =
  (fits: RegExp) =>
  (draft: Draft): readonly Element[] =>
    tagged(draft, 'a').filter((link) => fits.test(attribute(link, 'href') ?? ''))

const relinked = (id: string, fits: RegExp, href: string): Operator =>
  onElement(about(id), links(fits), (link) => {
    setAttribute(link, 'href', href)
    return link
  })

const forms = (draft: Draft): readonly Element[] =>
  tagged(draft, 'form').filter((form) => attribute(form, 'method') !== 'dialog')

const requiredFields = (form: Element): readonly Element[] =>
  elementsIn(form).filter((each) => has(each, 'required'))

const submitsOf = (form: Element): readonly Element[] =>
  elementsIn(form).filter(
    (each) => each.tagName === 'button' && (attribute(each, 'type') ?? 'submit') === 'submit',
  )

const submits = (draft: Draft): readonly Element[] =>
  forms(draft).flatMap((form) => submitsOf(form))

const scripts = (draft: Draft): readonly Element[] =>
  draft.elements.filter((each) => each.tagName === 'script' && has(each, 'src'))

type Script = { readonly path: string; readonly source: string; readonly element: Element }

export function scriptsOf(draft: Draft): readonly Script[] {
  return scripts(draft).flatMap((element) => {
    const path = resolved(draft.site, attribute(element, 'src') ?? '')
    const source = draft.site.files[path]
    return typeof source === 'string' ? [{ path, source, element }] : []
  })
}

const clickers = (draft: Draft): readonly string[] =>
  draft.elements
    .filter((each) => each.tagName === 'button' && attribute(each, 'type') === 'button')
    .map((each) => pathOf(each))

/** Changes one handler of a click in one of the scripts. */
function spoilHandler(draft: Draft, random: Random, change: (handler: string) => string) {
  for (const { path, source, element } of shuffled(scriptsOf(draft), random)) {
    const spots = [...source.matchAll(/addEventListener\('click',\s*(?:\([^)]*\)|\w+)\s*=>\s*\{?/g)]
    const spot = shuffled(spots, random)[0]
    const buttons = clickers(draft)
    if (spot === undefined || buttons.length === 0) continue
    const after = `${source.slice(0, spot.index)}${change(spot[0])}${source.slice(spot.index + spot[0].length)}`
    if (after === source) continue
    draft.files[path] = after
    return { selectors: [...buttons, pathOf(element)], files: [path] }
  }
  return null
}

const throwing = (handler: string): string =>
  handler.endsWith('{')
    ? `${handler} state.current.toggle();`
    : handler.replace(/=>\s*$/, '=> state.current.toggle() && ')

function appended(id: string, code: string): Operator {
  return onPage(about(id), (draft) => {
    const [script] = scriptsOf(draft)
    if (script === undefined) {
      const body = draft.elements.find(({ tagName }) => tagName === 'body')
      const inline = made(`<script>${code}</script>`)
      const last = body === undefined ? undefined : elementsIn(body).at(-1)
      if (last === undefined) return null
      insertAfter(last, inline)
      return { selectors: ['html', 'body', pathOf(inline)], files: [draft.site.entry] }
    }
    draft.files[script.path] = `${script.source}\n${code}\n`
    return {
      selectors: ['html', 'body', pathOf(script.element)],
      files: [script.path, draft.site.entry],
    }
  })
}

const missing = (
  id: string,
  find: (draft: Draft) => readonly Element[],
  name: 'src' | 'href',
): Operator =>
  onElement(about(id), find, (element, draft) => {
    const before = attribute(element, name) ?? ''
    const ending = /\.\w+$/.exec(before)?.[0] ?? ''
    const after = before.replace(/(\.\w+)?$/, `-2${ending}`)
    setAttribute(element, name, after)
    return { selectors: [pathOf(element), 'html', 'head'], files: [draft.site.entry, after] }
  })

/** A transparent layer that swallows the clicks on a control. */
function cover(control: Element) {
  const parent = parentOf(control)
  if (parent === null || plainText(control) === '') return null
  addStyle(parent, 'position: relative')
  const layer = made('<div style="position: absolute; inset: 0; z-index: 5"></div>')
  const host =
    parent.tagName === 'p' || parent.tagName === 'ul'
      ? made('<span style="position: absolute; inset: 0; z-index: 5"></span>')
      : layer
  insertAfter(control, host)
  return [control, host, parent]
}

const actions = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button').filter(
    (each) => parentOf(each)?.tagName !== 'ul' && plainText(each) !== '',
  )

export const deadOperators: readonly Operator[] = [
  relinked('link-to-missing-page', /^[\w-]+\.html/, 'brochure-2019.html'),
  relinked('link-to-missing-fragment', /^#./, '#section-seven'),
  relinked('link-to-nothing', /^(?:#.|[\w-]+\.html)/, '#'),
  relinked('link-javascript', /^(?:#.|[\w-]+\.html)/, 'javascript:void(0)'),
  onElement(about('link-without-href'), links(/./), (link) => {
    removeAttribute(link, 'href')
    return link
  }),
  onPage(about('button-without-handler'), (draft, random) =>
    spoilHandler(draft, random, (handler) => handler.replace("'click'", "'klick'")),
  ),
  onPage(about('handler-throws'), (draft, random) => spoilHandler(draft, random, throwing)),
  appended('script-throws', 'carousel.start();'),
  appended('console-error', "console.error('Could not read the settings');"),
  onElement(about('form-without-action'), forms, (form) => {
    if (!has(form, 'action')) return null
    removeAttribute(form, 'action')
    return [form, ...submitsOf(form)]
  }),
  onElement(about('form-action-missing'), forms, (form) => {
    setAttribute(form, 'action', 'send-mail.php')
    return [form, ...submitsOf(form)]
  }),
  onElement(about('validation-off'), forms, (form) => {
    if (requiredFields(form).length === 0) return null
    setAttribute(form, 'novalidate', '')
    return [form, ...submitsOf(form), ...requiredFields(form)]
  }),
  onElement(about('submit-is-plain-button'), submits, (button) => {
    setAttribute(button, 'type', 'button')
    const form = parentOf(button)
    return form === null ? button : [button, form]
  }),
  onElement(about('button-disabled'), submits, (button) => {
    setAttribute(button, 'disabled', '')
    return button
  }),
  onElement(about('control-covered'), actions, cover),
  onElement(about('control-ignores-pointer'), actions, (control) => {
    addStyle(control, 'pointer-events: none')
    return control
  }),
  missing('image-missing', (draft) => tagged(draft, 'img'), 'src'),
  missing(
    'style-sheet-missing',
    (draft) => draft.elements.filter((each) => attribute(each, 'rel') === 'stylesheet'),
    'href',
  ),
  missing('script-missing', scripts, 'src'),
  onPage(about('font-missing'), (draft) => {
    const lines = addRules(
      draft,
      "@font-face { font-family: Brand; src: url('fonts/brand.woff2') format('woff2'); }\nh1 { font-family: Brand, serif; }",
    )
    return lines === null
      ? null
      : {
          selectors: ['html', 'head', 'h1'],
          files: [...lines, 'fonts/brand.woff2', 'style.css', draft.site.entry],
        }
  }),
  onPage(about('third-party-request'), (draft) => {
    const head = draft.elements.find(({ tagName }) => tagName === 'link')
    if (head === undefined) return null
    const script = made('<script src="https://cdn.tracker.example/t.js" async></script>')
    insertAfter(head, script)
    return {
      selectors: [pathOf(script), 'head', 'html'],
      files: [draft.site.entry, 'https://cdn.tracker.example/t.js'],
    }
  }),
]
