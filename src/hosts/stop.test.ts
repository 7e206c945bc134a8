import { describe, expect, test } from 'vitest'
import { seeded } from '../../test/torture/random.ts'
import type { Session } from './session.ts'
import { decideStop } from './stop.ts'

type Decide = typeof decideStop
type Gate = Parameters<Decide>[0]['result']

const most = 3
const gates: readonly Gate[] = [
  { verdict: 'accepted', lines: [] },
  { verdict: 'not_accepted', lines: ['api.yaml:3 is wrong'] },
  { verdict: 'not_accepted', lines: ['api.yaml:3 is wrong'] },
  { verdict: 'undecided', lines: ['nobody could tell'] },
  { verdict: 'broken', lines: ['the check broke'] },
]

/** Which law an agent at work in one session saw broken; null if all of them hold. */
function brokenLaw(decide: Decide, seed: number): string | null {
  const random = seeded(seed)
  const pick = (count: number) => Math.floor(random() * count)
  let session: Session = { base: null, files: {}, guards: {}, blocks: 0, last: null }
  let inARow = 0
  for (let turn = 0; turn < 12; turn += 1) {
    const result = gates[pick(gates.length)] ?? { verdict: 'broken', lines: [] }
    const hash = `artifact ${pick(3)}`
    const isSame = session.last?.hash === hash
    const decision = decide({ session, at: `turn ${turn}`, hash, result, most })
    const { verdict, word } = decision
    const told = word.say === 'nothing' ? '' : word.text
    if ((verdict === 'accepted') !== (result.verdict === 'accepted')) return 'only a gate accepts'
    if (verdict === 'accepted' ? word.say !== 'nothing' : !told.includes(result.lines[0] ?? ''))
      return 'whoever is not done hears why'
    if (result.verdict === 'undecided' && word.say === 'go-on')
      return 'what nobody decided is for a person'
    inARow = word.say === 'go-on' ? inARow + 1 : verdict === 'accepted' ? 0 : inARow
    if (inARow > most) return 'an agent is sent back at most so often'
    const isOver = result.verdict !== 'accepted' && result.verdict !== 'undecided'
    if (isOver && word.say === 'note' && !told.includes('NOT done'))
      return 'the end tells the truth'
    if (isOver && word.say === 'note' && inARow < most)
      return 'an agent is sent back while it may be'
    if (word.say === 'go-on' && told.includes('No file changed') !== isSame)
      return 'the same artifact is told as the same'
    session = decision.session
  }
  return null
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed)
const lawsBrokenBy = (decide: Decide) =>
  [...new Set(seeds.map((seed) => brokenLaw(decide, seed)))].filter((law) => law !== null)

/** Mistakes that hooks really make, each with the law it breaks. */
const mistakes: readonly (readonly [string, string, Decide])[] = [
  [
    'takes what nobody decided for a pass',
    'only a gate accepts',
    (stop) =>
      decideStop(
        stop.result.verdict === 'undecided'
          ? { ...stop, result: { verdict: 'accepted', lines: [] } }
          : stop,
      ),
  ],
  [
    'takes a check that broke for a pass',
    'only a gate accepts',
    (stop) =>
      decideStop(
        stop.result.verdict === 'broken'
          ? { ...stop, result: { verdict: 'accepted', lines: [] } }
          : stop,
      ),
  ],
  [
    'lets the agent go in silence at the cap',
    'whoever is not done hears why',
    (stop) => {
      const decision = decideStop(stop)
      return decision.verdict === 'given-up' ? { ...decision, word: { say: 'nothing' } } : decision
    },
  ],
  [
    'forgets how often it sent back',
    'an agent is sent back at most so often',
    (stop) => {
      const decision = decideStop(stop)
      return { ...decision, session: { ...decision.session, blocks: 0 } }
    },
  ],
  [
    'honours a cap that is one too low',
    'an agent is sent back while it may be',
    (stop) => decideStop({ ...stop, most: most - 1 }),
  ],
  [
    'does not remember what it judged',
    'the same artifact is told as the same',
    (stop) => decideStop({ ...stop, session: { ...stop.session, last: null } }),
  ],
  [
    'sends an agent back with what only a person can decide',
    'what nobody decided is for a person',
    (stop) => {
      const decision = decideStop(stop)
      return decision.verdict === 'undecided' && decision.word.say === 'note'
        ? { ...decision, word: { say: 'go-on', text: decision.word.text } }
        : decision
    },
  ],
]

describe('the end of a turn', () => {
  test('keeps its laws, whatever the gate says and however often', () => {
    expect(lawsBrokenBy(decideStop)).toEqual([])
  })

  test.each(mistakes)('a hook that %s is caught: %s', (_, law, decide) => {
    expect(lawsBrokenBy(decide)).toContain(law)
  })
})
