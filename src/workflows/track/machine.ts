import { stagedMachine } from '../../loop/stages.ts'
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

export const trackMachine = stagedMachine<TrackState, TrackCommand, TrackStep>({
  workflow: 'track',
  initial: { at: 'nowhere' },
  decide,
  evolve,
  gateFor,
  saysWhy: true,
  steps: names,
  outcomes: {
    completed: 'accepted',
    failed: 'not-accepted',
    stopped: 'not-accepted',
    cap_reached: 'cap-reached',
  },
})
