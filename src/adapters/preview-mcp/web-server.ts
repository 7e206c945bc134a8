import type { FetchLike } from '@modelcontextprotocol/client'

/** A web server's no, in its own words. */
export type Refusal = { readonly status: number; readonly body: string }

/** Marks the error of a reply that does not end. */
export const endlessReply = 'the reply is too long'

/**
 * The fetch of a connection: limits every reply in size, and tells of every refusal, because the SDK
 * reports them in different ways at different stages.
 */
export function watchfulFetch(limit: number, onRefusal: (refusal: Refusal) => void): FetchLike {
  return async (input, init) => {
    const limited = limitReply(await fetch(input, init), limit)
    if (limited.status < 400) return limited
    const body = await limited.text().catch(() => '')
    onRefusal({ status: limited.status, body })
    return new Response(body, limited)
  }
}

export function limitReply(response: Response, limit: number): Response {
  if (response.body === null) return response
  return new Response(response.body.pipeThrough(atMost(limit)), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}

function atMost(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > limit) controller.error(new Error(endlessReply))
      else controller.enqueue(chunk)
    },
  })
}
