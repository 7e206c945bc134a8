import { refuse, type Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { ok, type Result } from '../../model/result.ts'
import { ended, fact } from './facts.ts'
import { gateFor, needsWords } from './gate.ts'
import type { OrderLive } from './state.ts'

/** What a person decides at an escalation. */
export function answer(state: OrderLive, given: GateAnswer): Result<readonly Fact[], Refusal> {
  if (state.at !== 'asking') return refuse('no question is open')
  const gate = gateFor(state)
  if (given.by.trim() === '') return refuse('say who decides: a name is needed')
  if (given.gate !== gate.id) return refuse(`the open question is ${gate.id}, not ${given.gate}`)
  if (given.shown !== gate.shown) return refuse('what was shown has changed since; look again')
  const names = gate.options.map(({ name }) => name)
  if (!names.includes(given.option))
    return refuse(`${given.option} is not an option; choose ${names.join(', ')}`)
  if (needsWords.has(given.option) && (given.feedback ?? '').trim() === '')
    return refuse(`say what to change: ${given.option} needs feedback`)
  const told = fact(state, 'gate_answered', { answer: given })
  return given.option === 'abort_redesign'
    ? ok([told, ended(state, 'failed', given.feedback ?? 'given up at the question')])
    : ok([told])
}
