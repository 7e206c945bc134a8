import { controlAt } from '../interaction/controls-of.ts'
import { wasKept } from '../interaction/traffic.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { FocusStop, OpenerProbe } from '../../../model/page-probes.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { at, isWithin, parentSelector, quote } from '../accessibility/elements.ts'
import { focusOrder } from './focus-order.ts'

const named = ({ name, selector }: Pick<FocusStop, 'name' | 'selector'>): string =>
  quote(name === '' ? selector : name)

/** One of these stands for its whole group: arrow keys go through the rest. */
const inGroup = ({ type, role }: Control): boolean =>
  type === 'radio' || /^(radio|tab|option|menuitem\w*|treeitem)$/.test(role)

const reachable = definePageRule(
  {
    id: 'keyboard-unreached',
    about: 'Everything that can be used is reached with the Tab key.',
    example: { bad: '<button tabindex="-1">Book</button>', better: '<button>Book</button>' },
    needs: ['views', 'probes'],
    mustPass: true,
  },
  (facts) => {
    if (facts.probes.keyboard.trap.length > 0) return []
    const frames = new Set(facts.views.flatMap((view) => view.frames.map((each) => each.selector)))
    return facts.probes.keyboard.unreached.flatMap((selector): readonly Sighting[] => {
      const control = controlAt(facts, selector)
      // the Tab key stops at what is in a frame, not at the frame
      if (frames.has(selector)) return []
      if (control !== undefined && (inGroup(control) || control.disabled)) return []
      const name = control?.name ?? ''
      return [
        {
          message: `${named({ name, selector })} is never reached with the Tab key`,
          place: control === undefined ? { selector } : at(control),
        },
      ]
    })
  },
)

/** Taken out of the order of Tab by hand, though nothing else leads there. */
const takenOut = definePageRule(
  {
    id: 'keyboard-taken-out',
    about: 'A button, link or field that is seen is not taken out of the order of the Tab key.',
    example: { bad: '<a href="prices.html" tabindex="-1">', better: '<a href="prices.html">' },
    needs: ['views', 'probes'],
    mustPass: true,
  },
  (facts) => {
    const view = facts.views.at(-1)
    if (view === undefined) return []
    const stops = new Set(facts.probes.keyboard.stops.map(({ selector }) => selector))
    // a picture beside its title may leave the keyboard to the title
    const isTwin = (control: Control) => {
      const card = parentSelector(parentSelector(control.selector) ?? '') ?? ''
      return (
        control.href !== null &&
        card !== '' &&
        view.controls.some(
          (other) =>
            other !== control &&
            other.href === control.href &&
            other.focusable &&
            isWithin(other.selector, card),
        )
      )
    }
    return view.controls
      .filter(
        (control) =>
          control.because === 'native' &&
          control.visible &&
          !control.disabled &&
          !control.ariaHidden &&
          !control.focusable &&
          control.tabIndex < 0 &&
          (control.tag !== 'a' || control.href !== null) &&
          !inGroup(control) &&
          !stops.has(control.selector) &&
          !isTwin(control) &&
          control.insideDialog === null,
      )
      .map((control) => ({
        message: `${named(control)} can be clicked and has tabindex ${control.tabIndex}: the Tab key passes it by`,
        place: at(control),
      }))
  },
)

const visibleFocus = definePageRule(
  {
    id: 'focus-not-visible',
    about: 'It can be seen where the keyboard is: a ring, a line, a fill or anything else changes.',
    example: {
      bad: ':focus { outline: none }',
      better: ':focus-visible { outline: 3px solid #1a4fd6 }',
    },
    needs: ['views', 'probes'],
    mustPass: true,
  },
  (facts) => {
    const { stops } = facts.probes.keyboard
    const unchanged = stops.filter(({ changed, visible }) => visible && changed.length === 0)
    // only some pictures are taken: what was not looked at is as those that were
    const shows = unchanged.some(({ changedPixels }) => (changedPixels ?? 0) > 0)
    return unchanged
      .filter(({ changedPixels }) => changedPixels === 0 || (changedPixels === null && !shows))
      .map((stop) => ({
        message: `nothing shows that ${named(stop)} has the focus`,
        place: at(stop),
      }))
  },
)

