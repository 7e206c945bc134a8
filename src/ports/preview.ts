import type { AsyncResult } from '../model/result.ts'

/** What a page is made from. The hash binds the page to exactly this intent. */
export type PreviewRequest = {
  readonly title: string
  readonly prompt: string
  readonly intent: unknown
  readonly intentHash: string
}

export type PreviewFailure = { readonly reason: string }

/**
 * Makes a page that a person can look at. It never throws: a page that cannot be made is a reason,
 * fit to be shown, and holds no secret.
 */
export type PreviewMaker = {
  readonly name: string
  make(request: PreviewRequest, signal: AbortSignal): AsyncResult<string, PreviewFailure>
}
