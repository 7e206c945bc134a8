import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import {
  killAfterLines,
  outputOf,
  proposeMany,
  startChild,
  wholeApprovals,
} from '../../test/support/records-processes.ts'
import { attemptsKept } from '../model/records-outcomes.ts'
import { attemptOf, fullOrder, idOf } from './records-samples.contract.ts'
import type { Records } from './records.ts'

export type SharedRecords = {
  /** What another process needs to open the same records: a file or a URL. Nothing is there yet. */
  readonly place: string
  open(): Promise<Records>
}

/** What records promise when several processes use them, and when one of them dies. */
export function describeSharedRecords(name: string, fresh: () => SharedRecords): void {
  describe(`records in ${name} that are shared`, () => {
    test('are made once when five processes open them at the same moment', async () => {
      const { place, open } = fresh()
      const children = Array.from({ length: 5 }, () => startChild('open', place))
      const outputs = children.map(outputOf)
      await Promise.all(
        children.map(async ({ stdout }) => {
          if (stdout !== null) await once(stdout, 'data')
        }),
      )
      for (const child of children) child.stdin?.end('go\n')
      expect(await Promise.all(outputs)).toEqual(Array(5).fill('ready\n2\n'))
      expect(await (await open()).enhancements()).toHaveLength(2)
    })

    test('lose nothing when two processes write five hundred attempts each, and keep fifty', async () => {
      const { place, open } = fresh()
      const records = await open()
      await records.saveOrder(fullOrder)
      await Promise.all(
        [0, 500].map((first) => outputOf(startChild('attempts', place, { first, count: 500 }))),
      )
      const kept = await records.attempts({ proposer: 'cheap', band: '0.3-0.4' })
      expect(kept.map(({ id }) => id)).toEqual(
        Array.from({ length: attemptsKept }, (_, index) => idOf('attempt', 999 - index)),
      )
      await records.recordAttempt(attemptOf(1_000))
      expect(await records.attempts({ proposer: 'cheap', band: '0.3-0.4' })).toHaveLength(
        attemptsKept,
      )
    })

    test('take one of the proposals that several processes make for a lesson at once', async () => {
      const { place, open } = fresh()
      const records = await open()
      const count = 150
      const taken = await Promise.all(
        [1, 2].map(() => outputOf(startChild('propose', place, { first: 1, count }))),
      )
      expect(taken.map(Number).reduce((sum, each) => sum + each, 0)).toBe(count)
      const pending = await records.improvements('pending_approval')
      const lessons = pending.map((row) => row.proposal_details['enhancement_id'])
      expect(pending).toHaveLength(count)
      expect(new Set(lessons).size).toBe(count)
    })

    test('[RECORD-42] hold a transaction whole or not at all when the process is killed', async () => {
      const { place, open } = fresh()
      const count = 150
      const records = await open()
      await proposeMany(records, count)
      let before = 0
      for (const waitMs of [0, 3, 7]) {
        const child = startChild('approve', place, { first: before + 1, count: count - before })
        await killAfterLines(child, 5, waitMs)
        const whole = await wholeApprovals(records, count)
        expect(whole).toBeGreaterThanOrEqual(before + 5)
        before = whole
      }
      // the same work, told once more, heals what the crash left out
      await outputOf(startChild('approve', place, { first: 1, count }))
      expect(await wholeApprovals(records, count)).toBe(count)
    })

    test('forget what a killed process wrote in a transaction it had not ended, and are free at once', async () => {
      const { place, open } = fresh()
      const records = await open()
      await proposeMany(records, 1)
      await killAfterLines(startChild('hang', place, { first: 1 }), 1)
      expect(await wholeApprovals(records, 1)).toBe(0)
      const begun = performance.now()
      const approved = await records.approveImprovement({
        id: idOf('improvement', 1),
        by: 'ada',
        at: '2026-03-01T00:00:00.000Z',
      })
      expect(approved).toMatchObject({ ok: true, value: { status: 'approved' } })
      expect(performance.now() - begun).toBeLessThan(20_000)
    })
  })
}
