import { describe, expect, test } from 'vitest'
import { gateFor } from './gate.ts'
import { ganMachine } from './machine.ts'
import { waivedIn } from './people.ts'
import {
  aProposal,
  anItem,
  at,
  begun,
  hashOf,
  live,
  type Order,
  orders,
  sprints,
} from './sample-run.contract.ts'

const escalated = begun({}, ...sprints(0.6, 0.61, 0.62))
const terminal = begun({ loop: { maxIterations: 2 } }, ...sprints(0.4, 0.5))
const failed = begun({}, orders.fail('PROPOSE', { final: true }))

describe('the question at a gate', () => {
  test('has a name of its own each time, says what each option does and what it is about', () => {
    const gate = gateFor(at(escalated.state, 'asking'))
    expect(gate.id).toBe('escalation-1')
    expect(gate.shown).toBe(hashOf('report of iteration 3'))
    expect(gate.question).toContain('bakery scores 0.62, and 0.75 is asked')
    for (const { effect } of gate.options) expect(effect).toMatch(/\S{3,}/)
    expect(ganMachine.due(escalated.state)).toEqual({ type: 'gate', gate })
    const later = escalated.and(orders.answer('continue'), ...sprints(0.63, 0.64))
    expect(gateFor(at(later.state, 'asking')).id).toBe('escalation-2')
    expect(gateFor(at(failed.state, 'asking')).question).toContain('bakery has no score yet')
  })

  test.each<readonly [string, Order, string]>([
    ['nobody', orders.answer('continue', undefined, { by: '  ' }), 'a name is needed'],
    [
      'another question',
      orders.answer('continue', undefined, { gate: 'escalation-9' }),
      'open question is',
    ],
    [
      'what has changed since',
      orders.answer('continue', undefined, { shown: hashOf('old') }),
      'look again',
    ],
    [
      'an option that is not there',
      orders.answer('applaud'),
      'choose continue, adjust, force-pass, abort',
    ],
    ['an option of another gate', orders.answer('retry'), 'retry is not an option'],
    ['an adjustment without words', orders.answer('adjust', ' '), 'adjust needs feedback'],
  ])('[GATE-3] takes no answer of or on %s', (_, order, why) => {
    const asked = escalated.and(order)
    expect(asked.refused?.reason).toContain(why)
    expect(asked.state).toEqual(escalated.state)
  })

  test('takes no answer where none is open, nor twice', () => {
    expect(begun({}).and(orders.answer('continue')).refused?.reason).toBe('no question is open')
    const answered = escalated.and(orders.answer('continue'))
    expect(answered.and(orders.answer('continue')).refused?.reason).toBe('no question is open')
  })
})

describe('an answer', () => {
  test('0.2: continue runs another iteration, aimed at another dimension', () => {
    const run = at(escalated.and(orders.answer('continue')).state, 'proposing')
    expect(run.iteration).toBe(4)
    expect(run.priority).not.toBe(live(escalated.state).priority)
    expect(run.site).toBe(live(escalated.state).site)
  })

  test('0.4: after continue only new rounds can be stagnant', () => {
    const next = escalated.and(orders.answer('continue'), ...sprints(0.63))
    expect(at(next.state, 'proposing').iteration).toBe(5)
  })

  test('0.2: adjust hands the words on, opens a new version of the criteria and compares no scores across it', () => {
    const run = at(escalated.and(orders.answer('adjust', 'less blue')).state, 'proposing')
    expect(run).toMatchObject({
      iteration: 4,
      guidance: ['less blue'],
      criteriaVersion: 2,
      comparable: [],
    })
    expect(run.cycleStart).toBe(1)
  })

  test('adjust with "waive AC-02" drops that item from the contracts to come, and nothing else', () => {
    const run = escalated.and(orders.answer('adjust', 'please waive AC-02, the rest stays'))
    const before = live(escalated.state).checklist
    expect(at(run.state, 'proposing').checklist).toEqual(before.filter(({ id }) => id !== 'AC-02'))
    const next = run.and(orders.propose(aProposal([anItem('AC-01')])), orders.accept)
    const items = at(next.state, 'building').contract?.acceptance_checklist ?? []
    expect(items.map(({ id }) => id)).not.toContain('AC-02')
  })

  test('[GAN-11] nobody waives what is implicit', () => {
    const run = escalated.and(orders.answer('adjust', 'waive AC-90, AC-91 and AC-98'))
    expect(at(run.state, 'proposing').checklist).toEqual(live(escalated.state).checklist)
  })

  test.each([
    ['waive AC-03', ['AC-03']],
    ['Waive AC-03, AC-04 and AC-105.', ['AC-03', 'AC-04', 'AC-105']],
    ['waive ac-03', ['AC-03']],
    ['waive AC-01; keep AC-02', ['AC-01']],
    ['AC-03 is too hard', []],
    ['do not waiver AC-03', []],
  ])('"%s" waives %j', (words, ids) => {
    expect([...waivedIn(words)]).toEqual(ids)
  })

  test('0.2: adjust at the limit grants the iterations anew', () => {
    const run = terminal.and(orders.answer('adjust', 'fewer sections'))
    expect(at(run.state, 'proposing')).toMatchObject({ iteration: 3, cycleStart: 3 })
    const more = run.and(...sprints(0.4, 0.5))
    expect(at(more.state, 'asking')).toMatchObject({ iteration: 4, reasons: ['max_iterations'] })
  })

  test('0.2: switch builds anew by another approach under the same criteria, counting from one', () => {
    const run = at(terminal.and(orders.answer('switch', 'try a poster')).state, 'proposing')
    expect(run).toMatchObject({
      iteration: 3,
      cycleStart: 3,
      approach: 1,
      site: null,
      escalated: false,
      guidance: ['try a poster'],
    })
    expect(run.checklist).toEqual(live(terminal.state).checklist)
  })

  test('0.2: restart begins with the BRIEF alone: no checklist, no contract, no site', () => {
    const run = at(terminal.and(orders.answer('restart')).state, 'proposing')
    expect(run).toMatchObject({ iteration: 3, cycleStart: 3, site: null, contract: null })
    expect(run.checklist).toEqual([])
    const next = terminal.and(orders.answer('restart'), orders.propose(), orders.accept)
    const items = at(next.state, 'building').contract?.acceptance_checklist ?? []
    expect(items.every(({ status }) => status === 'pending')).toBe(true)
  })

  test.each(['force-pass', 'abort'])(
    '[GAN-74] 0.25: %s is accepted by a person, never passed',
    (option) => {
      for (const asked of [escalated, terminal]) {
        const run = asked.and(orders.answer(option))
        expect(at(run.state, 'ended').outcome).toBe('accepted_by_user')
        expect(ganMachine.due(run.state)).toEqual({
          type: 'ended',
          ending: { outcome: 'accepted', reason: 'accepted_by_user' },
        })
        expect(run.entries.some(({ payload }) => payload['outcome'] === 'passed')).toBe(false)
      }
    },
  )

  test('[GATE-4] 0.25: who accepted what, having seen what, stays in the history', () => {
    const run = terminal.and(orders.answer('force-pass', 'the launch is today'))
    expect(run.entries.at(-2)).toMatchObject({
      event: 'gate_answered',
      payload: {
        answer: {
          option: 'force-pass',
          by: 'ada',
          shown: hashOf('report of iteration 2'),
          feedback: 'the launch is today',
        },
      },
    })
    expect(at(run.state, 'ended').reason).toBe('the launch is today')
  })
})
