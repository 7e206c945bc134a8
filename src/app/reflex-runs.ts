import { activeLoop, aliases } from './reflex-places.ts'
import type { Runs } from './runs.ts'

/** One loop is active at a time, so no other can be meant. */
export const reflexRuns: Runs = {
  noun: 'a loop',
  names: aliases,
  async meant(workspace) {
    const active = await activeLoop(workspace)
    return active === null ? [] : [active]
  },
}
