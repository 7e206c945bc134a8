import { nextStatus, type PieceEvent } from '../../shared/piece-status.ts'
import type { Piece } from '../../shared/types.ts'
import { h } from '../h.ts'
import { Button } from './Button.tsx'
import { StatusBadge } from './StatusBadge.tsx'

interface PieceCardProps {
  piece: Piece
  onStep: (event: PieceEvent) => void
  onDiscard: () => void
}

const STEPS: [PieceEvent, string][] = [
  ['rest', 'Leave it to dry'],
  ['fire', 'Fire the piece'],
  ['glaze', 'Glaze the piece'],
]

export function PieceCard({ piece, onStep, onDiscard }: PieceCardProps) {
  const possible = STEPS.filter(([event]) => nextStatus(piece.status, event) !== null)
  return (
    <li class="card">
      <h3 class="card__title">{piece.title}</h3>
      <p class="card__text">
        <StatusBadge status={piece.status} /> {piece.litres} litres
      </p>
      <div class="card__actions">
        {possible.map(([event, label]) => (
          <Button onClick={() => onStep(event)}>{label}</Button>
        ))}
        {piece.status !== 'glazed' && (
          <Button variant="quiet" onClick={onDiscard}>
            Discard piece
          </Button>
        )}
      </div>
    </li>
  )
}
