import { z } from 'zod'
import prices from './prices.json' with { type: 'json' }

/** US dollars for a million tokens; what is not said of the cache costs as other input. */
export const Price = z.strictObject({
  input_per_mtok: z.number().nonnegative(),
  output_per_mtok: z.number().nonnegative(),
  cached_per_mtok: z.number().nonnegative().optional(),
  cache_write_per_mtok: z.number().nonnegative().optional(),
})
export type Price = z.infer<typeof Price>

/** Input is all of it; what was read from a cache or written to one is part of it. */
export type Tokens = {
  readonly input: number
  readonly output: number
  readonly cached?: number
  readonly cacheWritten?: number
}

export function costOf(
  { input, output, cached = 0, cacheWritten = 0 }: Tokens,
  { input_per_mtok: plain, output_per_mtok, cached_per_mtok, cache_write_per_mtok }: Price,
): number {
  const read = Math.min(cached, input)
  const written = Math.min(cacheWritten, input - read)
  return (
    ((input - read - written) * plain +
      read * (cached_per_mtok ?? plain) +
      written * (cache_write_per_mtok ?? plain) +
      output * output_per_mtok) /
    1_000_000
  )
}

type Row = (typeof prices.models)[number]
const rows: ReadonlyMap<string, Row> = new Map(prices.models.map((row) => [row.model, row]))

/** A date, a stage or a size of the window behind the name: the price is the same. */
const variant =
  /(?:-preview(?:-customtools)?|-latest|-\d{8}|-\d{4}-\d{2}-\d{2}|-\d{2}-\d{4}|\[\w+\])+$/

/** The list price of a model; null where nobody knows one. A near name is another model. */
export function listPrice(model: string): Price | null {
  const name = (model.toLowerCase().split('/').at(-1) ?? '').replace(variant, '')
  const row = rows.get(name)
  if (row === undefined) return null
  return {
    input_per_mtok: row.input,
    output_per_mtok: row.output,
    ...(row.cached === undefined ? {} : { cached_per_mtok: row.cached }),
    ...(row.cache_write === undefined ? {} : { cache_write_per_mtok: row.cache_write }),
  }
}
