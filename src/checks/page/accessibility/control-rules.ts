import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { allViews } from '../contrast/page-views.ts'
import { at, isWithin, quote, shownOnce, worksRule } from './about.ts'

const controlsOf = (facts: PageFacts): readonly Control[] =>
  shownOnce(facts, ({ controls }) => controls)

const titleOf = ({ name, text, selector }: Control): string => quote(name || text || selector)

/** Roles that a widget moves through with arrow keys: one of them has the focus for all. */
const moved = /^(tab|option|menuitem|menuitemcheckbox|menuitemradio|radio|treeitem|gridcell|row)$/

const isBig = ({ box }: Control): boolean => box.width > 700 && box.height > 500

/** Parts that listen for what happens inside them, or close when clicked beside. */
const listens =
  /^(html|body|main|form|dialog|section|article|header|footer|nav|ul|ol|table|tbody|tr|svg|label|video|audio|canvas)$/

const fakeControl: PageRule = worksRule(
  {
    id: 'control-not-for-keyboard',
    about: 'What can be clicked can be used by keyboard: it is a button or a link, not a <div>.',
    example: {
      bad: '<div onclick="open()">Menu</div>',
      better: '<button onclick="open()">Menu</button>',
    },
    mustPass: true,
  },
  (facts) =>
    controlsOf(facts).flatMap((control) => {
      const { because, focusable, disabled, tag, role, ariaHidden } = control
      if (disabled || focusable || ariaHidden) return []
      const handled = because === 'handler' && !listens.test(tag) && !isBig(control)
      const named = because === 'role' && !moved.test(role)
      if (!handled && !named) return []
      return [
        {
          message: `${titleOf(control)} is a <${tag}> that can be clicked and cannot be reached by keyboard`,
          place: at(control),
        },
      ]
    }),
)

const roleless: PageRule = worksRule(
  {
    id: 'control-without-role',
    about: 'What takes the focus and can be clicked says what it is.',
    example: { bad: '<div tabindex="0">Menu</div>', better: '<button>Menu</button>' },
    severity: 'error',
  },
  (facts) =>
    controlsOf(facts)
      .filter(
        ({ because, role, cursor, disabled, tag }) =>
          because === 'tabindex' &&
          cursor === 'pointer' &&
          !disabled &&
          /^(div|span|p|li|i|b|img)$/.test(tag) &&
          /^(generic|none|presentation|paragraph|listitem|)$/.test(role),
      )
      .map((control) => ({
        message: `${titleOf(control)} is a <${control.tag}> that can be clicked and has no role`,
        place: at(control),
      })),
)

const hiddenFocus: PageRule = worksRule(
  {
    id: 'aria-hidden-focus',
    about: 'What is hidden from screen readers does not take the focus.',
    example: {
      bad: '<a href="/" aria-hidden="true">',
      better: '<a href="/" aria-hidden="true" tabindex="-1">',
    },
    mustPass: true,
  },
  (facts) => {
    const stops = new Set(facts.probes.keyboard.stops.map(({ selector }) => selector))
    const found = new Map<string, Control>()
    for (const control of allViews(facts).flatMap(({ controls }) => controls)) {
      const { ariaHidden, focusable, tabIndex, visible, selector } = control
      // what is only called disabled still takes the focus; what is out of sight may pass it on
      if (!ariaHidden || !focusable || tabIndex < 0 || !(visible || stops.has(selector))) continue
      if (!found.has(selector)) found.set(selector, control)
    }
    return [...found.values()].map((control) => ({
      message: `${titleOf(control)} takes the focus and is hidden from screen readers`,
      place: at(control),
    }))
  },
)

const positiveTabindex: PageRule = worksRule(
  {
    id: 'tabindex-positive',
    about: 'The order of the keyboard is the order of the page: no tabindex above 0.',
    example: {
      bad: 'tabindex="3"',
      better: 'tabindex="0", or the elements in the order they are used',
    },
    severity: 'error',
  },
  (facts) =>
    controlsOf(facts)
      .filter(({ tabIndex }) => tabIndex > 0)
      .map((control) => ({
        message: `${titleOf(control)} has tabindex ${control.tabIndex} and jumps the queue`,
        place: at(control),
      })),
)

/** Seen by axe, which looks at the page as a phone shows it. */
function shownOnPhones(facts: PageFacts): ReadonlySet<string> {
  const shown = (facts.views[0]?.controls ?? []).filter(({ visible }) => visible)
  return new Set(shown.map(({ selector }) => selector))
}

const nameless: PageRule = worksRule(
  {
    id: 'control-without-name',
    about:
      'Every link, button and field has a name, also those that only wide screens or menus show.',
    example: {
      bad: '<a href="cart.html"><svg/></a>',
      better: '<a href="cart.html" aria-label="Cart"><svg/></a>',
    },
    mustPass: true,
  },
  (facts) => {
    const onPhones = shownOnPhones(facts)
    const controls = controlsOf(facts).filter(
      ({ because }) => because === 'native' || because === 'role',
    )
    // no names at all means that they could not be read
    if (controls.every(({ name }) => name === '')) return []
    return controls
      .filter(({ name, selector, ariaHidden, role, tag, href }) => {
        return (
          name === '' &&
          !ariaHidden &&
          !onPhones.has(selector) &&
          !/^(none|presentation|generic)$/.test(role) &&
          (tag !== 'a' || href !== null)
        )
      })
      .map((control) => ({
        message: `the <${control.tag}> has no name`,
        place: at(control),
      }))
  },
)

const nested: PageRule = worksRule(
  {
    id: 'control-nested',
    about: 'A link or a button holds no other control: nobody knows which of the two is meant.',
    example: {
      bad: '<a href="a.html"><button>Buy</button></a>',
      better: '<a href="a.html">Buy</a>',
    },
    severity: 'error',
  },
  (facts) => {
    const controls = controlsOf(facts)
    const outer = controls.filter(
      ({ tag, href }) => tag === 'button' || (tag === 'a' && href !== null),
    )
    return controls
      .filter(
        ({ because, ariaHidden, focusable, disabled }) =>
          (because === 'native' || because === 'role') &&
          !ariaHidden &&
          // a box that only shows a state cannot be meant
          (focusable || !disabled),
      )
      .flatMap((control) => {
        const holder = outer.find(
          (each) => each !== control && isWithin(control.selector, each.selector),
        )
        return holder === undefined
          ? []
          : [
              {
                message: `${titleOf(control)} stands inside ${titleOf(holder)}`,
                place: at(control),
              },
            ]
      })
  },
)

export const controlRules: readonly PageRule[] = [
  nested,
  nameless,
  fakeControl,
  roleless,
  hiddenFocus,
  positiveTabindex,
]
