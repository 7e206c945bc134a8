import { type Draft, resolved, tagged } from './draft.ts'
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

const submitsOf = (form: Element): readonly Element[] =>
  elementsIn(form).filter(
    (each) => each.tagName === 'button' && (attribute(each, 'type') ?? 'submit') === 'submit',
  )

type Script = { readonly path: string; readonly source: string; readonly element: Element }

export function scriptsOf(draft: Draft): readonly Script[] {
  const all = draft.elements.filter((each) => each.tagName === 'script' && has(each, 'src'))
  return all.flatMap((element) => {
    const path = resolved(draft.site, attribute(element, 'src') ?? '')
    const source = draft.site.files[path]
    return typeof source === 'string' ? [{ path, source, element }] : []
  })
}

const clickers = (draft: Draft): readonly string[] =>
  draft.elements
    .filter((each) => each.tagName === 'button' && attribute(each, 'type') === 'button')
    .map((each) => pathOf(each))

/** One handler of a click in one of the scripts listens for something else. */
function loseHandler(draft: Draft, random: Random) {
  for (const { path, source, element } of shuffled(scriptsOf(draft), random)) {
    const spots = [...source.matchAll(/addEventListener\('click',\s*(?:\([^)]*\)|\w+)\s*=>\s*\{?/g)]
    const spot = shuffled(spots, random)[0]
    const buttons = clickers(draft)
    if (spot === undefined || buttons.length === 0) continue
    const after = `${source.slice(0, spot.index)}${spot[0].replace("'click'", "'klick'")}${source.slice(spot.index + spot[0].length)}`
    draft.files[path] = after
    return { selectors: [...buttons, pathOf(element)], files: [path] }
  }
  return null
}

function throwAtOnce(draft: Draft) {
  const code = 'carousel.start();'
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
}

const images = (draft: Draft): readonly Element[] => tagged(draft, 'img')

const actions = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button').filter(
    (each) => parentOf(each)?.tagName !== 'ul' && plainText(each) !== '',
  )

export const deadOperators: readonly Operator[] = [
  relinked('link-to-missing-page', /^[\w-]+\.html/, 'brochure-2019.html'),
  relinked('link-to-missing-fragment', /^#./, '#section-seven'),
  relinked('link-to-nothing', /^(?:#.|[\w-]+\.html)/, '#'),
  onPage(about('button-without-handler'), loseHandler),
  onPage(about('script-throws'), throwAtOnce),
  onElement(about('form-without-action'), forms, (form) => {
    if (!has(form, 'action')) return null
    removeAttribute(form, 'action')
    return [form, ...submitsOf(form)]
  }),
  onElement(about('control-ignores-pointer'), actions, (control) => {
    addStyle(control, 'pointer-events: none')
    return control
  }),
  onElement(about('image-missing'), images, (image, draft) => {
    const before = attribute(image, 'src') ?? ''
    const ending = /\.\w+$/.exec(before)?.[0] ?? ''
    const after = before.replace(/(\.\w+)?$/, `-2${ending}`)
    setAttribute(image, 'src', after)
    return { selectors: [pathOf(image), 'html', 'head'], files: [draft.site.entry, after] }
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
