import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageContract, PageRule } from '../page-rule.ts'
import { definePageRule, quote } from '../score/define-rule.ts'
import { layOver } from './laid-over.ts'

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Parts that every page has a place for, whatever they are called. */
const places: Readonly<Record<string, (facts: PageFacts) => boolean>> = {
  hero: ({ views }) =>
    views.some(({ headings }) => headings.some(({ level, visible }) => level === 1 && visible)),
  footer: (facts) => hasLandmark(facts, 'contentinfo'),
  header: (facts) => hasLandmark(facts, 'banner'),
  navigation: (facts) => hasLandmark(facts, 'navigation'),
  nav: (facts) => hasLandmark(facts, 'navigation'),
}

const hasLandmark = ({ views }: PageFacts, role: string): boolean =>
  views.some(({ landmarks }) => landmarks.some((each) => each.role === role && each.visible))

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

function isPresent(facts: PageFacts, contract: PageContract, name: string): boolean {
  const slug = slugOf(name)
  const share = shareOfCopy(facts, contract, slug)
  if (share !== null) return share >= 0.5
  const words = slug.split('-').filter((word) => word.length > 2)
  const speaks = (text: string): boolean => {
    const said = slugOf(text)
    return said.includes(slug) || (words.length > 0 && words.every((word) => said.includes(word)))
  }
  return (
    (places[slug]?.(facts) ?? false) ||
    facts.views.some(
      ({ sections, ids, headings, landmarks }) =>
        ids.some((id) => slugOf(id).includes(slug)) ||
        sections.some(({ selector, heading }) => speaks(selector) || speaks(heading ?? '')) ||
        headings.some(({ text, visible }) => visible && speaks(text)) ||
        landmarks.some((each) => each.visible && speaks(each.name)),
    )
  )
}

/** Each contracted section and whether the page has it. */
export function sectionStatus(
  facts: PageFacts,
  contract: PageContract,
): readonly { readonly section: string; readonly present: boolean }[] {
  return (contract.sections ?? []).map((section) => ({
    section,
    present: isPresent(facts, contract, section),
  }))
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
    mustPass: false,
    needs: ['views', 'sections'],
  },
  (facts, contract) =>
    sectionStatus(facts, contract)
      .filter(({ present }) => !present)
      .map(({ section }) => ({
        about: section,
        message: `The section ${quote(section)} is not in the page.`,
        place: {},
      })),
)
