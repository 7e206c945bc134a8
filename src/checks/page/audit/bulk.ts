import { addRules, type Draft, firstTag, seen, tagged } from './draft.ts'
import { scriptsOf } from './dead.ts'
import { hugePicture } from './huge-picture.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  addStyle,
  append,
  type Element,
  has,
  insertFirst,
  made,
  pathOf,
  setAttribute,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'weight', dimension: 'Functionality' }) as const

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

export const bulkOperators: readonly Operator[] = [
  onPage(about('fonts-many'), (draft) => {
    const faces = [1, 2, 3, 4, 5, 6].map(
      (each) =>
        `@font-face { font-family: F${each}; src: url('fonts/f${each}.woff2') format('woff2'); }`,
    )
    const users = ['h1', 'h2', 'h3', 'p', 'a', 'li'].map(
      (tag, at) => `${tag} { font-family: F${at + 1}, serif; }`,
    )
    const lines = addRules(draft, [...faces, ...users].join('\n'))
    for (const each of [1, 2, 3, 4, 5, 6])
      draft.files[`fonts/f${each}.woff2`] = new Uint8Array(2000).fill(each)
    return lines === null
      ? null
      : {
          selectors: ['html', 'body', 'h1', 'h2', 'h3', 'p', 'a', 'li'],
          files: [...lines, ...[1, 2, 3, 4, 5, 6].map((each) => `fonts/f${each}.woff2`)],
        }
  }),
  onPage(about('tree-huge'), (draft) => {
    const main = firstTag(draft, 'main')
    if (main === undefined) return null
    const box = made(`<div aria-hidden="true">${'<span></span>'.repeat(3_000)}</div>`)
    append(main, box)
    return { selectors: ['html', 'body', pathOf(box)], files: [] }
  }),
  onPage(about('shift-by-late-picture'), (draft) => {
    const first = seen(draft).find(({ tagName }) => tagName === 'h1')
    if (first === undefined) return null
    return {
      selectors: ['html', 'body', ...seen(draft).map((each) => pathOf(each))],
      files: coded(
        draft,
        `setTimeout(() => { const late = document.createElement('div'); late.style.height = '320px'; ${named(first)}.before(late) }, 80);`,
      ),
    }
  }),
  onElement(
    about('picture-oversized'),
    (draft) => tagged(draft, 'img').filter((each) => has(each, 'width')),
    (image, draft) => {
      draft.files['images/huge.png'] = hugePicture(3200, 2400)
      setAttribute(image, 'src', 'images/huge.png')
      addStyle(image, 'max-width: 320px; height: auto')
      return {
        selectors: [pathOf(image), 'html', 'body'],
        files: ['images/huge.png', draft.site.entry],
      }
    },
  ),
  onPage({ ...about('styles-heavy'), alsoIn: ['Design Quality'] }, (draft) => {
    const noise = Array.from(
      { length: 9_000 },
      (_, at) =>
        `.unused-${(at * 2_654_435_761) % 4_294_967_296} { margin: ${at % 7}px ${(at * 31) % 97}px; color: #${((at * 40_503) % 16_777_216).toString(16).padStart(6, '0')}; }`,
    )
    draft.files['bulk.css'] = noise.join('\n')
    const body = firstTag(draft, 'head')
    if (body === undefined) return null
    insertFirst(body, made('<link rel="stylesheet" href="bulk.css">'))
    return { selectors: ['html', 'head', 'body'], files: ['bulk.css', draft.site.entry] }
  }),
]
