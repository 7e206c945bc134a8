import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type Caller,
  hostWorkspace,
  openServer,
  startStory,
  token as secret,
} from '../../../test/support/mcp.ts'
import { freshFolder } from '../../../test/support/folder.ts'
import { readEvents } from '../../../test/support/workspace.ts'

const opened: Awaited<ReturnType<typeof openServer>>[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

const run = 'reflex:story'
const plan = { plan: ['write', 'mark', 'check'] }

async function serve(...on: Parameters<typeof openServer>) {
  const server = await openServer(...on)
  opened.push(server)
  return server
}

/** A run that waits for its plan. */
async function atPlan(host: Caller): Promise<string> {
  await startStory(host, { yes: true })
  await host.call('run_wait', { run })
  const { token } = await host.call('next_step', { run })
  return String(token)
}

describe('a token', () => {
  test('that is wrong, of an earlier step, or of another run is refused, and nothing is recorded', async () => {
    const folder = hostWorkspace('mcp: { gates: agent }')
    const host = await (await serve(folder)).connect()
    const token = await atPlan(host)
    const before = readEvents(folder)
    const submit = (given: string) => host.call('submit', { run, token: given, output: plan })
    for (const wrong of ['0'.repeat(32), '../../gates', `${token} `, token.toUpperCase()])
      expect(await submit(wrong), wrong).toMatchObject({ accepted: false, next: { token } })
    expect(readEvents(folder)).toEqual(before)
    expect(await submit(token)).toMatchObject({ accepted: true })
    expect(await submit(token)).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('no step that waits'),
      next: { step: { phase: 'PRODUCE' } },
    })
    await startStory(host, { alias: 'other', yes: true })
    await host.call('run_wait', { run: 'reflex:other' })
    const { token: theirs } = await host.call('next_step', { run: 'reflex:other' })
    expect(await submit(String(theirs))).toMatchObject({ accepted: false })
  })

  test('is taken once where two clients submit at once, and both learn how it went', async () => {
    const folder = hostWorkspace('mcp: { gates: agent }')
    const one = await (await serve(folder)).connect()
    const token = await atPlan(one)
    const other = await (await serve(folder, { from: 'another' })).connect()
    const given = { run, token, output: plan }
    const both = await Promise.all([one.call('submit', given), other.call('submit', given)])
    expect(both.filter(({ accepted }) => accepted === true)).toHaveLength(1)
    const plans = readEvents(folder).filter(({ event }) => event === 'plan_created')
    expect(plans).toHaveLength(1)
    await one.call('run_wait', { run })
    expect(await one.call('next_step', { run })).toMatchObject({ step: { phase: 'PRODUCE' } })
  })

  test('does not bring in more than other agents may print', async () => {
    const folder = hostWorkspace('mcp: { gates: agent }\nresources: { agent: { output_mb: 1 } }')
    const host = await (await serve(folder)).connect()
    const token = await atPlan(host)
    const output = { plan: ['x'.repeat(1024 * 1024)] }
    expect(await host.call('submit', { run, token, output })).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('longer than 1 MB'),
      next: { token },
    })
  })
})

describe('a path', () => {
  test('that leads out of the workspace is not looked at, by whatever way', async () => {
    const folder = hostWorkspace()
    const outside = freshFolder()
    writeFileSync(join(outside, 'secret.md'), '# the secret\n')
    symlinkSync(outside, join(folder, 'link'))
    const host = await (await serve(folder)).connect()
    const paths = [join(outside, 'secret.md'), '../x/secret.md', 'link/secret.md', '/etc/passwd']
    for (const path of paths) {
      const checked = await host.call('check', { kind: 'docs', paths: [path] })
      expect(checked['refused'], path).toContain('leads out of the workspace')
    }
    for (const named of [
      { criteria: join(outside, 'secret.md') },
      { save: '../made.md' },
      { taskFile: 'link/secret.md' },
    ]) {
      const started = await startStory(host, named)
      expect(started['refused'], JSON.stringify(named)).toContain('leads out of the workspace')
    }
    expect(await host.call('run_status', { run: 'reflex:../../link' })).toHaveProperty('refused')
  })

  test('in the workspace may be one that is not there yet', async () => {
    const folder = hostWorkspace()
    mkdirSync(join(folder, 'docs'))
    const host = await (await serve(folder)).connect()
    const checked = await host.call('check', { kind: 'docs', paths: ['docs/../docs/new.md'] })
    expect(checked['refused']).not.toContain('leads out')
  })
})

