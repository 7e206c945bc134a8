import { z } from 'zod'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { wrongAnswer } from '../../loop/stages.ts'
import type { Fact } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { ended, fact } from './facts.ts'
import { afterVerdict } from './acceptance.ts'
import { gateFor, needsWords } from './gate.ts'
import { openObligations } from './obligations.ts'
import type { Decided, OrderLive, OrderRun } from './state.ts'

const Only = z.object({ only: z.array(z.string()).optional() })

type Asking = Extract<OrderLive, { at: 'asking' }>

/** What a person decides at an escalation. */
export function answer(state: OrderLive, given: GateAnswer): Result<readonly Fact[], Refusal> {
  if (state.at !== 'asking') return refuse('no question is open')
  const wrong = wrongAnswer(gateFor(state), given, needsWords)
  if (wrong !== null) return refuse(wrong)
  const event = fact(state, 'gate_answered', { answer: given })
  if (state.trigger === 'undecided_obligations' && given.option !== 'abort_redesign')
    return judged(state, given)
  return given.option === 'abort_redesign'
    ? ok([event, ended(state, 'failed', given.feedback ?? 'given up at the question')])
    : ok([event])
}

/** Which obligations an answer speaks of: those it names, or all that are undecided. */
function meantBy(run: OrderRun, { change }: GateAnswer): Result<readonly string[], string> {
  const { measured } = run
  const open = measured === null ? [] : openObligations({ ...run, measured }).map(({ id }) => id)
  const given = Only.safeParse(change ?? {})
  const only = given.success ? given.data.only : undefined
  const unknown = (only ?? []).find((id) => !open.includes(id))
  return unknown === undefined
    ? ok(only ?? open)
    : err(`${unknown} is not undecided; choose among ${open.join(', ')}`)
}

/** What people decided so far, with this answer. */
export function decidedBy(run: OrderRun, given: GateAnswer): readonly Decided[] {
  const ids = meantBy(run, given)
  const { by, at, shown: tree } = given
  const met = given.option === 'met'
  const words = (ids.ok ? ids.value : []).map((id) => ({ id, met, by, at, tree }))
  return [...run.decided, ...words]
}

function judged(state: Asking, given: GateAnswer): Result<readonly Fact[], Refusal> {
  const ids = meantBy(state, given)
  if (!ids.ok) return refuse(ids.error)
  const { held } = state
  if (held.at !== 'delivering') return refuse('nothing was measured that could be judged')
  const decided = decidedBy(state, given)
  return ok([
    fact(state, 'gate_answered', { answer: given }),
    ...afterVerdict({ ...held, decided, asked: state.asked }),
  ])
}
