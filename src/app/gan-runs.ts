import { ganRunIds, openGan, projectOf } from './gan-places.ts'
import { notResting, type Runs } from './runs.ts'

export const ganRuns: Runs = {
  noun: 'a page',
  async names(workspace) {
    const ids = await ganRunIds(workspace)
    return [...new Set([...ids, ...ids.map(projectOf)])]
  },
  meant: async (workspace) => notResting(workspace, await ganRunIds(workspace), openGan),
}
