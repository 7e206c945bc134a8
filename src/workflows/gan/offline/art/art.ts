import type { Look } from '../look.ts'
import { contours } from './contours.ts'
import { flow } from './flow.ts'
import { hills } from './hills.ts'
import { tiles } from './tiles.ts'
import { chain, wheel } from './wheel.ts'

/** The drawing of a layout for a place on the page, seeded by the project, so that no two are alike. */
export function artFor({ layout, seed }: Look, place: 'hero' | 'ending'): string {
  if (place === 'ending')
    return layout === 'ledger' ? chain() : layout === 'poster' ? tiles(seed + 1, 12, 1) : ''
  switch (layout) {
    case 'ledger':
      return wheel(seed)
    case 'editorial':
      return contours(seed)
    case 'poster':
      return tiles(seed, 4, 5)
    case 'calm':
      return hills(seed)
    case 'product':
      return flow(seed)
  }
}
