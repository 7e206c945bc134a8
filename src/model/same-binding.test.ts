import { expect, test } from 'vitest'
import { bindingOf } from './same-binding.ts'
import { Config } from './config.ts'

test('two names for one program or model are one binding, whatever they may take; hosts are told apart', () => {
  const { agents } = Config.parse({
    agents: {
      maker: { kind: 'command', command: ['node', 'agent.js'] },
      friend: { kind: 'command', command: ['node', 'agent.js'], timeout_s: 9 },
      other: { kind: 'command', command: ['node', 'agent.js', 'judge'] },
      me: { kind: 'host' },
      you: { kind: 'host' },
    },
  })
  expect(
    ['maker', 'friend', 'other', 'me', 'you', 'gone'].map((name) => bindingOf(agents, name)),
  ).toEqual(['maker', 'maker', 'other', 'me', 'you', 'gone'])
})
