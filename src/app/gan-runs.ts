import { ganRunIds, openGan, projectOf } from './gan-places.ts'
import type { Runs } from './runs.ts'

export const ganRuns: Runs = {
  noun: 'a page',
  async names(house) {
    const ids = await ganRunIds(house)
    return [...new Set([...ids, ...ids.map(projectOf)])]
  },
  async meant(house) {
    const open: string[] = []
    for (const name of await ganRunIds(house)) {
      const run = await openGan(house, name)
      if (run.ok && run.value.state.at !== 'ended') open.push(name)
    }
    return open
  },
}
