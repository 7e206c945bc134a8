import type { BoardReview } from './events.ts'

export type Vote = {
  readonly director: string
  readonly vote: 'APPROVE' | 'CONCERNS' | 'REJECT'
  readonly reason: string
  readonly by: string
}

const seats = 5

/**
 * A whole board: four approvals approve, three approve with review, as many approvals as rejections are for
 * a person, anything else rejects. Of a smaller one, concerns count as approvals, and three of five suffice.
 */
export function boardVerdict(votes: readonly Vote[]): BoardReview {
  const count = (vote: Vote['vote']) => votes.filter((each) => each.vote === vote).length
  const isWhole = votes.length >= seats
  const approvals = count('APPROVE') + (isWhole ? 0 : count('CONCERNS'))
  const share = approvals / votes.length
  const status =
    isWhole && share >= 0.8
      ? 'APPROVED'
      : share >= 0.6
        ? isWhole || count('CONCERNS') > 0
          ? 'APPROVED_WITH_REVIEW'
          : 'APPROVED'
        : approvals === count('REJECT')
          ? 'ESCALATE'
          : 'REJECTED'
  const against = votes.filter(({ vote }) => vote !== 'APPROVE')
  return {
    status,
    reason: [
      `${approvals} of ${votes.length} approve`,
      ...against.map(({ director, vote, reason }) => `${director} ${vote}: ${reason}`),
    ]
      .join('; ')
      .slice(0, 2_000),
    votes: [...votes],
  }
}
