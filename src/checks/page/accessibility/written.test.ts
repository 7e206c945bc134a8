import { describe, expect, it } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Control, Heading } from '../../../model/page-view.ts'
import {
  aBlock,
  aControl,
  aPage,
  aText,
  box,
  inViews,
  noContract,
} from '../score/sample-page.contract.ts'
import { accessibilityRules } from './accessibility-rules.ts'

const top: Heading = {
  selector: 'main > h1',
  level: 1,
  text: 'Bread',
  visible: true,
  box: box(),
}
const main = { selector: 'main', role: 'main', name: '', visible: true, box: box() }

const page = (view: Partial<ViewFacts> = {}, more: Partial<PageFacts> = {}): PageFacts =>
  aPage({
    title: 'Fresh bread – Corner Bakery',
    views: inViews({ headings: [top], landmarks: [main], ...view }),
    ...more,
  })

const told = (facts: PageFacts): readonly string[] =>
  accessibilityRules
    .flatMap((rule) => rule.run(facts, noContract))
    .filter(({ severity }) => severity !== 'info')
    .map(({ ruleId }) => ruleId)

describe('names and targets', () => {
  const called = (name: string, text: string, painted: readonly string[] = [text]) => {
    const controls = [aControl({ selector: 'main > button', name, text, nameFrom: 'aria-label' })]
    const texts = painted.map((words) => aText({ selector: 'main > button', text: words }))
    return told(page({ controls, texts }))
  }

  it('asks a name to hold the words that are seen, in one piece', () => {
    expect(called('Book a table now', 'Book a table')).toEqual([])
    expect(called('Submit', 'Book now')).toEqual(['label-in-name'])
    expect(called('Search by date', 'Search by date (YYYY-MM-DD)')).toEqual([])
    expect(called('non-standard', 'nonstandard')).toEqual([])
    expect(called('Download list', 'Download hidden list', ['Download', 'list'])).toEqual([])
    expect(called('ACT', 'ACT', ['A', 'C', 'T'])).toEqual([])
    expect(called('Download the list', 'Download list')).toEqual(['label-in-name'])
    expect(called('WCAG', 'W C A G')).toEqual(['label-in-name'])
    expect(called('11 times 3 equals 33', '11×3=33')).toEqual(['label-in-name'])
    expect(called('1 2 3. 4 5 6', '123.456')).toEqual(['label-in-name'])
  })

  it('takes what only takes the focus for no target', () => {
    const small = (over: Partial<Control>) => aControl({ box: box(20, 20, 20, 20), ...over })
    const beside = (over: Partial<Control>) =>
      told(
        page({
          controls: [
            small({ selector: '#x' }),
            small({ selector: '#y', box: box(30, 20, 20, 20), ...over }),
          ],
        }),
      ).filter((id) => id === 'target-size')
    const panel = { tag: 'div', role: 'tabpanel', because: 'tabindex', cursor: 'auto' } as const
    expect(beside({})).toEqual(['target-size', 'target-size'])
    expect(beside(panel)).toEqual([])
  })
})

describe('links and what stands around them', () => {
  const link = (nth: number, over: Partial<Control> = {}): Control =>
    aControl({
      selector: `main > p:nth-of-type(${nth}) > a`,
      tag: 'a',
      role: 'link',
      href: `page${nth}.html`,
      name: 'Contact us',
      text: 'Contact us',
      ...over,
    })
  it('lets a sentence say what its link leaves open', () => {
    const more = link(1, { name: 'Read more', text: 'Read more' })
    const inBlock = (text: string) =>
      told(
        page({
          controls: [more],
          texts: [aText({ selector: more.selector, text: 'Read more' })],
          blocks: [aBlock(text, { selector: 'main > p:nth-of-type(1)' })],
        }),
      )
    expect(inBlock('Read more about our bread')).toEqual([])
    expect(inBlock('Read more')).toEqual(['link-vague'])
  })
})
