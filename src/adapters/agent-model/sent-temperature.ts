import { connectModel, type Connection } from './connect-model.ts'
import { streamAnswer } from './stream-answer.ts'

export type SentTemperature = number | 'unsupported'

/**
 * The temperature a request carries, which is not always the one that is configured: for models that
 * refuse the setting the SDK leaves it out. A request is prepared as for a question and kept from
 * leaving, so nothing is asked and no key is needed. What cannot be seen in it counts as not sent.
 */
export async function findSentTemperature(
  connection: Connection,
  call: { readonly temperature: number; readonly maxOutputTokens: number },
): Promise<SentTemperature> {
  let body: unknown = null
  const keep: typeof globalThis.fetch = async (_, init) => {
    body = init?.body
    throw new Error('this request is not to be sent')
  }
  const model = await connectModel({ ...connection, apiKey: 'not-needed' }, keep)
  const stop = new AbortController()
  await streamAnswer({
    ...call,
    model,
    prompt: '-',
    pictures: [],
    schema: null,
    stop: stop.signal,
  }).catch(() => {})
  return temperatureIn(body)
}

function temperatureIn(body: unknown): SentTemperature {
  if (typeof body !== 'string') return 'unsupported'
  const request: unknown = JSON.parse(body)
  if (typeof request !== 'object' || request === null || !('temperature' in request))
    return 'unsupported'
  return typeof request.temperature === 'number' ? request.temperature : 'unsupported'
}
