import { addRules, type Draft, firstTag, resolved, seen, tagged } from './draft.ts'
import { scriptsOf } from './dead.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  append,
  attribute,
  childElements,
  empty,
  insertAfter,
  insertFirst,
  made,
  pathOf,
  plainText,
  removeAttribute,
} from './tree.ts'

const motion = (id: string) => ({ id, class: 'motion', dimension: 'Functionality' }) as const
const weight = (id: string) => ({ id, class: 'weight', dimension: 'Functionality' }) as const

const animated = (id: string, keyframes: string, animation: string): Operator =>
  onElement(
    motion(id),
    (draft) => tagged(draft, 'h1', 'h2', 'img'),
    (element, draft) => {
      const target = attribute(element, 'id')
      const selector = target === undefined ? element.tagName : `#${target}`
      const lines = addRules(
        draft,
        `@keyframes ${id} { ${keyframes} }\n${selector} { animation: ${id} ${animation}; }`,
      )
      const all = target === undefined ? tagged(draft, element.tagName) : [element]
      return lines === null ? null : { selectors: all.map((each) => pathOf(each)), files: lines }
    },
  )

/** One second of silence, so that nothing but the playing itself is wrong. */
const silence = 'data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const megabytes = (count: number): string => 'loaf '.repeat(count * 209_715)

/** The same picture in a file of several megabytes. */
function heavy(draft: Draft) {
  const image = tagged(draft, 'img').find((each) => (attribute(each, 'src') ?? '').endsWith('.svg'))
  if (image === undefined) return null
  const path = resolved(draft.site, attribute(image, 'src') ?? '')
  const source = draft.site.files[path]
  if (typeof source !== 'string') return null
  draft.files[path] = `${source}<!-- ${megabytes(3)} -->\n`
  return { selectors: ['html', 'body', pathOf(image)], files: [path, draft.site.entry] }
}

/** A banner that comes late and pushes the page down. */
function lateBanner(draft: Draft) {
  const body = firstTag(draft, 'body')
  const last = body === undefined ? undefined : childElements(body).at(-1)
  if (body === undefined || last === undefined) return null
  const code =
    "setTimeout(() => { const gap = document.createElement('div'); gap.style.height = '240px'; document.body.prepend(gap) }, 60);"
  const [script] = scriptsOf(draft)
  if (script === undefined) insertAfter(last, made(`<script>${code}</script>`))
  else draft.files[script.path] = `${script.source}\n${code}\n`
  return {
    selectors: ['html', 'body', ...seen(draft).map((each) => pathOf(each))],
    files: [script?.path ?? draft.site.entry],
  }
}

export const motionOperators: readonly Operator[] = [
  animated(
    'endless-motion',
    'from { transform: translateX(0) } 50% { transform: translateX(12px) } to { transform: translateX(0) }',
    '2s linear infinite',
  ),
  animated('blinking', '50% { opacity: 0.1 }', '0.25s step-end infinite'),
  onPage(motion('sound-plays-itself'), (draft) => {
    const main = firstTag(draft, 'main') ?? firstTag(draft, 'body')
    if (main === undefined) return null
    const sound = made(`<audio src="${silence}" autoplay loop></audio>`)
    append(main, sound)
    return sound
  }),
  onElement(
    motion('marquee'),
    (draft) => tagged(draft, 'p').filter((each) => plainText(each).length > 20),
    (element) => {
      const words = plainText(element)
      empty(element)
      insertFirst(element, made(`<marquee>${words}</marquee>`))
      return [element, ...childElements(element)]
    },
  ),
  onPage(weight('image-heavy'), heavy),
  onPage(weight('script-heavy'), (draft) => {
    const [script] = scriptsOf(draft)
    if (script === undefined) return null
    draft.files[script.path] = `${script.source}\nconst words = '${megabytes(2)}'\n`
    return {
      selectors: ['html', 'body', pathOf(script.element)],
      files: [script.path, draft.site.entry],
    }
  }),
  onPage(weight('layout-shifts'), lateBanner),
  onElement(
    weight('image-without-size'),
    (draft) =>
      tagged(draft, 'img').filter(
        (each) =>
          attribute(each, 'width') !== undefined && Number(attribute(each, 'height') ?? '0') > 100,
      ),
    (image) => {
      removeAttribute(image, 'width')
      removeAttribute(image, 'height')
      return image
    },
  ),
]
