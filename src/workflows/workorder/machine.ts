import type { Due, Ending, Machine } from '../../loop/machine.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { gateFor } from './gate.ts'
import type { OrderCommand, OrderState, OrderWorking } from './state.ts'

type At<Name extends OrderWorking['at']> = Extract<OrderWorking, { at: Name }>

/** A piece of work as plain data: what to do, and all that is known of the run. */
export type OrderStep =
  | {
      readonly do: 'BASE' | 'MEASURE_BEFORE' | 'BRIEF' | 'PROPOSE' | 'COMPILE' | 'REFINE'
      readonly run: OrderWorking
    }
  | { readonly do: 'MEASURE'; readonly run: At<'measuring'> }
  | { readonly do: 'DELIVER'; readonly run: At<'delivering'> }

export const orderMachine: Machine<OrderState, OrderCommand, OrderStep> = {
  workflow: 'workorder',
  version: 1,
  initial: { at: 'nowhere' },
  decide,
  evolve,
  due,
}

function due(state: OrderState): Due<OrderStep> {
  switch (state.at) {
    case 'nowhere':
      throw new Error('a run that has not started waits for nothing')
    case 'asking':
      return { type: 'gate', gate: gateFor(state) }
    case 'ended':
      return { type: 'ended', ending: endingOf(state) }
    case 'starting':
      return { type: 'step', step: { do: 'BASE', run: state } }
    case 'measuring-before':
      return { type: 'step', step: { do: 'MEASURE_BEFORE', run: state } }
    case 'briefing':
      return { type: 'step', step: { do: 'BRIEF', run: state } }
    case 'proposing':
      return { type: 'step', step: { do: 'PROPOSE', run: state } }
    case 'compiling':
      return { type: 'step', step: { do: 'COMPILE', run: state } }
    case 'refining':
      return { type: 'step', step: { do: 'REFINE', run: state } }
    case 'measuring':
      return { type: 'step', step: { do: 'MEASURE', run: state } }
    case 'delivering':
      return { type: 'step', step: { do: 'DELIVER', run: state } }
  }
}

function endingOf({ outcome, reason }: Extract<OrderState, { at: 'ended' }>): Ending {
  switch (outcome) {
    case 'completed':
      return { outcome: 'accepted', reason: outcome }
    case 'needs_review':
    case 'needs_rework':
    case 'stopped':
      return { outcome: 'not-accepted', reason: outcome }
    case 'cap_reached':
      return { outcome: 'cap-reached', reason }
    case 'failed':
      return { outcome: 'failed', reason }
  }
}
