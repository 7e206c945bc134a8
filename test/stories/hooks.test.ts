import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import { insideAgent } from '../../src/model/inside-agent.ts'
import { freshFolder } from '../support/folder.ts'
import { nodeTests } from '../support/small-project.ts'
import { launcher, lw, startLw } from '../support/workspace.ts'

const broken = `openapi: 3.1.0
info: { title: Harbours, version: 1.0.0 }
paths:
  /ships/{id}:
    get:
      summary: One ship
      responses: { '200': { description: the ship } }
`
const sound = broken.replace(
  '      summary: One ship\n',
  '      summary: One ship\n      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n',
)

/** A repository with a configuration, in which an agent's own program calls us. */
function repository(config = 'hooks: { max_blocks: 2 }\n') {
  const folder = freshFolder()
  const at = (path: string) => join(folder, path)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
  git('init', '-q')
  writeFileSync(at('loopwright.yaml'), config)
  git('add', '.')
  git('commit', '-qm', 'one')
  const hook = async (
    event: string,
    agent = 'claude',
    more: object = {},
    env: Record<string, string> = {},
  ) => {
    const input = JSON.stringify({ session_id: 'one', cwd: folder, ...more })
    const { status, stdout } = await lw(folder, ['hook', event, '--agent', agent], env, [input])
    return { status, said: stdout === '' ? null : (JSON.parse(stdout) as Record<string, unknown>) }
  }
  const own = join(process.env['XDG_STATE_HOME'] ?? '', 'loopwright', 'workspaces', folder)
  const journal = () =>
    readFileSync(join(own, 'hooks.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; verdict: string; ms: number })
  return {
    folder,
    own,
    at,
    git,
    hook,
    journal,
    write: (path: string, text: string) => writeFileSync(at(path), text),
  }
}

describe('an agent in a program of its own', () => {
  test('is sent back with what fails, told that nothing changed, and let go when the gate holds', async () => {
    const { folder, hook, journal, write } = repository()
    expect(await hook('session-start')).toMatchObject({ status: 0 })
    expect((await lw(folder, ['status'])).stdout).toContain('the gate did not run')
    write('api.yaml', broken)
    const first = await hook('stop')
    expect(first).toMatchObject({ status: 0, said: { decision: 'block' } })
    expect(first.said?.['reason']).toMatch(/path parameter `?\{id\}/)
    expect((await hook('stop', 'claude', { stop_hook_active: true })).said?.['reason']).toContain(
      'No file changed',
    )
    write('api.yaml', sound)
    expect((await hook('stop')).said).toEqual({})
    expect(journal().map(({ event, verdict }) => `${event} ${verdict}`)).toEqual([
      'session-start begun',
      'stop sent-back',
      'stop sent-back',
      'stop accepted',
    ])
    expect((await lw(folder, ['status'])).stdout).toContain('the gate said accepted')
  })

  test('that committed its work is held to it all the same', async () => {
    const { git, hook, write } = repository()
    await hook('session-start')
    write('api.yaml', broken)
    git('add', '.')
    git('commit', '-qm', 'done!')
    expect((await hook('stop')).said).toMatchObject({ decision: 'block' })
  })

  test('is let go after the last round, and the person reads that it is not done', async () => {
    const { folder, hook, write } = repository()
    write('api.yaml', broken)
    await hook('stop', 'gemini')
    await hook('stop', 'gemini')
    const last = await hook('stop', 'gemini')
    expect(last.said).toEqual({ systemMessage: expect.stringContaining('NOT done') })
    expect((await lw(folder, ['status'])).stdout).toContain('the gate said given-up')
  })

  test('that edits what holds it is sent back, even where all checks pass', async () => {
    const { folder, own, hook, write } = repository()
    await hook('session-start')
    write('loopwright.yaml', 'hooks: { checks: [{ kind: docs, paths: [x.md] }] }\n')
    expect((await hook('stop')).said?.['reason']).toContain('loopwright.yaml was changed')
    write('loopwright.yaml', 'hooks: { max_blocks: 2 }\n')
    expect((await hook('stop')).said).toEqual({})
    // its own record, too, and no second time makes it good
    const [name = ''] = readdirSync(join(own, 'sessions'))
    writeFileSync(join(own, 'sessions', name), 'x\n{}\n')
    for (const stop_hook_active of [false, true])
      expect((await hook('stop', 'claude', { stop_hook_active })).said?.['reason']).toContain(
        'keeps of this session was changed',
      )
    expect((await hook('stop', 'claude', { stop_hook_active: true })).said).toEqual({
      systemMessage: expect.stringContaining('NOT done'),
    })
    // a person may say so, an agent may not
    const inside = await lw(folder, ['hook', 'reset'], { CLAUDECODE: '1' })
    expect(inside.status).toBe(2)
    expect((await lw(folder, ['hook', 'reset'])).status).toBe(0)
    expect((await hook('stop')).said).toEqual({})
  })

  test.each<readonly [string, string, (way: ReturnType<typeof repository>) => void]>([
    ['removes loopwright.yaml', 'loopwright.yaml', ({ at }) => rmSync(at('loopwright.yaml'))],
    [
      'commits its work and removes all that Loopwright has in the folder',
      '{id}',
      ({ at, git }) => {
        git('add', 'api.yaml')
        git('commit', '-qm', 'two')
        rmSync(at('.loopwright'), { recursive: true })
      },
    ],
    [
      'begins a new history',
      'the commit that this session began at',
      ({ at, git }) => {
        rmSync(at('.git'), { recursive: true })
        git('init', '-q')
        git('add', '.')
        git('commit', '-qm', 'one')
      },
    ],
  ])('that %s is sent back for that', async (_, why, escape) => {
    const way = repository()
    await way.hook('session-start')
    way.write('api.yaml', broken)
    escape(way)
    expect((await way.hook('stop')).said?.['reason']).toContain(why)
  })

  test('is held where its program was started, wherever it stands when it is done', async () => {
    const { folder, hook, write } = repository()
    await hook('session-start')
    write('api.yaml', broken)
    const elsewhere = { cwd: freshFolder() }
    const started = { CLAUDE_PROJECT_DIR: folder }
    expect((await hook('stop', 'claude', elsewhere, started)).said).toMatchObject({
      decision: 'block',
    })
    // an agent that a run drives is held by that run
    const driven = { ...started, [insideAgent]: '1' }
    expect(await hook('stop', 'claude', {}, driven)).toEqual({ status: 0, said: null })
  })

  test('answers for its own work, and not for what its person left open', async () => {
    const { hook, write } = repository()
    write('api.yaml', broken)
    await hook('session-start')
    expect((await hook('stop')).said).toEqual({})
    write('api.yaml', `${broken}# seen\n`)
    expect((await hook('stop')).said).toMatchObject({ decision: 'block' })
  })

  test('answers for what it takes away of its person, and is free to leave it as it is', async () => {
    const { at, git, hook, write } = repository()
    write('api.yaml', broken)
    git('add', '.')
    git('commit', '-qm', 'two')
    write('api.yaml', sound)
    await hook('session-start')
    git('commit', '-qam', 'three')
    expect((await hook('stop')).said).toEqual({})
    git('checkout', '-q', 'HEAD~1', '--', 'api.yaml')
    expect((await hook('stop')).said?.['reason']).toContain('{id}')
    rmSync(at('api.yaml'))
    expect((await hook('stop')).said).toEqual({})
  })

  test('may be permitted more by its person, but not to go without its hooks', async () => {
    const { at, hook, write } = repository()
    mkdirSync(at('.claude'))
    await hook('session-start')
    const local = '.claude/settings.local.json'
    const permitted = { permissions: { allow: ['Bash(npm test)'] }, enabledMcpjsonServers: ['x'] }
    write(local, JSON.stringify(permitted))
    expect((await hook('stop')).said).toEqual({})
    for (const more of [{ disableAllHooks: true }, { hooks: {} }, { env: { HOME: '/tmp' } }]) {
      write(local, JSON.stringify({ ...permitted, ...more }))
      expect((await hook('stop')).said?.['reason'] ?? '', JSON.stringify(more)).toContain(local)
      write(local, JSON.stringify(permitted))
      await hook('stop')
    }
    write(local, '{ "disableAllHooks": true, // now\n}')
    expect((await hook('stop')).said?.['reason']).toContain(local)
  })

  test('is held in the worktree that it went on in, from where that branched off', async () => {
    const { folder, at, git, hook, write, journal } = repository()
    await hook('session-start')
    git('worktree', 'add', '-q', 'tree')
    writeFileSync(at('tree/api.yaml'), broken)
    execFileSync('git', ['add', '.'], { cwd: at('tree') })
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.c']
    execFileSync('git', [...author, 'commit', '-qm', 'done!'], { cwd: at('tree') })
    const there = { cwd: at('tree') }
    const started = { CLAUDE_PROJECT_DIR: folder }
    expect((await hook('stop', 'claude', there, started)).said?.['reason']).toContain('{id}')
    writeFileSync(at('tree/api.yaml'), sound)
    expect((await hook('stop', 'claude', there, started)).said).toEqual({})
    expect(journal().at(-1)).toMatchObject({ verdict: 'nothing-to-check' })
    // another project that it only looks at has its own person
    const other = repository()
    other.write('api.yaml', broken)
    expect((await hook('stop', 'claude', { cwd: other.folder }, started)).said).toEqual({})
    expect(existsSync(other.own)).toBe(false)
    write('x.txt', 'no check is about this')
    await hook('stop')
    expect(journal().at(-1)).toMatchObject({ verdict: 'nothing-to-check' })
  })

  test('that was given up is held again when its person asks for more', async () => {
    const { hook, write } = repository('hooks: { max_blocks: 1 }\n')
    write('api.yaml', broken)
    const [first, again] = [{ stop_hook_active: false }, { stop_hook_active: true }]
    expect((await hook('stop', 'codex', first)).said).toHaveProperty('decision')
    expect((await hook('stop', 'codex', again)).said).toHaveProperty('systemMessage')
    expect((await hook('stop', 'codex', first)).said).toHaveProperty('decision')
  })

  test('finds no way around by telling git to look away, or by taking its record away', async () => {
    const { folder, own, git, hook, write } = repository()
    write('api.yaml', sound)
    git('add', '.')
    git('commit', '-qm', 'two')
    await hook('session-start')
    write('api.yaml', broken)
    git('update-index', '--assume-unchanged', 'api.yaml')
    expect((await hook('stop')).said?.['reason']).toContain('{id}')
    git('update-index', '--no-assume-unchanged', 'api.yaml')
    git('commit', '-qam', 'three')
    rmSync(join(own, 'sessions'), { recursive: true })
    expect((await hook('stop')).said?.['reason']).toContain('keeps of this session was changed')
    const forged = { at: new Date().toISOString(), agent: 'claude', session: 'one', event: 'stop' }
    appendFileSync(
      join(own, 'hooks.jsonl'),
      `${JSON.stringify({ ...forged, verdict: 'accepted', ms: 1 })}\n`,
    )
    const status = (await lw(folder, ['status'])).stdout
    expect(status).toContain('the gate said sent-back')
    expect(status).toContain('1 line of')
    expect((await lw(folder, ['hook', 'reset'])).status).toBe(0)
    expect((await hook('stop')).said).toEqual({})
  })

  test('is not held up by what is no file, or is larger than any check reads', async () => {
    const { at, git, hook, write } = repository()
    await hook('session-start')
    symlinkSync('/etc', at('link'))
    symlinkSync('nowhere', at('dangling'))
    mkdirSync(at('nested'))
    git('init', '-q', 'nested')
    writeFileSync(at('nested/a'), '')
    writeFileSync(at('large'), '')
    truncateSync(at('large'), 5_000_000_000)
    expect((await hook('stop')).said).toEqual({})
    write('api.yaml', broken)
    truncateSync(at('api.yaml'), 5_000_000_000)
    expect((await hook('stop')).said?.['reason']).toContain('api.yaml')
  })

  test('reads the first of many findings, and the journal stays readable', async () => {
    const { folder, hook, write } = repository('hooks: { max_blocks: 8 }\n')
    const paths = Array.from({ length: 300 }, (_, id) => `  /ships/${id}/{id}: { get: {} }\n`)
    write('api.yaml', broken.replace(/paths:[^]*/, `paths:\n${paths.join('')}`))
    for (let turn = 0; turn < 3; turn += 1) await hook('stop')
    const reason = String((await hook('stop')).said?.['reason'])
    expect(reason.length).toBeLessThan(10_000)
    expect(reason).toMatch(/- and \d{2,} more\n/)
    expect((await lw(folder, ['status'])).stdout).toContain('more than 20 findings')
  })

  test('cannot get away by breaking the configuration', async () => {
    const { folder, hook, journal, write } = repository()
    write('api.yaml', broken)
    await hook('stop')
    write('loopwright.yaml', 'hooks: [')
    const again = { stop_hook_active: true }
    for (let turn = 0; turn < 3; turn += 1)
      expect((await hook('stop', 'claude', again)).said?.['reason']).toContain('loopwright.yaml:')
    // a program that honours any number of blocks would go on for ever
    expect((await hook('stop', 'claude', again)).said).toEqual({
      systemMessage: expect.stringContaining('could not check this'),
    })
    expect(journal().map(({ verdict }) => verdict)).toEqual([
      'sent-back',
      ...Array<string>(4).fill('did-not-run'),
    ])
    write('loopwright.yaml', 'hooks: {}\n')
    expect((await lw(folder, ['status'])).stdout).toContain('the gate did not run at')
  })

  test('is told of a file it just edited, and of nothing that is right', async () => {
    const { at, hook, write } = repository()
    write('api.yaml', broken)
    const edit = { tool_input: { file_path: at('api.yaml') } }
    expect(JSON.stringify((await hook('post-edit', 'claude', edit)).said)).toContain('{id}')
    write('api.yaml', sound)
    expect((await hook('post-edit', 'claude', edit)).said).toEqual({})
    const outside = { tool_input: { file_path: '/etc/passwd' } }
    expect((await hook('post-edit', 'claude', outside)).said).toEqual({})
  })

  test('[RULES-1] is sent back by a rule of the user, and changing the rule is no way out', async () => {
    const { hook, write } = repository()
    const rule =
      '  - { id: shop/no-todo, about: Nothing waits, on: text, pattern: TODO, passes: a, fails: TODO }'
    write('loopwright.rules.yaml', `rules:\n${rule}\n`)
    await hook('session-start')
    write('notes.txt', 'TODO ask\n')
    expect(JSON.stringify((await hook('stop')).said)).toContain('shop/no-todo')
    write('loopwright.rules.yaml', 'rules: []\n')
    expect(JSON.stringify((await hook('stop')).said)).toContain('loopwright.rules.yaml')
  })

  test('is left alone in a folder without loopwright.yaml, and input that is none is no pass', async () => {
    const { folder, at, own, hook } = repository()
    const bad = await lw(folder, ['hook', 'stop', '--agent', 'claude'], {}, ['no json'])
    expect(JSON.parse(bad.stdout)).toMatchObject({ decision: 'block' })
    rmSync(at('loopwright.yaml'))
    expect(await hook('stop')).toEqual({ status: 0, said: null })
    expect(existsSync(at('.loopwright'))).toBe(false)
    expect(existsSync(join(own, 'sessions'))).toBe(false)
  })

  test('of a repository that nobody trusts runs nothing, and the person reads why', async () => {
    const { folder, git, write } = repository(
      'workflows: { workorder: { commands: { test: "true" } } }\n',
    )
    git('remote', 'add', 'origin', 'https://example.org/x.git')
    write('api.yaml', broken)
    const input = [JSON.stringify({ session_id: 's', cwd: folder })]
    const { stdout } = await lw(folder, ['hook', 'stop', '--agent', 'codex'], {}, input)
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringContaining('loopwright trust'),
    })
  })

  test('answers nothing that is meant for a person', async () => {
    const { folder } = repository()
    for (const mark of ['CLAUDECODE', 'CODEX_THREAD_ID', 'COPILOT_CLI', 'GEMINI_CLI', 'OPENCODE']) {
      const answer = await lw(folder, ['answer', 'x', 'approve'], { [mark]: '1' })
      expect([answer.status, answer.stderr]).toEqual([2, expect.stringMatching(/an agent asked/)])
    }
  })
})

test('an agent speaks for no person by taking the marks of its program away, and a person who tries the hook still does', () => {
  const { folder } = repository()
  // a program that calls our hooks, and whose agent then says what is for a person to say
  const program = join(freshFolder(), 'program.mjs')
  const lines = [
    `import { spawnSync } from 'node:child_process'`,
    `const lw = (words, input = '') => {`,
    `  const script = 'exec env -i HOME="$HOME" PATH="$PATH" XDG_STATE_HOME="$XDG_STATE_HOME" "$0" "$@"'`,
    `  const args = ['-c', script, process.execPath, ${JSON.stringify(launcher)}, ...words]`,
    `  return spawnSync('/bin/sh', args, { input, encoding: 'utf8' }).status`,
    `}`,
    `const hook = ['hook', 'stop', '--agent', 'claude']`,
    `const ends = [['hook', 'reset'], hook, ['hook', 'reset'], ['answer', 'x', 'confirm']]`,
    `console.log(JSON.stringify(ends.map((words) => lw(words, words === hook ? '{"session_id":"one"}' : ''))))`,
  ]
  writeFileSync(program, lines.join('\n'))
  // whoever calls a hook is remembered, and the tests call others
  const env = { ...process.env, XDG_STATE_HOME: freshFolder() }
  const ran = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8', env })
  expect(JSON.parse(ran.stdout)).toEqual([0, 0, 2, 2])
  const byHand = `echo '{}' | "$0" "$1" hook stop --agent claude && "$0" "$1" hook reset`
  const person = spawnSync('/bin/sh', ['-c', byHand, process.execPath, launcher], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, CLAUDECODE: '' },
  })
  expect([person.status, person.stderr]).toEqual([0, ''])
})

