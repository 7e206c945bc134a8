import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Entry } from '../model/entry.ts'
import { ok } from '../model/result.ts'
import { evolveBy, foldFacts, stagedMachine, wrongAnswer } from './stages.ts'

type Live =
  | { readonly at: 'working' | 'asking'; readonly runId: string; readonly updatedAt: string }
  | {
      readonly at: 'ended'
      readonly runId: string
      readonly updatedAt: string
      readonly outcome: string
      readonly reason: string
    }

const payloads = { run_started: z.object({}), asked: z.object({}), ended: z.object({}) }
const told = { iteration: 1, phase: null, step: 'x', status: 'ok', payload: {} }
const entry = (event: string): Entry => ({
  ...told,
  event,
  ts: 'now',
  run_id: 'r',
  v: 1,
  n: 1,
  hash: '',
})
const run = { runId: 'r', updatedAt: '' }
const gate = { id: 'q-1', question: '?', options: [{ name: 'go', effect: '' }], shown: 'abc' }

const evolve = evolveBy<Live, typeof payloads>(payloads, {
  begin: () => ({ ...run, at: 'working' }),
  apply: (state, _, event) =>
    event === 'asked'
      ? { ...state, at: 'asking' }
      : { ...state, at: 'ended', outcome: 'done', reason: 'because' },
})

describe('a run with stages', () => {
  test('begins with its first event, and nothing follows its end', () => {
    expect(evolve({ at: 'nowhere' }, entry('run_started'))).toMatchObject({ at: 'working' })
    expect(evolve({ ...run, at: 'working' }, entry('asked'))).toMatchObject({
      at: 'asking',
      updatedAt: 'now',
    })
    const ended = evolve({ ...run, at: 'working' }, entry('ended'))
    for (const [state, event] of [
      [{ at: 'nowhere' }, 'asked'],
      [{ ...run, at: 'working' }, 'run_started'],
      [{ ...run, at: 'working' }, 'toString'],
      [ended, 'asked'],
    ] as const)
      expect(() => evolve(state, entry(event)), event).toThrow('corrupt history')
    expect(
      foldFacts<Live>(evolve, { ...run, at: 'working' }, [{ ...told, event: 'asked' }]),
    ).toMatchObject({ at: 'asking' })
  })

  test('waits for the step of its place, for a person, or for nothing', () => {
    type State = Live | { readonly at: 'nowhere' }
    const machine = {
      workflow: 'x',
      initial: { at: 'nowhere' },
      decide: () => ok([]),
      evolve,
      gateFor: () => gate,
      steps: { working: 'WORK' },
      outcomes: { done: 'accepted', off: 'failed', low: 'not-accepted' },
    } as const
    type Step = { readonly do: 'WORK'; readonly run: Live }
    const { due } = stagedMachine<State, never, Step>({ ...machine, saysWhy: false })
    const telling = stagedMachine<State, never, Step>({ ...machine, saysWhy: true })
    expect(due({ ...run, at: 'working' })).toMatchObject({ type: 'step', step: { do: 'WORK' } })
    expect(due({ ...run, at: 'asking' })).toEqual({ type: 'gate', gate })
    const ended = { ...run, at: 'ended', reason: 'because' } as const
    expect(due({ ...ended, outcome: 'done' })).toMatchObject({
      ending: { outcome: 'accepted', reason: 'done' },
    })
    expect(due({ ...ended, outcome: 'off' })).toMatchObject({
      ending: { outcome: 'failed', reason: 'because' },
    })
    const low = { ...ended, outcome: 'low' }
    expect(due(low)).toMatchObject({ ending: { outcome: 'not-accepted', reason: 'low' } })
    expect(telling.due(low)).toMatchObject({ ending: { reason: 'because' } })
    expect(() => due({ ...ended, outcome: 'odd' })).toThrow('odd')
    expect(() => due({ at: 'nowhere' })).toThrow('not started')
  })

  test('takes the answer of somebody who saw the question, and no other', () => {
    const given = { gate: 'q-1', option: 'go', by: 'ada', at: 'now', shown: 'abc' }
    expect(wrongAnswer(gate, given, new Set())).toBeNull()
    for (const [change, why] of [
      [{ by: ' ' }, 'a name'],
      [{ gate: 'q-2' }, 'the open question is q-1'],
      [{ shown: 'old' }, 'look again'],
      [{ option: 'stay' }, 'choose go'],
      [{}, 'go needs feedback'],
    ] as const)
      expect(wrongAnswer(gate, { ...given, ...change }, new Set(['go'])), why).toContain(why)
  })
})
