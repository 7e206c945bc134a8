import type { Due, Ending, Machine } from '../../loop/machine.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { gateFor } from './gate.ts'
import type { GanCommand, GanState } from './state.ts'

type Working = Exclude<GanState, { at: 'nowhere' | 'asking' | 'ended' }>

/** A piece of work as plain data: what to do, and all that is known of the run. */
export type GanStep = {
  readonly do: 'PROPOSE' | 'REVIEW' | 'RESOLVE' | 'BUILD' | 'EVALUATE' | 'EVALUATE_AGAIN'
  readonly run: Working
}

export const ganMachine: Machine<GanState, GanCommand, GanStep> = {
  workflow: 'gan',
  version: 1,
  initial: { at: 'nowhere' },
  decide,
  evolve,
  due,
}

const work: Readonly<Record<Working['at'], GanStep['do']>> = {
  proposing: 'PROPOSE',
  reviewing: 'REVIEW',
  resolving: 'RESOLVE',
  building: 'BUILD',
  evaluating: 'EVALUATE',
  'evaluating-again': 'EVALUATE_AGAIN',
}

function due(state: GanState): Due<GanStep> {
  switch (state.at) {
    case 'nowhere':
      throw new Error('a run that has not started waits for nothing')
    case 'asking':
      return { type: 'gate', gate: gateFor(state) }
    case 'ended':
      return { type: 'ended', ending: endingOf(state) }
    default:
      return { type: 'step', step: { do: work[state.at], run: state } }
  }
}

function endingOf({ outcome, reason }: Extract<GanState, { at: 'ended' }>): Ending {
  switch (outcome) {
    case 'passed':
    case 'accepted_by_user':
      return { outcome: 'accepted', reason: outcome }
    case 'aborted':
    case 'stopped':
      return { outcome: 'not-accepted', reason: outcome }
    case 'cap_reached':
      return { outcome: 'cap-reached', reason }
    case 'failed':
      return { outcome: 'failed', reason }
  }
}
