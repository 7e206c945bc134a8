import type { PerformanceFacts } from '../../../model/page-facts.ts'

export type PaintFacts = Pick<
  PerformanceFacts,
  'layoutShift' | 'shifts' | 'largestPaint' | 'loadMs'
>

/** What the browser noted while the page came in. Buffered, so it can be asked for afterwards. */
export async function paintFacts(): Promise<PaintFacts> {
  const noted = (type: string) =>
    new Promise<readonly PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect()
        resolve(list.getEntries())
      })
      observer.observe({ type, buffered: true })
      setTimeout(() => resolve([]), 30)
    })
  const [shifts, paints] = await Promise.all([
    noted('layout-shift'),
    noted('largest-contentful-paint'),
  ])
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
