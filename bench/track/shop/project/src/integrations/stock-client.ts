export type Stock =
  | { readonly kind: 'known'; readonly boxes: number }
  | { readonly kind: 'unknown'; readonly reason: string }

export type StockOptions = {
  readonly url: string | null
  readonly token: string
  readonly timeoutMs: number
  readonly fetch?: typeof globalThis.fetch
}

const unknown = (reason: string): Stock => ({ kind: 'unknown', reason })

/** Asks the warehouse. Whatever goes wrong there is an answer, never an exception. */
export const createStockClient =
  ({ url, token, timeoutMs, fetch = globalThis.fetch }: StockOptions) =>
  async (tier: string): Promise<Stock> => {
    if (url === null) return unknown('STOCK_URL is not set')
    try {
      const response = await fetch(new URL(`/stock/${encodeURIComponent(tier)}`, url), {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 429) return unknown('the warehouse asks us to slow down')
      if (!response.ok) return unknown(`the warehouse answered ${response.status}`)
      return stockIn(await response.json())
    } catch (error) {
      return unknown(error instanceof Error ? error.message : String(error))
    }
  }

function stockIn(body: unknown): Stock {
  if (typeof body !== 'object' || body === null || !('boxes' in body))
    return unknown('the warehouse sent something else than stock')
  const { boxes } = body
  if (typeof boxes !== 'number' || !Number.isInteger(boxes) || boxes < 0)
    return unknown('the warehouse sent a number of boxes that cannot be')
  return { kind: 'known', boxes }
}
