import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AgentConfig } from '../model/agent-config.ts'
import { isOneOf } from './one-agent.ts'

function place() {
  const cwd = mkdtempSync(join(tmpdir(), 'one-agent-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const bin = join(cwd, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'run'), '#!/bin/sh\n')
  chmodSync(join(bin, 'run'), 0o755)
  writeFileSync(join(cwd, 'ask.mjs'), 'ask()\n')
  writeFileSync(join(cwd, 'other.mjs'), 'other()\n')
  copyFileSync(join(cwd, 'ask.mjs'), join(cwd, 'friend.mjs'))
  symlinkSync(join(cwd, 'ask.mjs'), join(cwd, 'link.mjs'))
  return { cwd, env: { PATH: bin } }
}

const command = (...words: readonly string[]) => ({ kind: 'command', command: words })

test.for([
  ['the same words', command('run', 'ask.mjs', 'x'), command('run', 'ask.mjs', 'x'), true],
  [
    'another path to the script',
    command('run', 'ask.mjs'),
    command('run', './bin/../ask.mjs'),
    true,
  ],
  ['a link to the script', command('run', 'ask.mjs'), command('run', 'link.mjs'), true],
  ['a copy of the script', command('run', 'ask.mjs'), command('run', 'friend.mjs'), true],
  ['the program by its path', command('run', 'ask.mjs'), command('bin/run', 'ask.mjs'), true],
  ['other limits', command('run', 'a'), { ...command('run', 'a'), timeout_s: 5, env: ['X'] }, true],
  ['another protocol', command('run', 'a'), { kind: 'acp', command: ['run', 'a'] }, true],
  ['another script', command('run', 'ask.mjs'), command('run', 'other.mjs'), false],
  ['another argument', command('run', 'ask.mjs', 'x'), command('run', 'ask.mjs', 'y'), false],
  ['one tool', { kind: 'claude' }, { kind: 'claude', max_turns: 3 }, true],
  ['one tool, its model told once', { kind: 'claude' }, { kind: 'claude', model: 'm' }, true],
  ['one tool, two models', { kind: 'claude', model: 'm' }, { kind: 'claude', model: 'n' }, false],
  ['two tools', { kind: 'claude' }, { kind: 'codex' }, false],
  [
    'two tools with one model',
    { kind: 'claude', model: 'm' },
    { kind: 'opencode', model: 'm' },
    true,
  ],
  [
    'one model, by a tool and without one',
    { kind: 'claude', model: 'm' },
    { kind: 'model', provider: 'anthropic', model: 'm', temperature: 1 },
    true,
  ],
  [
    'one name of a model at two addresses',
    { kind: 'model', provider: 'openai-compatible', model: 'm', base_url: 'http://127.0.0.1:1/' },
    { kind: 'model', provider: 'openai-compatible', model: 'm', base_url: 'http://127.0.0.1:2/' },
    false,
  ],
  ['two hosts', { kind: 'host' }, { kind: 'host' }, false],
] as const)('[VERDICT-4] law 15: %s', async ([, one, other, isOne]) => {
  const agents = { one: AgentConfig.parse(one), other: AgentConfig.parse(other) }
  expect(await isOneOf({ agents }, { name: 'one', others: ['other'] }, place())).toBe(isOne)
  expect(await isOneOf({ agents }, { name: 'one', others: ['one'] }, place())).toBe(true)
})
