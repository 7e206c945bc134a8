import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { CardFact, SectionFact, ViewFacts } from '../../../model/page-structure.ts'
import type { PageContract } from '../page-rule.ts'
import {
  aBlock,
  aControl,
  anImage,
  aPage,
  aSection,
  aText,
  box,
  inViews,
  noContract,
  noStyles,
  white,
} from '../score/sample-page.contract.ts'
import { readColour } from '../../../kit/colour.ts'
import { slopPatternsIn, slopRules } from './rules.ts'

const all = (facts: Partial<PageFacts>, contract: Partial<PageContract> = {}) =>
  slopRules.flatMap((rule) => rule.run(aPage(facts), { ...noContract, ...contract }))
const ids = (found: readonly { readonly ruleId: string }[]) => [
  ...new Set(found.map(({ ruleId }) => ruleId)),
]
const seen = (over: Partial<ViewFacts>, contract: Partial<PageContract> = {}) =>
  ids(all({ views: inViews(over) }, contract))

const gradient = (stops: readonly string[], over = {}) => ({
  selector: '#hero',
  css: `linear-gradient(${stops.join(', ')})`,
  stops: stops.map((stop) => readColour(stop) ?? white),
  box: box(0, 0, 1280, 600),
  area: 1280 * 600,
  onText: false,
  ...over,
})
const styles = (...gradients: readonly ReturnType<typeof gradient>[]) => ({
  ...noStyles,
  gradients,
})
const purple = styles(gradient(['#8B5CF6', '#6D28D9']))

const cards = (over: Partial<CardFact> = {}, count = 3): SectionFact =>
  aSection({
    selector: '#why',
    repeats: {
      selector: '#why > div',
      count,
      columns: 3,
      item: {
        signature: 'div(h3 p)',
        background: white,
        radius: 16,
        shadow: '0 4px 12px #0001',
        borderWidth: 0,
        padding: 24,
        icon: null,
        heading: true,
        sentences: 1,
        ...over,
      },
    },
  })

