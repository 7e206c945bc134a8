import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageContract, PageDimension, PageFinding, PageRule } from '../page-rule.ts'

/** What a rule saw; its id and dimension come from the rule, `error` unless told. */
export type Sighting = Omit<PageFinding, 'ruleId' | 'dimension' | 'severity'> & {
  readonly severity?: PageFinding['severity']
}

/** More of the same tells nobody anything new. */
const mostFindings = 40

/** A rule about how the page works, unless it names another dimension. */
export function definePageRule(
  {
    dimension = 'Functionality',
    ...about
  }: Omit<PageRule, 'run' | 'dimension'> & { readonly dimension?: PageDimension },
  look: (facts: PageFacts, contract: PageContract) => readonly Sighting[],
): PageRule {
  return {
    ...about,
    dimension,
    run: (facts, contract) =>
      look(facts, contract)
        .slice(0, mostFindings)
        .map(({ severity = 'error', ...observed }) => ({
          ruleId: about.id,
          dimension,
          severity,
          ...observed,
        })),
  }
}

/** The first sighting of each place: what shows at four widths is one defect. */
export function oncePerPlace(sightings: readonly Sighting[]): readonly Sighting[] {
  const visited = new Set<string>()
  return sightings.filter(({ place, message }) => {
    const key = place.selector ?? `${place.file ?? ''}:${place.line ?? ''}:${message}`
    if (visited.has(key)) return false
    visited.add(key)
    return true
  })
}

export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 57).trimEnd()}…` : text
  return `“${short}”`
}
