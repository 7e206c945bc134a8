import { expect, test } from 'vitest'
import type { LinkFact } from '../../model/page-facts.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import type { PageJudgement } from './judge-page.ts'
import { pageExaminer } from './exam.ts'
import { aBlock, aControl, anImage, aPage, aView } from './score/sample-page.contract.ts'

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
