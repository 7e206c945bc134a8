import { describe, expect, test } from 'vitest'
import { isOnFirst, rankProposals } from './shortlist.ts'

const proposal = (id: string, kind: string, ...differences: readonly number[]) => ({
  id,
  kind,
  differences,
})
const order = (...args: Parameters<typeof rankProposals>) =>
  rankProposals(...args).map(({ id }) => id)

describe('the shortlist of proposals', () => {
  test('tries what was never tried before what disappoints, and what helps before both', () => {
    const poor = proposal('poor', 'prompt', -1, -0.5, -1.2, -0.4)
    const fresh = proposal('fresh', 'prompt')
    const good = proposal('good', 'prompt', 1, 0.8, 1.4, 0.9)
    expect(order([poor, fresh, good])).toEqual(['good', 'fresh', 'poor'])
  })

  test('ranks proposals without pairs by what helped before of their kind', () => {
    const past = [
      proposal('old-1', 'lesson', 1, 0.7, 1.1, 0.9, 1.2),
      proposal('old-2', 'gate', -1, -0.7, -1.1, -0.9, -1.2),
    ]
    const waiting = [proposal('g', 'gate'), proposal('r', 'routing'), proposal('l', 'lesson')]
    expect(order(waiting)).toEqual(['g', 'r', 'l'])
    expect(order(waiting, past)).toEqual(['l', 'r', 'g'])
  })

  test('switches each proposal on in one iteration of a pair by a coin of its own', () => {
    const coins = Array.from({ length: 400 }, (_, pair) =>
      ['a', 'b'].map((id) => isOnFirst(id, { seed: 1, pair })),
    )
    const share = (is: (coin: readonly boolean[]) => boolean) => coins.filter(is).length / 400
    expect(Math.abs(share(([a]) => a === true) - 0.5)).toBeLessThan(0.08)
    expect(Math.abs(share(([a, b]) => a === b) - 0.5)).toBeLessThan(0.08)
    expect(isOnFirst('a', { seed: 1, pair: 7 })).toBe(coins[7]![0])
  })
})
