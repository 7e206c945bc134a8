import { type Draft, tagged } from './draft.ts'
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
  made,
  setText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'slop', dimension: 'Originality' }) as const

const heroOf = (draft: Draft): Element | undefined =>
  tagged(draft, 'h1')
    .slice(0, 1)
    .flatMap((title) => ancestorsOf(title))
    .find(({ tagName }) => ['section', 'header', 'article'].includes(tagName))

const lastSection = (draft: Draft): Element | undefined => tagged(draft, 'section').at(-1)

const purple = 'background: linear-gradient(135deg, #8b5cf6, #6d28d9); color: #ffffff'
const card =
  'background: #ffffff; color: #111827; padding: 24px; border-radius: 16px; box-shadow: 0 4px 12px rgb(0 0 0 / 10%)'

const cards = `<div style="display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 24px; padding: 24px; background: #f9fafb"><div style="${card}"><h3>Fast</h3><p>Built for speed.</p></div><div style="${card}"><h3>Secure</h3><p>Safe by default.</p></div><div style="${card}"><h3>Simple</h3><p>Easy to use.</p></div></div>`

function purpleWithCards(draft: Draft) {
  const hero = heroOf(draft)
  const section = lastSection(draft)
  if (hero === undefined || section === undefined) return null
  const block = made(cards)
  insertAfter(section, block)
  for (const each of [hero, ...elementsIn(hero)]) addStyle(each, each === hero ? purple : '')
  return [hero, block, ...childElements(block)]
}

export const slopOperators: readonly Operator[] = [
  onPage(about('purple-gradient-with-cards'), purpleWithCards),
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
  onPage({ ...about('invented-praise'), alsoIn: ['Completeness'] }, (draft) => {
    const section = lastSection(draft)
    if (section === undefined) return null
    const quote = made(
      '<blockquote><p>This product changed my life. Highly recommended!</p><p>John Doe, CEO of Acme Corp</p></blockquote>',
    )
    append(section, quote)
    return [quote, section, ...childElements(quote)]
  }),
]
