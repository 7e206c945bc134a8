import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'
import { cleanIntent } from '../support/design-intents.ts'
import { designWorkspace } from '../support/design-workspace.ts'
import { freshFolder } from '../support/folder.ts'
import { caller, hostStory, hostWorkspace, openServer, startStory } from '../support/mcp.ts'
import { gitIn } from '../support/order-workspace.ts'
import { launcher, lw, readEvents } from '../support/workspace.ts'
import { nodeTests } from '../support/small-project.ts'

const run = 'reflex:story'

type Action = 'accept' | 'cancel'

/** A server that is a process, and the client of a person who confirms or closes every question. */
async function startServer(folder: string, state: string, says: () => Action) {
  const client = new Client({ name: 'tester', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler('elicitation/create', () => {
    const action = says()
    return action === 'accept' ? { action, content: { option: 'confirm' } } : { action }
  })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', '--cwd', folder],
    // this process is announced as an agent there
    env: { ...process.env, LOOPWRIGHT_USER: 'ada', XDG_STATE_HOME: state },
    stderr: 'ignore',
  })
  await client.connect(transport)
  const kill = () => process.kill(transport.pid ?? 0, 'SIGKILL')
  return { ...caller(client), kill, close: () => client.close() }
}

describe('loopwright mcp as a process', () => {
  test('[CRASH-1] puts gates before the person, and a new one goes on where the last was killed', async () => {
    const folder = hostWorkspace()
    const state = freshFolder()
    let action: Action = 'cancel'
    const first = await startServer(folder, state, () => action)
    await startStory(first)
    await first.call('run_wait', { run })
    expect(await first.call('gate_answer', { run })).toMatchObject({ answered: false })
    expect(JSON.stringify(readEvents(folder))).not.toContain('"option"')
    // nor does the agent answer by its shell, whatever stands in between
    const env = { XDG_STATE_HOME: state }
    const shell = `${process.execPath} ${launcher} answer story confirm; true`
    const typed = spawnSync('sh', ['-c', shell], { cwd: folder, env: { ...process.env, ...env } })
    expect(typed.stderr.toString()).toContain('this is for a person to decide')
    expect(JSON.stringify(readEvents(folder))).not.toContain('"option"')
    action = 'accept'
    expect(await first.call('gate_answer', { run })).toMatchObject({ answered: true, by: 'ada' })
    expect(await first.call('gate_answer', { run })).toMatchObject({ answered: true, gate: null })
    await first.call('run_wait', { run })
    const step = await first.call('next_step', { run })
    expect(step).toMatchObject({ state: 'your_turn', step: { phase: 'PLAN' } })
    first.kill()

    const second = await startServer(folder, state, () => 'cancel')
    expect(await second.call('next_step', { run })).toEqual(step)
    await hostStory(second, run)
    expect(await second.call('run_wait', { run })).toMatchObject({ accepted: true })
    await second.close()
    const verified = await lw(folder, ['verify', 'story'], { XDG_STATE_HOME: state })
    expect(verified, verified.stderr).toMatchObject({ status: 0 })
  })

  test('answers what is no message, prints the protocol alone, and ends when its input does', async () => {
    const child = spawn(process.execPath, [launcher, 'mcp', '--cwd', hostWorkspace()], {
      env: { ...process.env, XDG_STATE_HOME: freshFolder() },
    })
    let out = ''
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const asked = (id: number, method: string, params = {}) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    child.stdin.write('{"jsonrpc": \n\n[1]\n{"jsonrpc":"2.0","id":8}\n')
    const clientInfo = { name: 'tester', version: '1' }
    asked(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    asked(2, 'tools/call', { name: 'run_list', arguments: {} })
    await expect.poll(() => out, { timeout: 60_000 }).toContain('"id":2')
    child.stdin.end()
    const [status] = (await once(child, 'exit')) as [number | null]
    expect(status).toBe(0)
    const lines = out.trimEnd().split('\n')
    const told = lines.map((line) => JSON.parse(line) as { jsonrpc: string })
    expect(told.map(({ jsonrpc }) => jsonrpc)).toEqual(lines.map(() => '2.0'))
    expect(told).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: null, error: { code: -32600 } },
      { id: 8, error: { code: -32600 } },
      { id: 1, result: {} },
      { id: 2, result: {} },
    ])
    expect(said).toContain('the line is no message: [1]')
    expect(said).not.toContain('invalid_union')
  })

  test('ends with a client that sends more than a message may be', async () => {
    const folder = hostWorkspace('resources: { agent: { output_mb: 4 } }')
    const endless = spawn(process.execPath, [launcher, 'mcp', '--cwd', folder], {
      env: { ...process.env, XDG_STATE_HOME: freshFolder() },
    })
    let said = ''
    endless.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    endless.stdin.on('error', () => undefined)
    endless.stdin.write('x'.repeat(6 * 1024 * 1024))
    const ended = await Promise.race([
      once(endless, 'exit').then(() => 'ended'),
      new Promise((done) => setTimeout(done, 60_000, 'waits')),
    ])
    endless.kill()
    expect([ended, said]).toEqual(['ended', expect.stringMatching(/buffer/i)])
  })

  test('listens on this machine for whoever has the token, which only its user can read', async () => {
    const state = freshFolder()
    const args = [launcher, 'mcp', '--http', '--cwd', hostWorkspace()]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, XDG_STATE_HOME: state },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let out = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    await expect.poll(() => said, { timeout: 60_000 }).toContain('token')
    const [, url = ''] = /serving (\S+)/.exec(said) ?? []
    const path = join(state, 'loopwright', 'mcp-token')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const token = readFileSync(path, 'utf8').trim()
    expect(said).toContain(token)
    const post = (authorization: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          authorization,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
    expect((await post('Bearer nothing')).status).toBe(401)
    expect(await (await post(`Bearer ${token}`)).text()).toContain('next_step')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(out).toBe('')
  })

  test('refuses an agent that is none of the configuration, and says so of a run on the command line', async () => {
    const folder = hostWorkspace()
    const wrong = await lw(folder, ['mcp', '--as', 'you'])
    expect(wrong).toMatchObject({ status: 2, stdout: '' })
    expect(wrong.stderr).toContain('choose one of: me')
    const started = await lw(folder, [
      'new',
      'a text with `Title`',
      '--type',
      'other',
      '--criteria',
      'gates.yaml',
      '--yes',
    ])
    expect(started.status).toBe(3)
    expect(started.stderr + started.stdout).toContain('the planner is "me", which works by MCP')
    const { stdout } = await lw(folder, ['status'])
    expect(stdout).toContain('waits for "me", which works by MCP: PLAN')
  })
})

