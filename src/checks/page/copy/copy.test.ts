import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { TextBlock } from '../../../model/page-view.ts'
import type { PageContract } from '../page-rule.ts'
import {
  aBlock,
  aControl,
  anImage,
  aPage,
  aStaticPage,
  aText,
  inViews,
  noContract,
  staticFacts,
} from '../score/sample-page.contract.ts'
import { matchCopy, outOfOrder } from './match-copy.ts'
import { copyRules } from './rules.ts'
import { normalise, wordDiff } from './words.ts'

const texts = [
  ['/sections/hero/primary/headline', 'Your bread is still warm at seven'],
  ['/sections/hero/primary/cta', 'Reserve a loaf'],
  ['/sections/features/primary/items/0/title', 'Field sourdough'],
  ['/sections/features/primary/items/0/description', 'Thirty hours of rest give you a crust.'],
  ['/sections/footer/primary/links/0', 'Call 030 555 012'],
  ['/sections/footer/primary/links/1', 'Write to us'],
] as const
const copy = texts.map(([pointer, text]) => ({ pointer, text }))

const blocks = (...list: readonly (string | TextBlock)[]): readonly TextBlock[] =>
  list.map((each, index) =>
    typeof each === 'string' ? aBlock(each, { selector: `#b${index}` }) : each,
  )
const good = [
  'Your bread is still warm at seven',
  'Reserve a loaf',
  'Field sourdough',
  'Thirty hours of rest give you a crust.',
  'Call 030 555 012 · Write to us',
]
const runs = (list: readonly TextBlock[]) =>
  list.flatMap(({ text, selector, visible }, block) =>
    visible ? [aText({ text, selector, block })] : [],
  )
const page = (list: readonly TextBlock[], over: Partial<PageFacts> = {}) =>
  aPage({ views: inViews({ blocks: list, texts: runs(list) }), ...over })

const run = (id: string, facts: PageFacts, contract: Partial<PageContract> = {}) =>
  copyRules.find((rule) => rule.id === id)?.run(facts, { ...noContract, copy, ...contract }) ?? []
const all = (facts: PageFacts, contract: Partial<PageContract> = {}) =>
  copyRules.flatMap((rule) => rule.run(facts, { ...noContract, copy, ...contract }))

const altered = (index: number, text: string) =>
  page(blocks(...good.map((each, at) => (at === index ? text : each))))

