export type Card = 'child' | 'adult' | 'scholar'

export type CardTerms = {
  readonly yearlyFeeCents: number
  readonly mostBooks: number
  readonly loanDays: number
  readonly mostRenewals: number
}

const terms: Readonly<Record<Card, CardTerms>> = {
  child: { yearlyFeeCents: 0, mostBooks: 3, loanDays: 14, mostRenewals: 1 },
  adult: { yearlyFeeCents: 1500, mostBooks: 8, loanDays: 21, mostRenewals: 2 },
  scholar: { yearlyFeeCents: 4000, mostBooks: 20, loanDays: 56, mostRenewals: 4 },
}

export const termsOf = (card: Card): CardTerms => terms[card]

export const isCard = (value: unknown): value is Card => typeof value === 'string' && value in terms
