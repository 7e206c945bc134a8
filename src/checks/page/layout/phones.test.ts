import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control } from '../../../model/page-view.ts'
import { aControl, aPage, aView, box, noContract } from '../score/sample-page.contract.ts'
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
