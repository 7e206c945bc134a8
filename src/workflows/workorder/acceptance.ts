import type { Fact } from '../../model/entry.ts'
import { attemptFailed } from './attempts.ts'
import { ended, fact } from './facts.ts'
import {
  isBroken,
  openObligations,
  orderVerdict,
  unmetObligations,
  whyNotAccepted,
} from './obligations.ts'
import { nextProposer } from './retry.ts'
import type { OrderState } from './state.ts'

const mostWords = 600

type Delivering = Extract<OrderState, { at: 'delivering' }>

/**
 * What follows from a measurement, by the verdict alone: an accepted change is delivered; one that is not is tried
 * again, told why, and delivered for review when nobody is left to try; what nobody could decide waits for a person.
 */
export function afterVerdict(state: Delivering): readonly Fact[] {
  const { verdict } = orderVerdict(state)
  switch (verdict) {
    case 'accepted':
      return []
    case 'not_accepted':
      return nextProposer(state) === null
        ? []
        : attemptFailed(state, whyNotAccepted(state), { ms: 0 })
    case 'undecided': {
      const open = openObligations(state)
      const said = open.map(({ statement }) => statement)
      const more = said.length > 3 ? ` and ${said.length - 3} more` : ''
      const detail = `nobody could decide: ${said.slice(0, 3).join('; ')}${more}`
      return [fact(state, 'gate_opened', { trigger: 'undecided_obligations', detail })]
    }
  }
}

/** How the run ends with the change that was delivered. Only an accepted one completes the order. */
export function endOf(state: Delivering): Fact {
  const score = `${state.measured.acceptance.acceptance_score} of 10`
  if (orderVerdict(state).verdict === 'accepted') return ended(state, 'completed', score)
  const why = [
    ...unmetObligations(state).map(({ statement, reason }) => `${statement}: ${reason}`),
    ...openObligations(state).map(({ statement }) => `${statement}: nobody decided it`),
  ]
  const outcome = isBroken(state) ? 'needs_rework' : 'needs_review'
  return ended(state, outcome, why.join('; ').slice(0, mostWords))
}
