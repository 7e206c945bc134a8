import type { Runs } from './runs.ts'
import { openKnownOrder, orderRunIds } from './workorder-places.ts'

export const orderRuns: Runs = {
  noun: 'a work order',
  async names(house) {
    const ids = await orderRunIds(house)
    return [...ids, ...ids.map((id) => id.split('-')[0] ?? id)]
  },
  async meant(house) {
    const open: string[] = []
    for (const name of await orderRunIds(house)) {
      const order = await openKnownOrder(house, name)
      if (order.ok && order.value.state.at !== 'ended') open.push(name)
    }
    return open
  },
}