test('a design is generated by a host, whose answers are held to the contract of designs', async () => {
  const { folder } = designWorkspace(null, {
    agents: { me: { kind: 'host' } },
    roles: { generator: 'me' },
  })
  const server = await openServer(folder)
  const host = await server.connect()
  const feature = 'meter-readings'
  const started = await host.call('run_start', {
    workflow: 'design',
    arguments: { feature, requirements: 'requirements.md' },
  })
  const handle = { run: started['run'] }
  await host.call('run_wait', handle)
  const { token } = await host.call('next_step', handle)
  const wrong = await host.call('submit', { ...handle, token, output: { featureId: feature } })
  expect(wrong).toMatchObject({
    accepted: false,
    reason: expect.stringContaining('is missing'),
    next: { step: { phase: 'GENERATE', attempt: 2 } },
  })
  const next = wrong['next'] as { token: string }
  const right = { ...handle, token: next.token, output: cleanIntent(feature) }
  expect(await host.call('submit', right)).toMatchObject({
    accepted: true,
    next: { state: 'waits_for_person' },
  })
  await server.close()
})

/** A small package whose changes are made by the host. */
function packageOfHost(): string {
  const folder = freshFolder()
  mkdirSync(join(folder, 'src'))
  const files = {
    '.gitignore': '.loopwright\n',
    'package.json': `{"name":"shop","type":"module","scripts":{"test":"${nodeTests}"}}\n`,
    'loopwright.yaml':
      'agents: { me: { kind: host } }\nroles: { proposer: me }\nworkflows: { workorder: { mutation_seconds: 0 } }\n',
    'src/one.js': 'export const one = 1\n',
    'src/one.test.js':
      "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { one } from './one.js'\n\ntest('one is one', () => assert.equal(one, 1))\n",
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  gitIn(folder, 'init', '-q', '-b', 'main')
  gitIn(folder, 'add', '-A')
  gitIn(folder, 'commit', '-q', '-m', 'base')
  return folder
}

/** An order that waits for the host, and the worktree in which it is to be done. */
async function orderOf(folder: string) {
  const server = await openServer(folder)
  const host = await server.connect()
  const order = { title: 'Add two', description: 'Add `two` with a test', scope: ['src/**'] }
  const { run: handle } = await host.call('run_start', {
    workflow: 'workorder',
    arguments: { ...order, criterion: ['`two` is 2'] },
  })
  const waits = () => host.call('run_wait', { run: handle, max_seconds: 50 })
  await waits()
  const step = await host.call('next_step', { run: handle })
  const { folder: tree } = step['step'] as { folder: string }
  const submit = (token: unknown) => host.call('submit', { run: handle, token, output: {} })
  return { server, host, handle, waits, step, tree, submit }
}

const two = 'export const one = 1\nexport const two = 2\n'

describe('a host that works on a code change', () => {
  test('is held to its scope and its tests like any agent, and keeps what it has done over a resume', async () => {
    const folder = packageOfHost()
    const { server, host, handle, waits, step, tree, submit } = await orderOf(folder)
    expect(tree).toContain(join(folder, '.loopwright/worktrees'))
    writeFileSync(join(tree, 'src/one.js'), two)
    writeFileSync(join(tree, 'other.js'), 'export const other = 1\n')
    await host.call('run_resume', { run: handle })
    await waits()
    expect(await host.call('next_step', { run: handle })).toEqual(step)
    expect(readFileSync(join(tree, 'src/one.js'), 'utf8')).toBe(two)
    const beyond = await submit(step['token'])
    const next = beyond['next'] as Record<string, unknown>
    expect(next).toMatchObject({ state: 'your_turn', step: { iteration: 2 } })
    expect(next['instruction']).toContain('other.js')
    expect(existsSync(join(tree, 'other.js'))).toBe(false)
    writeFileSync(join(tree, 'src/one.js'), two)
    const tests = readFileSync(join(tree, 'src/one.test.js'), 'utf8')
    writeFileSync(
      join(tree, 'src/one.test.js'),
      `${tests.replace('{ one }', '{ one, two }')}\ntest('two is 2', () => assert.equal(two, 2))\n`,
    )
    expect(await submit(next['token'])).toMatchObject({ accepted: true })
    expect(await waits()).toMatchObject({ state: 'ended', accepted: true })
    await server.close()
  })

  test('that changes the files of the person instead is found out, and the person decides', async () => {
    const folder = packageOfHost()
    const { server, host, handle, step, tree, submit } = await orderOf(folder)
    writeFileSync(join(folder, 'src/one.js'), two)
    writeFileSync(join(tree, 'src/one.js'), two)
    await submit(step['token'])
    const status = await host.call('run_status', { run: handle })
    expect(status).toMatchObject({
      state: 'waits_for_person',
      gate: { question: expect.stringContaining('src/one.js changed') },
    })
    await server.close()
  })
})