const focusHidden = definePageRule(
  {
    id: 'focus-on-hidden',
    about: 'The focus never goes to something that cannot be seen.',
    example: {
      bad: 'a link at left: -9999px that stays there',
      better: 'visibility: hidden until it is shown',
    },
    needs: ['views', 'probes'],
    mustPass: true,
  },
  (facts) =>
    facts.probes.keyboard.stops
      .filter(({ visible, selector }) => !visible && !isDrawnByAnother(controlAt(facts, selector)))
      // icons and styles of other sites were not let through
      .filter(() => !wasKept(facts.network, /^(?:script|stylesheet|font)$/))
      .map((stop) => ({
        message: `the focus goes to ${named(stop)}, which cannot be seen`,
        place: at(stop),
      })),
)

/** Boxes are often hidden behind a drawing of their own that their label shows. */
const isDrawnByAnother = (control: Control | undefined): boolean =>
  control?.tag === 'input' &&
  /^(checkbox|radio|file)$/.test(control.type ?? '') &&
  control.label?.visible === true

/** The browser itself goes through the parts of a date or the buttons of a player. */
function hasStopsInside(facts: PageFacts, selector: string): boolean {
  const control = controlAt(facts, selector)
  const parts = /^(date|datetime-local|month|time|week)$/
  return (
    control !== undefined && (parts.test(control.type ?? '') || /^(audio|video)$/.test(control.tag))
  )
}

const trap = definePageRule(
  {
    id: 'keyboard-trap',
    about: 'The Tab key leads through the page and out of it again.',
    example: { bad: 'keydown on Tab calls preventDefault()', better: 'Tab is left to the browser' },
    needs: ['views', 'probes'],
    mustPass: true,
  },
  (facts) => {
    const { keyboard } = facts.probes
    const [first] = keyboard.trap
    return first === undefined || (keyboard.trap.length === 1 && hasStopsInside(facts, first))
      ? []
      : [
          {
            message: `the Tab key does not get out of ${keyboard.trap.slice(0, 4).join(', ')}`,
            place: { selector: first },
          },
        ]
  },
)

/** What a dialog owes to the keyboard when it opens and closes. */
const dialogRule = (
  about: Pick<PageRule, 'id' | 'about' | 'example'>,
  fails: (probe: OpenerProbe) => boolean,
  observed: (probe: OpenerProbe) => Sighting,
): PageRule =>
  definePageRule({ ...about, needs: ['views', 'probes'] }, ({ probes }) =>
    probes.openers.filter((probe) => probe.kind === 'dialog' && fails(probe)).map(observed),
  )

const dialogRules: readonly PageRule[] = [
  dialogRule(
    {
      id: 'dialog-escape',
      about: 'The Escape key closes a dialog.',
      example: {
        bad: '<div class="modal"> that only its button closes',
        better: '<dialog> opened with showModal()',
      },
    },
    ({ closesOnEscape }) => closesOnEscape === false,
    ({ opened }) => ({
      message: `the Escape key does not close ${opened}`,
      place: { selector: opened },
    }),
  ),
  dialogRule(
    {
      id: 'dialog-takes-focus',
      about: 'The focus goes into a dialog when it opens.',
      example: { bad: 'modal.style.display = "block"', better: 'dialog.showModal()' },
    },
    ({ focusMovedInside }) => focusMovedInside === false,
    ({ opened }) => ({
      message: `the focus stays outside ${opened} when it opens`,
      place: { selector: opened },
    }),
  ),
  dialogRule(
    {
      id: 'dialog-returns-focus',
      about: 'The focus goes back to where it was when a dialog closes.',
      example: { bad: 'modal.remove()', better: 'opener.focus() once it is closed' },
    },
    ({ focusReturned }) => focusReturned === false,
    ({ opener, opened }) => ({
      message: `the focus does not go back to ${opener} when ${opened} closes`,
      place: { selector: opener },
    }),
  ),
]

/** What a page owes to readers who use keys instead of a mouse. */
export const keyboardRules: readonly PageRule[] = [
  reachable,
  takenOut,
  visibleFocus,
  focusHidden,
  trap,
  focusOrder,
  ...dialogRules,
]
