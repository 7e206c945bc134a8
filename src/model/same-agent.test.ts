import { expect, test } from 'vitest'
import { isSameAgent, updateOf } from './same-agent.ts'

const before = { kind: 'claude', model: 'm', walls: 'bwrap', version: '2.1.325' }

test('an agent in another version is the same agent, and is told of', () => {
  const now = { ...before, version: '2.1.326' }
  expect(isSameAgent(before, now)).toBe(true)
  expect(updateOf('producer', before, now)).toContain('from 2.1.325 to 2.1.326')
  expect(updateOf('producer', before, before)).toBe(null)
  expect(updateOf('producer', { kind: 'offline' }, now)).toBe(null)
})

test('an agent with another model, other walls or of another kind is another one', () => {
  for (const change of [{ model: 'n' }, { walls: 'none: why' }, { kind: 'codex' }])
    expect(isSameAgent(before, { ...before, ...change })).toBe(false)
  expect(
    isSameAgent({ kind: 'command', model: 'a' }, { kind: 'command', model: 'a', walls: 'bwrap' }),
  ).toBe(true)
})
