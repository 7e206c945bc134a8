import { stagedMachine } from '../../loop/stages.ts'
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

export const orderMachine = stagedMachine<OrderState, OrderCommand, OrderStep>({
  workflow: 'workorder',
  initial: { at: 'nowhere' },
  decide,
  evolve,
  gateFor,
  saysWhy: false,
  steps: {
    starting: 'BASE',
    'measuring-before': 'MEASURE_BEFORE',
    briefing: 'BRIEF',
    proposing: 'PROPOSE',
    compiling: 'COMPILE',
    refining: 'REFINE',
    measuring: 'MEASURE',
    delivering: 'DELIVER',
  },
  outcomes: {
    completed: 'accepted',
    needs_review: 'not-accepted',
    needs_rework: 'not-accepted',
    stopped: 'not-accepted',
    cap_reached: 'cap-reached',
    failed: 'failed',
  },
})
