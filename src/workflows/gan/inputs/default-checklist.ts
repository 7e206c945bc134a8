import type { Brief, Need } from './brief.ts'
import type { Dimension } from './rubrics.ts'

/** One thing the BRIEF asks for, in the shape of a contract's acceptance item. */
export type ChecklistItem = {
  readonly id: string
  readonly criterion: string
  readonly verification: string
  readonly dimension: Dimension
  readonly need: Need
  /** The section that it asks for, where it asks for one. */
  readonly section?: string
  /** The words of the call to action that it asks for. */
  readonly label?: string
  /** The line of the BRIEF; null for a criterion that holds for every page. */
  readonly line: number | null
}

/** What is scored where no contract was made (decision 0.14). */
export function defaultChecklist(brief: Brief): readonly ChecklistItem[] {
  const content = brief.requirements.map(({ page, section, need, detail, line }) => ({
    criterion: `${page === '' ? '' : `${page}: `}${section} is present${detail === '' ? '' : ` (${detail})`}`,
    verification: `Find the section ${section} on the page`,
    dimension: 'Completeness' as const,
    need,
    section,
    line,
  }))
  const calls = brief.callsToAction.map(({ label, target, line }) => ({
    criterion: `The call to action "${label}" works${target === '' ? '' : ` and leads to ${target}`}`,
    verification: `Use "${label}" and watch what happens`,
    dimension: 'Functionality' as const,
    need: 'must' as const,
    label,
    line,
  }))
  const musts = brief.mustPass.map((criterion) => ({
    criterion,
    verification: 'Run the page checks for it',
    dimension: dimensionOf(criterion),
    need: 'must' as const,
    line: null,
  }))
  return [...content, ...calls, ...musts].map((item, index) => ({
    id: `AC-${String(index + 1).padStart(2, '0')}`,
    ...item,
  }))
}

/** The dimension that a criterion in free words belongs to. */
export function dimensionOf(criterion: string): Dimension {
  if (/\b(?:content|copy|sections?|requirements?|messages?)\b/i.test(criterion))
    return 'Completeness'
  if (/\b(?:unique|original|distinct|generic|slop|voice|memorable)/i.test(criterion))
    return 'Originality'
  if (
    /\b(?:brand|colou?rs?|tokens?|typograph|type|contrast|spacing|layout|visual)/i.test(criterion)
  )
    return 'Design Quality'
  return 'Functionality'
}
