import type {
  FinishReason,
  JSONSchema7,
  LanguageModel,
  LanguageModelUsage,
  TextStreamPart,
  ToolSet,
} from 'ai'
import { compatibleName } from './connect-model.ts'

export type Call = {
  readonly model: LanguageModel
  readonly prompt: string
  /** Screenshots that go beside the prompt. */
  readonly pictures: readonly Uint8Array[]
  readonly schema: Readonly<Record<string, unknown>> | null
  readonly temperature: number | undefined
  readonly maxOutputTokens: number
  readonly stop: AbortSignal
}

export type StreamedAnswer = {
  readonly text: string
  readonly finish: FinishReason
  readonly usage: LanguageModelUsage
  readonly modelId: string
}

/** Asks once and reads the answer to its end. Throws what the SDK reports; retrying is the caller's. */
export async function streamAnswer(call: Call): Promise<StreamedAnswer> {
  const { streamText } = await import('ai')
  // warnings of the SDK would stand between the lines of our own output
  globalThis.AI_SDK_LOG_WARNINGS = false
  const giveUp = new AbortController()
  const { temperature } = call

  const { stream } = streamText({
    model: call.model,
    ...(call.pictures.length === 0
      ? { prompt: call.prompt }
      : { messages: [{ role: 'user' as const, content: contentOf(call) }] }),
    maxOutputTokens: call.maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(call.schema !== null && { output: await jsonOutput(call.schema) }),
    // a strict schema may have no optional field; the caller checks the answer anyway
    providerOptions: {
      openai: { strictJsonSchema: false, store: false },
      [compatibleName]: { strictJsonSchema: false },
    },
    maxRetries: 0,
    abortSignal: AbortSignal.any([call.stop, giveUp.signal]),
    onError: () => {},
  })

  try {
    return await collect(stream)
  } finally {
    giveUp.abort()
  }
}

const contentOf = ({ prompt, pictures }: Call) => [
  { type: 'text' as const, text: prompt },
  ...pictures.map((image) => ({ type: 'image' as const, image, mediaType: 'image/png' })),
]

/** The name of the error when a stream ends before the model was done. */
export const endedEarly = 'EndedEarly'

async function collect(stream: AsyncIterable<TextStreamPart<ToolSet>>): Promise<StreamedAnswer> {
  const pieces: string[] = []
  let end: Omit<StreamedAnswer, 'text'> | null = null
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta') pieces.push(part.text)
    if (part.type === 'finish-step')
      end = { finish: part.finishReason, usage: part.usage, modelId: part.response.modelId }
  }
  if (end === null || end.finish === 'interrupted' || end.finish === 'error')
    throw Object.assign(new Error('the stream ended early'), { name: endedEarly })
  return { text: pieces.join(''), ...end }
}

async function jsonOutput(schema: Readonly<Record<string, unknown>>) {
  const { jsonSchema, Output } = await import('ai')
  return {
    ...Output.object({ schema: jsonSchema(asJsonSchema(schema)), name: 'answer' }),
    // the SDK would parse the whole text again with every token; we read it once, at the end
    parsePartialOutput: async ({ text }: { text: string }) => ({
      partial: { length: text.length },
    }),
  }
}

// any object is a JSON schema as far as the types go; the provider judges the rest
function asJsonSchema(schema: object): JSONSchema7 {
  return schema
}
