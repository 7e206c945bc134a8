import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'
import { phoneWidth } from './overflow.ts'

/** The least target of WCAG 2.2, in pixels; also the circle that stands in for spacing. */
const target = 24

const inUse = ({ visible, disabled, ariaHidden, offCanvas, box }: Control): boolean =>
  visible && !disabled && !ariaHidden && !offCanvas && box.width > 0 && box.height > 0

export const coveredText: PageRule = definePageRule(
  {
    id: 'layout/covered-text',
    dimension: 'Functionality',
    about: 'Nothing lies over a text, such as a bar that stays in place while the page scrolls.',
    example: {
      bad: 'header { position: fixed } main { padding-top: 0 }',
      better: 'header { position: sticky; top: 0 }',
    },
    mustPass: true,
    needs: ['views'],
  },
  ({ views }) =>
    oncePerPlace(
      views.flatMap((view) =>
        view.texts
          .filter(({ coveredBy, ariaHidden, opacity, source }) => {
            return coveredBy !== null && !ariaHidden && opacity > 0.02 && source === 'text'
          })
          .map(({ selector, box, text, coveredBy }) => ({
            message: `${quote(text)} lies under ${coveredBy ?? 'something'} at ${view.width} px.`,
            place: { selector, box, width: view.width },
          })),
      ),
    ),
)

export const lostControls: PageRule = definePageRule(
  {
    id: 'layout/control-off-canvas',
    dimension: 'Functionality',
    about: 'Every control that can be focused is on the page, or comes onto it when focused.',
    example: {
      bad: '.buy { position: absolute; left: 120vw }',
      better: '.buy { position: static }',
    },
    mustPass: true,
    needs: ['views'],
  },
  ({ views, probes }) => {
    const cameIn = new Set(
      probes.keyboard.stops.filter(({ visible }) => visible).map(({ selector }) => selector),
    )
    return oncePerPlace(
      views.flatMap((view) =>
        view.controls
          .filter((control) => isLost(control, view) && !cameIn.has(control.selector))
          .map(({ selector, box, name, text }) => ({
            message: `${quote(name || text || selector)} stands outside the page at ${view.width} px.`,
            place: { selector, box, width: view.width },
          })),
      ),
    )
  },
)

/** Past the right edge it is lost; past the left or the top it may be a skip link in waiting. */
function isLost({ offCanvas, visible, focusable, box, insideDialog }: Control, view: ViewFacts) {
  return offCanvas && visible && focusable && insideDialog === null && box.x >= view.clientWidth - 1
}

export const touchSpacing: PageRule = definePageRule(
  {
    id: 'layout/touch-spacing',
    dimension: 'Functionality',
    about: `On phones a target is ${target} px in both directions, or has as much room around it.`,
    example: {
      bad: '.close { width: 14px; height: 14px }',
      better: '.close { width: 44px; height: 44px }',
    },
    mustPass: false,
    needs: ['views'],
  },
  ({ views, opened }) =>
    oncePerPlace(
      [...views, ...opened].filter(({ width }) => width === phoneWidth).flatMap(crowdedIn),
    ),
)

function crowdedIn(view: ViewFacts): readonly Sighting[] {
  const targets = view.controls.filter((control) => {
    return inUse(control) && control.because !== 'button-class' && control.coveredBy === null
  })
  return targets.flatMap((control) => {
    const { box, selector, name, inline, tag, type } = control
    // what the browser draws, and what stands in a sentence, has the size of its kind
    const drawn = tag === 'input' && /^(checkbox|radio|range|color)$/.test(type ?? '')
    if (inline || drawn || Math.min(box.width, box.height) >= target) return []
    const near = targets.find(
      (other) => other !== control && !holds(other.box, box) && tooNear(box, other.box),
    )
    if (near === undefined) return []
    const least = Math.round(Math.min(box.width, box.height) * 10) / 10
    return [
      {
        message: `${quote(name || selector)} is ${least} px small on a phone and crowds ${near.selector}.`,
        place: { selector, box, width: view.width },
        measured: { value: least, needed: target, unit: 'px' },
      },
    ]
  })
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

const holds = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height

/** Whether the circle of a small target meets another target, or the circle of a small one. */
function tooNear(small: Box, other: Box): boolean {
  const from = middle(small)
  const to = middle(other)
  const otherIsSmall = Math.min(other.width, other.height) < target
  if (otherIsSmall && Math.hypot(from.x - to.x, from.y - to.y) < target) return true
  const dx = Math.max(other.x - from.x, 0, from.x - (other.x + other.width))
  const dy = Math.max(other.y - from.y, 0, from.y - (other.y + other.height))
  return Math.hypot(dx, dy) < target / 2
}

export const brokenGrid: PageRule = definePageRule(
  {
    id: 'layout/broken-grid',
    dimension: 'Design Quality',
    about: 'Controls and pictures that stand side by side do not run into each other.',
    example: {
      bad: '.row > * { margin-right: -80px }',
      better: '.row { display: flex; gap: 16px }',
    },
    mustPass: false,
    needs: ['views'],
  },
  ({ views }) => oncePerPlace(views.flatMap(collisionsIn)),
)

function collisionsIn(view: ViewFacts): readonly Sighting[] {
  const pictures = view.images.filter(({ visible, kind, decorative }) => {
    return visible && kind === 'img' && !decorative
  })
  const items = [...view.controls.filter((each) => inUse(each) && !each.inline), ...pictures]
  return items.flatMap(({ selector, box }, index) => {
    const other = items.slice(index + 1).find((each) => {
      const nested = holds(box, each.box) || holds(each.box, box)
      return !nested && !isInside(each.selector, selector) && shared(box, each.box) > 0.2
    })
    if (other === undefined) return []
    return [
      {
        message: `${selector} and ${other.selector} run into each other at ${view.width} px.`,
        place: { selector, box, width: view.width },
        measured: { value: rounded(shared(box, other.box)), needed: 0, unit: 'share of area' },
      },
    ]
  })
}

const isInside = (one: string, two: string): boolean =>
  one.startsWith(`${two} >`) || two.startsWith(`${one} >`)

/** The part of the smaller box that the other one covers. */
function shared(one: Box, two: Box): number {
  const width = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x)
  const height = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y)
  if (width <= 2 || height <= 2) return 0
  return (width * height) / Math.min(one.width * one.height, two.width * two.height)
}

const rounded = (value: number): number => Math.round(value * 100) / 100
