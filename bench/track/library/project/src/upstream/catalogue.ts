export type Summary =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' }

export type Catalogue = { readonly summaryOf: (isbn: string) => Promise<Summary> }

type Place = { readonly url: string | null; readonly key: string; readonly timeoutMs: number }

const textIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'summary' in body && typeof body.summary === 'string'
    ? body.summary
    : null

/** The national catalogue; whatever goes wrong there is "unavailable". */
export const createCatalogue = ({ url, key, timeoutMs }: Place): Catalogue => ({
  summaryOf: async (isbn) => {
    if (url === null) return { kind: 'unavailable' }
    try {
      const response = await fetch(`${url}/books/${encodeURIComponent(isbn)}`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 404) return { kind: 'unknown' }
      if (!response.ok) return { kind: 'unavailable' }
      const text = textIn(await response.json())
      return text === null ? { kind: 'unavailable' } : { kind: 'found', text }
    } catch {
      return { kind: 'unavailable' }
    }
  },
})
