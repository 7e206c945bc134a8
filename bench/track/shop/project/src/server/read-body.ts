export const mostBytes = 64 * 1024

export type BodyResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly status: 400 | 413 | 415; readonly message: string }

/** Reads a JSON object that a client sent. */
export async function readBody(request: Request): Promise<BodyResult> {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json'))
    return { ok: false, status: 415, message: 'Send JSON.' }
  const text = await request.text()
  if (Buffer.byteLength(text) > mostBytes)
    return { ok: false, status: 413, message: 'Send at most 64 kB.' }
  const value = parsed(text)
  return isObject(value)
    ? { ok: true, value }
    : { ok: false, status: 400, message: 'Send a JSON object.' }
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
