import { refuse, type Refusal } from '../../loop/machine.ts'
import { wrongAnswer } from '../../loop/stages.ts'
import type { Fact } from '../../model/entry.ts'
import { type GateAnswer, onlyIn } from '../../model/gate.ts'
import type { Obligation } from '../../model/obligation.ts'
import { ok, type Result } from '../../model/result.ts'
import { ended, fact } from './facts.ts'
import { type Asking, gateFor, needsWords } from './gate.ts'
import type { Decided, TrackLive } from './state.ts'
import { openObligations } from './verdict.ts'

/** What a person decides where the loop cannot. */
export function answer(state: TrackLive, given: GateAnswer): Result<readonly Fact[], Refusal> {
  if (state.at !== 'asking') return refuse('no question is open')
  const wrong = wrongAnswer(gateFor(state), given, needsWords)
  if (wrong !== null) return refuse(wrong)
  const unknown = unknownIn(state, given)
  if (unknown !== null) return refuse(unknown)
  const event = fact(state, 'gate_answered', { answer: given })
  return given.option === 'abort'
    ? ok([
        event,
        ended(state, 'failed', given.feedback ?? 'given up at the question', { by: given.by }),
      ])
    : ok([event])
}

const openIn = (state: Asking): readonly Obligation[] =>
  state.evaluated === null ? [] : openObligations({ ...state, evaluated: state.evaluated })

function unknownIn(state: Asking, given: GateAnswer): string | null {
  if (state.trigger !== 'undecided') return null
  const open = openIn(state).map(({ id }) => id)
  const unknown = (onlyIn(given) ?? []).find((id) => !open.includes(id))
  return unknown === undefined
    ? null
    : `${unknown} is not undecided; choose among ${open.join(', ')}`
}

/** What people decided so far, with this answer. */
export function decidedBy(state: Asking, given: GateAnswer): readonly Decided[] {
  const commit = state.evaluated?.commit ?? ''
  const { by, at } = given
  const met = given.option === 'met'
  const only = onlyIn(given)
  const meant = openIn(state).filter(({ id }) => only?.includes(id) ?? true)
  return [
    ...state.decided,
    ...meant.map(({ id, statement }) => ({ id, statement, met, by, at, commit })),
  ]
}
