import type { Due, Ending, Machine } from '../../loop/machine.ts'
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

export const ganMachine: Machine<GanState, GanCommand, GanStep> = {
  workflow: 'gan',
  version: 1,
  initial: { at: 'nowhere' },
  decide,
  evolve,
  due,
}

function due(state: GanState): Due<GanStep> {
  switch (state.at) {
    case 'nowhere':
      throw new Error('a run that has not started waits for nothing')
    case 'asking':
      return { type: 'gate', gate: gateFor(state) }
    case 'ended':
      return { type: 'ended', ending: endingOf(state) }
    case 'proposing':
      return { type: 'step', step: { do: 'PROPOSE', run: state } }
    case 'reviewing':
      return { type: 'step', step: { do: 'REVIEW', run: state } }
    case 'resolving':
      return { type: 'step', step: { do: 'RESOLVE', run: state } }
    case 'building':
      return { type: 'step', step: { do: 'BUILD', run: state } }
    case 'evaluating':
      return { type: 'step', step: { do: 'EVALUATE', run: state } }
    case 'evaluating-again':
      return { type: 'step', step: { do: 'EVALUATE_AGAIN', run: state } }
  }
}

function endingOf({ outcome, reason }: Extract<GanState, { at: 'ended' }>): Ending {
  switch (outcome) {
    case 'passed':
    case 'accepted_by_user':
      return { outcome: 'accepted', reason: outcome }
    case 'stopped':
      return { outcome: 'not-accepted', reason: outcome }
    case 'cap_reached':
      return { outcome: 'cap-reached', reason }
    case 'failed':
      return { outcome: 'failed', reason }
  }
}
