import { describe, expect, test } from 'vitest'
import type { Dispatch } from './dispatch.ts'
import {
  evaluateTrack,
  obligationsOfTrack,
  type Specialists,
  verdictOfStructure,
} from './evaluate.ts'
import { met, type Pass, verdictOfEvaluation } from './evaluation.ts'
import type { FactsInTime } from './evaluate.ts'

const dispatched: readonly Dispatch[] = [
  { evaluator: 'eval-code-quality', reason: 'the track speaks of code' } as unknown as Dispatch,
]
const passes: readonly Pass[] = [
  { number: 1, name: 'Build', parts: [met('build', 'it builds', 'it does')] },
]
const plan = { tasks: [], dag: null }
const facts = {
  folder: 'conductor/tracks/a',
  spec: '',
  plan,
  planText: '',
  commits: [],
  measured: null,
  unmeasured: 'nothing could be run',
  documents: new Map(),
  repository: 'whole',
  syncFlag: null,
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the specialists of this test look at none of it
const whole = Promise.resolve(facts) as unknown as FactsInTime['whole']
const known = (ask: () => readonly Pass[]): Specialists => {
  const specialist = () => Promise.resolve(() => Promise.resolve().then(ask))
  return {
    'eval-ui-ux': specialist,
    'eval-code-quality': specialist,
    'eval-integration': specialist,
    'eval-business-logic': specialist,
  }
}
const evaluate = (ask: () => readonly Pass[]) =>
  evaluateTrack(dispatched, { running: whole, started: whole, measured: whole, whole }, known(ask))

describe('a specialist that breaks', () => {
  test('3.12: is asked once more', async () => {
    let asked = 0
    const { evaluations } = await evaluate(() => {
      asked += 1
      if (asked === 1) throw new Error('no room')
      return passes
    })
    expect(evaluations[0]?.passes).toEqual(passes)
    expect(asked).toBe(2)
  })

  test('3.12: fails when it breaks again, and never passes', async () => {
    const { evaluations } = await evaluate(() => {
      throw new Error('no room')
    })
    const [first] = evaluations
    expect(verdictOfEvaluation(first?.passes ?? [])).toBe('FAIL')
    expect(first?.passes[0]?.parts[0]?.issues[0]?.message).toBe('evaluator error: no room')
  })
})

test('3.7: structural checks count as one more evaluator', async () => {
  const evaluation = await evaluate(() => passes)
  expect(verdictOfEvaluation(evaluation.evaluations[0]?.passes ?? [])).toBe('PASS')
  expect(verdictOfStructure(evaluation.structural)).not.toBe('PASS')
  const owed = obligationsOfTrack(evaluation, [])
  expect(owed.find(({ id }) => id === 'structural.build')).toMatchObject({
    weight: 'must',
    status: 'undecided',
  })
})

test('a specialist is loaded while what it looks at is made', async () => {
  const made = Promise.withResolvers<Awaited<typeof whole>>()
  const loaded = Promise.withResolvers<null>()
  const load = () => {
    loaded.resolve(null)
    return Promise.resolve(() => Promise.resolve(passes))
  }
  const evaluating = evaluateTrack(
    dispatched,
    { running: made.promise, started: made.promise, measured: made.promise, whole },
    { ...known(() => passes), 'eval-code-quality': load },
  )
  await loaded.promise
  made.resolve(await whole)
  expect((await evaluating).evaluations[0]?.passes).toEqual(passes)
})
