import { createHash } from 'node:crypto'
import type { Gate } from '../../model/gate.ts'
import type { Setup } from './events.ts'
import type { ReflexState } from './state.ts'

/** Both are asked before the first iteration, whatever the task text says. */
export const confirmations = ['criteria', 'max_iterations'] as const
export type Confirmation = (typeof confirmations)[number]

type Confirming = Extract<ReflexState, { at: 'confirming' }>

/** The question that is open: the first of the two that is not confirmed yet. */
export function gateFor(state: Confirming): Gate {
  const name = confirmations.find((each) => !state.confirmed.includes(each)) ?? 'criteria'
  return confirmationGate(name, state.setup, state.asked)
}

export function confirmationGate(name: Confirmation, setup: Setup, asked: number): Gate {
  return {
    id: `${name}-${asked}`,
    question:
      name === 'criteria'
        ? 'Confirm these success criteria?'
        : `Confirm max iterations = ${setup.max_iterations}?`,
    options: [
      {
        name: 'confirm',
        effect: name === 'criteria' ? 'these criteria decide' : 'this limit holds',
      },
      {
        name: 'change',
        effect: 'with --criteria FILE or --max-iterations N; both are asked again',
      },
      { name: 'cancel', effect: 'the run ends before its first iteration' },
    ],
    shown: shownHash(name, setup),
  }
}

/** What a person saw when they confirmed. */
export function shownHash(name: Confirmation, setup: Setup): string {
  const shown = name === 'criteria' ? setup.criteria : setup.max_iterations
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex')
}
