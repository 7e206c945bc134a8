import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control } from '../../../model/page-view.ts'
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
import { layoutRules } from './rules.ts'

const found = (id: string, facts: Partial<PageFacts>) =>
  layoutRules.find((rule) => rule.id === id)?.run(aPage(facts), noContract) ?? []

const call: Partial<Control> = { selector: '#buy', tag: 'a', href: 'order.html', text: 'Order' }
const onDesk = (phone: readonly Control[], wide: Partial<Control> = {}): Partial<PageFacts> => ({
  views: [
    aView(375, { controls: [aControl({ ...call, ...wide, visible: false }), ...phone] }),
    aView(1280, { controls: [aControl({ ...call, ...wide })] }),
  ],
})

describe('what phones show', () => {
  test('has every control of the desk, or one that does the same', () => {
    const id = 'layout/control-gone-on-phones'
    expect(found(id, onDesk([]))).toMatchObject([
      { severity: 'warning', place: { selector: '#buy', width: 375 } },
    ])
    const twin = aControl({ selector: '#buy-small', tag: 'a', href: 'order.html', text: 'Buy' })
    expect(found(id, onDesk([twin]))).toEqual([])
    const inMenu = aView(375, { opened: '#menu', controls: [aControl(call)] })
    expect(found(id, { ...onDesk([]), opened: [inMenu] })).toEqual([])
  })

  test('may do without a menu of places in the page', () => {
    const facts = onDesk([], { href: '#prices' })
    const [phone, wide] = facts.views ?? []
    const nav = {
      selector: 'nav',
      role: 'navigation',
      name: 'Main',
      visible: true,
      box: box(0, 0, 1280, 100),
    }
    const views = [phone ?? aView(375), { ...(wide ?? aView(1280)), landmarks: [nav] }]
    expect(found('layout/control-gone-on-phones', { views })).toEqual([])
    expect(found('layout/control-gone-on-phones', facts)).toHaveLength(1)
  })
})

describe('lines, pictures and the length of a page', () => {
  test.each([
    [16, 11, 2, 1],
    [16, 11, 1, 0],
    [16, 24, 3, 0],
    [60, 54, 2, 0],
    [60, 45, 2, 1],
  ])('%i px letters on %i px lines, %i of them', (fontSize, lineHeight, lines, count) => {
    const texts = [aText({ fontSize, lineHeight, lines })]
    expect(found('layout/tight-lines', { views: inViews({ texts }) })).toHaveLength(count)
  })

  test.each([
    [320, 60, 'fill', 1],
    [320, 60, 'cover', 0],
    [320, 200, 'fill', 0],
    [320, 214, 'fill', 0],
  ])('a picture of 3:2 shown at %i by %i with %s', (width, height, objectFit, count) => {
    const images = [
      anImage({ natural: { width: 600, height: 400 }, box: box(0, 0, width, height), objectFit }),
    ]
    expect(found('layout/distorted-image', { views: inViews({ images }) })).toHaveLength(count)
  })

  test('the room around a picture is no part of its shape', () => {
    const shape = { natural: { width: 64, height: 32 }, box: box(0, 0, 96, 64), objectFit: 'fill' }
    const seen = (inner?: { readonly width: number; readonly height: number }) =>
      found('layout/distorted-image', {
        views: inViews({
          images: [anImage({ ...shape, ...(inner === undefined ? {} : { inner }) })],
        }),
      })
    expect(seen()).toHaveLength(1)
    expect(seen({ width: 64, height: 32 })).toEqual([])
  })

  test('a page that is longer than the screen can be scrolled', () => {
    expect(found('layout/scroll-locked', { views: inViews({ scrollLocked: true }) })).toMatchObject(
      [{ severity: 'error', place: { selector: 'body' } }],
    )
    expect(found('layout/scroll-locked', {})).toEqual([])
  })
})
