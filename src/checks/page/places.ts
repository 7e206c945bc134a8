import type { PageFacts } from '../../model/page-facts.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import type { Box } from '../../model/page-view.ts'
import type { PageFinding } from './page-rule.ts'
import { parsePage } from './static/html-facts.ts'
import type { ShownFinding } from '../../model/page-report.ts'
import { matches } from './selector.ts'

/** The line of the element that a selector means; null where a script has made it. */
export type LineFinder = (selector: string) => number | null

export async function lineFinder(page: string, html: string | null): Promise<LineFinder> {
  if (html === null) return () => null
  const { nodes } = await parsePage(page, html)
  const bySelector = new Map(nodes.map((node) => [node.selector, node]))
  return (selector) => {
    const node = bySelector.get(selector) ?? nodes.find(({ element }) => matches(element, selector))
    return node?.element.sourceCodeLocation?.startLine ?? null
  }
}

/** Where a finding shows on the screenshots; where it is best seen comes first. */
export function shotFinder(facts: PageFacts): (finding: PageFinding) => ShownFinding['shots'] {
  const has = new Set<string>(facts.screenshots.map(({ viewport }) => viewport))
  const views = ([375, 1280] as const).map((width) => ({
    width,
    viewport: width === 375 ? '375x667' : '1280x720',
    boxes: boxesIn(facts.views.find((view) => view.width === width)),
  }))
  return ({ place: { selector = '', box, width } }) => {
    const spots = views.flatMap((view) => {
      const known =
        view.width === width ? (box ?? view.boxes.get(selector)) : view.boxes.get(selector)
      return known !== undefined && isThere(known) && has.has(view.viewport)
        ? [{ viewport: view.viewport, box: known }]
        : []
    })
    // what was seen at one width only is shown there, and what is wrong on wide screens not on phones
    const fitting = spots.filter(
      ({ viewport }) => width === undefined || viewport.startsWith(`${width}x`),
    )
    if (fitting.length > 0) return fitting
    return width !== undefined && width > 375 ? spots.toReversed() : spots
  }
}

const isThere = ({ x, y, width, height }: Box): boolean =>
  width > 0 && height > 0 && x + width > 0 && y + height > 0

function boxesIn(view: ViewFacts | undefined): ReadonlyMap<string, Box> {
  if (view === undefined) return new Map()
  const { sections, headings, images, blocks, texts, controls } = view
  const all = [sections, blocks, texts, headings, images, controls].flat()
  return new Map(all.map(({ selector, box }) => [selector, box]))
}
