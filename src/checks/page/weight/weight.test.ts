import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import {
  aBlock,
  aControl,
  anImage,
  aPage,
  inViews,
  noContract,
  noStyles,
} from '../score/sample-page.contract.ts'
import { weightRules } from './rules.ts'

const all = (facts: Partial<PageFacts>) =>
  weightRules.flatMap((rule) => rule.run(aPage(facts), noContract))
const performance = (over: Partial<PageFacts['performance']>) => ({
  performance: { ...aPage().performance, ...over },
})
const transfer = (type: string, kilobytes: number) =>
  performance({
    transfer: [{ type, requests: 1, bytes: kilobytes * 3072, gzipBytes: kilobytes * 1024 }],
  })

describe('the weight of a page', () => {
  test('counts what must be read, however well it packs, at the heaviest file', () => {
    const weighed = performance({
      transfer: [{ type: 'script', requests: 1, bytes: 2_000_000, gzipBytes: 9_000 }],
    })
    const request = { type: 'script', method: 'GET', status: 200, blocked: null, failure: null }
    const heavy = { url: 'http://page.test/app.js', bytes: 2_000_000, duringProbe: false }
    const network = { ...aPage().network, requests: [{ ...request, ...heavy }] }
    expect(all({ ...weighed, network })).toMatchObject([
      { ruleId: 'weight/page', place: { file: 'app.js' } },
    ])
  })

  test('tells what scripts keep in motion', () => {
    const probes = { ...aPage().probes, restless: ['#logo'] }
    expect(all({ probes })).toMatchObject([
      { ruleId: 'weight/motion', place: { selector: '#logo' } },
    ])
  })

  test('a light page has no finding', () => {
    expect(all({ ...transfer('script', 199), views: inViews({ images: [anImage()] }) })).toEqual([])
  })

  test('more than 200 KB of code and more than 1500 KB of anything are warnings', () => {
    expect(all(transfer('script', 201))).toMatchObject([
      { ruleId: 'weight/page', severity: 'warning', measured: { value: 201, needed: 200 } },
    ])
    expect(all(transfer('image', 900))).toEqual([])
    expect(all(transfer('image', 1600))).toHaveLength(1)
  })

  test('a picture without width and height is a warning', () => {
    expect(
      all({ views: inViews({ images: [anImage({ hasSizeAttributes: false })] }) }),
    ).toMatchObject([{ ruleId: 'weight/unsized-image', severity: 'warning' }])
  })

  test('jumps beyond their budget are found', () => {
    expect(all(performance({ layoutShift: 0.1 }))).toEqual([])
    const shifts = [{ value: 0.2, sources: ['.banner'] }]
    expect(all(performance({ layoutShift: 0.2, shifts }))).toMatchObject([
      { severity: 'warning', place: { selector: '.banner' } },
    ])
    expect(all(performance({ layoutShift: 0.4, shifts }))).toMatchObject([{ severity: 'error' }])
  })

  test('endless motion is found; an entrance is not', () => {
    const moved = (durationMs: number, iterations: number | 'infinite', name = 'spin') => ({
      views: inViews({
        styles: { ...noStyles, animations: [{ selector: '.logo', name, durationMs, iterations }] },
      }),
    })
    expect(all(moved(2000, 'infinite'))).toMatchObject([{ ruleId: 'weight/motion' }])
    expect(all(moved(600, 1, 'rise'))).toEqual([])
    expect(all(moved(0.01, 'infinite'))).toEqual([])
    expect(all(moved(800, 'infinite', 'blink')).map(({ ruleId }) => ruleId)).toContain(
      'weight/blink',
    )
    expect(all({ views: inViews({ blocks: [aBlock('Sale', { tag: 'marquee' })] }) })).toMatchObject(
      [{ ruleId: 'weight/blink' }],
    )
  })

  test('sound that plays itself and cannot be stopped is an error, such a film a warning', () => {
    const clip = {
      selector: 'video',
      tag: 'video',
      autoplay: true,
      muted: true,
      loop: true,
      controls: false,
    }
    const seen = (over: Partial<typeof clip> & { readonly seconds?: number }) =>
      all({ views: inViews({ media: [{ ...clip, ...over }] }) })
    expect(seen({ muted: false })).toMatchObject([{ severity: 'error' }])
    expect(seen({ muted: false, controls: true })).toMatchObject([{ severity: 'info' }])
    expect(seen({ muted: false, loop: false, seconds: 2 })).toEqual([])
    const pause = aControl({ name: 'Pause the music', role: 'button' })
    const views = inViews({ media: [{ ...clip, muted: false }], controls: [pause] })
    expect(all({ views })).toMatchObject([{ severity: 'info' }])
    expect(seen({ muted: false, loop: false, seconds: 9 })).toMatchObject([{ severity: 'error' }])
    expect(seen({})).toMatchObject([{ ruleId: 'weight/autoplay', severity: 'warning' }])
    expect(seen({ controls: true })).toEqual([])
    expect(seen({ autoplay: false, muted: false })).toEqual([])
  })
})
