import type { ProbeFacts } from './page-probes.ts'
import type { LinkVerdict, StaticFacts } from './page-static.ts'
import type { ViewFacts } from './page-structure.ts'

/** Everything one look at a page gathered. Plain data: checks are functions over it. */
export type PageFacts = {
  /** The path of the page in its site, such as `index.html`. */
  readonly page: string
  readonly url: string
  readonly title: string
  readonly lang: string | null
  readonly dir: string | null
  readonly doctype: 'html5' | 'legacy' | 'none'
  readonly viewportMeta: string | null
  readonly description: string | null
  /** Widths 375, 768, 1024 and 1280, light, in this order. */
  readonly views: readonly ViewFacts[]
  /** 1280 wide in the dark scheme; null when the page looks the same in both. */
  readonly dark: ViewFacts | null
  /** 375 wide with one dialog, menu or details open at a time. */
  readonly opened: readonly ViewFacts[]
  /** What it shows some minutes later, where that is something else. */
  readonly later?: LaterFact | null
  readonly screenshots: readonly Screenshot[]
  readonly axe: AxeFacts
  readonly network: NetworkFacts
  readonly links: readonly LinkFact[]
  readonly probes: ProbeFacts
  readonly performance: PerformanceFacts
  readonly static: StaticFacts | null
  /** What a server sent of its own while the page was loaded; not there for sites that are files. */
  readonly sources?: readonly LoadedFile[]
  readonly sight: Sight
}

export type LaterFact = {
  /** How much later, in words. */
  readonly after: string
  readonly view: ViewFacts
  readonly links: readonly LinkFact[]
}

export type LoadedFile = {
  /** As a file of a site would be called. */
  readonly path: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** How the look was made; shown in reports. */
export type Sight = {
  readonly browser: string
  /** `none` means that the browser ran without walls around it, as the user allowed. */
  readonly walls: 'bubblewrap' | 'none'
  /** What could not be seen and why. Never empty and silent: a check that needs it must say so. */
  readonly gaps: readonly Gap[]
}

export type Gap = {
  readonly part:
    | 'views'
    | 'later'
    | 'dark'
    | 'opened'
    | 'screenshots'
    | 'axe'
    | 'probes'
    | 'performance'
  readonly reason: string
}

export type Screenshot = {
  readonly width: number
  readonly height: number
  readonly viewport: '1280x720' | '375x667'
  readonly fullPage: true
  /** SHA-256 of the PNG bytes, hex. */
  readonly hash: string
  readonly png: Uint8Array
}

export type AxeNode = {
  readonly selector: string
  readonly html: string
  readonly message: string
  /** The data of the failed checks by check id, as axe gives it. */
  readonly data: Readonly<Record<string, unknown>>
}

export type AxeRule = {
  readonly id: string
  readonly tags: readonly string[]
  readonly help: string
  readonly nodes: readonly AxeNode[]
}

/** One run at 412 × 823, the viewport of Lighthouse's phone. */
export type AxeFacts = {
  readonly version: string
  readonly violations: readonly AxeRule[]
  readonly incomplete: readonly AxeRule[]
  /** Ids of rules that found nothing to judge. With the violations: all that the score needs. */
  readonly inapplicable: readonly string[]
}

export type RequestFact = {
  readonly url: string
  readonly type: string
  readonly method: string
  /** null when it was blocked or failed. */
  readonly status: number | null
  readonly bytes: number
  readonly blocked: 'third-party' | 'file' | 'scheme' | null
  readonly failure: string | null
  /** Made while a probe was at work, not by loading. */
  readonly duringProbe: boolean
}

export type ConsoleFact = {
  readonly level: 'error' | 'warning' | 'info'
  readonly text: string
  readonly place: string | null
  readonly duringProbe: boolean
}

export type NetworkFacts = {
  readonly requests: readonly RequestFact[]
  readonly console: readonly ConsoleFact[]
  readonly pageErrors: readonly {
    readonly message: string
    readonly duringProbe: boolean
  }[]
  /** Attempts to leave: popups, dialogs, downloads, navigations by script. */
  readonly attempts: readonly {
    readonly kind: 'popup' | 'dialog' | 'download' | 'navigation' | 'service-worker' | 'websocket'
    readonly detail: string
    readonly duringProbe: boolean
  }[]
}

/** A link as the browser resolved it. */
export type LinkFact = {
  readonly selector: string
  readonly attribute: 'href' | 'action' | 'formaction' | 'src'
  readonly raw: string
  readonly url: string
  readonly text: string
  readonly verdict: LinkVerdict
}

export type PerformanceFacts = {
  readonly transfer: readonly {
    readonly type: string
    readonly requests: number
    readonly bytes: number
    /** As gzip would make them; types that are packed already count as they are. */
    readonly gzipBytes: number
  }[]
  readonly layoutShift: number
  readonly shifts: readonly {
    readonly value: number
    readonly sources: readonly string[]
  }[]
  readonly domNodes: number
  readonly loadMs: number
}
