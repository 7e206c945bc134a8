import { notResting, type Runs } from './runs.ts'
import { openKnownOrder, orderRunIds } from './workorder-places.ts'

export const orderRuns: Runs = {
  noun: 'a work order',
  async names(house) {
    const ids = await orderRunIds(house)
    return [...ids, ...ids.map((id) => id.split('-')[0] ?? id)]
  },
  meant: async (house) => notResting(house, await orderRunIds(house), openKnownOrder),
}
