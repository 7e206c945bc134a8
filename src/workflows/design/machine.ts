import type { Due, Ending, Machine } from '../../loop/machine.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { approvalGate } from './gate.ts'
import type { At, DesignCommand, DesignState } from './state.ts'

/** A piece of work as plain data: what to do, and all that is known of the feature. */
export type DesignStep =
  | { readonly do: 'GENERATE'; readonly run: At<'GENERATING'> }
  | { readonly do: 'EVALUATE'; readonly run: At<'EVALUATING'> }
  | { readonly do: 'REVISE'; readonly run: At<'REVISING'> }
  | { readonly do: 'FREEZE'; readonly run: At<'FROZEN'> }

export const designMachine: Machine<DesignState, DesignCommand, DesignStep> = {
  workflow: 'design',
  version: 1,
  initial: { at: 'nowhere' },
  decide,
  evolve,
  due,
}

function due(state: DesignState): Due<DesignStep> {
  switch (state.at) {
    case 'nowhere':
      throw new Error('a feature that has not begun waits for nothing')
    case 'GENERATING':
      return { type: 'step', step: { do: 'GENERATE', run: state } }
    case 'EVALUATING':
      return { type: 'step', step: { do: 'EVALUATE', run: state } }
    case 'REVISING':
      return { type: 'step', step: { do: 'REVISE', run: state } }
    case 'CANDIDATE':
      return { type: 'gate', gate: approvalGate(state) }
    case 'FROZEN':
      return state.seal === null
        ? { type: 'step', step: { do: 'FREEZE', run: state } }
        : { type: 'ended', ending: { outcome: 'accepted', reason: 'frozen' } }
    case 'IDLE':
      return { type: 'ended', ending: { outcome: 'not-accepted', reason: 'idle' } }
    case 'FAILED':
      return { type: 'ended', ending: endingOf(state) }
  }
}

function endingOf({ failure }: At<'FAILED'>): Ending {
  switch (failure.code) {
    case 'max_iterations':
    case 'cap_reached':
      return { outcome: 'cap-reached', reason: failure.code }
    case 'no_progress':
    case 'aborted':
    case 'stopped':
      return { outcome: 'not-accepted', reason: failure.code }
    case 'schema_invalid':
    case 'agent_timeout':
    case 'agent_error':
    case 'integrity_violation':
    case 'determinism_violation':
    case 'prompt_changed':
    case 'model_changed':
      return { outcome: 'failed', reason: failure.code }
  }
}
