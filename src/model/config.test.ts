import { expect, test } from 'vitest'
import { Config } from './config.ts'

const messages = (given: unknown) =>
  Config.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

test('a role that is none is refused, with the one that was meant', () => {
  expect(messages({ roles: { produccer: 'default' } })?.join()).toMatch(
    /^roles\.produccer .*did you mean producer\?/,
  )
  expect(messages({ agents: { w: { kind: 'offline' } }, roles: { producer: 'w' } })).toBeUndefined()
})

test('what an agent may reach of the home lies below it', () => {
  const agent = (home: string) => ({
    agents: { w: { kind: 'command', command: ['a'], home: [home] } },
  })
  for (const home of ['/etc', '../other', 'a/../../b'])
    expect(messages(agent(home))).toHaveLength(1)
  expect(messages(agent('.claude'))).toBeUndefined()
})

test('the application of a track listens on a port, and is given a while', () => {
  expect(Config.parse({}).workflows.track).toMatchObject({ path: 'conductor/tracks', ready_s: 60 })
  for (const track of [
    { port: 0 },
    { port: 70_000 },
    { start: ' ' },
    { ready_s: 0 },
    { begin: 'x' },
  ])
    expect(messages({ workflows: { track } }), JSON.stringify(track)).toHaveLength(1)
})