test('two hooks of one end of a turn are checked one after the other, both are kept, and they count once', async () => {
  const { folder, hook, journal, write } = repository('hooks: { max_blocks: 2 }\n')
  await hook('session-start')
  write('api.yaml', broken)
  const both = await Promise.all([hook('stop'), hook('stop', 'copilot')])
  expect(both.map(({ said }) => said?.['reason'])).toEqual([
    expect.stringContaining('(1 of 2)'),
    expect.stringContaining('(1 of 2)'),
  ])
  expect(journal().filter(({ verdict }) => verdict === 'sent-back')).toHaveLength(2)
  // while another one is at work, a hook waits
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  const lock = workspace.ok ? await workspace.value.lock('hooks.lock') : workspace
  const last = hook('stop')
  await setTimeout(2_000)
  expect(journal().filter(({ verdict }) => verdict === 'sent-back')).toHaveLength(2)
  if (lock.ok) await lock.value.release()
  expect((await last).said?.['reason']).toContain('(2 of 2)')
})

test('a hook that waited for another one has less time for its checks, and none has more than programs wait', async () => {
  const { folder, hook, journal, write } = repository('hooks: { timeout_s: 6 }\n')
  await hook('session-start')
  write('package.json', JSON.stringify({ name: 'p', scripts: { test: nodeTests } }))
  write(
    'a.test.js',
    "require('node:test')('waits', () => new Promise((done) => setTimeout(done, 60_000)))\n",
  )
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  const lock = workspace.ok ? await workspace.value.lock('hooks.lock') : workspace
  expect((await hook('stop')).said?.['reason']).toContain('took too long')
  if (lock.ok) await lock.value.release()
  expect(journal().at(-1)?.ms).toBeLessThan(8_000)
  write('loopwright.yaml', 'hooks: { timeout_s: 600 }\n')
  expect((await lw(folder, ['check', 'docs', 'x.md'])).stderr).toContain('at most 570')
})

