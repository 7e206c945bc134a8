import { stagedMachine } from '../../loop/stages.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { gateFor } from './gate.ts'
import type { Building, Evaluating, GanCommand, GanState, Negotiating, Proposing } from './state.ts'

/** A piece of work as plain data: what to do, and all that is known of the run. */
export type GanStep =
  | { readonly do: 'PROPOSE'; readonly run: Proposing }
  | { readonly do: 'REVIEW' | 'RESOLVE'; readonly run: Negotiating }
  | { readonly do: 'BUILD'; readonly run: Building }
  | { readonly do: 'EVALUATE' | 'EVALUATE_AGAIN'; readonly run: Evaluating }

export const ganMachine = stagedMachine<GanState, GanCommand, GanStep>({
  workflow: 'gan',
  initial: { at: 'nowhere' },
  decide,
  evolve,
  gateFor,
  saysWhy: false,
  steps: {
    proposing: 'PROPOSE',
    reviewing: 'REVIEW',
    resolving: 'RESOLVE',
    building: 'BUILD',
    evaluating: 'EVALUATE',
    'evaluating-again': 'EVALUATE_AGAIN',
  },
  outcomes: {
    passed: 'accepted',
    accepted_by_user: 'accepted',
    stopped: 'not-accepted',
    cap_reached: 'cap-reached',
    failed: 'failed',
  },
})
