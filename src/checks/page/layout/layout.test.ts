import type { TextRun } from '../../../model/page-view.ts'
import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import {
  aControl,
  anImage,
  aPage,
  aText,
  aView,
  box,
  inViews,
  noContract,
} from '../score/sample-page.contract.ts'
import { longLines } from './readable.ts'
import { layoutRules } from './rules.ts'

const found = (id: string, facts: Partial<PageFacts>) =>
  layoutRules.find((rule) => rule.id === id)?.run(aPage(facts), noContract) ?? []

const phone = (over: Parameters<typeof aView>[1]) => ({ views: [aView(375, over)] })

describe('the layout of a page', () => {
  test('a page in order breaks no rule of layout', () => {
    for (const rule of layoutRules) expect(rule.run(aPage(), noContract)).toEqual([])
  })

  test('[PAGE-J-2] a page that scrolls sideways on a phone must fail, at what makes it wide', () => {
    const wide = { selector: '.plans', right: 120, left: 0, box: box(0, 0, 495, 60) }
    const dragged = { selector: '.note', right: 4, left: 0, box: box(0, 0, 379, 60) }
    const findings = found(
      'layout/phone-overflow',
      phone({ scrollWidth: 495, overflows: [dragged, wide] }),
    )
    expect(findings).toMatchObject([
      {
        severity: 'error',
        place: { selector: '.plans', width: 375 },
        measured: { value: 495, needed: 375 },
      },
    ])
    expect(layoutRules.find(({ id }) => id === 'layout/phone-overflow')?.mustPass).toBe(true)
  })

  test('[PAGE-J-2] an overflow at 768 or 1024 is told apart from one on a phone', () => {
    const views = [aView(375), aView(768, { scrollWidth: 900 })]
    expect(found('layout/overflow', { views })).toMatchObject([{ place: { width: 768 } }])
    expect(found('layout/phone-overflow', { views })).toEqual([])
  })

  test('[PAGE-J-2] an overflow that only an open dialog shows is found', () => {
    const opened = [aView(375, { opened: '#menu', scrollWidth: 500 })]
    expect(found('layout/phone-overflow', { opened })[0]?.message).toContain('#menu')
  })

  test('[PAGE-J-2] words, controls and pictures cut by the edge are found where nothing scrolls', () => {
    expect(
      found(
        'layout/phone-overflow',
        phone({ texts: [aText({ pastEdge: 40, box: box(200, 0, 215) })] }),
      ),
    ).toHaveLength(1)
    const over = [{ selector: '#buy', right: 60, left: 0, box: box(235, 0, 200) }]
    expect(
      found(
        'layout/phone-overflow',
        phone({ overflows: over, controls: [aControl({ box: box(235, 0, 200) })] }),
      ),
    ).toHaveLength(1)
  })

  test('[PAGE-J-2] decoration over the edge, a wide table in a scroller and a closed drawer are fine', () => {
    const blob = [{ selector: '.blob', right: 200, left: 0, box: box(300, 0, 275) }]
    const inScroller = aText({ box: box(300, 0, 300), insideScroller: '.table' })
    const drawer = aText({ pastEdge: 300, box: box(380, 0, 295) })
    expect(
      found('layout/phone-overflow', phone({ overflows: blob, texts: [inScroller, drawer] })),
    ).toEqual([])
  })

  test('text under 11.5 px is found, small raised figures and decoration are not', () => {
    const small = phone({ texts: [aText({ fontSize: 10 })] })
    expect(found('layout/tiny-text', small)).toMatchObject([{ measured: { value: 10 } }])
    const fine = [aText({ tag: 'sup', fontSize: 9 }), aText({ ariaHidden: true, fontSize: 9 })]
    expect(found('layout/tiny-text', phone({ texts: fine }))).toEqual([])
  })

  test('[PAGE-J-5] words that a box cuts off are found, a part that a control unfolds is not', () => {
    const clipped = { by: '#more', x: 0, y: 40, ellipsis: false }
    const texts = [aText({ clipped })]
    expect(found('layout/clipped-text', phone({ texts }))).toHaveLength(1)
    const controls = [aControl({ ariaControls: 'more' })]
    expect(found('layout/clipped-text', phone({ texts, controls }))).toEqual([])
    const dots = aText({ clipped: { by: '.card', x: 30, y: 0, ellipsis: true } })
    expect(found('layout/clipped-text', phone({ texts: [dots] }))[0]?.message).toContain('ellipsis')
  })

  test('[PAGE-J-5] two texts over each other are one finding; decoration behind a text is none', () => {
    const one = aText({ selector: 'h2', overlaps: ['p'] })
    const two = aText({ selector: 'p', overlaps: ['h2'] })
    expect(found('layout/overlapping-text', phone({ texts: [one, two] }))).toHaveLength(1)
    const cut = aText({ ...two, clipped: { by: '.box', x: 0, y: 40, ellipsis: false } })
    expect(found('layout/overlapping-text', phone({ texts: [one, cut] }))).toEqual([])
    const behind = aText({ selector: 'p', overlaps: ['h2'], ariaHidden: true })
    expect(found('layout/overlapping-text', phone({ texts: [one, behind] }))).toEqual([])
  })

  test('[PAGE-J-5] a text that a bar lies over is found', () => {
    const texts = [aText({ coveredBy: 'header' })]
    expect(found('layout/covered-text', { views: inViews({ texts }) })).toMatchObject([
      { place: { width: 375 } },
    ])
  })

  test('[PAGE-J-5] a control beyond the right edge is lost; a skip link above the page is not', () => {
    const lost = aControl({ offCanvas: true, box: box(500, 20) })
    const skip = aControl({ selector: '.skip', offCanvas: true, box: box(16, -80) })
    expect(found('layout/control-off-canvas', phone({ controls: [lost, skip] }))).toMatchObject([
      { place: { selector: '#buy' } },
    ])
    const stop = (inView: boolean) => ({
      selector: '.skip',
      name: 'Skip',
      box: box(),
      changed: [],
      indicator: {
        outline: '',
        outlineColour: null,
        boxShadow: null,
        borderColour: null,
      },
      changedPixels: null,
      visible: inView,
      inView,
      coveredBy: null,
    })
    const walked = (inView: boolean) => ({
      ...phone({ controls: [skip] }),
      probes: {
        ...aPage().probes,
        keyboard: { ...aPage().probes.keyboard, stops: [stop(inView)] },
      },
    })
    expect(found('layout/control-off-canvas', walked(true))).toEqual([])
    expect(found('layout/control-off-canvas', walked(false))).toHaveLength(1)
  })

  test('controls that run into each other are found; a card as a link is not', () => {
    const row = [
      aControl({ box: box(0, 0, 200, 44) }),
      aControl({ selector: '#b', box: box(120, 0, 200, 44) }),
    ]
    expect(found('layout/broken-grid', phone({ controls: row }))).toHaveLength(1)
    const card = [aControl({ selector: '#card', box: box(0, 0, 320, 400) })]
    const inside = [anImage({ box: box(10, 10, 300, 200) })]
    expect(found('layout/broken-grid', phone({ controls: card, images: inside }))).toEqual([])
  })

  test('a paragraph as wide as the window is told, a narrow one and a listing are not', () => {
    const text = 'word '.repeat(100).trim()
    const set = (over: Partial<TextRun>) =>
      longLines.run(aPage({ views: inViews({ texts: [aText({ text, ...over })] }) }), noContract)
    expect(set({ lines: 3 })).toMatchObject([{ severity: 'warning', measured: { value: 200 } }])
    expect(set({ lines: 7 })).toEqual([])
    expect(set({ lines: 3, tag: 'code' })).toEqual([])
  })
})
