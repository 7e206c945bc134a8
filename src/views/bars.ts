import { reaches } from '../loop/score.ts'
import type { Paint } from '../model/screen.ts'

const blocks = ' ▁▂▃▄▅▆▇█'

/** Shares from 0 to 1 as a line of blocks. */
export const sparkline = (shares: readonly number[]): string =>
  shares.map((share) => blocks[Math.round(Math.max(0, Math.min(1, share)) * 8)] ?? ' ').join('')

const width = 20

/** A share from 0 to 1 as a bar, with what it should reach marked in it. */
export function bar(share: number, threshold: number, paint: Paint): string {
  const filled = Math.round(share * width)
  const mark = Math.min(width - 1, Math.round(threshold * width))
  const cells = Array.from({ length: width }, (_, index) =>
    index < filled ? '█' : index === mark ? '┊' : '░',
  ).join('')
  return paint(reaches(share, threshold) ? 'green' : 'yellow', cells)
}
