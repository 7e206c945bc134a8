import type { LanguageModel } from 'ai'

export type ModelProvider = 'anthropic' | 'openai' | 'openai-compatible'

export type Connection = {
  readonly provider: ModelProvider
  readonly model: string
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What is known of the provider's reply before its stream is read. */
export type Reply = { contentType: string }

/** The name under which an OpenAI-compatible provider takes its options. */
export const compatibleName = 'compatible'

const publicUrl = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
} as const

const replyLimit = 50_000_000

/** Everything is passed explicitly, so that the SDK reads no key and no address from the environment. */
export async function connectModel(
  connection: Connection,
  send: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { provider, model, baseUrl, apiKey = '' } = connection
  const common = { headers: { ...connection.headers }, fetch: send }
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ ...common, apiKey, baseURL: baseUrl ?? publicUrl.anthropic })(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ ...common, apiKey, baseURL: baseUrl ?? publicUrl.openai })(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        ...common,
        name: compatibleName,
        baseURL: baseUrl ?? '',
        ...(apiKey !== '' && { apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: true,
      })(model)
    }
  }
}

export function watchfulFetch(reply: Reply): typeof globalThis.fetch {
  return async (input, init) => {
    // a redirect would carry the key to another host
    const response = await fetch(input, { ...init, redirect: 'manual' })
    reply.contentType = response.headers.get('content-type') ?? ''
    if (response.body === null) return response
    return new Response(response.body.pipeThrough(atMost(replyLimit)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}

/** Marks the error of a reply that does not end. */
export const endlessReply = 'the reply is longer than 50 MB'

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
