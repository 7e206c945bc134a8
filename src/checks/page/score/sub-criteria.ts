import type { PageDimension, PageRule } from '../page-rule.ts'
import { type RuleFamily, ruleFamilies } from '../rules.ts'

export type SubCriterion = {
  readonly id: string
  readonly dimension: PageDimension
  readonly title: string
  readonly rules: readonly PageRule[]
}

type Outline = {
  readonly id: string
  readonly dimension: PageDimension
  readonly title: string
  readonly family: RuleFamily
  /** The rules of the family that belong here; all that are left, unless told. */
  readonly only?: RegExp
}

/** What each dimension is made of, three to seven parts each. A rule goes to the first that fits. */
const outlines: readonly Outline[] = [
  {
    id: 'DQ-palette',
    dimension: 'Design Quality',
    title: 'Colours and type of the brand',
    family: 'tokens',
    only: /palette|unused|font-families/,
  },
  {
    id: 'DQ-tokens',
    dimension: 'Design Quality',
    title: 'Values from the design tokens',
    family: 'tokens',
  },
  {
    id: 'DQ-contrast',
    dimension: 'Design Quality',
    title: 'Contrast of text and controls',
    family: 'contrast',
  },
  {
    id: 'DQ-layout',
    dimension: 'Design Quality',
    title: 'Layout at every width',
    family: 'layout',
  },
  {
    id: 'OR-visual',
    dimension: 'Originality',
    title: 'A main visual of its own',
    family: 'slop',
    only: /primary|purple|gradient/,
  },
  {
    id: 'OR-structure',
    dimension: 'Originality',
    title: 'Form that follows the content',
    family: 'slop',
    only: /cards|structure|radius/,
  },
  {
    id: 'OR-icons',
    dimension: 'Originality',
    title: 'Icons of the brand',
    family: 'slop',
    only: /icons/,
  },
  {
    id: 'OR-states',
    dimension: 'Originality',
    title: 'Controls with states and one main call',
    family: 'slop',
    only: /states/,
  },
  {
    id: 'OR-states',
    dimension: 'Originality',
    title: 'Controls with states and one main call',
    family: 'interaction',
    only: /primary-call/,
  },
  {
    id: 'OR-voice',
    dimension: 'Originality',
    title: 'A voice and a look of its own',
    family: 'slop',
  },
  {
    id: 'CO-sections',
    dimension: 'Completeness',
    title: 'Sections of the BRIEF',
    family: 'copy',
    only: /section/,
  },
  {
    id: 'CO-placeholders',
    dimension: 'Completeness',
    title: 'No placeholders',
    family: 'copy',
    only: /placeholder/,
  },
  {
    id: 'CO-order',
    dimension: 'Completeness',
    title: 'Order and additions',
    family: 'copy',
    only: /moved|extra|phones/,
  },
  { id: 'CO-copy', dimension: 'Completeness', title: 'Copy word for word', family: 'copy' },
  {
    id: 'FU-phone',
    dimension: 'Functionality',
    title: 'Readable and whole on a phone',
    family: 'layout',
  },
  {
    id: 'FU-accessibility',
    dimension: 'Functionality',
    title: 'Accessibility',
    family: 'interaction',
    only: /source-/,
  },
  {
    id: 'FU-forms',
    dimension: 'Functionality',
    title: 'Forms',
    family: 'interaction',
    only: /form/,
  },
  {
    id: 'FU-loading',
    dimension: 'Functionality',
    title: 'Loads without errors',
    family: 'interaction',
    only: /request|third-party|console|page-error|attempt|image|missing-file/,
  },
  {
    id: 'FU-interactions',
    dimension: 'Functionality',
    title: 'Links and controls',
    family: 'interaction',
  },
  {
    id: 'FU-accessibility',
    dimension: 'Functionality',
    title: 'Accessibility',
    family: 'accessibility',
  },
  { id: 'FU-keyboard', dimension: 'Functionality', title: 'Keyboard', family: 'keyboard' },
  { id: 'FU-weight', dimension: 'Functionality', title: 'Weight and motion', family: 'weight' },
]

function gather(): readonly SubCriterion[] {
  const made = new Map<string, SubCriterion>()
  const taken = new Set<string>()
  for (const { id, dimension, title, family, only } of outlines) {
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
