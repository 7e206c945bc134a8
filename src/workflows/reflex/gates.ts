import { createHash } from 'node:crypto'
import { counted } from '../../model/counted.ts'
import type { Gate } from '../../model/gate.ts'
import type { Obligation } from '../../model/obligation.ts'
import { withStatus } from '../../obligations/verdict.ts'
import type { Setup } from './events.ts'
import type { ReflexState } from './state.ts'

/** Both are asked before the first iteration, whatever the task text says. */
export const confirmations = ['criteria', 'max_iterations'] as const
export type Confirmation = (typeof confirmations)[number]

type Confirming = Extract<ReflexState, { at: 'confirming' }>
type Deciding = Extract<ReflexState, { at: 'deciding' }>

/** The question that is open: a confirmation before the start, or what nobody could decide at the end. */
export function gateFor(state: Confirming | Deciding): Gate {
  if (state.at === 'deciding') return decisionGate(state)
  const name = confirmations.find((each) => !state.confirmed.includes(each)) ?? 'criteria'
  return confirmationGate(name, state.setup, state.asked)
}

function decisionGate({ obligations, artifact, asked }: Deciding): Gate {
  const open = openMusts(obligations ?? [])
  return {
    id: `obligations-${artifact?.slice(0, 8) ?? ''}-${asked}`,
    question:
      open.length === 0
        ? 'Nothing was asked that anybody could decide. Is the work what was asked for?'
        : `${counted(open.length, 'obligation')} that no check could decide: ${open.length === 1 ? 'is it' : 'are they'} met?`,
    options: [
      { name: 'met', effect: 'they are met; with --only ID,ID only these' },
      { name: 'unmet', effect: 'they are not: the work is refined, or not accepted' },
      { name: 'cancel', effect: 'the run ends, not accepted' },
    ],
    shown: createHash('sha256')
      .update(JSON.stringify([artifact, open.map(({ id, statement }) => [id, statement])]))
      .digest('hex'),
  }
}

/** The musts that wait for a person. */
export const openMusts = (obligations: readonly Obligation[]): readonly Obligation[] =>
  withStatus(obligations, 'undecided').filter(({ weight }) => weight === 'must')

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
  const asked = setup.exam === undefined ? setup.criteria : [setup.criteria, setup.exam]
  const shown = name === 'criteria' ? asked : setup.max_iterations
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex')
}