describe('the copy of a page', () => {
  test('[PAGE-J-20] a page that shows the copy word for word has no finding', () => {
    expect(all(page(blocks(...good)))).toEqual([])
  })

  test.each([
    ['white space and hard spaces', 'Your bread  is still\u00a0warm\nat seven'],
    ['soft hyphens', 'Your bread is still warm at se\u00adven'],
    ['decomposed letters', 'Your bread is still warm at seven'.normalize('NFD')],
  ])('[PAGE-J-20] %s are no change', (_, text) => {
    expect(all(altered(0, text))).toEqual([])
  })

  test('[PAGE-J-20] typographic quotes may stand for plain ones, not the other way', () => {
    const said = [{ pointer: '/a', text: 'It\'s "warm"…' }]
    expect(all(page(blocks('It’s “warm”…')), { copy: said })).toEqual([])
    const plain = [{ pointer: '/a', text: "It's warm..." }]
    expect(all(page(blocks('It’s warm…')), { copy: plain })).toEqual([])
    const curly = [{ pointer: '/a', text: 'It’s warm' }]
    expect(run('copy/changed', page(blocks("It's warm")), { copy: curly })).toHaveLength(1)
  })

  test.each([
    ['a word', 'Your bread is still hot at seven', '[-warm-] {+hot+}'],
    ['a case', 'Your Bread is still warm at seven', '{+Bread+}'],
    ['an end', 'Your bread is still warm at', '[-seven-]'],
  ])('[PAGE-J-20] %s that changed is one finding with the words', (_, text, diff) => {
    const findings = all(altered(0, text))
    expect(findings).toMatchObject([{ ruleId: 'copy/changed', place: { selector: '#b0' } }])
    expect(findings[0]?.message).toContain(diff)
  })

  test('[PAGE-J-20] a full stop that went or came, and words that were added, are changes', () => {
    expect(all(altered(3, 'Thirty hours of rest give you a crust'))).toMatchObject([
      { ruleId: 'copy/changed' },
    ])
    expect(all(altered(0, 'Your bread is still warm at seven!'))).toMatchObject([
      { ruleId: 'copy/changed' },
    ])
    expect(all(altered(0, 'Your bread is still warm at seven, guaranteed'))).toMatchObject([
      { ruleId: 'copy/changed', place: { selector: '#b0' } },
    ])
  })

  test('[PAGE-J-20] a text that was replaced altogether is a change at its place', () => {
    expect(all(altered(1, 'Buy now'))).toMatchObject([
      { ruleId: 'copy/changed', place: { selector: '#b1' } },
    ])
  })

  test('[PAGE-J-20] a text that is gone is missing, told beside its neighbour', () => {
    const findings = all(page(blocks(...good.filter((_, index) => index !== 3))))
    expect(findings).toMatchObject([{ ruleId: 'copy/missing', place: { selector: '#b2' } }])
  })

  test('[PAGE-J-20] a short text inside other words is not the text', () => {
    const items = [{ pointer: '/nav/0', text: 'Order' }]
    const findings = run(
      'copy/missing',
      page(blocks('Ask and Order before nine tonight for free')),
      {
        copy: items,
      },
    )
    expect(findings).toHaveLength(1)
  })

  test('[PAGE-J-20] hidden text is missing unless details, a dialog or a control unfolds it', () => {
    const folded = (hidden: TextBlock['hidden'], over = {}) =>
      page(
        blocks(
          ...good.slice(0, 3),
          aBlock(good[3] ?? '', { visible: false, hidden, ...over }),
          good[4] ?? '',
        ),
      )
    for (const reachable of ['details', 'dialog', 'aria-controls', 'popover'] as const)
      expect(all(folded({ why: 'display-none', reachable }))).toEqual([])
    const gone = all(folded({ why: 'display-none', reachable: 'no' }))
    expect(gone).toMatchObject([{ ruleId: 'copy/missing' }])
    expect(gone[0]?.message).toContain('hidden')
    const parts = ['Thirty hours of rest', 'give you a crust.'].map((text, at) =>
      aBlock(text, {
        selector: `#h${at}`,
        visible: false,
        hidden: { why: 'display-none', reachable: 'no' },
      }),
    )
    const split = page(blocks(...good.slice(0, 3), ...parts, good[4] ?? ''))
    expect(all(split)).toMatchObject([{ ruleId: 'copy/missing', place: { selector: '#h0' } }])
    const unseen = folded({ why: 'clipped-away', reachable: 'screen-reader' })
    expect(all(unseen)).toMatchObject([{ ruleId: 'copy/missing' }])
    const label = folded({ why: 'clipped-away', reachable: 'screen-reader' }, { tag: 'label' })
    expect(all(label)).toEqual([])
  })

  test('[PAGE-J-20] texts in another order are moved: across parts an error, within one a warning', () => {
    const [a = '', b = '', c = '', d = '', e = ''] = good
    expect(all(page(blocks(c, d, a, b, e)))).toMatchObject([
      { ruleId: 'copy/moved', severity: 'error' },
      { ruleId: 'copy/moved', severity: 'error' },
    ])
    expect(all(page(blocks(b, a, c, d, e)))).toMatchObject([
      { ruleId: 'copy/moved', severity: 'warning' },
    ])
  })

  test('[PAGE-J-20] text that nobody agreed on is told; a repeat, a copyright and help for readers are not', () => {
    expect(all(page(blocks(...good, 'Loved by 10,000 teams')))).toMatchObject([
      { ruleId: 'copy/extra', severity: 'warning' },
    ])
    const help = aBlock('Opens in a new window', {
      visible: false,
      hidden: { why: 'clipped-away', reachable: 'screen-reader' },
    })
    const repeated = ['Reserve a loaf', '© 2026 Kornblum', help]
    expect(all(page(blocks(...good, ...repeated)))).toEqual([])
  })

  test('[PAGE-J-20] names, alternatives, placeholders and choices count apart from the text', () => {
    const items = [
      ...copy,
      { pointer: '/fields/0', text: 'Your name' },
      { pointer: '/fields/1/options/0', text: 'Dark rye' },
      { pointer: '/alt', text: 'A round loaf' },
    ]
    const facts = aPage({
      views: inViews({
        blocks: blocks(...good),
        texts: runs(blocks(...good)),
        controls: [aControl({ tag: 'input', name: 'Name', placeholder: 'Your name' })],
        images: [anImage({ alt: 'A round loaf' })],
      }),
      static: staticFacts({
        pages: [
          aStaticPage({
            texts: [{ file: 'index.html', line: 1, column: 1, tag: 'option', text: 'Dark rye' }],
          }),
        ],
      }),
    })
    expect(all(facts, { copy: items })).toEqual([])
  })

  test('placeholders are found, and agreed words that look like them are not', () => {
    const seen = (text: string) => run('copy/placeholder', page(blocks(text)))
    for (const text of [
      'Lorem ipsum dolor',
      'Welcome to our platform',
      'Your headline here',
      'Hello {{name}}',
      'Feature 1',
    ])
      expect(seen(text)).toHaveLength(1)
    for (const text of ['Welcome to the bakery', 'Featured in 1931', 'Bring your own text'])
      expect(seen(text)).toEqual([])
    const agreed = [{ pointer: '/a', text: 'Lorem ipsum dolor' }]
    expect(run('copy/placeholder', page(blocks('Lorem ipsum dolor')), { copy: agreed })).toEqual([])
  })

  test('sections count as present by their copy, their id, their heading or their place', () => {
    const facts = page(blocks(...good), {})
    const missing = (sections: readonly string[], over: Partial<PageContract> = {}) =>
      run('copy/missing-section', facts, { sections, ...over }).length
    expect(missing(['hero', 'features', 'footer'])).toBe(0)
    expect(missing(['pricing'])).toBe(1)
    const named = aPage({ views: inViews({ ids: ['opening-hours'] }) })
    expect(run('copy/missing-section', named, { copy: null, sections: ['Opening hours'] })).toEqual(
      [],
    )
  })

  test('without a browser the source is held against the copy', () => {
    const line = (text: string) => ({ file: 'index.html', line: 3, column: 1, tag: 'p', text })
    const facts = aPage({
      views: [],
      static: staticFacts({ pages: [aStaticPage({ texts: good.slice(1).map(line) })] }),
    })
    expect(run('copy/in-source', facts)).toMatchObject([{ place: { file: 'index.html' } }])
  })

  test('[PAGE-J-20] the words of a change are marked', () => {
    expect(wordDiff('Reserve a loaf.', 'Book a loaf')).toBe('[-Reserve-] {+Book+} a loaf[-.-]')
  })

  test('[PAGE-J-20] any copy laid out block by block in its order matches', () => {
    const sentence = fc
      .array(fc.constantFrom('warm', 'bread', 'at', 'seven', 'for', 'you', '6.40', 'rye,'), {
        minLength: 1,
        maxLength: 8,
      })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 12 }), (list) => {
        const items = list.map((text, index) => ({ pointer: `/${index}`, text }))
        const match = matchCopy(items, list, new Set())
        expect(match.placed.every((each) => each !== null)).toBe(true)
        expect(match.changed.size + match.left.length + match.moved.size).toBe(0)
      }),
    )
    // found by chance: two blocks say together what a later one says alone
    const sentences = ['bread', 'for', 'bread for', 'warm']
    const alone = sentences.map((text, index) => ({ pointer: `/${index}`, text }))
    expect(matchCopy(alone, sentences, new Set()).placed).not.toContain(null)
    expect(
      outOfOrder([
        { start: 5, end: 6 },
        { start: 1, end: 2 },
        { start: 2, end: 3 },
      ]),
    ).toEqual(new Set([0]))
    expect(normalise(' a\u200bb ')).toBe('ab')
  })
})
