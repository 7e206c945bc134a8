import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'
import { phoneWidth } from './overflow.ts'

const isPressed = ({ tag, because, text, name }: Control): boolean =>
  because === 'native' && (tag === 'a' || tag === 'button') && (text || name) !== ''

const isThere = ({ visible, offCanvas }: Control): boolean => visible && !offCanvas

const within = (outer: Box, { x, y, width, height }: Box): boolean => {
  const [middle, centre] = [x + width / 2, y + height / 2]
  return (
    middle >= outer.x &&
    middle <= outer.x + outer.width &&
    centre >= outer.y &&
    centre <= outer.y + outer.height
  )
}

/** A menu of places in this page may go: its readers scroll. */
const isPlaceInMenu = ({ href, box }: Control, { landmarks }: ViewFacts): boolean =>
  (href ?? '').startsWith('#') &&
  landmarks.some(({ role, box: around }) => role === 'navigation' && within(around, box))

/** Whether a phone has another way to the same: the same address, or the same words. */
const hasTwin = (control: Control, others: readonly Control[]): boolean =>
  others.some(
    ({ href, text, name, tag }) =>
      (control.href !== null && href === control.href && href !== '#') ||
      (tag === control.tag && (text || name) === (control.text || control.name)),
  )

export const controlsGoneOnPhones: PageRule = definePageRule(
  {
    id: 'layout/control-gone-on-phones',
    about: 'What can be pressed on a desk can be pressed on a phone, at most one tap away.',
    example: {
      bad: '@media (max-width: 600px) { .order { display: none } }',
      better: '@media (max-width: 600px) { .order { width: 100% } }',
    },
    // what nobody looked into is not gone
    needs: ['views', 'opened'],
  },
  (facts) => {
    const wide = facts.views.at(-1)
    const phone = facts.views.find(({ width }) => width === phoneWidth)
    if (wide === undefined || phone === undefined || wide === phone) return []
    const onPhone = [...phone.controls, ...openedOnPhones(facts)].filter(isThere)
    const reached = new Set(onPhone.map(({ selector }) => selector))
    return oncePerPlace(
      wide.controls
        .filter((control) => isPressed(control) && isThere(control) && !control.disabled)
        .filter(({ ariaHidden, selector }) => !ariaHidden && !reached.has(selector))
        .filter((control) => isHiddenIn(phone, control) && !isPlaceInMenu(control, wide))
        .filter((control) => !hasTwin(control, onPhone))
        .map(({ selector, text, name, box }) => ({
          severity: 'warning' as const,
          message: `${quote(text || name)} is gone at ${phoneWidth} px, and nothing there does the same.`,
          place: { selector, box, width: phoneWidth },
        })),
    )
  },
)

const openedOnPhones = ({ opened }: PageFacts): readonly Control[] =>
  opened.flatMap(({ controls }) => controls)

/** What the page does not have at all at this width was put there by a script of its own. */
const isHiddenIn = ({ controls }: ViewFacts, { selector }: Control): boolean =>
  controls.some((each) => each.selector === selector && !each.visible)
