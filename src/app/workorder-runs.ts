import { notResting, type Runs } from './runs.ts'
import { openKnownOrder, orderRunIds } from './workorder-places.ts'

export const orderRuns: Runs = {
  noun: 'a work order',
  async names(workspace) {
    const ids = await orderRunIds(workspace)
    return [...ids, ...ids.map((id) => id.split('-')[0] ?? id)]
  },
  meant: async (workspace) => notResting(workspace, await orderRunIds(workspace), openKnownOrder),
}
