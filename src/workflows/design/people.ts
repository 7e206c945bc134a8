import { refuse, type Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import { counted } from '../../model/counted.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { ok, type Result } from '../../model/result.ts'
import { fact, failed, revision, violation } from './facts.ts'
import { approvalGate, despiteOf } from './gate.ts'
import { unmetOf } from './obligations.ts'
import type { DesignCommand, Live } from './state.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends DesignCommand['type']> = Extract<DesignCommand, { type: Type }>

const nobody = 'say who decides: a name is needed'

const wanted: Readonly<Record<string, Live['at']>> = {
  approve: 'FROZEN',
  reject: 'REVISING',
  abort: 'FAILED',
}

export function answer(state: Live, given: GateAnswer): Decision {
  // an option is a word from outside: names that every object has are none
  const to = Object.hasOwn(wanted, given.option) ? wanted[given.option] : undefined
  if (to === undefined)
    return refuse(`${given.option} is not an option; choose approve, reject or abort`)
  if (state.at !== 'CANDIDATE') return violation(state, to, given.option, given.by)
  const gate = approvalGate(state)
  if (given.by.trim() === '') return refuse(nobody)
  if (given.gate !== gate.id) return refuse(`the open question is ${gate.id}, not ${given.gate}`)
  if (given.shown !== gate.shown) return refuse('what was shown has changed since; look again')
  if (given.option !== 'approve' && (given.feedback ?? '').trim() === '')
    return refuse(
      given.option === 'reject'
        ? 'say what to change: a rejection needs feedback'
        : 'say why: an abort needs a reason',
    )
  const unmet = unmetOf(state.judged)
  if (given.option === 'approve' && unmet.length > 0 && despiteOf(given) === null)
    return refuse(
      `${counted(unmet.length, 'obligation')} unmet (${unmet.map(({ id }) => id).join(', ')}); say why the design is approved despite that`,
    )
  const event = fact(state, 'gate_answered', { answer: given })
  return ok(
    given.option === 'abort'
      ? [event, failed(state, { code: 'aborted', detail: given.feedback ?? '', by: given.by })]
      : [event],
  )
}

/** Between revising and generating there is no way to fail, so a stop passes through generating. */
export function stop(state: Live, { reason, by }: Commanded<'stop'>): Decision {
  const ended = (from: Live, code: 'stopped' | 'aborted') =>
    failed(from, { code, detail: reason, by })
  switch (state.at) {
    case 'GENERATING':
    case 'EVALUATING':
      return ok([ended(state, 'stopped')])
    case 'CANDIDATE':
      return ok([ended(state, 'aborted')])
    case 'REVISING': {
      const [message, over] = revision(state, 0)
      const generating: Live = { ...state, at: 'GENERATING', given: null }
      return ok([message!, over ?? ended(generating, 'stopped')])
    }
    case 'IDLE':
    case 'FROZEN':
    case 'FAILED':
      return violation(state, 'FAILED', 'stop', by)
  }
}

export function reset(state: Live, { acknowledge, by, archive }: Commanded<'reset'>): Decision {
  if (state.at !== 'FAILED') return violation(state, 'IDLE', 'reset', by)
  if (acknowledge.trim() === '') return refuse('a reset needs an acknowledgement of what happened')
  if (by.trim() === '') return refuse(nobody)
  return ok([fact(state, 'reset', { acknowledge, by, archive })])
}

/** Not a transition anyone finds in the table: people took the marker away and say why. */
export function unfreeze(state: Live, command: Commanded<'unfreeze'>): Decision {
  const { reason, correction, by, archive } = command
  if (state.at !== 'FROZEN') return violation(state, 'IDLE', 'unfreeze', by)
  if (state.seal === null) return refuse('the freeze is not finished; resume it first')
  if (reason.trim() === '') return refuse('unfreezing needs a reason')
  if (by.trim() === '') return refuse('unfreezing needs somebody who allows it')
  return ok([
    fact(state, 'unfrozen', {
      reason,
      by,
      archive,
      ...(correction === undefined ? {} : { correction }),
    }),
  ])
}

export function adoptEdit(state: Live, { intent }: Commanded<'adopt-edit'>): Decision {
  const edited = (to: Live['at']) => ok([fact(state, 'intent_edited', { intent, to })])
  switch (state.at) {
    case 'GENERATING':
    case 'EVALUATING':
    case 'REVISING':
      return edited(state.at)
    case 'CANDIDATE':
      return edited('REVISING')
    case 'IDLE':
    case 'FROZEN':
    case 'FAILED':
      return refuse(`an intent edited while ${state.at} is not taken; start a run with it`)
  }
}
