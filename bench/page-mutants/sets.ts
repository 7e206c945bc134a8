import { operators } from '../../src/checks/page/audit/mutants-of.ts'
import type { Operator } from '../../src/checks/page/audit/operator.ts'
import { type Base, bases } from './pages.ts'

/**
 * About a third of the classes are for measuring only. Whoever writes a rule looks at their
 * figures and not at their cases.
 */
const heldOperators = new Set([
  'contrast-over-picture',
  'contrast-field-border',
  'aria-hidden-focusable',
  'no-h1',
  'page-refreshes',
  'title-missing',
  'overflow-image',
  'control-ignores-pointer',
  'third-party-request',
  'word-dropped',
  'gap-literal',
  'invented-praise',
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
