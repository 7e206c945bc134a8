import { isUnstyled } from '../interaction/traffic.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, type Sighting } from '../score/define-rule.ts'
import { at, isWithin, titleOf } from './elements.ts'

const least = 24
const comfortable = 44
/** Boxes are measured in fractions of pixels, and rounded by style sheets and screens. */
const slack = 0.5

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

function distanceToBox(point: { readonly x: number; readonly y: number }, box: Box): number {
  const dx = Math.max(box.x - point.x, 0, point.x - box.x - box.width)
  const dy = Math.max(box.y - point.y, 0, point.y - box.y - box.height)
  return Math.hypot(dx, dy)
}

const isSmall = ({ box }: Control): boolean =>
  box.width < least - slack || box.height < least - slack

const isTicked = ({ type }: Control): boolean => type === 'checkbox' || type === 'radio'

/** Can be hit: seen, switched on, and not covered. */
const isTarget = (control: Control): boolean =>
  control.visible &&
  !control.disabled &&
  control.coveredBy === null &&
  !control.offCanvas &&
  control.because !== 'pointer-cursor' &&
  control.because !== 'button-class' &&
  // takes the focus to be scrolled or read, and nothing comes of a tap on it
  (control.because !== 'tabindex' || control.cursor === 'pointer') &&
  control.box.width > 0 &&
  control.box.height > 0 &&
  // kept for screen readers, or shown by something laid over it
  !(control.box.width <= 2 || control.box.height <= 2)

/** Inline words, and boxes whose label can be hit as well, are not asked for a size. */
const isExempt = (control: Control): boolean =>
  control.inline ||
  (isTicked(control) &&
    (control.label?.by === 'wrapping-label' || control.label?.by === 'label-for') &&
    control.label.visible)

/** Something in the way: another target in the circle of 24 pixels, or its circle if it is small too. */
function crowding(control: Control, targets: readonly Control[]): Control | null {
  const centre = middle(control.box)
  const match = targets.find((other) => {
    if (other === control) return false
    if (isWithin(other.selector, control.selector) || isWithin(control.selector, other.selector))
      return false
    if (distanceToBox(centre, other.box) < least / 2 - slack) return true
    const far = middle(other.box)
    return isSmall(other) && Math.hypot(far.x - centre.x, far.y - centre.y) < least - slack
  })
  return match ?? null
}

/** The same can be done with something big enough elsewhere on the page. */
const hasTwin = (control: Control, targets: readonly Control[]): boolean =>
  control.href !== null &&
  targets.some((other) => other !== control && other.href === control.href && !isSmall(other))

function smallTargets(view: ViewFacts): readonly Control[] {
  const targets = view.controls.filter(isTarget)
  return targets.filter(
    (control) =>
      isSmall(control) &&
      !isExempt(control) &&
      !hasTwin(control, targets) &&
      crowding(control, targets) !== null,
  )
}

const size = ({ box }: Control): string => `${Math.floor(box.width)} × ${Math.floor(box.height)}`

type Pick = (view: ViewFacts) => readonly Control[]

const tooSmall = ({ views, opened }: PageFacts, pick: Pick, needed: number): readonly Sighting[] =>
  oncePerPlace(
    [...views, ...opened].flatMap((view) =>
      pick(view).map((control) => ({
        message: `${titleOf(control)} is ${size(control)} pixels at a width of ${view.width}; ${needed} × ${needed} is needed`,
        place: { ...at(control), width: view.width },
        measured: {
          value: Math.floor(Math.min(control.box.width, control.box.height) * 100) / 100,
          needed,
          unit: 'px',
        },
      })),
    ),
  )

const targetSize = definePageRule(
  {
    id: 'target-size',
    about:
      'What can be tapped is 24 by 24 pixels, or has as much room around its middle to itself. ' +
      'Links among words and boxes with a label that can be tapped are not asked.',
    example: {
      bad: 'icons of 16 pixels side by side',
      better: 'icons with a padding of 12 pixels',
    },
    mustPass: true,
  },
  (facts) => (isUnstyled(facts.network) ? [] : tooSmall(facts, smallTargets, least)),
)

/** Looks like something to press: a button, a field, or a link with a fill or a frame. */
function isPressed(control: Control): boolean {
  const { tag, type, role, paint } = control
  if (['range', 'hidden', 'image', 'file', 'color'].includes(type ?? '')) return false
  if (tag === 'button' || role === 'button')
    // a button that looks like a word has the size of one
    return paint.background.a > 0.05 || paint.borderWidth > 0 || control.text === ''
  if (['input', 'select', 'textarea'].includes(tag)) return !isTicked(control)
  return tag === 'a' && (paint.background.a > 0.05 || paint.borderSides.length === 4)
}

function hardToTap(view: ViewFacts): readonly Control[] {
  if (view.width > 480) return []
  const small = new Set(smallTargets(view))
  return view.controls.filter(
    (control) =>
      isTarget(control) &&
      !small.has(control) &&
      !isExempt(control) &&
      isPressed(control) &&
      (control.box.height < comfortable - slack ||
        (control.box.width < comfortable - slack && control.text.length > 2)),
  )
}

const touchSize = definePageRule(
  {
    id: 'touch-size',
    about: 'On a phone, buttons, fields and links that look like buttons are 44 pixels high.',
    example: { bad: '.button { padding: 4px 8px }', better: '.button { min-height: 44px }' },
  },
  (facts) =>
    tooSmall(facts, hardToTap, comfortable).map((observed) => ({
      ...observed,
      severity: 'warning' as const,
    })),
)

export const targetRules: readonly PageRule[] = [targetSize, touchSize]
