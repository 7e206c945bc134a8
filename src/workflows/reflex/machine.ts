import type { Due, Ending, Machine } from '../../loop/machine.ts'
import { decide } from './decide.ts'
import type { StepName } from './events.ts'
import { evolve } from './evolve.ts'
import { gateFor } from './gates.ts'
import type { Begun, ReflexCommand, ReflexState } from './state.ts'

/** A piece of work as plain data: what to do, and all that is known of the run. */
export type ReflexStep = { readonly do: StepName; readonly run: Begun }

export const reflexMachine: Machine<ReflexState, ReflexCommand, ReflexStep> = {
  workflow: 'reflex',
  version: 1,
  initial: { at: 'nowhere' },
  decide,
  evolve,
  due,
}

function due(state: ReflexState): Due<ReflexStep> {
  switch (state.at) {
    case 'nowhere':
      throw new Error('a run that has not started waits for nothing')
    case 'confirming':
    case 'deciding':
      return { type: 'gate', gate: gateFor(state) }
    case 'working':
      return { type: 'step', step: { do: state.step, run: state } }
    case 'ended':
      return { type: 'ended', ending: endingOf(state) }
  }
}

function endingOf({ stop }: Extract<ReflexState, { at: 'ended' }>): Ending {
  switch (stop.code) {
    case 'threshold_reached':
    case 'no_major_issues':
      return { outcome: 'accepted', reason: stop.code }
    case 'budget_exceeded':
    case 'iteration_limit':
      return { outcome: 'cap-reached', reason: stop.code }
    case 'phase_error':
      return { outcome: 'failed', reason: stop.code }
    case 'user_stop':
    case 'stagnation':
      return { outcome: 'not-accepted', reason: stop.code }
  }
}
