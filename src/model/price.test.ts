import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { costOf, listPrice } from './price.ts'

const Row = z.strictObject({
  model: z.string(),
  input: z.number().positive(),
  output: z.number().positive(),
  cached: z.number().positive().optional(),
  cache_write: z.number().positive().optional(),
  date: z.iso.date(),
  source: z.url({ protocol: /^https$/ }),
})
const text = readFileSync(join(import.meta.dirname, 'prices.json'), 'utf8')
const { models } = z.object({ models: z.array(Row) }).parse(JSON.parse(text))

test('every price says since when and by whom, and output costs more than input', () => {
  for (const { model, input, output, cached = 0, cache_write: written = output } of models) {
    expect(input, model).toBeGreaterThan(cached)
    expect(output, model).toBeGreaterThan(input)
    expect(written, model).toBeGreaterThan(input)
  }
  expect(new Set(models.map(({ model }) => model)).size).toBe(models.length)
})

test.each([
  ['claude-opus-5-5', 4],
  ['anthropic/claude-opus-5-5-20260922', 4],
  ['claude-opus-5', 5],
  ['claude-sonnet-4-5[1m]', 3],
  ['gpt-5-2025-08-07', 1.25],
  ['gemini-3.1-pro-preview-customtools', 2],
])('%s has a list price', (model, input) => {
  expect(listPrice(model)?.input_per_mtok).toBe(input)
})

test.each(['claude-opus-5-9', 'gpt-5.4-nano', 'gpt-6', 'llama-4', 'm', '', 'constructor'])(
  'of %s nobody knows a price',
  (model) => expect(listPrice(model)).toBeNull(),
)

test('what came from the cache costs less, and what is not said of it costs as other input', () => {
  const tokens = { input: 1_000_000, output: 0, cached: 600_000, cacheWritten: 200_000 }
  const price = { input_per_mtok: 10, output_per_mtok: 1 }
  expect(costOf(tokens, price)).toBe(10)
  const all = { ...price, cached_per_mtok: 1, cache_write_per_mtok: 20 }
  expect(costOf(tokens, all)).toBeCloseTo(2 + 0.6 + 4)
})
