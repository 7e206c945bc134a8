import { createHash } from 'node:crypto'
import type { Gate } from '../../model/gate.ts'
import { type ImproveState, lastOf, stepOf } from './state.ts'

export type Asking = Extract<ImproveState, { at: 'asking' }>

const effects = {
  approve:
    'the proposals are applied, or only those you name with --only ID,ID; with --prove each is kept only if pairs of applications show that it helps; then it is built again',
  edit: 'the analyst looks again, with your words from --feedback',
  skip: 'nothing is applied; it is built again with the set-up as it is',
  view: 'shows the report; the question stays open',
  retry: 'the same step is done again',
  exit: 'the loop ends here; everything that was built, scored and applied is kept',
} as const
type GateOption = keyof typeof effects

/** What a person must say something about, or nothing would change. */
export const needsWords: ReadonlySet<string> = new Set<GateOption>(['edit'])

const optionsOf = ({ trigger, iterations }: Asking): readonly GateOption[] => {
  if (trigger === 'blocked') return ['retry', 'exit']
  return (iterations.at(-1)?.proposals.length ?? 0) === 0
    ? ['edit', 'skip', 'view', 'exit']
    : ['approve', 'edit', 'skip', 'view', 'exit']
}

/** The gate between two iterations. Nothing is ever done unasked. */
export function gateFor(state: Asking): Gate {
  const { trigger, detail, held, runId } = state
  const proposals = lastOf(state)?.proposals ?? []
  const list = proposals
    .map(
      ({ id, description, easier, flaw, evidence }) =>
        `\n  ${id}: ${description}${flaw === undefined ? '' : ` (cannot be applied: ${flaw})`}${easier.length === 0 ? '' : ` (makes the exam easier: ${easier.join('; ')})`}${evidence === undefined ? '' : `\n    ${evidence}`}`,
    )
    .join('')
  return {
    id: `${trigger}-${state.asked}`,
    question:
      trigger === 'proposals'
        ? `${runId}: ${detail}.${list}\n${proposals.length === 0 ? 'What now?' : proposals.length === 1 ? 'Apply it?' : 'Apply them?'}`
        : `${runId}, ${stepOf[held]}: something is in the way (${detail}). What now?`,
    options: optionsOf(state).map((name) => ({ name, effect: effects[name] })),
    shown: createHash('sha256')
      .update(JSON.stringify([trigger, state.head, proposals]))
      .digest('hex'),
  }
}
