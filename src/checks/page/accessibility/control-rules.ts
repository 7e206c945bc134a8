import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Control } from '../../../model/page-view.ts'
import { allViews } from '../contrast/page-views.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { at, controlsOf, isWithin, quote, titleOf } from './elements.ts'

/** Roles that a widget moves through with arrow keys: one of them has the focus for all. */
const moved = /^(tab|option|menuitem|menuitemcheckbox|menuitemradio|radio|treeitem|gridcell|row)$/

const isBig = ({ box }: Control): boolean => box.width > 700 && box.height > 500

/** Parts that listen for what happens inside them, or close when clicked beside. */
const listens =
  /^(html|body|main|form|dialog|section|article|header|footer|nav|ul|ol|table|tbody|tr|svg|label|video|audio|canvas)$/

const fakeControl = definePageRule(
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

const hiddenFocus = definePageRule(
  {
    id: 'aria-hidden-focus',
    about: 'What is hidden from screen readers does not take the focus.',
    example: {
      bad: '<a href="/" aria-hidden="true">',
      better: '<a href="/" aria-hidden="true" tabindex="-1">',
    },
    mustPass: true,
  },
  (facts) =>
    controlsOf(facts)
      .filter(({ ariaHidden, focusable, tabIndex }) => ariaHidden && focusable && tabIndex >= 0)
      .map((control) => ({
        message: `${titleOf(control)} takes the focus and is hidden from screen readers`,
        place: at(control),
      })),
)

/** Seen by axe, which looks at the page as a phone shows it. */
function shownOnPhones(facts: PageFacts): ReadonlySet<string> {
  const shown = (facts.views[0]?.controls ?? []).filter(({ visible }) => visible)
  return new Set(shown.map(({ selector }) => selector))
}

const nameless = definePageRule(
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
      .filter(
        ({ name, selector, ariaHidden, role, tag, href }) =>
          name === '' &&
          !ariaHidden &&
          !onPhones.has(selector) &&
          !/^(none|presentation|generic)$/.test(role) &&
          (tag !== 'a' || href !== null),
      )
      .map((control) => ({ message: `the <${control.tag}> has no name`, place: at(control) }))
  },
)

const isWritten = ({ tag, type }: Control): boolean =>
  tag === 'textarea' ||
  (tag === 'input' &&
    !/^(checkbox|radio|submit|button|reset|image|hidden|range|color|file)$/.test(type ?? 'text'))

const onlyPlaceholder = definePageRule(
  {
    id: 'label-only-placeholder',
    about: 'A field has a label of its own: a placeholder is gone as soon as somebody writes.',
    example: { bad: '<input placeholder="Email">', better: '<label>Email <input></label>' },
    mustPass: true,
  },
  (facts) =>
    controlsOf(facts)
      .filter((field) => isWritten(field) && field.label === null)
      .filter(({ placeholder, ariaHidden }) => (placeholder ?? '').trim() !== '' && !ariaHidden)
      .map((field) => ({
        message: `the field has no label but its placeholder ${quote(field.placeholder ?? '')}`,
        place: at(field),
      })),
)

/** The words as they are spoken: no marks, no hyphens, nothing in brackets. */
const spoken = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/(?<=\p{L})[-‐‑'’](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** What is seen on a control. Words that only screen readers get do not count. */
function seenOn(view: ViewFacts, control: Control): string {
  const runs = view.texts.filter(
    ({ selector, source }) => source === 'text' && isWithin(selector, control.selector),
  )
  const letters = (text: string) => text.replace(/\s+/g, '')
  const painted = runs.map(({ text }) => text)
  // where all words are painted, the text of the control knows which letters belong together
  return letters(painted.join('')) === letters(control.text) ? control.text : painted.join(' ')
}

const isSign = (text: string): boolean =>
  (text.match(/\p{L}/gu)?.length ?? 0) < 2 && (text.match(/\p{N}/gu)?.length ?? 0) < 4

type Holding = 'all' | 'apart' | 'not'

/** Does the name hold the words in one piece, in order with others between, or not at all? */
function holds(name: readonly string[], words: readonly string[]): Holding {
  if (` ${name.join(' ')} `.includes(` ${words.join(' ')} `)) return 'all'
  let from = 0
  for (const word of words) {
    const result = name.indexOf(word, from)
    if (result === -1) return 'not'
    from = result + 1
  }
  return 'apart'
}

const named = /^(link|button|tab|menuitem|menuitemcheckbox|menuitemradio|switch|option)$/

const isRenamed = ({ nameFrom, role, name, ariaHidden, visible }: Control): boolean =>
  (nameFrom === 'aria-label' || nameFrom === 'aria-labelledby') &&
  named.test(role) &&
  visible &&
  !ariaHidden &&
  name !== ''

function mismatches(facts: PageFacts): readonly Sighting[] {
  const result = new Map<string, Sighting>()
  for (const view of allViews(facts))
    for (const control of view.controls) {
      if (!isRenamed(control) || result.has(control.selector)) continue
      const text = seenOn(view, control)
      // one letter is a sign; a card that is one link shows more words than its name has to hold
      if (isSign(text) || text.length > 60) continue
      const holding = holds(spoken(control.name), spoken(text))
      if (holding === 'all') continue
      result.set(control.selector, {
        ...(holding === 'apart' ? { severity: 'warning' as const } : {}),
        message: `${quote(text)} is called ${quote(control.name)}, which does not hold the words that are seen`,
        place: at(control),
      })
    }
  return [...result.values()]
}

const labelInName = definePageRule(
  {
    id: 'label-in-name',
    about: 'The name of a control holds the words that are seen on it.',
    example: {
      bad: '<button aria-label="Submit">Book</button>',
      better: '<button aria-label="Book a visit">Book</button>',
    },
    mustPass: true,
  },
  mismatches,
)

export const controlRules: readonly PageRule[] = [
  nameless,
  fakeControl,
  hiddenFocus,
  onlyPlaceholder,
  labelInName,
]
