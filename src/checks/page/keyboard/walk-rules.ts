import { wasKept } from '../interaction/traffic.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { FocusStop } from '../../../model/page-probes.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import {
  at,
  isWithin,
  parentSelector,
  quote,
  type Seen,
  worksRule,
} from '../accessibility/about.ts'
import { allViews } from '../contrast/page-views.ts'

const controlAt = (facts: PageFacts, selector: string): Control | null =>
  allViews(facts)
    .flatMap(({ controls }) => controls)
    .find((control) => control.selector === selector) ?? null

const named = ({ name, selector }: Pick<FocusStop, 'name' | 'selector'>): string =>
  quote(name === '' ? selector : name)

/** One of these stands for its whole group: arrow keys go through the rest. */
const inGroup = ({ type, role }: Control): boolean =>
  type === 'radio' || /^(radio|tab|option|menuitem\w*|treeitem)$/.test(role)

const reachable: PageRule = worksRule(
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
    return facts.probes.keyboard.unreached.flatMap((selector): readonly Seen[] => {
      const control = controlAt(facts, selector)
      // the Tab key stops at what is in a frame, not at the frame
      if (frames.has(selector)) return []
      if (control !== null && (inGroup(control) || control.disabled)) return []
      const name = control?.name ?? ''
      return [
        {
          message: `${named({ name, selector })} is never reached with the Tab key`,
          place: control === null ? { selector } : at(control),
        },
      ]
    })
  },
)

/** Taken out of the order of Tab by hand, though nothing else leads there. */
const takenOut: PageRule = worksRule(
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

const visibleFocus: PageRule = worksRule(
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

const focusHidden: PageRule = worksRule(
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
const isDrawnByAnother = (control: Control | null): boolean =>
  control !== null &&
  control.tag === 'input' &&
  /^(checkbox|radio|file)$/.test(control.type ?? '') &&
  control.label?.visible === true

const focusCovered: PageRule = worksRule(
  {
    id: 'focus-covered',
    about: 'What has the focus is not covered by a bar or a box that stays in place.',
    example: {
      bad: 'a sticky header over the focused link',
      better: 'html { scroll-padding-top: 5rem }',
    },
    needs: ['views', 'probes'],
  },
  (facts) =>
    facts.probes.keyboard.stops
      .filter(({ coveredBy, visible }) => visible && coveredBy !== null)
      .map((stop) => ({
        // a link that skips to the content floats over the top, where bars are
        ...(controlAt(facts, stop.selector)?.href?.startsWith('#') === true &&
        stop.selector === facts.probes.keyboard.stops[0]?.selector
          ? { severity: 'info' as const }
          : {}),
        message: `${named(stop)} is covered by ${stop.coveredBy ?? ''} when it has the focus`,
        place: at(stop),
      })),
)

/** The browser itself goes through the parts of a date or the buttons of a player. */
function hasStopsInside(facts: PageFacts, selector: string): boolean {
  const control = controlAt(facts, selector)
  const parts = /^(date|datetime-local|month|time|week)$/
  return control !== null && (parts.test(control.type ?? '') || /^(audio|video)$/.test(control.tag))
}

const trap: PageRule = worksRule(
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

export const walkRules: readonly PageRule[] = [
  reachable,
  takenOut,
  visibleFocus,
  focusHidden,
  focusCovered,
  trap,
]
