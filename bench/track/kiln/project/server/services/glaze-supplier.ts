import { z } from 'zod'

const Stock = z.object({ glazes: z.array(z.object({ name: z.string(), litres: z.number() })) })

export type Glaze = z.infer<typeof Stock>['glazes'][number]

export interface SupplierOptions {
  url: string
  token: string
  timeoutMs?: number
}

/** The glazes in stock, or null while the supplier gives no good answer. */
export async function glazesInStock({
  url,
  token,
  timeoutMs = 2000,
}: SupplierOptions): Promise<Glaze[] | null> {
  try {
    const response = await fetch(new URL('/stock', url), {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return null
    const stock = Stock.safeParse(await response.json())
    return stock.success ? stock.data.glazes : null
  } catch (error) {
    console.warn('the glaze supplier did not answer', error)
    return null
  }
}
