import type { Rgba } from '../../../model/page-view.ts'
import { contrastRatio } from '../../../model/colour.ts'
import { readColour } from '../../../kit/colour.ts'
import { faded, over } from './colour.ts'

/** The colours of shadows that draw a line: hardly blurred, and spread or moved by a pixel or more. */
export function ringColours(boxShadow: string | null): readonly Rgba[] {
  const shadows = (boxShadow ?? '').match(/rgba?\([^()]*\)(?:\s+-?[\d.]+px){2,4}/g) ?? []
  return shadows.flatMap((shadow) => {
    const colour = readColour(/^rgba?\([^()]*\)/.exec(shadow)?.[0] ?? '')
    const [x = 0, y = 0, blur = 0, spread = 0] = (shadow.match(/-?[\d.]+px/g) ?? []).map(
      Number.parseFloat,
    )
    const drawn = spread + Math.max(Math.abs(x), Math.abs(y)) - blur / 2
    return colour !== null && colour.a > 0 && drawn >= 0.5 ? [colour] : []
  })
}

/** The best contrast that any of some lines and fills has with a ground. */
export function bestAgainst(ground: Rgba, inks: readonly Rgba[], opacity: number): number {
  return Math.max(1, ...inks.map((ink) => contrastRatio(over(faded(ink, opacity), ground), ground)))
}