test('a hook that breaks is no pass', () => {
  const { folder } = repository()
  const gone = `cd "$(mktemp -d)" && rmdir "$PWD" && exec ${process.execPath} ${launcher} hook stop --agent claude`
  const input = JSON.stringify({ session_id: 'one', cwd: folder })
  const env = { ...process.env, XDG_STATE_HOME: freshFolder() }
  const inNoFolder = spawnSync('/bin/sh', ['-c', gone], { input, encoding: 'utf8', env })
  expect([inNoFolder.status, inNoFolder.stderr]).toEqual([
    2,
    expect.stringContaining('no such folder'),
  ])
  const preload = join(folder, 'break.mjs')
  for (const how of [
    'setTimeout(() => { throw new Error("broke") }, 1); process.stdin.on("data", () => {})',
    'Buffer.concat = () => { throw new Error("broke") }',
  ]) {
    writeFileSync(preload, how)
    const args = ['--import', preload, launcher, 'hook', 'stop', '--agent', 'claude']
    const broke = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', input, env })
    const isBlock = broke.status === 2 || broke.stdout.includes('block')
    expect([isBlock, broke.stderr], how).toEqual([true, expect.stringContaining('broke')])
  }
})

test('a hook of a folder that nothing holds loads next to nothing', () => {
  const folder = freshFolder()
  const NODE_V8_COVERAGE = join(folder, 'loaded')
  const env = { NODE_V8_COVERAGE, XDG_STATE_HOME: freshFolder() }
  expect(startLw(folder, ['hook', 'stop', '--agent', 'claude'], env)).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  })
  const [name = ''] = readdirSync(NODE_V8_COVERAGE)
  const loaded = readFileSync(join(NODE_V8_COVERAGE, name), 'utf8')
  expect(loaded).toContain('idle-hook')
  expect(loaded).not.toMatch(/\/dispatch-|\/hook-|zod/)
})

