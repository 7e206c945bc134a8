import { z } from 'zod'

// errors come from several packages, so they are read by shape, not by class
const Link = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  type: z.string().catch(''),
  code: z.union([z.string(), z.number()]).catch(''),
  statusCode: z.number().optional().catch(undefined),
  isRetryable: z.boolean().optional().catch(undefined),
  responseHeaders: z.record(z.string(), z.string()).catch({}),
  responseBody: z.string().catch(''),
  cause: z.unknown().optional(),
})
type Link = z.infer<typeof Link>

export type SeenError = {
  readonly names: readonly string[]
  readonly messages: string
  /** What the provider calls the error. */
  readonly kind: string
  readonly status: number | null
  /** Null where the SDK has no opinion. */
  readonly retryable: boolean | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What an error of the SDK tells; the telling part may be the error itself or a cause inside it. */
export function lookAtError(error: unknown): SeenError {
  const chain = chainOf(error)
  const said = chain.map(({ message }) => message).filter((message) => message !== '')
  return {
    names: chain.map(({ name }) => name),
    messages: chain.length === 0 ? String(error) : said.join(': '),
    kind: chain.map(({ type, code }) => `${type} ${code}`).join(' '),
    status: chain.map(statusOf).find((status) => status !== undefined) ?? null,
    retryable: chain.find(({ isRetryable }) => isRetryable !== undefined)?.isRetryable ?? null,
    headers: Object.assign({}, ...chain.map(({ responseHeaders }) => responseHeaders).toReversed()),
    body: chain.find(({ responseBody }) => responseBody !== '')?.responseBody ?? '',
  }
}

function chainOf(error: unknown): readonly Link[] {
  const chain: Link[] = []
  for (let link = Link.safeParse(error); link.success && chain.length < 5;) {
    chain.push(link.data)
    link = Link.safeParse(link.data.cause)
  }
  return chain
}

// some servers write the status into the code of an error event
function statusOf({ statusCode, code }: Link): number | undefined {
  if (statusCode !== undefined) return statusCode
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined
}
