import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coinOf } from './assignment.ts'
import { chiSquareAbove } from './distributions.ts'
import { hash64, joined, unitOf } from './hash64.ts'

/** The same hash as it is written in its paper, with big integers. */
function reference(bytes: readonly number[]): bigint {
  const mask = (1n << 64n) - 1n
  const word = (at: number) =>
    Array.from(
      { length: 8 },
      (_, each) => BigInt(bytes[at + each] ?? 0) << BigInt(8 * each),
    ).reduce((sum, each) => sum | each, 0n)
  const turn = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & mask
  const [k0, k1] = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n]
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ]
  const round = () => {
    v0 = (v0 + v1) & mask
    v1 = turn(v1, 13n) ^ v0
    v0 = turn(v0, 32n)
    v2 = (v2 + v3) & mask
    v3 = turn(v3, 16n) ^ v2
    v0 = (v0 + v3) & mask
    v3 = turn(v3, 21n) ^ v0
    v2 = (v2 + v1) & mask
    v1 = turn(v1, 17n) ^ v2
    v2 = turn(v2, 32n)
  }
  const absorb = (m: bigint) => {
    v3 ^= m
    round()
    round()
    v0 ^= m
  }
  const whole = Math.floor(bytes.length / 8)
  for (let block = 0; block < whole; block += 1) absorb(word(block * 8))
  absorb(word(whole * 8) | (BigInt(bytes.length & 0xff) << 56n))
  v2 ^= 0xffn
  for (let each = 0; each < 4; each += 1) round()
  return v0 ^ v1 ^ v2 ^ v3
}

const whole = ({ high, low }: { high: number; low: number }) => (BigInt(high) << 32n) | BigInt(low)
const bytesOf = (text: string) =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) => [
    unit & 0xff,
    unit >> 8,
  ])

describe('the coin', () => {
  test('[COIN-1] is a published hash: its vectors hold', () => {
    // inputs are the bytes 0, 1, 2 …; outputs as printed with the algorithm
    const vectors = [
      0x726fdb47dd0e0e31n,
      0x74f839c593dc67fdn,
      0x0d6c8009d9a94f5an,
      0x85676696d7fb7e2dn,
      0xcf2794e0277187b7n,
      0x18765564cd99a68dn,
      0xcbc9466e58fee3cen,
      0xab0200f58b01d137n,
      0x93f5f5799a932462n,
    ]
    const made = vectors.map((_, length) => reference(Array.from({ length }, (__, at) => at)))
    expect(made).toEqual(vectors)
  })

  test('[COIN-1] gives for any text what the paper gives for its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(whole(hash64(text))).toBe(reference(bytesOf(text)))
      }),
    )
  })

  const coins = (count: number, make: (at: number) => Partial<Parameters<typeof coinOf>[0]>) =>
    Array.from({ length: count }, (_, at) =>
      coinOf({ salt: 's', lessonId: 'L1', version: 1, workOrderId: 'wo', ...make(at) }),
    )

  test('falls evenly, for work orders, lessons and versions that are numbered on', () => {
    const makers = [
      (at: number) => ({ workOrderId: `wo-${at}` }),
      (at: number) => ({ lessonId: `L${at}` }),
      (at: number) => ({ version: at + 1 }),
    ]
    for (const make of makers) {
      const bins = Array.from({ length: 100 }, () => 0)
      for (const u of coins(50_000, make)) {
        expect(u >= 0 && u < 1).toBe(true)
        bins[Math.floor(u * 100)]! += 1
      }
      const square = bins.reduce((sum, seen) => sum + (seen - 500) ** 2 / 500, 0)
      expect(chiSquareAbove(square, 99)).toBeGreaterThan(1e-4)
    }
  })

  test('of one lesson says nothing about that of another, nor about the next work order', () => {
    const one = coins(40_000, (at) => ({ workOrderId: `wo-${at}` }))
    const others = [
      coins(40_000, (at) => ({ workOrderId: `wo-${at}`, lessonId: 'L2' })),
      coins(40_000, (at) => ({ workOrderId: `wo-${at}`, version: 2 })),
      coins(40_000, (at) => ({ workOrderId: `wo-${at}`, salt: 't' })),
      coins(40_000, (at) => ({ workOrderId: `wo-${at + 1}` })),
    ]
    for (const other of others) {
      const product = one.reduce((sum, u, at) => sum + (u - 0.5) * (other[at]! - 0.5), 0)
      // twelve times the mean product is the correlation, whose deviation is 1/√n
      expect(Math.abs((12 * product) / one.length) * Math.sqrt(one.length)).toBeLessThan(4)
    }
  })

  test('is of its parts: different parts never make the same text', () => {
    const part = fc.oneof(
      fc.string({ unit: fc.constantFrom('|', '\\', 'a', 'b'), maxLength: 4 }),
      fc.integer({ min: 0, max: 3 }).map(String),
    )
    const parts = fc.array(part, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(parts, parts, (left, right) => {
        expect(joined(left) === joined(right)).toBe(left.every((each, at) => each === right[at]))
      }),
      { numRuns: 2_000 },
    )
  })

  test('[COIN-1] is on by exactly the share that its probability says', () => {
    const all = coins(100_000, (at) => ({ workOrderId: `order ${at}` }))
    for (const probability of [0.2, 0.5, 0.8, 0.92]) {
      const on = all.filter((u) => u < probability).length
      const deviation = Math.sqrt(all.length * probability * (1 - probability))
      expect(Math.abs(on - all.length * probability) / deviation).toBeLessThan(4)
    }
    expect(unitOf({ high: 0xffffffff, low: 0xffffffff })).toBeLessThan(1)
    expect(unitOf({ high: 0, low: 0 })).toBe(0)
  })
})
