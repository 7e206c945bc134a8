import { gzipSync } from 'node:zlib'
import type { PerformanceFacts } from '../../model/page-facts.ts'
import type { DocumentFacts } from './in-page/document.ts'
import type { PaintFacts } from './in-page/paint-watch.ts'
import type { Traffic } from './traffic.ts'

/** Types that are packed already: gzip would gain nothing. */
const packed = new Set(['image', 'font', 'media'])

/** What the page weighs and how it came in. */
export function performanceFacts(
  traffic: Traffic,
  seen: DocumentFacts,
  paints: PaintFacts,
): PerformanceFacts {
  const types = new Map<string, { requests: number; bytes: number; gzipBytes: number }>()
  for (const { type, body } of traffic.bodies.values()) {
    const known = types.get(type) ?? { requests: 0, bytes: 0, gzipBytes: 0 }
    known.requests++
    known.bytes += body.length
    known.gzipBytes += packed.has(type) ? body.length : gzipSync(body, { level: 6 }).length
    types.set(type, known)
  }
  return {
    transfer: [...types]
      .map(([type, sums]) => ({ type, ...sums }))
      .toSorted((a, b) => (a.type < b.type ? -1 : 1)),
    ...paints,
    domNodes: seen.domNodes,
    domDepth: seen.domDepth,
    fontFamilies: seen.fontFamilies,
    fontFiles: types.get('font')?.requests ?? 0,
  }
}
