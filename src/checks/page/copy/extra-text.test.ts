import { describe, expect, test } from 'vitest'
import type { TextRun } from '../../../model/page-view.ts'
import { aBlock, aPage, aText, inViews, noContract } from '../score/sample-page.contract.ts'
import { copyRules } from './rules.ts'

const sentence = 'Order before nine tonight and pick up a warm loaf.'
const copy = [
  { pointer: '/sections/hero/headline', text: 'Warm at seven' },
  { pointer: '/sections/hero/body', text: sentence },
]

const shown = (...texts: readonly string[]) => {
  const blocks = texts.map((text, at) => aBlock(text, { selector: `#b${at}` }))
  return {
    blocks,
    texts: texts.map((text, block) => aText({ text, selector: `#b${block}`, block })),
  }
}

const all = (view: Parameters<typeof inViews>[0]) =>
  copyRules
    .flatMap((rule) => rule.run(aPage({ views: inViews(view) }), { ...noContract, copy }))
    .map(({ ruleId, place }) => [ruleId, place.selector])

describe('what goes beyond the copy', () => {
  test('a sentence of the copy stands once, a short call as often as it likes', () => {
    expect(all(shown('Warm at seven', sentence))).toEqual([])
    expect(all(shown('Warm at seven', sentence, sentence))).toEqual([['copy/extra', '#b2']])
    expect(all(shown('Warm at seven', sentence, 'Warm at seven'))).toEqual([])
  })

  test.each([
    ['Only today for you', 1],
    ['(opens in a new tab)', 0],
    ['→', 0],
    ['3', 0],
    ['Warm at seven', 0],
  ])('%j put there by a style sheet', (text, count) => {
    const view = shown('Warm at seven', sentence)
    const after: TextRun = aText({ text, source: 'after', selector: '#b1', block: 1 })
    expect(all({ ...view, texts: [...view.texts, after] })).toHaveLength(count)
  })
})
