import { refuse, type Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { ok, type Result } from '../../model/result.ts'
import { ended, fact } from './facts.ts'
import { gateFor, type GateOption } from './gate.ts'
import { otherDimension } from './loop-decision.ts'
import type { GanLive } from './state.ts'

const isOffered = (name: string, options: readonly { readonly name: string }[]) =>
  options.some((option) => option.name === name)

/** What a person decides at an escalation. */
export function answer(state: GanLive, given: GateAnswer): Result<readonly Fact[], Refusal> {
  if (state.at !== 'asking') return refuse('no question is open')
  const gate = gateFor(state)
  if (given.by.trim() === '') return refuse('say who decides: a name is needed')
  if (given.gate !== gate.id) return refuse(`the open question is ${gate.id}, not ${given.gate}`)
  if (given.shown !== gate.shown) return refuse('what was shown has changed since; look again')
  if (!isOffered(given.option, gate.options))
    return refuse(
      `${given.option} is not an option; choose ${gate.options.map(({ name }) => name).join(', ')}`,
    )
  if (given.option === 'adjust' && (given.feedback ?? '').trim() === '')
    return refuse('say what to change: adjusting needs feedback')
  const told = fact(state, 'gate_answered', { answer: given })
  return ok([told, ...following(state, given)])
}

function following(state: GanLive, { option, feedback }: GateAnswer): readonly Fact[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only offered options come here
  switch (option as GateOption) {
    case 'force-pass':
    case 'abort':
      return [ended(state, 'accepted_by_user', feedback ?? `taken as it is (${option})`)]
    case 'stop':
      return [ended(state, 'stopped', feedback ?? 'stopped at the question')]
    case 'retry':
      return []
    case 'continue':
    case 'adjust':
    case 'switch':
    case 'restart': {
      const scores = state.evaluation?.scores
      const priority = scores ? otherDimension(scores, state.priority) : state.priority
      return [fact(state, 'iteration_advanced', { to: state.iteration + 1, priority })]
    }
  }
}

/** Items that a person waives by name; what is implicit stays. */
export const waivedIn = (words: string): ReadonlySet<string> =>
  new Set(
    [...words.matchAll(/\bwaive\b((?:[\s,]|and|AC-\d{2,3})+)/gi)].flatMap(
      ([, list]) => (list ?? '').toUpperCase().match(/AC-\d{2,3}/g) ?? [],
    ),
  )
