import type { FetchLike } from '@modelcontextprotocol/client'

/** A web server's no, in its own words. */
export type Refusal = { readonly status: number; readonly body: string }

/** Marks the error of a reply that does not end. */
export const endlessReply = 'the reply is too long'

type Watch = {
  readonly limit: number
  readonly onRefusal: (refusal: Refusal) => void
  /** The reply to a message broke off. The SDK would wait on for it. */
  readonly onBroken: (error: unknown) => void
}

/**
 * The fetch of a connection: limits every reply in size, and tells of every refusal, because the SDK
 * reports them in different ways at different stages.
 */
export function watchfulFetch({ limit, onRefusal, onBroken }: Watch): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init)
    const limited = limitReply(response, limit, init?.method === 'POST' ? onBroken : undefined)
    if (limited.status < 400) return limited
    const body = await limited.text().catch(() => '')
    onRefusal({ status: limited.status, body })
    return new Response(body, limited)
  }
}

/** What an iterator gives, as a stream; whoever stops reading stops the iterator. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

export function limitReply(
  response: Response,
  limit: number,
  onBroken: (error: unknown) => void = () => {},
): Response {
  if (response.body === null) return response
  return new Response(streamOf(atMost(response.body, limit, onBroken)), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}

async function* atMost(
  body: ReadableStream<Uint8Array>,
  limit: number,
  onBroken: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > limit) throw new Error(endlessReply)
      yield chunk
    }
  } catch (error) {
    onBroken(error)
    throw error
  }
}
