import type { PerformanceFacts } from '../../../model/page-facts.ts'

export type PaintFacts = Pick<PerformanceFacts, 'layoutShift' | 'shifts' | 'loadMs'>

/** Starts to listen for shifts, those of the past included. */
export function watchPaints(): void {
  const { shifts } = kit.memo
  kit.memo.observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  kit.memo.observer.observe({ type: 'layout-shift', buffered: true })
}

/** What the browser noted while the page came in. */
export function paintFacts(): PaintFacts {
  const { observer } = kit.memo
  const shifts = [...kit.memo.shifts, ...(observer?.takeRecords() ?? [])]
  observer?.disconnect()
  const moved = shifts.map((entry) => kit.shiftOf(entry)).filter((each) => each !== null)
  const [loading] = performance.getEntriesByType('navigation')
  return {
    layoutShift: Math.round(moved.reduce((sum, { value }) => sum + value, 0) * 10_000) / 10_000,
    shifts: moved,
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
