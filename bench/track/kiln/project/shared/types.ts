export type PlanId = 'visitor' | 'regular' | 'resident'

export type PieceStatus = 'wet' | 'drying' | 'bisque' | 'glazed' | 'finished' | 'cracked'

export interface Piece {
  id: number
  title: string
  /** Litres of kiln space. */
  litres: number
  status: PieceStatus
  createdAt: string
}

export interface Account {
  id: number
  email: string
  plan: PlanId
}
