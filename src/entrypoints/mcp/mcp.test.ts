import { expect, test } from 'vitest'
import { hostStory, hostWorkspace, openServer, startStory } from '../../../test/support/mcp.ts'

test('a host does the steps of a run, and Loopwright decides that it is accepted', async () => {
  const server = await openServer(hostWorkspace('mcp: { gates: agent }'))
  const host = await server.connect()
  const started = await startStory(host, { yes: true })
  expect(started).toMatchObject({ run: 'reflex:story' })
  const steps = await hostStory(host, 'reflex:story')
  expect(steps.map(({ step }) => (step as { phase: string }).phase)).toEqual(['PLAN', 'PRODUCE'])
  expect(await host.call('run_wait', { run: 'reflex:story' })).toMatchObject({ state: 'ended', accepted: true })
  await server.close()
})
