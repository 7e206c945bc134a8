import { describe, expect, test } from 'vitest'
import type { Entry, Fact } from '../model/entry.ts'
import { type Journal, journalStart } from './journal.ts'

export const factOf = (event: string, payload: Record<string, unknown> = {}): Fact => ({
  iteration: 1,
  phase: 'A',
  step: 'PLAN',
  event,
  status: 'ok',
  payload,
})

/** What every journal promises, whatever it is kept in. `open` opens the same journal again each time. */
export function describeJournal(name: string, open: () => Promise<() => Journal>): void {
  describe(`a journal on ${name}`, () => {
    test('starts empty and gives back what was appended, in order and numbered', async () => {
      const journal = (await open())()
      expect(await journal.read()).toMatchObject({
        ok: true,
        value: { entries: [], mark: journalStart },
      })
      const first = await journal.append(journalStart, [
        factOf('one'),
        factOf('two', { text: 'ünï\n"quoted"' }),
      ])
      if (!first.ok) throw new Error(first.error.type)
      await journal.append(first.value.mark, [factOf('three')])
      const read = await journal.read()
      if (!read.ok) throw new Error(read.error.type)
      expect(read.value.entries.map(({ event, n }) => [event, n])).toEqual([
        ['one', 1],
        ['two', 2],
        ['three', 3],
      ])
      expect(read.value.entries[1]?.payload).toEqual({ text: 'ünï\n"quoted"' })
      await journal.close()
    })

    test('reads on from a mark', async () => {
      const journal = (await open())()
      const first = await journal.append(journalStart, [factOf('one')])
      if (!first.ok) throw new Error(first.error.type)
      await journal.append(first.value.mark, [factOf('two')])
      const tail = await journal.read(first.value.mark)
      expect(tail.ok && tail.value.entries.map(({ event }) => event)).toEqual(['two'])
      await journal.close()
    })

    test('gives a long history one after another, without holding it', async () => {
      const journal = (await open())()
      let mark = journalStart
      for (let step = 0; step < 40; step += 1) {
        const facts = [
          factOf(`begin ${step}`, { text: 'é'.repeat(step * 97) }),
          factOf(`end ${step}`),
        ]
        const appended = await journal.append(mark, facts)
        if (!appended.ok) throw new Error(appended.error.type)
        mark = appended.value.mark
      }
      const taken: Entry[] = []
      const result = await journal.read(undefined, (entry) => taken.push(entry))
      const whole = await journal.read()
      expect(result).toEqual({ ok: true, value: { entries: [], mark, tornBytes: 0 } })
      expect(whole).toEqual({ ok: true, value: { entries: taken, mark, tornBytes: 0 } })
      expect(taken).toHaveLength(80)
      await journal.close()
    })

    test('[ENGINE-3] refuses to append behind a journal that has grown', async () => {
      const reopen = await open()
      const [one, other] = [reopen(), reopen()]
      expect((await one.append(journalStart, [factOf('one')])).ok).toBe(true)
      expect(await other.append(journalStart, [factOf('rival')])).toMatchObject({
        ok: false,
        error: { type: 'conflict', expected: 0, found: 1 },
      })
      const read = await one.read()
      expect(read.ok && read.value.entries.map(({ event }) => event)).toEqual(['one'])
      await one.close()
      await other.close()
    })
  })
}
