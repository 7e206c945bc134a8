import type { PageFacts } from '../model/page-facts.ts'
import type { ViewFacts } from '../model/page-structure.ts'
import type { Box } from '../model/page-view.ts'
import type { PageFinding } from '../checks/page/page-rule.ts'
import { parsePage } from '../checks/page/static/html-facts.ts'
import type { Node } from '../checks/page/static/html-tree.ts'
import type { ShownFinding } from '../views/page-report.ts'

/** The line of the element that a selector means; null where a script has made it. */
export type LineFinder = (selector: string) => number | null

export async function lineFinder(page: string, html: string | null): Promise<LineFinder> {
  if (html === null) return () => null
  const { nodes } = await parsePage(page, html)
  const bySelector = new Map(nodes.map((node) => [node.selector, node]))
  return (selector) => {
    const node = bySelector.get(selector) ?? nodes.find((each) => fits(each, selector))
    return node?.element.sourceCodeLocation?.startLine ?? null
  }
}

/** Short selectors of classes, tags and attributes, as axe writes them. */
function fits(node: Node, selector: string): boolean {
  const steps = selector.split(/\s*>\s*/)
  let at: Node | null = node
  for (const step of steps.toReversed()) {
    if (at === null || !fitsStep(at, step)) return false
    at = at.parent
  }
  return true
}

function fitsStep({ tag, attributes, selector }: Node, step: string): boolean {
  const parts = step.match(/^[a-z][\w-]*|#[\w-]+|\.[\w-]+|\[[\w-]+(?:[$^*]?="[^"]*")?\]|:[^:]+/gi)
  if (parts === null || parts.join('') !== step) return false
  return parts.every((part) => {
    if (part.startsWith('#')) return attributes.get('id') === part.slice(1)
    if (part.startsWith('.'))
      return (attributes.get('class') ?? '').split(/\s+/).includes(part.slice(1))
    if (part.startsWith('[')) return fitsAttribute(attributes, part)
    if (part.startsWith(':')) return selector.endsWith(part)
    return tag === part.toLowerCase()
  })
}

function fitsAttribute(attributes: ReadonlyMap<string, string>, part: string): boolean {
  const [, name = '', how, value = ''] = /^\[([\w-]+)(?:([$^*]?)="([^"]*)")?\]$/.exec(part) ?? []
  const has = attributes.get(name)
  if (has === undefined) return false
  if (how === undefined) return true
  if (how === '$') return has.endsWith(value)
  if (how === '^') return has.startsWith(value)
  return how === '*' ? has.includes(value) : has === value
}

/** Where a finding shows on one of the two screenshots. */
export function shotFinder(facts: PageFacts): (finding: PageFinding) => ShownFinding['shot'] {
  const phone = boxesIn(facts.views.find(({ width }) => width === 375))
  const desktop = boxesIn(facts.views.find(({ width }) => width === 1280))
  const has = new Set<string>(facts.screenshots.map(({ viewport }) => viewport))
  return ({ place: { selector = '', box, width } }) => {
    const [onPhone, onDesktop] = [phone.get(selector), desktop.get(selector)]
    const spots = [
      { viewport: '375x667', box: width === 375 ? (box ?? onPhone) : onPhone, wide: false },
      { viewport: '1280x720', box: width === 1280 ? (box ?? onDesktop) : onDesktop, wide: true },
    ]
    // what was seen only on wide screens is shown there
    const order = width !== undefined && width > 375 ? spots.toReversed() : spots
    const spot = order.find((each) => each.box !== undefined && isThere(each.box))
    return spot?.box === undefined || !has.has(spot.viewport)
      ? undefined
      : { viewport: spot.viewport, box: spot.box }
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
