import type { PerformanceFacts } from '../../../model/page-facts.ts'

export type PaintFacts = Pick<
  PerformanceFacts,
  'layoutShift' | 'shifts' | 'largestPaint' | 'loadMs'
>

/** Starts to listen for shifts and paints, those of the past included. */
export function watchPaints(): void {
  const { entries } = kit.memo
  const shifts = new PerformanceObserver((list) => entries.shifts.push(...list.getEntries()))
  const paints = new PerformanceObserver((list) => entries.paints.push(...list.getEntries()))
  shifts.observe({ type: 'layout-shift', buffered: true })
  paints.observe({ type: 'largest-contentful-paint', buffered: true })
  kit.memo.observed = { shifts, paints }
}

/** What the browser noted while the page came in. */
export function paintFacts(): PaintFacts {
  const { entries, observed } = kit.memo
  const shifts = [...entries.shifts, ...(observed?.shifts.takeRecords() ?? [])]
  const paints = [...entries.paints, ...(observed?.paints.takeRecords() ?? [])]
  observed?.shifts.disconnect()
  observed?.paints.disconnect()
  const moved = shifts.map((entry) => kit.shiftOf(entry)).filter((each) => each !== null)
  const last = paints.at(-1)
  const element: unknown = last === undefined ? null : Reflect.get(last, 'element')
  const [loading] = performance.getEntriesByType('navigation')
  return {
    layoutShift: Math.round(moved.reduce((sum, { value }) => sum + value, 0) * 10_000) / 10_000,
    shifts: moved,
    largestPaint:
      element instanceof Element && last !== undefined
        ? {
            selector: kit.selectorOf(element),
            box: kit.elementBox(element),
            ms: Math.round(last.startTime),
          }
        : null,
    loadMs: Math.round(loading?.duration ?? 0),
  }
}

export function shiftOf(entry: PerformanceEntry): PerformanceFacts['shifts'][number] | null {
  const value: unknown = Reflect.get(entry, 'value')
  const sources: unknown = Reflect.get(entry, 'sources')
  if (typeof value !== 'number' || Reflect.get(entry, 'hadRecentInput') === true) return null
  const nodes = Array.isArray(sources)
    ? sources.map((source: unknown) =>
        typeof source === 'object' && source !== null ? Reflect.get(source, 'node') : null,
      )
    : []
  return {
    value: Math.round(value * 10_000) / 10_000,
    sources: nodes.flatMap((node: unknown) =>
      node instanceof Element ? [kit.selectorOf(node)] : [],
    ),
  }
}
