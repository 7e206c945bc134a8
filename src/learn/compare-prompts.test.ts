import { describe, expect, test } from 'vitest'
import type { PromptVersionRow } from '../model/records-lessons.ts'
import type { OrderRow } from '../model/records-orders.ts'
import { comparePrompts, promptComparisonLines } from './compare-prompts.ts'

const order = (version: number, at: number, score: number | null, more: Partial<OrderRow> = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
  ({
    status: 'completed',
    proposer_id: 'builder',
    updated_at: `2026-03-01T10:${String(at).padStart(2, '0')}:00.000Z`,
    metadata: { template: { id: `v${version}` }, complexity_band: '0.3-0.4' },
    acceptance_result: score === null ? null : { acceptance_score: score },
    ...more,
  }) as unknown as OrderRow

const recordsWith = (orders: readonly OrderRow[]) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
  promptVersions: async () =>
    [1, 2].map((number) => ({
      id: `v${number}`,
      version_number: number,
      version_tag: null,
    })) as unknown as readonly PromptVersionRow[],
  ordersWith: async (status: string) => orders.filter((each) => each.status === status),
})

const compared = async (orders: readonly OrderRow[], a = '1', b = '2') => {
  const result = await comparePrompts(recordsWith(orders), [a, b])
  if (!result.ok) throw new Error(result.error.what)
  return { ...result.value, said: promptComparisonLines(result.value).join('\n') }
}

describe('two prompts', () => {
  test('are told apart by pairs of like orders, as soon as the difference is beyond chance', async () => {
    const orders = Array.from({ length: 9 }, (_, at) => [order(1, at, 6), order(2, at + 20, 8)])
    const { comparison, said } = await compared(orders.flat())
    expect(comparison).toMatchObject({ pairs: 9, mean: 2, verdict: 'b better' })
    expect(said).toContain('prompt 2 is better than prompt 1: by 2.00 points')
    expect(said).toContain('9 pairs of work orders')
    expect(said).toContain('No lot was drawn')
  })

  test('that are not told apart say about how many more orders would do', async () => {
    const orders = Array.from({ length: 3 }, (_, at) => [order(1, at, 6), order(2, at + 20, 7)])
    const { comparison, said } = await compared(orders.flat())
    expect(comparison.verdict).toBe('no difference shown')
    expect(said).toMatch(/No difference shown .* about \d+ more pairs? would show it/)
  })

  test('are held against each other only on like orders, and what ended with nothing counts as nothing', async () => {
    const other = { proposer_id: 'another' }
    const { comparison, unpaired, said } = await compared([
      order(1, 1, 7),
      order(1, 2, null, { status: 'failed' }),
      order(1, 3, 5, other),
      order(1, 4, null, { status: 'in_progress' }),
      order(2, 5, 8),
      order(2, 6, 6),
    ])
    expect(comparison).toMatchObject({ pairs: 2, mean: 3.5 })
    expect(unpaired).toEqual([1, 0])
    expect(said).toContain('1 order with prompt 1 and 0 orders with prompt 2 found no like one')
  })

  test('must be there, and two', async () => {
    await expect(compared([], '1', '9')).rejects.toThrow('no prompt 9')
    await expect(compared([], '1', '1')).rejects.toThrow('not compared with itself')
  })
})