test('doctor and status tell of hooks that never ran', async () => {
  const { folder, hook, write } = repository()
  await lw(folder, ['install', 'codex', '--yes'])
  const doctor = async () => (await lw(folder, ['doctor'])).stdout
  const status = async () => (await lw(folder, ['status'])).stdout
  expect(await doctor()).toMatch(/hooks of Codex.*the gate never ran here/)
  expect(await status()).toMatch(/hooks of Codex.*the gate never ran here; start codex/)
  write('api.yaml', sound)
  await hook('stop', 'codex')
  expect(await doctor()).toMatch(/hooks of Codex.*the gate said accepted/)
  expect(await status()).not.toContain('never ran')
})

describe('install', () => {
  const settings =
    '{\n\t// mine\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [] }]\n\t}\n}\n'

  test.each([
    ['claude-code', ['.claude/settings.json', '.mcp.json']],
    ['codex', ['.codex/hooks.json']],
    ['gemini', ['.gemini/settings.json']],
    ['opencode', ['opencode.json']],
    ['copilot', ['.github/hooks/loopwright.json']],
    ['cursor', ['.cursor/hooks.json', '.cursor/mcp.json']],
    ['vscode', ['.vscode/mcp.json', '.vscode/tasks.json']],
  ])('puts %s there once, and takes it away without a trace', async (name, paths) => {
    const folder = freshFolder()
    const installed = await lw(folder, ['install', name, '--yes'])
    expect(installed.status).toBe(0)
    expect(installed.stdout).toContain('+++')
    for (const path of paths)
      expect(readFileSync(join(folder, path), 'utf8')).toMatch(/hook stop|mcp|problemMatcher/)
    expect((await lw(folder, ['install', name, '--yes'])).stdout).toContain('has it all')
    expect((await lw(folder, ['install', name, '--remove', '--yes'])).status).toBe(0)
    expect(readdirSync(folder)).toEqual(['.loopwright'])
  })

  test('keeps what a person wrote, comments included, and gives it back byte for byte', async () => {
    const folder = freshFolder()
    const path = join(folder, '.claude', 'settings.json')
    mkdirSync(join(folder, '.claude'))
    writeFileSync(path, settings)
    await lw(folder, ['install', 'claude-code', '--yes'])
    const after = readFileSync(path, 'utf8')
    expect(after).toContain('// mine')
    expect(after).toContain('"model": "opus"')
    expect(after.match(/hook stop/g)).toHaveLength(1)
    // edited since: only ours goes
    writeFileSync(path, after.replace('opus', 'sonnet'))
    await lw(folder, ['install', 'claude-code', '--remove', '--yes'])
    expect(readFileSync(path, 'utf8')).toContain('sonnet')
    expect(readFileSync(path, 'utf8')).not.toContain('loopwright')
    writeFileSync(path, settings)
    await lw(folder, ['install', 'claude-code', '--yes'])
    await lw(folder, ['install', 'claude-code', '--remove', '--yes'])
    expect(readFileSync(path, 'utf8')).toBe(settings)
  })

  test.each([
    ['a mark at the beginning and no end of line', '\uFEFF{"mcpServers":{},"hooks":{}}'],
    ['line ends of Windows and commas at the end', '{\r\n  "a": [1,], // one\r\n}\r\n'],
    ['nothing in it', ''],
    ['all in one line', '{"hooks":{"Stop":[]}}'],
  ])('gives back a file with %s', async (_, text) => {
    const folder = freshFolder()
    const path = join(folder, '.claude', 'settings.json')
    mkdirSync(join(folder, '.claude'))
    writeFileSync(path, text)
    const install = (...more: string[]) => lw(folder, ['install', 'claude-code', '--yes', ...more])
    await install()
    const after = readFileSync(path, 'utf8')
    expect(after.match(/\r?\n/g)?.every((end) => end === '\n')).toBe(!text.includes('\r'))
    await install('--remove')
    expect(readFileSync(path, 'utf8')).toBe(text)
    // edited since: nothing of ours stays, not even what held it
    await install()
    writeFileSync(path, `${after}\n`)
    await install('--remove')
    const left = readFileSync(path, 'utf8')
    expect(left).not.toContain('loopwright')
    expect(left.includes('"hooks"')).toBe(text.includes('hooks'))
  })

  test.each([
    ['{"hooks": []}', 'is no object'],
    ['{"hooks": {"Stop": {}}}', 'is no list'],
    ['{"hooks": null}', 'is no object'],
    [Buffer.from('{"a":"ä"}', 'latin1'), 'no UTF-8'],
  ])('leaves a file alone in which its entries have no place: %s', async (text, why) => {
    const folder = freshFolder()
    const path = join(folder, '.claude', 'settings.json')
    mkdirSync(join(folder, '.claude'))
    writeFileSync(path, text)
    for (const more of [[], ['--remove']]) {
      const said = await lw(folder, ['install', 'claude-code', '--yes', ...more])
      if (more.length === 0)
        expect([said.status, said.stderr]).toEqual([2, expect.stringContaining(why)])
      expect(readFileSync(path)).toEqual(Buffer.from(text))
    }
  })

  test('writes nothing unasked, nothing into broken files, and no project file for the user', async () => {
    const folder = freshFolder()
    const asked = await lw(folder, ['install', 'codex'])
    expect([asked.status, asked.stdout]).toEqual([
      1,
      expect.stringContaining('nothing was written'),
    ])
    expect((await lw(folder, ['install', 'codex', '--dry-run'])).status).toBe(0)
    writeFileSync(join(folder, '.mcp.json'), '{ "mcpServers": ')
    expect((await lw(folder, ['install', 'claude-code', '--yes'])).status).toBe(2)
    expect(existsSync(join(folder, '.claude'))).toBe(false)
    expect((await lw(folder, ['install', 'copilot', '--user'])).status).toBe(2)
    expect((await lw(folder, ['install', 'claude'])).stderr).toContain('install claude-code')
  })

  test('is named by init where there is an agent that it can hold', async () => {
    const folder = freshFolder()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const PATH = `${bin}:${process.env['PATH']}`
    const init = async () => (await lw(folder, ['init', '--force'], { PATH })).stdout
    const add = (name: string) => writeFileSync(join(bin, name), '#!/bin/sh\n', { mode: 0o755 })
    add('opencode')
    expect(await init()).not.toContain('loopwright install')
    add('claude')
    add('gemini')
    expect(await init()).toContain('loopwright install claude-code   (or gemini)')
  })

  test('for the user goes to the home folder', async () => {
    const folder = freshFolder()
    await lw(folder, ['install', 'gemini', '--user', '--yes'], { HOME: folder })
    expect(readFileSync(join(folder, '.gemini', 'settings.json'), 'utf8')).toContain('AfterAgent')
  })
})
