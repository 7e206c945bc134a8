import { describe, expect, it } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { FocusStop, KeyboardWalk, OpenerProbe } from '../../../model/page-probes.ts'
import type { Control } from '../../../model/page-view.ts'
import { aControl, aPage, box, inViews, noContract } from '../score/sample-page.contract.ts'
import { keyboardRules } from './keyboard-rules.ts'

const stop = (name: string, x: number, y: number, over: Partial<FocusStop> = {}): FocusStop => ({
  selector: `#${name}`,
  name,
  box: box(x, y, 100, 40),
  changed: ['outlineStyle'],
  indicator: {
    outline: 'solid 2px',
    outlineColour: null,
    boxShadow: null,
    borderColour: null,
  },
  changedPixels: null,
  visible: true,
  inView: true,
  coveredBy: null,
  ...over,
})

const walk = (keyboard: Partial<KeyboardWalk>, controls?: readonly Control[]): PageFacts => {
  const stops = keyboard.stops ?? []
  const facts = aPage({
    views: inViews({
      controls: controls ?? stops.map(({ selector, name }) => aControl({ selector, name })),
    }),
  })
  return {
    ...facts,
    probes: { ...facts.probes, keyboard: { ...facts.probes.keyboard, ...keyboard } },
  }
}

const told = (facts: PageFacts): readonly string[] =>
  keyboardRules
    .flatMap((rule) => rule.run(facts, noContract))
    .filter(({ severity }) => severity !== 'info')
    .map(({ ruleId, place }) => `${ruleId} ${place.selector}`)

describe('the walk by keyboard', () => {
  it('[PAGE-A-60] asks that everything is reached, one of a group for all', () => {
    expect(told(walk({ unreached: ['#buy'] }))).toEqual(['keyboard-unreached #buy'])
    const radio = aControl({ selector: '#buy', tag: 'input', type: 'radio' })
    expect(told(walk({ unreached: ['#buy'] }, [radio]))).toEqual([])
  })

  it('[PAGE-A-60] asks for no stop at a frame itself', () => {
    const frame = { selector: '#map', box: box(), visible: true }
    const facts = walk({ unreached: ['#map'] })
    const views = facts.views.map((view) => ({ ...view, frames: [frame] }))
    expect(told({ ...facts, views })).toEqual([])
  })

  it('tells what was taken out of the order of Tab', () => {
    const out = (over: Partial<Control>, ...others: readonly Control[]) =>
      told(walk({}, [aControl({ tabIndex: -1, focusable: false, ...over }), ...others]))
    expect(out({})).toEqual(['keyboard-taken-out #buy'])
    expect(out({ disabled: true })).toEqual([])
    expect(out({ role: 'tab' })).toEqual([])
    expect(out({ ariaHidden: true })).toEqual([])
    const picture = { tag: 'a', href: 'a.html', selector: '#cards > article > p > a' }
    const titled = aControl({ tag: 'a', href: 'a.html', selector: '#cards > article > h3 > a' })
    expect(out(picture, titled)).toEqual([])
  })

  it('[PAGE-A-60] asks that focus can be seen, by style or by pixels', () => {
    const seen = (over: Partial<FocusStop>) => told(walk({ stops: [stop('buy', 0, 0, over)] }))
    expect(seen({ changed: [], changedPixels: 0 })).toEqual(['focus-not-visible #buy'])
    expect(seen({ changed: [], changedPixels: 40 })).toEqual([])
    expect(seen({ changed: ['backgroundColor'] })).toEqual([])
    expect(seen({ visible: false })).toEqual(['focus-on-hidden #buy'])
  })

  it('[PAGE-A-60] lets a box be hidden behind the drawing that its label shows', () => {
    const drawn = aControl({
      tag: 'input',
      type: 'checkbox',
      label: { by: 'wrapping-label', text: 'Yes', visible: true },
    })
    const stops = [stop('buy', 0, 0, { visible: false })]
    expect(told(walk({ stops }, [drawn]))).toEqual([])
  })

  it('[PAGE-A-60] tells a trap, and not the parts of a date', () => {
    expect(told(walk({ trap: ['#buy', '#more'] }))).toEqual(['keyboard-trap #buy'])
    expect(told(walk({ trap: ['#buy'], unreached: ['#more'] }))).toEqual(['keyboard-trap #buy'])
    const date = aControl({ tag: 'input', type: 'date' })
    expect(told(walk({ trap: ['#buy'] }, [date]))).toEqual([])
  })

  it('tells an order that runs back or against the reading', () => {
    const order = (...stops: readonly FocusStop[]) => told(walk({ stops }))
    expect(order(stop('a', 0, 0), stop('b', 0, 900), stop('c', 0, 300))).toEqual(['focus-order #c'])
    expect(order(stop('a', 300, 0), stop('b', 150, 0), stop('c', 0, 0))).toEqual(['focus-order #c'])
  })

  it('accepts lines, columns, and the other way for pages that run from right to left', () => {
    const order = (...stops: readonly FocusStop[]) => told(walk({ stops }))
    expect(order(stop('a', 0, 0), stop('b', 0, 900), stop('c', 400, 100))).toEqual([])
    expect(order(stop('a', 0, 0), stop('b', 150, 0), stop('c', 0, 60), stop('d', 150, 60))).toEqual(
      [],
    )
    const rtl = walk({ stops: [stop('a', 300, 0), stop('b', 150, 0), stop('c', 0, 0)] })
    expect(told({ ...rtl, dir: 'rtl' })).toEqual([])
  })
})

describe('dialogs', () => {
  const fine: OpenerProbe = {
    opener: '#open',
    opened: '#policy',
    kind: 'dialog',
    closesOnEscape: true,
    focusMovedInside: true,
    focusReturned: true,
  }
  const opened = (over: Partial<OpenerProbe>) => {
    const facts = aPage()
    return told({ ...facts, probes: { ...facts.probes, openers: [{ ...fine, ...over }] } })
  }

  it('asks a dialog to close on Escape, and to take and give back the focus', () => {
    expect(opened({})).toEqual([])
    expect(opened({ closesOnEscape: false })).toEqual(['dialog-escape #policy'])
    expect(opened({ focusMovedInside: false })).toEqual(['dialog-takes-focus #policy'])
    expect(opened({ focusReturned: false })).toEqual(['dialog-returns-focus #open'])
  })

  it('asks nothing of what only unfolds, nor of what was not tried', () => {
    expect(opened({ kind: 'details', closesOnEscape: false, focusMovedInside: false })).toEqual([])
    expect(opened({ closesOnEscape: null, focusMovedInside: null, focusReturned: null })).toEqual(
      [],
    )
  })
})
