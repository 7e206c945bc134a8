import { expect, test } from 'vitest'
import type { LinkFact } from '../../model/page-facts.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import type { PageJudgement } from './judge-page.ts'
import { pageExaminer } from './exam.ts'
import { aBlock, aControl, anImage, aPage, aText, aView } from './score/sample-page.contract.ts'

const judgement = { findings: [], notChecked: [] } as unknown as PageJudgement

const statusOf = async (task: string, raw: string, isThere = true) => {
  const link: LinkFact = {
    selector: '#way',
    attribute: 'href',
    raw,
    url: raw,
    text: 'Read on',
    verdict: isThere ? { type: 'present', path: raw } : { type: 'missing-file', path: raw },
  }
  const view = aView(1280, {
    blocks: [aBlock('Read on')],
    controls: [aControl({ selector: '#way', tag: 'a', href: raw, text: 'Read on' })],
    images: [anImage({ src: '/img/shop.png', alt: 'Our shop' })],
  })
  const facts = aPage({ views: [view], links: [link] })
  const examiner = pageExaminer({ facts, judgement, files: [], asked: [task] })
  const [first] = await examine(
    examFrom(task, 'task', examiner.vocabulary),
    { examine: examiner.examine, vocabulary: examiner.vocabulary },
    '',
  )
  return first?.status
}

test('a link that is named by its target is found by where it leads', async () => {
  for (const [target, raw] of [
    ['"privacy.html"', './privacy.html'],
    ['`#book`', '#book'],
    ['mailto:ines@acme.example', 'mailto:ines@acme.example?subject=Hi'],
    ['"tel:+49 30 1234567"', 'tel:+49301234567'],
    ['"https://acme.example/a"', 'https://acme.example/a/'],
  ] as const) {
    const task = `- a link to ${target}`
    expect([task, await statusOf(task, raw)]).toEqual([task, 'met'])
    expect([task, await statusOf(task, 'imprint.html')]).toEqual([task, 'unmet'])
  }
  expect(await statusOf('- a link to "privacy.html"', 'privacy.html', false)).toBe('unmet')
})

test('a picture that is named is looked for among the pictures, and a judge looks at the rest', async () => {
  expect(await statusOf('- an image "shop.png"', '/')).toBe('met')
  expect(await statusOf('- a picture with the alt text "Our shop"', '/')).toBe('met')
  expect(await statusOf('- an image "barn.png"', '/')).toBe('undecided')
})

test('words that are struck through, or that a later sentence replaces, take a look', async () => {
  const status = async (texts: readonly string[], tag = 'p') => {
    const view = aView(1280, {
      blocks: texts.map((text) => aBlock(text)),
      texts: texts.map((text) => aText({ text, tag })),
    })
    const task = '- "Full service: 85 €"'
    const facts = aPage({ views: [view] })
    const examiner = pageExaminer({ facts, judgement, files: [], asked: [task] })
    const exam = examFrom(task, 'task', examiner.vocabulary)
    return (await examine(exam, { ...examiner, places: () => [] }, ''))[0]?.status
  }
  const price = 'Full service: 85 €'
  expect(await status([price, 'Puncture repair: 14 €'])).toBe('met')
  expect(await status([price, 'Puncture repair: 14 €', 'Full service now costs 120 €.'])).toBe(
    'undecided',
  )
  expect(await status([price], 'del')).toBe('undecided')
})
