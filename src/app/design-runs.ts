import { featureIds } from './design-places.ts'
import { notResting, type Runs } from './runs.ts'

const resting: ReadonlySet<string> = new Set(['IDLE', 'FROZEN', 'FAILED'])

export const designRuns: Runs = {
  noun: 'a feature',
  names: featureIds,
  async meant(workspace) {
    // names alone need no more than their folder
    const { openFeature } = await import('./design-feature.ts')
    return notResting(workspace, await featureIds(workspace), openFeature, resting)
  },
}
