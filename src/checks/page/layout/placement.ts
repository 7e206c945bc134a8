import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'

const inUse = ({ visible, disabled, ariaHidden, offCanvas, box }: Control): boolean =>
  visible && !disabled && !ariaHidden && !offCanvas && box.width > 0 && box.height > 0

export const coveredText: PageRule = definePageRule(
  {
    id: 'layout/covered-text',
    about: 'Nothing lies over a text, such as a bar that stays in place while the page scrolls.',
    example: {
      bad: 'header { position: fixed } main { padding-top: 0 }',
      better: 'header { position: sticky; top: 0 }',
    },
    mustPass: true,
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
    about: 'Every control that can be focused is on the page, or comes onto it when focused.',
    example: {
      bad: '.buy { position: absolute; left: 120vw }',
      better: '.buy { position: static }',
    },
    mustPass: true,
  },
  ({ views, probes }) => {
    const stops = probes.keyboard.stops
    const cameIn = new Set(stops.filter(({ inView }) => inView).map(({ selector }) => selector))
    const stayedOut = new Set([
      ...stops.filter(({ inView }) => !inView).map(({ selector }) => selector),
      ...probes.keyboard.unreached,
    ])
    return oncePerPlace(
      views.flatMap((view) =>
        view.controls
          .filter((control) => {
            const { selector, offCanvas, insideDialog } = control
            if (!offCanvas || insideDialog !== null || cameIn.has(selector)) return false
            return stayedOut.has(selector) || isPastRight(control, view)
          })
          .map(({ selector, box, name, text }) => ({
            message: `${quote(name || text || selector)} stands outside the page at ${view.width} px.`,
            place: { selector, box, width: view.width },
          })),
      ),
    )
  },
)

/** Past the right edge it is lost; past the left or the top it may be a skip link in waiting. */
const isPastRight = ({ visible, focusable, box }: Control, view: ViewFacts): boolean =>
  visible && focusable && box.x >= view.clientWidth - 1

const holds = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height

export const brokenGrid: PageRule = definePageRule(
  {
    id: 'layout/broken-grid',
    dimension: 'Design Quality',
    about: 'Controls and pictures that stand side by side do not run into each other.',
    example: {
      bad: '.row > * { margin-right: -80px }',
      better: '.row { display: flex; gap: 16px }',
    },
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
