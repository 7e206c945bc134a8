import type { PageDimension, PageRule } from '../page-rule.ts'
import { type RuleFamily, ruleFamilies } from '../rules.ts'
import { pageDimensions } from './anchor.ts'

export type SubCriterion = {
  readonly id: string
  readonly dimension: PageDimension
  readonly title: string
  readonly rules: readonly PageRule[]
}

/** A part of a dimension: the rules of one family that belong to it; all that are left, unless told. */
type Outline = readonly [id: string, title: string, family: RuleFamily, only?: RegExp]

/** What each dimension is made of, three to seven parts each. A rule goes to the first that fits. */
const outlines: Readonly<Record<PageDimension, readonly Outline[]>> = {
  'Design Quality': [
    ['DQ-palette', 'Colours and type of the brand', 'tokens', /palette|unused/],
    ['DQ-tokens', 'Values from the design tokens', 'tokens'],
    ['DQ-contrast', 'Contrast of text and controls', 'contrast'],
    ['DQ-layout', 'Layout at every width', 'layout'],
  ],
  Originality: [
    ['OR-visual', 'A main visual of its own', 'slop', /primary|purple|gradient/],
    ['OR-structure', 'Form that follows the content', 'slop', /cards|structure/],
    ['OR-icons', 'Icons of the brand', 'slop', /icons/],
    ['OR-states', 'Controls with states and one main call', 'slop', /states/],
    ['OR-states', 'Controls with states and one main call', 'interaction', /primary-call/],
    ['OR-voice', 'A voice and a look of its own', 'slop'],
  ],
  Completeness: [
    ['CO-sections', 'Sections of the BRIEF', 'copy', /section/],
    ['CO-placeholders', 'No placeholders', 'copy', /placeholder/],
    ['CO-order', 'Order and additions', 'copy', /moved|extra/],
    ['CO-copy', 'Copy word for word', 'copy'],
  ],
  Functionality: [
    ['FU-phone', 'Readable and whole on a phone', 'layout'],
    ['FU-accessibility', 'Accessibility', 'interaction', /source-/],
    ['FU-forms', 'Forms', 'interaction', /form/],
    [
      'FU-loading',
      'Loads without errors',
      'interaction',
      /request|third-party|console|page-error|attempt|missing-file/,
    ],
    ['FU-interactions', 'Links and controls', 'interaction'],
    ['FU-accessibility', 'Accessibility', 'accessibility'],
    ['FU-keyboard', 'Keyboard', 'keyboard'],
    ['FU-weight', 'Weight and motion', 'weight'],
  ],
}

function gather(): readonly SubCriterion[] {
  const made = new Map<string, SubCriterion>()
  const taken = new Set<string>()
  for (const dimension of pageDimensions)
    for (const [id, title, family, only] of outlines[dimension]) {
      const fitting = ruleFamilies[family].filter(
        (rule) =>
          !taken.has(rule.id) && rule.dimension === dimension && (only?.test(rule.id) ?? true),
      )
      for (const rule of fitting) taken.add(rule.id)
      const before = made.get(id)?.rules ?? []
      made.set(id, { id, dimension, title, rules: [...before, ...fitting] })
    }
  return [...made.values()]
}

export const subCriteria: readonly SubCriterion[] = gather()
