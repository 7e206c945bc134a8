import { addRules, type Draft, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { pick } from './random.ts'
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
  parentOf,
  pathOf,
  plainText,
  setText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'slop', dimension: 'Originality' }) as const
const also = (id: string) => ({ ...about(id), alsoIn: ['Completeness', 'Design Quality'] }) as const

const heroes = (draft: Draft): readonly Element[] =>
  tagged(draft, 'h1').flatMap((title) =>
    ancestorsOf(title)
      .filter(({ tagName }) => ['section', 'header', 'article', 'main'].includes(tagName))
      .slice(0, 1),
  )

const painted = (id: string, declarations: string): Operator =>
  onElement(about(id), heroes, (hero) => {
    addStyle(hero, `${declarations}; color: #ffffff`)
    return hero
  })

const svg = (stops: string): string =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='700'%3E%3Cdefs%3E%3ClinearGradient id='g'%3E${stops}%3C/linearGradient%3E%3C/defs%3E%3Crect width='1200' height='700' fill='url(%23g)'/%3E%3C/svg%3E`

const purpleStops =
  "%3Cstop stop-color='%238b5cf6'/%3E%3Cstop offset='1' stop-color='%236d28d9'/%3E"

const lastSection = (draft: Draft): Element | undefined =>
  tagged(draft, 'section')
    .filter((each) => parentOf(each)?.tagName === 'main')
    .at(-1)

const addedSection = (id: string, source: string): Operator =>
  onPage(also(id), (draft) => {
    const section = lastSection(draft)
    if (section === undefined) return null
    const extra = made(source)
    insertAfter(section, extra)
    return [extra, ...elementsIn(extra)]
  })

const phrases = [
  'Elevate your workflow to the next level',
  'Your one-stop solution for everything',
  'Experience the future of productivity',
  'Where innovation meets excellence',
  'Seamless, intuitive and powerful',
  'Trusted by industry leaders worldwide',
]

const stats =
  '<section><ul style="display: grid; grid-template-columns: repeat(auto-fit, minmax(160px, 1fr)); gap: 24px">' +
  [
    ['10K+', 'Happy users'],
    ['99.9%', 'Uptime'],
    ['24/7', 'Support'],
  ]
    .map(([figure, words]) => `<li><strong>${figure}</strong> <span>${words}</span></li>`)
    .join('') +
  '</ul></section>'

export const fashionOperators: readonly Operator[] = [
  painted(
    'purple-in-oklch',
    'background: linear-gradient(135deg, oklch(60% 0.22 293), oklch(45% 0.24 293))',
  ),
  painted(
    'purple-in-hsl',
    'background: linear-gradient(to right, hsl(258 90% 66%), hsl(263 70% 50%))',
  ),
  painted('purple-as-picture', `background: url("${svg(purpleStops)}") center / cover`),
  painted('purple-radial', 'background: radial-gradient(circle at top, #a78bfa, #4c1d95)'),
  painted('purple-indigo', 'background: linear-gradient(90deg, #4f46e5, #9333ea, #db2777)'),
  onElement(about('purple-before'), heroes, (hero, draft) => {
    const lines = addRules(
      draft,
      `${pathOf(hero)} { position: relative; isolation: isolate; color: #ffffff; } ${pathOf(hero)}::before { content: ''; position: absolute; inset: 0; z-index: -1; background: linear-gradient(135deg, #8b5cf6, #6d28d9); }`,
    )
    return lines === null ? null : { selectors: [pathOf(hero)], files: lines }
  }),
  onElement(
    also('phrase-worn'),
    (draft) => tagged(draft, 'h2'),
    (title, _, random) => {
      setText(title, pick(phrases, random) ?? '')
      return title
    },
  ),
  addedSection('figures-of-success', stats),
  addedSection(
    'questions-invented',
    '<section><h2>Frequently Asked Questions</h2><p>What is your refund policy? We offer a 30-day money-back guarantee, no questions asked.</p></section>',
  ),
  addedSection(
    'newsletter-added',
    '<section><h2>Subscribe to our newsletter</h2><p>Stay up to date with the latest news. No spam, ever.</p></section>',
  ),
  onElement(
    also('copyright-of-nobody'),
    (draft) => tagged(draft, 'footer'),
    (footer) => {
      const line = made('<p>© 2023 Your Company. All rights reserved.</p>')
      append(footer, line)
      return [line, footer]
    },
  ),
  onPage(about('emoji-bullets'), (draft) => {
    const list = tagged(draft, 'ul', 'ol').find(
      (each) =>
        childElements(each).length >= 3 &&
        !ancestorsOf(each).some(({ tagName }) => tagName === 'nav'),
    )
    if (list === undefined) return null
    const items = childElements(list)
    for (const item of items) insertFirst(item, made('<span aria-hidden="true">✅ </span>'))
    return [list, ...items, ...items.flatMap((each) => elementsIn(each))]
  }),
  onPage(about('everything-round'), (draft) => {
    const lines = addRules(
      draft,
      'section, article, a, button, input, img, li, figure, form { border-radius: 24px !important; }',
    )
    return lines === null
      ? null
      : {
          selectors: [
            'html',
            'body',
            ...tagged(draft, 'section', 'article', 'a', 'button', 'input', 'li').map((each) =>
              pathOf(each),
            ),
          ],
          files: lines,
        }
  }),
  onElement(
    also('badge-above-title'),
    (draft) => tagged(draft, 'h1'),
    (title) => {
      const parent = parentOf(title)
      if (parent === null || plainText(title) === '') return null
      const badge = made(
        '<p style="display: inline-block; padding: 4px 12px; border-radius: 999px">🎉 Now in beta</p>',
      )
      insertFirst(parent, badge)
      return [badge, parent, title]
    },
  ),
  onPage({ ...about('default-font'), alsoIn: ['Design Quality'] }, (draft) => {
    const lines = addRules(
      draft,
      'body, h1, h2, h3, p, li, a, button, input { font-family: Inter, system-ui, sans-serif !important; }',
    )
    return lines === null
      ? null
      : {
          selectors: [
            'html',
            'body',
            ...tagged(draft, 'h1', 'h2', 'p', 'a').map((each) => pathOf(each)),
          ],
          files: lines,
        }
  }),
]
