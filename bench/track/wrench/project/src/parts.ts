export type Part = { sku: string; title: string; inStock: number }

export type PartsOptions = { url: string; timeoutMs: number }

function toPart(body: unknown): Part | null {
  if (typeof body !== 'object' || body === null) return null
  const { sku, title, inStock } = body as Record<string, unknown>
  return typeof sku === 'string' && typeof title === 'string' && typeof inStock === 'number'
    ? { sku, title, inStock }
    : null
}

/** A part of the wholesaler; `unknown` where it has none, null while it gives no good answer. */
export async function findPart(
  sku: string,
  { url, timeoutMs }: PartsOptions,
): Promise<Part | 'unknown' | null> {
  try {
    const answer = await fetch(new URL(`/parts/${encodeURIComponent(sku)}`, url), {
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status === 404) return 'unknown'
    return answer.ok ? toPart(await answer.json()) : null
  } catch (error) {
    console.warn(`the wholesaler gave no answer for ${sku}`, error)
    return null
  }
}
