import type { PageFacts } from '../model/page-facts.ts'
import type { AsyncResult } from '../model/result.ts'

export type SiteFile = {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** What to look at: files by path (`index.html`, `css/site.css`), or a server on this machine. */
export type Site =
  | {
      readonly type: 'files'
      readonly files: ReadonlyMap<string, SiteFile>
      /** Reads a file that no source names, such as one that a script asks for; null if it is not there. */
      readonly more?: (path: string) => Promise<SiteFile | null>
    }
  /** Loopback only; everything else is refused. */
  | { readonly type: 'server'; readonly origin: string }

export type LookOptions = {
  /** The path of the page in the site. */
  readonly page: string
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** False: no pictures of the whole page, for whoever asks only what the rules say. */
  readonly pictures?: boolean
}

export type BrowserError =
  | { readonly type: 'not-installed'; readonly reason: string; readonly remedy: string }
  /** Walls were asked for and cannot be had. */
  | { readonly type: 'no-walls'; readonly reason: string; readonly remedy: string }
  | { readonly type: 'crashed'; readonly reason: string }
  | { readonly type: 'timed-out'; readonly part: string; readonly ms: number }
  | { readonly type: 'cancelled' }
  /** The page is not there, or is nothing a browser should open. */
  | { readonly type: 'refused'; readonly reason: string }

/** The eyes of the page checks: one look gathers everything they need. Never throws. */
export type Browser = {
  look(site: Site, options: LookOptions): AsyncResult<PageFacts, BrowserError>
  /** Starts it before the first look, for whoever waits for the page anyway. */
  warm?(): Promise<void>
  close(): Promise<void>
}
