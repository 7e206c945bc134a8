import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box } from '../../../model/page-view.ts'
import type { PagePlace } from '../page-rule.ts'

/** All views of a page: four widths, what opens, and the dark scheme. */
export const allViews = (facts: PageFacts): readonly ViewFacts[] => [
  ...facts.views,
  ...facts.opened,
  ...(facts.dark === null ? [] : [facts.dark]),
]

/** The view with the most room, where probes are made. */
export const widestView = (facts: PageFacts): ViewFacts | null => facts.views.at(-1) ?? null

/** One thing seen in one view. */
export type Sighting<Seen> = { readonly view: ViewFacts; readonly seen: Seen }

/** What one place shows in several views, with the worst of it. */
export type Gathered<Seen> = {
  readonly worst: Sighting<Seen>
  readonly views: readonly ViewFacts[]
}

/** Puts together what the views say about the same thing, so that it is told once. */
export function gatherSightings<Seen>(
  sightings: readonly Sighting<Seen>[],
  keyOf: (sighting: Sighting<Seen>) => string,
  isWorse: (one: Seen, other: Seen) => boolean,
): readonly Gathered<Seen>[] {
  return [...Map.groupBy(sightings, keyOf).values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            worst: rest.reduce((one, next) => (isWorse(next.seen, one.seen) ? next : one), first),
            views: [first, ...rest].map(({ view }) => view),
          },
        ],
  )
}

/** Where it was seen. The width is named only if it was not seen at all of them. */
export function placeIn(
  facts: PageFacts,
  { selector, box }: { readonly selector: string; readonly box: Box },
  { worst, views }: Gathered<unknown>,
): PagePlace {
  const widths = new Set(views.map(({ width }) => width))
  const everywhere = facts.views.every(({ width }) => widths.has(width))
  return { selector, box, ...(everywhere ? {} : { width: worst.view.width }) }
}

/** How the words of a finding name the view it was seen in, if that matters. */
export function whereSeen({ view }: Sighting<unknown>): string {
  if (view.opened !== null) return ` (with ${view.opened} open)`
  return view.scheme === 'dark' ? ' in the dark scheme' : ''
}
