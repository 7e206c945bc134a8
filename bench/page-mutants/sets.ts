import { operators } from '../../src/checks/page/audit/mutants-of.ts'
import type { Operator } from '../../src/checks/page/audit/operator.ts'
import { type Base, bases } from './pages.ts'

/**
 * About a third of the classes are for measuring only. Whoever writes a rule looks at their
 * figures and not at their cases.
 */
const heldOperators = new Set([
  'contrast-faded',
  'contrast-over-picture',
  'contrast-icon',
  'contrast-field-border',
  'alt-generic',
  'label-crossed',
  'aria-attribute-unknown',
  'autocomplete-missing',
  'aria-hidden-focusable',
  'no-h1',
  'heading-faked',
  'lang-unknown',
  'control-in-link',
  'skip-link-dead',
  'group-without-name',
  'nav-not-a-landmark',
  'viewport-fixed-width',
  'page-refreshes',
  'title-missing',
  'overflow-image',
  'text-cut-with-dots',
  'control-past-the-edge',
  'control-gone-on-phones',
  'spacing-locked',
  'link-without-href',
  'submit-is-plain-button',
  'button-disabled',
  'control-ignores-pointer',
  'font-missing',
  'third-party-request',
  'word-dropped',
  'not-inserted',
  'item-removed',
  'items-swapped',
  'text-doubled',
  'border-colour-literal',
  'gap-literal',
  'inline-spacing',
  'invented-praise',
  'emoji-headings',
  'glass-cards',
  'focus-thrown-away',
  'box-with-onclick',
  'marquee',
  'script-heavy',
  'image-without-size',
])

export type CaseSet = {
  readonly name: 'seen' | 'held'
  readonly operators: readonly Operator[]
  readonly bases: readonly Base[]
}

export const caseSet = (held: boolean): CaseSet => ({
  name: held ? 'held' : 'seen',
  operators: operators.filter(({ id }) => heldOperators.has(id) === held),
  // the held classes on all pages; the others on the pages that rules may be tuned on
  bases: held ? [...bases(true), ...bases(false)] : bases(false),
})
