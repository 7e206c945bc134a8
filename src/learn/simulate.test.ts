import { describe, expect, test } from 'vitest'
import { simulateWorld } from '../learning/simulation/simulate.ts'
import { summarise } from '../learning/simulation/summary.ts'
import { isMethod, isWorld, simulateLearning } from './simulate.ts'

const order = {
  kind: 'small-team',
  orders: 200,
  worlds: 3,
  seed: 4,
  methods: ['none', 'ours'],
} as const

describe('a simulation on all cores', () => {
  test('gives what one core gives, world by world, and tells how far it is', async () => {
    const told: number[] = []
    const simulated = await simulateLearning({
      ...order,
      signal: new AbortController().signal,
      onProgress: (done) => told.push(done),
    })
    const alone = [4, 5, 6].map((seed) =>
      simulateWorld({ ...order, seed, methods: ['none', 'ours', 'oracle', 'seed-delta'] }),
    )
    expect(simulated?.methods).toEqual(summarise(order.kind, alone, order.methods))
    expect(told).toEqual([1, 2, 3])
  })

  test('shows nothing when it was called off', async () => {
    const abort = new AbortController()
    const simulated = await simulateLearning({
      ...order,
      worlds: 50,
      signal: abort.signal,
      onProgress: () => abort.abort(),
    })
    expect(simulated).toBeNull()
  })

  test('knows its methods and worlds by name', () => {
    expect(isMethod('ours')).toBe(true)
    expect(isMethod('theirs')).toBe(false)
    expect(isWorld('no-bloat')).toBe(true)
    expect(isWorld('')).toBe(false)
  })
})
