import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageContract, PageRule } from '../page-rule.ts'
import { definePageRule, quote } from '../score/define-rule.ts'
import { shownPage } from '../exam/parts.ts'
import { findSection } from '../exam/sections.ts'
import { layOver } from './compare-copy.ts'

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The share of the copy of a section that stands in the page; null where it has none. */
function shareOfCopy(facts: PageFacts, contract: PageContract, slug: string): number | null {
  const laid = layOver(facts, contract)
  if (laid === null) return null
  const own = laid.items.flatMap(({ pointer }, index) =>
    pointer.split('/').some((step) => slugOf(step) === slug) ? [index] : [],
  )
  if (own.length === 0) return null
  const there = own.filter((index) => laid.match.placed[index] || laid.match.changed.has(index))
  return there.length / own.length
}

/** Each contracted section and whether the page has it; null where only a reader can tell. */
export function sectionStatus(
  facts: PageFacts,
  contract: PageContract,
): readonly { readonly section: string; readonly present: boolean | null }[] {
  const view = facts.views.at(-1)
  const shown = view === undefined ? null : shownPage(facts, view, () => false)
  return (contract.sections ?? []).map((section) => {
    const share = shareOfCopy(facts, contract, slugOf(section))
    if (share !== null) return { section, present: share >= 0.5 }
    const status = shown === null ? 'undecided' : findSection(shown, section).status
    return { section, present: status === 'undecided' ? null : status === 'met' }
  })
}

export const missingSection: PageRule = definePageRule(
  {
    id: 'copy/missing-section',
    dimension: 'Completeness',
    about: 'Every section that the BRIEF asks for is in the page.',
    example: {
      bad: 'The BRIEF asks for prices; the page has none',
      better: '<section id="prices">',
    },
    needs: ['views', 'sections'],
  },
  (facts, contract) =>
    sectionStatus(facts, contract)
      .filter(({ present }) => present === false)
      .map(({ section }) => ({
        about: section,
        message: `The section ${quote(section)} is not in the page.`,
        place: {},
      })),
)
