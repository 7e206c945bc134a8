import { ganRunIds, openGan, projectOf } from './gan-places.ts'
import { notResting, type Runs } from './runs.ts'

export const ganRuns: Runs = {
  noun: 'a page',
  async names(house) {
    const ids = await ganRunIds(house)
    return [...new Set([...ids, ...ids.map(projectOf)])]
  },
  meant: async (house) => notResting(house, await ganRunIds(house), openGan),
}
