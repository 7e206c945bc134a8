import type { Due, Ending, Machine } from '../../loop/machine.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { gateFor } from './gate.ts'
import type { TrackCommand, TrackState, TrackWorking, Working } from './state.ts'

const names = {
  basing: 'BASE',
  planning: 'PLAN',
  'evaluating-plan': 'EVALUATE_PLAN',
  executing: 'EXECUTE',
  evaluating: 'EVALUATE_EXECUTION',
  fixing: 'FIX',
  syncing: 'BUSINESS_SYNC',
  completing: 'COMPLETE',
} as const satisfies Record<Working, string>

/** A piece of work as plain data: what to do, and all that is known of the run. */
export type TrackStep = { readonly do: (typeof names)[Working]; readonly run: TrackWorking }

export const trackMachine: Machine<TrackState, TrackCommand, TrackStep> = {
  workflow: 'track',
  version: 1,
  initial: { at: 'nowhere' },
  decide,
  evolve,
  due,
}

function due(state: TrackState): Due<TrackStep> {
  if (state.at === 'nowhere') throw new Error('a run that has not started waits for nothing')
  if (state.at === 'asking') return { type: 'gate', gate: gateFor(state) }
  if (state.at === 'ended') return { type: 'ended', ending: endingOf(state) }
  return { type: 'step', step: { do: names[state.at], run: state } }
}

const outcomes = {
  completed: 'accepted',
  failed: 'not-accepted',
  stopped: 'not-accepted',
  cap_reached: 'cap-reached',
} as const satisfies Record<string, Ending['outcome']>

const endingOf = ({ outcome, reason }: Extract<TrackState, { at: 'ended' }>): Ending => ({
  outcome: outcomes[outcome],
  reason: outcome === 'completed' ? outcome : reason,
})
