import { h } from '../h.ts'
import type { PieceStatus } from '../../shared/types.ts'

const LABELS: Record<PieceStatus, string> = {
  wet: 'Wet',
  drying: 'Drying',
  bisque: 'Bisque',
  glazed: 'Glazed',
  finished: 'Finished',
  cracked: 'Cracked',
}

export function StatusBadge({ status }: { status: PieceStatus }) {
  return <span class={`badge badge--${status}`}>{LABELS[status]}</span>
}
