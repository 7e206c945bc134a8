import type { Rest } from '../engine/drive.ts'
import type { Live } from './reflex-places.ts'

/** How a drive came to rest, once it is known that it did not break. */
export type Resting = Exclude<Rest<Live>, { type: 'broken' }>
