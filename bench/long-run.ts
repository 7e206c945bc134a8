import { join } from 'node:path'
import { openFileJournal } from '../src/adapters/journal-files/journal.ts'
import { openNodeDisk } from '../src/adapters/disk-node/disk.ts'
import { journalStart } from '../src/ports/journal.ts'
import { begun, criteriaOf, orders, setupOf } from '../test/support/reflex.ts'

export const longRun = 'long'
export const longRunId = 'a-task-20260101-000000'

/** A loop of so many iterations whose rules never hold, written as fast as the disk takes it. */
export async function writeLongRun(root: string, iterations: number): Promise<void> {
  const rules = Array.from('abcdefghijkl', (letter) => `a.completeness.rule-${letter}`)
  const criteria = criteriaOf(...rules.map((id) => [id, 'fail'] as const))
  const setup = setupOf(criteria, { task_alias: longRun, max_iterations: iterations + 1 })
  const verdicts = Object.fromEntries(
    rules.map((id, index) => [id, index < 6 ? ('pass' as const) : ('fail' as const)]),
  )
  const told = begun(
    setup,
    orders.plan(5),
    orders.produce('a', 7),
    orders.prepare(1),
    orders.evaluate('a', verdicts, 3),
    orders.critique(rules[7] ?? '', 2),
    orders.refine('b', 4),
  )
  if (told.refused !== null) throw new Error(told.refused.reason)
  const disk = openNodeDisk(root)
  const path = join(root, '.ai-factory', 'evolution', longRun, 'history.jsonl')
  const unsynced = {
    ...disk,
    async openAppend(file: string) {
      return { ...(await disk.openAppend(file)), sync: () => Promise.resolve() }
    },
  }
  const clock = { now: () => new Date('2026-01-01'), elapsedMs: () => performance.now() }
  const journal = openFileJournal(unsynced, clock, {
    path,
    runId: longRunId,
    version: 1,
  })
  let mark = journalStart
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const hash = (letter: string) => letter.repeat(54) + String(iteration).padStart(10, '0')
    const first = told.entries.findIndex(({ iteration: number }) => number > 0)
    const facts = told.entries
      .slice(iteration === 1 ? 0 : Math.max(1, first))
      .map(({ ts: _ts, run_id: _run, v: _v, n: _n, hash: _hash, ...fact }) => ({
        ...fact,
        iteration: fact.iteration === 0 ? 0 : iteration,
        payload: JSON.parse(
          JSON.stringify(fact.payload)
            .replaceAll('a'.repeat(64), hash('a'))
            .replaceAll('b'.repeat(64), hash('b')),
        ) as Record<string, unknown>,
      }))
    const appended = await journal.append(mark, facts)
    if (!appended.ok) throw new Error(appended.error.type)
    mark = appended.value.mark
  }
  await journal.close()
}
