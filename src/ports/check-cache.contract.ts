import { describe, expect, test } from 'vitest'
import type { CheckOutcome } from '../model/check.ts'
import type { CheckCache } from './check-cache.ts'

/** What every cache of check outcomes promises. */
export function describeCheckCache(name: string, open: () => CheckCache): void {
  describe(`the check cache ${name}`, () => {
    test('gives the last outcome of each key as it was kept, and null for others', async () => {
      const cache = open()
      const [one, other, none] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [
        string,
        string,
        string,
      ]
      const failed: CheckOutcome = {
        verdict: 'fail',
        details: 'Grüße "quoted"\n',
        findings: [{ message: 'm', place: { line: 3 } }],
      }
      expect(await cache.get(one)).toBeNull()
      await cache.set(one, failed)
      await cache.set(other, { verdict: 'na', details: '', findings: [] })
      expect(await cache.get(one)).toEqual(failed)
      await cache.set(one, { ...failed, verdict: 'pass' })
      expect(await cache.get(one)).toEqual({ ...failed, verdict: 'pass' })
      expect(await cache.get(other)).toMatchObject({ verdict: 'na' })
      expect(await cache.get(none)).toBeNull()
    })
  })
}
