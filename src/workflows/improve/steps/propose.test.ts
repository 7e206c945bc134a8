import { expect, test } from 'vitest'
import { begin, scoreOf } from '../../../../test/support/improve-run.ts'
import type { StepBench } from './bench.ts'
import { propose } from './propose.ts'

/** What the step asks of its bench where nobody is bound to analyst. */
function benchOf(told: string[]) {
  const bench: Partial<StepBench> = {
    analyst: null,
    setUpFiles: async () => ({ ok: true, value: new Map() }),
    past: async () => [],
    look: async () => ({ easier: [] }),
    tell: (progress) => void (progress.type === 'note' && told.push(progress.text)),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of it
  return bench as StepBench
}

test('words that nobody could read are not passed over in silence', async () => {
  const { iterate, analysed, tell, answer } = begin()
  const silent: string[] = []
  const recorded = async (told: string[], state: ReturnType<typeof iterate>) => {
    const outcome = await propose(benchOf(told), state)
    return typeof outcome === 'function' ? outcome({ ms: 1 }) : outcome
  }
  expect(await recorded(silent, iterate(scoreOf(5)))).toMatchObject({ by: 'offline', notes: [] })
  expect(silent).toEqual([])

  analysed()
  const told: string[] = []
  const edited = tell(answer('edit', { feedback: 'look at the tests' }))
  expect(await recorded(told, edited)).toMatchObject({ notes: told })
  expect(told).toEqual([expect.stringContaining('nobody is bound to the role analyst')])
})
