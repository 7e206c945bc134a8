export type LoanState = 'active' | 'overdue' | 'returned' | 'lost'
export type HoldState = 'waiting' | 'ready' | 'collected' | 'expired' | 'cancelled'

const loanMoves: Readonly<Record<LoanState, readonly LoanState[]>> = {
  active: ['overdue', 'returned'],
  overdue: ['returned', 'lost'],
  lost: ['returned'],
  returned: [],
}

const holdMoves: Readonly<Record<HoldState, readonly HoldState[]>> = {
  waiting: ['ready', 'cancelled'],
  ready: ['collected', 'expired', 'cancelled'],
  collected: [],
  expired: [],
  cancelled: [],
}

export const canMoveLoan = (from: LoanState, to: LoanState): boolean => loanMoves[from].includes(to)
export const canMoveHold = (from: HoldState, to: HoldState): boolean => holdMoves[from].includes(to)
