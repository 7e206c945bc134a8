import { decidedByPerson } from '../../obligations/verdict.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import type { Gate, GateAnswer } from '../../model/gate.ts'
import type { Obligation } from '../../model/obligation.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Setup } from './events.ts'
import { fact, stopped } from './facts.ts'
import { gateFor, openMusts } from './gates.ts'
import type { ReflexCommand, ReflexState } from './state.ts'

type Decision = Result<readonly Fact[], Refusal>

/** A confirmation before the start, a change of what is confirmed, or the end before the beginning. */
export function answerGate(
  state: Exclude<ReflexState, { at: 'nowhere' | 'ended' }>,
  answer: GateAnswer,
  setup: Setup | undefined,
): Decision {
  if (state.at !== 'confirming') return refuse('no question is open')
  const wrong = wrongAnswer(gateFor(state), answer)
  if (wrong !== null) return refuse(wrong)
  if (answer.option === 'change' && setup === undefined) return refuse('say what to change')
  const changed = answer.option === 'change' && setup ? { setup } : {}
  const answered = fact(state, 'gate_answered', { answer, ...changed })
  if (answer.option === 'cancel')
    return ok([
      answered,
      stopped(state, 'user_stop', { reason: answer.feedback ?? 'cancelled before the start' }),
    ])
  return ok([answered])
}

function wrongAnswer(gate: Gate, answer: GateAnswer): string | null {
  if (answer.gate !== gate.id) return `the open question is ${gate.id}, not ${answer.gate}`
  // nobody confirms what they did not look at
  if (answer.shown !== gate.shown) return 'what was shown has changed since; look again'
  return gate.options.some(({ name }) => name === answer.option)
    ? null
    : `${answer.option} is not an option; choose ${gate.options.map(({ name }) => name).join(', ')}`
}

/** A person decides what nobody could, for this artifact only. Once nothing is left, the run ends as it would have. */
export function answerDecision(
  state: Extract<ReflexState, { at: 'deciding' }>,
  { answer, only }: Extract<ReflexCommand, { type: 'answer-gate' }>,
): Decision {
  const wrong = wrongAnswer(gateFor(state), answer)
  if (wrong !== null) return refuse(wrong)
  const before = state.obligations ?? []
  const open = openMusts(before).map(({ id }) => id)
  const unknown = (only ?? []).find((id) => !open.includes(id))
  if (unknown !== undefined)
    return refuse(`${unknown} is not undecided; undecided: ${open.join(', ') || 'nothing'}`)
  if (answer.option === 'cancel')
    return ok([
      fact(state, 'gate_answered', { answer }),
      stopped(state, 'user_stop', { reason: answer.feedback ?? 'not accepted by a person' }),
    ])
  const isMet = answer.option === 'met'
  const chosen = new Set(only ?? open)
  const decided = (each: Obligation) => decidedByPerson(each, { ...answer, isMet })
  const whole: Obligation = {
    id: 'workflow.person',
    statement: 'a person says that the work is what was asked for',
    source: { kind: 'workflow', text: state.setup.task.prompt.slice(0, 2_000) },
    weight: 'must',
    decided_by: 'person',
    status: 'undecided',
    reason: '',
    evidence: [],
    ...(state.artifact === null ? {} : { subject: state.artifact }),
  }
  const obligations =
    open.length === 0
      ? [...before, decided(whole)]
      : before.map((each) => (chosen.has(each.id) ? decided(each) : each))
  const answered = fact(state, 'gate_answered', { answer, obligations })
  if (!isMet)
    return state.iteration >= state.setup.max_iterations || open.length === 0
      ? ok([answered, stopped(state, 'iteration_limit', { passed: false })])
      : ok([answered])
  return openMusts(obligations).length > 0
    ? ok([answered])
    : ok([answered, stopped(state, state.completes, { passed: true })])
}
