import { addRules, type Draft, rulesOf, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  addStyle,
  ancestorsOf,
  append,
  childElements,
  type Element,
  elementsIn,
  insertAfter,
  insertFirst,
  made,
  pathOf,
  setText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'slop', dimension: 'Originality' }) as const

const heroes = (draft: Draft): readonly Element[] => {
  const [title] = tagged(draft, 'h1')
  return title === undefined
    ? []
    : ancestorsOf(title)
        .filter(({ tagName }) => ['section', 'header', 'article'].includes(tagName))
        .slice(0, 1)
}

const lastSection = (draft: Draft): Element | undefined => tagged(draft, 'section').at(-1)

const purple = 'background: linear-gradient(135deg, #8b5cf6, #6d28d9); color: #ffffff'
const card =
  'background: #ffffff; color: #111827; padding: 24px; border-radius: 16px; box-shadow: 0 4px 12px rgb(0 0 0 / 10%)'

const cards = (icons: readonly string[]): Element =>
  made(
    `<div style="display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 24px; padding: 24px; background: #f9fafb">${icons
      .map(
        (icon, at) =>
          `<div style="${card}">${icon}<h3>${['Fast', 'Secure', 'Simple'][at] ?? ''}</h3><p>${['Built for speed.', 'Safe by default.', 'Easy to use.'][at] ?? ''}</p></div>`,
      )
      .join('')}</div>`,
  )

const spans = (icons: readonly string[]): readonly string[] =>
  icons.map((icon) => `<span style="font-size: 32px">${icon}</span>`)

const feather = (paths: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="feather" aria-hidden="true">${paths}</svg>`

const stockIcons = [
  feather('<polygon points="13 2 3 14 12 14 11 22 21 10 12 10 13 2"></polygon>'),
  feather('<path d="M12 22s8-4 8-10V5l-8-3-8 3v7c0 6 8 10 8 10z"></path>'),
  feather('<polyline points="20 6 9 17 4 12"></polyline>'),
]

function addCards(draft: Draft, icons: readonly string[]) {
  const section = lastSection(draft)
  if (section === undefined) return null
  const block = cards(icons)
  insertAfter(section, block)
  return [block, ...childElements(block)]
}

function purpleWithCards(draft: Draft) {
  const [hero] = heroes(draft)
  const added = addCards(draft, ['', '', ''])
  if (hero === undefined || added === null) return null
  for (const each of [hero, ...elementsIn(hero)]) addStyle(each, each === hero ? purple : '')
  return [hero, ...added]
}

/** Three sections of one pattern after another. */
function sameSections(draft: Draft) {
  const section = lastSection(draft)
  if (section === undefined) return null
  const names = ['Why choose us', 'How we work', 'What we offer', 'Who we serve']
  const all = names.map((name) =>
    made(
      `<section style="padding: 64px 24px; text-align: center"><h2>${name}</h2><p>Everything that you need in one place.</p><div style="display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px">${['One', 'Two', 'Three'].map((each) => `<div><h3>${each}</h3><p>A short line about it.</p></div>`).join('')}</div></section>`,
    ),
  )
  for (const each of all.toReversed()) insertAfter(section, each)
  return all
}

/** No control answers to the pointer any more. */
function withoutHover(draft: Draft) {
  const found = rulesOf(draft).filter(({ selector }) => selector.includes(':hover'))
  if (found.length === 0) return null
  const file = draft.sheets[0]?.path ?? ''
  for (const rule of found) rule.remove()
  return {
    selectors: [
      'html',
      'body',
      'main',
      ...seen(draft)
        .filter(({ tagName }) => ['a', 'button', 'input', 'select', 'summary'].includes(tagName))
        .map((each) => pathOf(each)),
    ],
    files: [file],
  }
}

export const slopOperators: readonly Operator[] = [
  onPage({ ...about('purple-gradient-with-cards') }, purpleWithCards),
  onPage(about('emoji-cards'), (draft) => addCards(draft, spans(['🚀', '🔒', '✨']))),
  onPage(about('stock-icon-cards'), (draft) => addCards(draft, stockIcons)),
  onPage(about('same-sections'), sameSections),
  onElement(
    about('gradient-text'),
    (draft) => tagged(draft, 'h1'),
    (title) => {
      addStyle(
        title,
        'background: linear-gradient(90deg, #8b5cf6, #ec4899); -webkit-background-clip: text; background-clip: text; color: transparent',
      )
      return title
    },
  ),
  onElement(
    { ...about('stock-phrase'), alsoIn: ['Completeness'] },
    (draft) => tagged(draft, 'h2'),
    (title) => {
      setText(title, 'Unlock the power of seamless innovation')
      return title
    },
  ),
  onPage(
    { ...about('no-hover-states'), alsoIn: ['Functionality', 'Design Quality'] },
    withoutHover,
  ),
  onPage({ ...about('invented-praise'), alsoIn: ['Completeness'] }, (draft) => {
    const section = lastSection(draft)
    if (section === undefined) return null
    const quote = made(
      '<blockquote><p>This product changed my life. Highly recommended!</p><p>John Doe, CEO of Acme Corp</p></blockquote>',
    )
    append(section, quote)
    return [quote, section, ...childElements(quote)]
  }),
  onPage(about('emoji-headings'), (draft) => {
    const all = tagged(draft, 'h2').slice(0, 4)
    if (all.length < 2) return null
    for (const [at, title] of all.entries())
      insertFirst(
        title,
        made(`<span aria-hidden="true">${['🚀', '✨', '🔥', '💡'][at] ?? '⚡'} </span>`),
      )
    return [...all, ...all.flatMap((each) => childElements(each))]
  }),
  onPage({ ...about('glass-cards'), alsoIn: ['Design Quality'] }, (draft) => {
    const lines = addRules(
      draft,
      'section { margin: 24px; border-radius: 16px; background: linear-gradient(135deg, #667eea, #764ba2); box-shadow: 0 8px 32px rgb(31 38 135 / 37%); backdrop-filter: blur(4px); }',
    )
    return lines === null
      ? null
      : {
          selectors: ['body', ...tagged(draft, 'section').map((each) => pathOf(each))],
          files: lines,
        }
  }),
]
