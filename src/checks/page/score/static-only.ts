import type { Gap, PageFacts } from '../../../model/page-facts.ts'
import type { StaticFacts } from '../../../model/page-static.ts'

const parts: readonly Gap['part'][] = [
  'views',
  'dark',
  'opened',
  'screenshots',
  'axe',
  'probes',
  'performance',
]

/** The facts of a page that nobody looked at: its files, and a gap for everything else. */
export function unseenPage(files: StaticFacts, page: string, reason: string): PageFacts {
  const own = files.pages.find(({ file }) => file === page)
  return {
    page,
    url: page,
    title: own?.title ?? '',
    lang: own?.lang ?? null,
    dir: null,
    doctype: own?.doctype ?? 'none',
    viewportMeta: own?.viewport ?? null,
    description: own?.description ?? null,
    views: [],
    dark: null,
    opened: [],
    screenshots: [],
    axe: { version: '', violations: [], incomplete: [], inapplicable: [] },
    network: { requests: [], console: [], pageErrors: [], attempts: [] },
    links: [],
    probes: {
      clicks: [],
      forms: [],
      keyboard: { stops: [], unreached: [], trap: [], completed: false },
      states: [],
      openers: [],
      leftOut: ['all'],
    },
    performance: {
      transfer: [],
      layoutShift: 0,
      shifts: [],
      domNodes: 0,
      loadMs: 0,
    },
    static: files,
    sight: {
      browser: '',
      walls: 'none',
      gaps: parts.map((part) => ({ part, reason })),
    },
  }
}
