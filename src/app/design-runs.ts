import { featureIds } from './design-places.ts'
import type { Runs } from './runs.ts'

const resting: ReadonlySet<string> = new Set(['IDLE', 'FROZEN', 'FAILED'])

export const designRuns: Runs = {
  noun: 'a feature',
  names: featureIds,
  async meant(house) {
    // names alone need no more than their folder
    const { openFeature } = await import('./design-feature.ts')
    const open: string[] = []
    for (const name of await featureIds(house)) {
      const feature = await openFeature(house, name)
      if (feature.ok && !resting.has(feature.value.state.at)) open.push(name)
    }
    return open
  },
}