test('a run that is started with what its workflow does not take is refused in words', async () => {
  const host = await (await serve(hostWorkspace())).connect()
  const refused = async (given: object) =>
    (await host.call('run_start', { workflow: 'reflex', arguments: given }))['refused']
  expect(await refused({ task: 7 })).toMatch(/^task: expected array, received number\n/)
  expect(await refused({ tasks: ['x'] })).toMatch(
    /Unrecognized key: "tasks"\n→ arguments of .*task/,
  )
})

test('a run that is started with a file that is not there, or is none, is refused with its name', async () => {
  const folder = hostWorkspace()
  mkdirSync(join(folder, 'folder'))
  const host = await (await serve(folder)).connect()
  for (const name of ['none.yaml', 'folder'])
    for (const given of [{ criteria: name }, { exam: name }, { taskFile: name }]) {
      const { refused } = await startStory(host, given)
      expect(refused, JSON.stringify(given)).toMatch(new RegExp(`^(?!internal)[^]*at .*${name}`))
    }
})

describe('a request over HTTP', () => {
  const post = (headers: Readonly<Record<string, string>>, body = '{}') =>
    new Request('http://127.0.0.1:7300/mcp', {
      method: 'POST',
      body,
      headers: {
        host: '127.0.0.1:7300',
        authorization: `Bearer ${secret}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
    })
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

  test('needs the token, a host and an origin of this machine, and the right place', async () => {
    const { fetch } = await serve(hostWorkspace())
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(post(headers, list))).status
    expect(await status({})).toBe(200)
    expect(await status({ origin: 'http://localhost:3000' })).toBe(200)
    expect(await status({ authorization: '' })).toBe(401)
    expect(await status({ authorization: `Bearer ${'b'.repeat(64)}` })).toBe(401)
    // a name that somebody else pointed to this machine
    expect(await status({ host: 'evil.example:7300' })).toBe(403)
    expect(await status({ origin: 'https://evil.example' })).toBe(403)
    expect(await status({ origin: 'null' })).toBe(403)
    const elsewhere = new Request('http://127.0.0.1:7300/', { headers: { host: '127.0.0.1' } })
    expect((await fetch(elsewhere)).status).toBe(404)
  })

  test('that is too long, no JSON, or asks for what is not there gets an error, and the next one is served', async () => {
    const { fetch } = await serve(hostWorkspace())
    expect((await fetch(post({}, 'x'.repeat(3 * 1024 * 1024)))).status).toBe(413)
    expect((await fetch(post({}, '{"jsonrpc": "2.0", '))).status).toBe(400)
    const call = (name: string, given: unknown) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      })
    const said = async (body: string) => (await fetch(post({}, body))).text()
    expect(await said(call('rm', {}))).toMatch(/rm not found/)
    expect(await said(call('run_status', { run: 7 }))).toMatch(/Invalid arguments/)
    expect(await said(call('run_wait', { run: 'x', max_seconds: 3600 }))).toMatch(
      /Invalid arguments/,
    )
    expect(await said(call('__proto__', {}))).toMatch(/-32602/)
    expect(await said('{"jsonrpc":"2.0","id":1,"method":"no/such"}')).toMatch(/-32601/)
    expect((await fetch(post({}, list))).status).toBe(200)
  })
})

describe('nobody marks their own work', () => {
  const two = 'mcp: { gates: agent }\nacceptance: {}'
  const roles = 'planner: me, producer: me, critic: me, refiner: me'

  test('[VERDICT-4] so a host that made it and is bound to judge it decides nothing', async () => {
    const folder = hostWorkspace(two, `${roles}, judge: me`)
    const host = await (await serve(folder)).connect()
    await startStory(host, { task: ['a text with `Title` that is a pleasure to read'], yes: true })
    await host.call('run_wait', { run })
    for (let next = await host.call('next_step', { run }); next['state'] === 'your_turn';) {
      const { phase } = next['step'] as { phase: string }
      expect(phase).not.toBe('JUDGE')
      const output =
        phase === 'PLAN' ? plan : '# Title\n\nMARK-a.completeness.one MARK-b.completeness.two\n'
      const submitted = await host.call('submit', { run, token: next['token'], output })
      next = submitted['next'] as typeof next
    }
    const status = await host.call('run_status', { run })
    expect(status).toMatchObject({ state: 'waits_for_person', accepted: null })
    expect(JSON.stringify(status['unmet'])).toContain('a pleasure to read')
  })

  test('[VERDICT-4] so another host judges, which is connected by itself under its own name', async () => {
    const folder = hostWorkspace(two, `${roles}, judge: reviewer`)
    writeFileSync(
      join(folder, 'loopwright.yaml'),
      `agents: { me: { kind: host }, reviewer: { kind: host } }\nroles: { ${roles}, judge: reviewer }\nmcp: { gates: agent }\n`,
    )
    const unnamed = await (await serve(folder)).connect()
    await startStory(unnamed, {
      task: ['a text with `Title` that is a pleasure to read'],
      yes: true,
    })
    await unnamed.call('run_wait', { run })
    expect(await unnamed.call('next_step', { run })).toMatchObject({
      state: 'waits_for_agent',
      token: null,
      todo: expect.stringContaining('loopwright mcp --as me|reviewer'),
    })
    const writer = await (await serve(folder, { as: 'me', from: 'one' })).connect()
    const planned = await writer.call('next_step', { run })
    const nobody = { run, token: planned['token'], output: plan }
    expect(await unnamed.call('submit', nobody)).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('--as'),
    })
    await writer.call('submit', { run, token: planned['token'], output: plan })
    const made = await writer.call('next_step', { run })
    const text = '# Title\n\nMARK-a.completeness.one MARK-b.completeness.two\nA pleasure to read.\n'
    const submitted = await writer.call('submit', { run, token: made['token'], output: text })
    expect(submitted['next']).toMatchObject({ state: 'waits_for_agent', token: null })

    // the same process under another name is the same host
    const same = await (await serve(folder, { as: 'reviewer', from: 'one' })).connect()
    const judging = await same.call('next_step', { run })
    expect(judging).toMatchObject({ state: 'your_turn', step: { phase: 'JUDGE', role: 'judge' } })
    const asked = JSON.parse(
      /<statements id="\w+">\n([\s\S]*?)\n<\/statements/.exec(
        String(judging['instruction']),
      )?.[1] ?? '[]',
    ) as readonly { id: string }[]
    const verdicts = asked.map(({ id }) => ({
      id,
      quote: 'A pleasure to read.',
      reason: 'it is',
      verdict: 'met',
    }))
    const verdict = { run, token: judging['token'], output: { verdicts } }
    expect(await same.call('submit', verdict)).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('has answered for the agent "me"'),
    })
    expect(await writer.call('submit', verdict)).toMatchObject({ accepted: false })
    const reviewer = await (await serve(folder, { as: 'reviewer', from: 'two' })).connect()
    expect(await reviewer.call('submit', verdict)).toMatchObject({ accepted: true })
    expect(await reviewer.call('run_status', { run })).toMatchObject({
      state: 'ended',
      accepted: true,
    })
  })
})
