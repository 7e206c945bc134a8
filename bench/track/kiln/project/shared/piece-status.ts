import type { PieceStatus } from './types.ts'

export type PieceEvent = 'rest' | 'fire' | 'glaze' | 'crack'

/** The next status of a piece, or null where the event is not for it. */
export function nextStatus(status: PieceStatus, event: PieceEvent): PieceStatus | null {
  switch (status) {
    case 'wet':
      return event === 'rest' ? 'drying' : event === 'crack' ? 'cracked' : null
    case 'drying':
      return event === 'fire' ? 'bisque' : event === 'crack' ? 'cracked' : null
    case 'bisque':
      return event === 'glaze' ? 'glazed' : null
    case 'glazed':
      return event === 'fire' ? 'finished' : event === 'crack' ? 'cracked' : null
    case 'finished':
    case 'cracked':
      return null
  }
}
