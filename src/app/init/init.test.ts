import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Config } from '../../model/config.ts'
import { initWorkspace, configText } from './init.ts'
import { readConfig } from '../read-config.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'lw-init-'))
const nothing = { agents: [], keys: [], bubblewrap: null, browser: null }
const much = {
  agents: [{ name: 'claude', path: '/usr/bin/claude', login: false } as const],
  keys: ['ANTHROPIC_API_KEY'],
  bubblewrap: '/usr/bin/bwrap',
  browser: null,
}

test('what is written is valid, uses the offline agent and equals the defaults', () => {
  for (const found of [nothing, much]) {
    const config = Config.parse(parse(configText(found)))
    expect(config.agents).toEqual({ default: { kind: 'offline' } })
    expect({ ...config, agents: {} }).toEqual({ ...Config.parse({}), agents: {} })
  }
})

test('every commented example holds once its mark is taken away', () => {
  const text = configText(much)
  const examples = /^(\s*)# ((?:writer|anthropic|openai|local|roles): \{)/gm
  expect(text.match(examples)).toHaveLength(5)
  const config = Config.parse(parse(text.replace(examples, '$1$2')))
  expect(Object.keys(config.agents)).toEqual(['default', 'writer', 'anthropic', 'openai', 'local'])
  expect(config.roles).toEqual({ producer: 'writer', refiner: 'writer', judge: 'anthropic' })
})

test('[INIT-2] a key is named, its value is never read into the file', async () => {
  const cwd = folder()
  const env = { PATH: '', ANTHROPIC_API_KEY: 'sk-very-secret-value' }
  const done = await initWorkspace({ cwd, env }, false)
  const text = readFileSync(join(cwd, 'loopwright.yaml'), 'utf8')
  expect(text).toContain('ANTHROPIC_API_KEY is set here')
  expect(text + JSON.stringify(done)).not.toContain('very-secret')
  expect((await readConfig(cwd)).ok).toBe(true)
})

test('what is there stays, unless --force; a workspace above is not shadowed by accident', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'loopwright.yaml'), '# mine\n')
  expect(await initWorkspace({ cwd, env: {} }, false)).toMatchObject({
    ok: false,
    error: { exit: 2 },
  })
  expect(readFileSync(join(cwd, 'loopwright.yaml'), 'utf8')).toBe('# mine\n')
  const inner = join(cwd, 'inner')
  mkdirSync(inner)
  expect(await initWorkspace({ cwd: inner, env: {} }, false)).toMatchObject({ ok: false })
  expect(await initWorkspace({ cwd, env: {} }, true)).toMatchObject({
    ok: true,
    value: { replaced: true },
  })
})

test('a git checkout ignores the private folder, once', async () => {
  const cwd = folder()
  mkdirSync(join(cwd, '.git'))
  writeFileSync(join(cwd, '.gitignore'), 'dist')
  const one = await initWorkspace({ cwd, env: {} }, false)
  const two = await initWorkspace({ cwd, env: {} }, true)
  expect(one).toMatchObject({ value: { gitignore: 'added' } })
  expect(two).toMatchObject({ value: { gitignore: 'already there' } })
  expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe('dist\n.loopwright/\n')
  expect(await initWorkspace({ cwd: folder(), env: {} }, false)).toMatchObject({
    value: { gitignore: 'no git checkout' },
  })
})