describe('slop', () => {
  test('a page of its own has none', () => {
    expect(all({ views: inViews({ sections: [aSection()] }) })).toEqual([])
  })

  test('[PAGE-J-51] a purple gradient with generic white cards must fail (0.26)', () => {
    const findings = all({ views: inViews({ styles: purple, sections: [cards()] }) })
    expect(ids(findings)).toContain('slop/primary-purple')
    expect(findings.filter(({ ruleId }) => ruleId === 'slop/primary-purple')).toMatchObject([
      { severity: 'error', place: { selector: '#hero' } },
      { severity: 'error', place: { selector: '#why > div' } },
    ])
    expect(slopRules.filter(({ mustPass }) => mustPass).map(({ id }) => id)).toEqual([
      'slop/primary-purple',
    ])
  })

  test('[PAGE-J-51] one condition alone does not fail, and a purple brand is exempt (0.26)', () => {
    expect(seen({ styles: purple })).toEqual(['slop/purple-gradient'])
    expect(seen({ sections: [cards()] })).toEqual(['slop/stock-cards'])
    const brand = { palette: ['#7C3AED', '#fff'], fonts: [] }
    expect(seen({ styles: purple, sections: [cards()] }, { brand })).toEqual(['slop/stock-cards'])
    const other = { palette: ['#0a7d4f'], fonts: [] }
    expect(seen({ styles: purple, sections: [cards()] }, { brand: other })).toContain(
      'slop/primary-purple',
    )
  })

  test('[PAGE-J-51] purple is a range of hues and needs room; solid or small it is fine', () => {
    const both = (one: ReturnType<typeof gradient>) =>
      seen({ styles: styles(one), sections: [cards()] }).includes('slop/primary-purple')
    expect(both(gradient(['#667eea', '#764ba2']))).toBe(true)
    expect(both(gradient(['#a855f7', '#ec4899']))).toBe(true)
    expect(both(gradient(['#f97316', '#facc15']))).toBe(false)
    expect(both(gradient(['#2563eb', '#06b6d4']))).toBe(false)
    expect(both(gradient(['#8B5CF6', '#6D28D9'], { area: 200 * 44 }))).toBe(false)
    expect(both(gradient(['#8B5CF6', '#6D28D9'], { area: 1280 * 64 }))).toBe(false)
  })

  test('three equal white cards with icons are an error; tinted, bordered or two are not', () => {
    const findings = all({ views: inViews({ sections: [cards({ icon: 'emoji' })] }) })
    expect(findings).toMatchObject([{ ruleId: 'slop/stock-cards', severity: 'error' }])
    expect(seen({ sections: [cards({ background: { r: 241, g: 226, b: 196, a: 1 } })] })).toEqual(
      [],
    )
    expect(seen({ sections: [cards({ shadow: null, borderWidth: 1 })] })).toEqual([])
    expect(seen({ sections: [cards({ sentences: 4 })] })).toEqual([])
    expect(seen({ sections: [cards({}, 2)] })).toEqual([])
  })

  test('icons of a stock set are known by their shapes, fonts and files', () => {
    const icon = (selector: string, path: string) =>
      anImage({ selector, kind: 'svg', svg: { paths: [path] } })
    const zap = icon('#a', '13 2 3 14 12 14 11 22 21 10 12 10 13 2')
    const shield = icon('#b', 'M12 22s8-4 8-10V5l-8-3-8 3v7c0 6 8 10 8 10z')
    const tick = icon('#c', '20 6 9 17 4 12')
    const own = icon('#d', 'M4 20C4 9 9 4 20 4c0 11-5 16-16 16z')
    expect(seen({ images: [zap, shield, tick] })).toEqual(['slop/generic-icons'])
    expect(seen({ images: [zap, tick, own] })).toEqual([])
    const font = { value: '"Font Awesome 6 Free"', count: 3, selectors: ['i'] }
    expect(seen({ styles: { ...noStyles, fontFamilies: [font] } })).toContain('slop/generic-icons')
  })

  test('emoji as icons, gradient text and stock phrases are told', () => {
    const texts = ['🚀', '🔒', '⚡'].map((text, at) => aText({ text, selector: `#e${at}` }))
    expect(seen({ texts })).toEqual(['slop/emoji-icons'])
    expect(seen({ texts: [aText({ text: '★ 4.8 © 2026 ✓' })] })).toEqual([])
    expect(seen({ styles: styles(gradient(['#f00', '#00f'], { onText: true })) })).toEqual([
      'slop/gradient-text',
    ])
    expect(seen({ blocks: [aBlock('Unlock the power of bread')] })).toEqual(['slop/stock-phrases'])
    const copy = [{ pointer: '/a', text: 'Unlock the power of bread' }]
    expect(seen({ blocks: [aBlock('Unlock the power of bread')] }, { copy })).toEqual([])
  })

  test('unrelated sections of one structure are found; a list of articles is not', () => {
    const alike = (tag: string, signature: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        aSection({ selector: `#s${at}`, tag, signature, heading: `Part ${at}` }),
      )
    const grid = 'section(h2 p div(div(h3 p)*3))'
    expect(seen({ sections: alike('section', grid, 3) })).toEqual(['slop/same-structure'])
    expect(seen({ sections: alike('section', grid, 2) })).toEqual([])
    expect(seen({ sections: alike('article', grid, 6) })).toEqual([])
    expect(seen({ sections: alike('section', 'section(h2 p)', 6) })).toEqual([])
  })

  test('a button that does not answer to the pointer is told; with no rule at all it is an error', () => {
    const paint = {
      colour: white,
      background: white,
      backgroundImage: null,
      borderColour: white,
      outline: 'none',
      boxShadow: null,
      textDecoration: 'none',
      opacity: 1,
      backdrop: { layers: [], solid: white, pixels: null },
    }
    const still = {
      selector: '#buy',
      text: 'Buy',
      rest: paint,
      hover: null,
      focus: paint,
      active: null,
    }
    const probes = { ...aPage().probes, states: [still] }
    const views = inViews({ controls: [aControl()] })
    expect(all({ views, probes })).toMatchObject([
      { ruleId: 'slop/missing-states', severity: 'warning' },
    ])
    const none = inViews({
      controls: [aControl()],
      states: { ...views[0]!.states, hover: [] },
    })
    expect(all({ views: none, probes })).toMatchObject([{ severity: 'error' }])
    expect(all({ views, probes: { ...probes, states: [{ ...still, hover: paint }] } })).toEqual([])
  })

  test('the kinds of slop are counted for the profiles', () => {
    const findings = all({ views: inViews({ styles: purple, sections: [cards({ icon: 'svg' })] }) })
    expect(slopPatternsIn(findings)).toEqual(['slop/purple-gradient', 'slop/stock-cards'])
  })

  test('praise that the copy does not have is an error; agreed praise is fine', () => {
    const text = '★★★★★ “It changed our business!”'
    const copy = [{ pointer: '/a', text: 'Warm bread' }]
    expect(seen({ blocks: [aBlock(text)] }, { copy })).toEqual(['slop/invented-praise'])
    expect(seen({ blocks: [aBlock(text)] }, { copy: [{ pointer: '/a', text }] })).toEqual([])
    expect(seen({ blocks: [aBlock('Rated by our bakers')] }, { copy })).toEqual([])
  })
})
