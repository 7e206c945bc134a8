import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import { type CliKind, cliKinds, knownAgents } from '../../src/model/known-agents.ts'
import { freshFolder } from '../support/folder.ts'
import { launcher, type Ran } from '../support/workspace.ts'
import { nodeTests } from '../support/small-project.ts'
import { skilled } from './brain.ts'
import { startModelServer } from './model-server.ts'
import type { Asked, Said } from './protocols.ts'
import { machineWith } from './real-agents.ts'
import { jsonRequest, rawRequest } from './requests.ts'

/** `npm run agents` installs the real programs, more than a gigabyte; the ordinary suite replays them. */
const isReal = process.env['MODE'] === 'agents'

const artifact = `# Release 2.0

It starts faster than before.

## Upgrade

Run \`npm install shop\` again, then restart the server.
`
const files = {
  'src/two.js': 'export const two = () => 2\n',
  'src/two.test.js':
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { two } from './two.js'\n\ntest('two() is 2', () => {\n  assert.equal(two(), 2)\n})\n",
}
const brain = skilled({ artifact, files })

/** A folder, and the machine of somebody who has these agents, whose models say what is told here. */
async function somebody(kinds: readonly (CliKind | 'acp')[], say: (asked: Asked) => Said = brain) {
  const server = await startModelServer(say)
  const machine = machineWith(kinds, server.url)
  onTestFinished(async () => {
    await server.close()
    machine.remove()
  })
  const folder = freshFolder()
  const env = { ...machine.env, XDG_STATE_HOME: join(machine.home, 'state') }
  const lw = (args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [launcher, ...args], { cwd: folder, env })
      let [stdout, stderr] = ['', '']
      child.stdout.on('data', (chunk) => (stdout += String(chunk)))
      child.stderr.on('data', (chunk) => (stderr += String(chunk)))
      child.once('close', (status) => resolve({ status, stdout, stderr }))
      child.stdin.end()
    })
  const open = async (name: string, config: string) => {
    writeFileSync(join(folder, 'loopwright.yaml'), config)
    const workspace = await openWorkspace({ cwd: folder, env })
    const agent = workspace.ok ? await workspace.value.openAgent(name) : workspace
    if (!agent.ok) throw new Error(agent.error.what)
    return agent.value
  }
  return { folder, lw, open, env, server }
}

function makeShop(folder: string): void {
  const shop = {
    'package.json': `{"name":"shop","type":"module","scripts":{"test":"${nodeTests}"}}\n`,
    'src/one.js': 'export const one = 1\n',
    'src/one.test.js':
      "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { one } from './one.js'\n\ntest('one is one', () => assert.equal(one, 1))\n",
  }
  mkdirSync(join(folder, 'src'))
  for (const [path, text] of Object.entries(shop)) writeFileSync(join(folder, path), text)
}

function commit(folder: string): void {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: folder,
    })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'base')
}

describe.runIf(isReal)('real agents', () => {
  test.each<readonly [string, readonly CliKind[], Readonly<Record<string, string>>]>([
    [
      'Claude Code, and Codex as its judge',
      ['claude', 'codex'],
      { producer: 'claude', judge: 'codex' },
    ],
    ['Codex alone', ['codex'], { producer: 'codex', judge: 'codex-judge' }],
  ])(
    'a fresh folder, init, a loop and a work order that are accepted: %s',
    async (_, kinds, roles) => {
      const { folder, lw, env } = await somebody(kinds)
      makeShop(folder)
      expect((await lw(['init', '--json'])).status).toBe(0)
      commit(folder)
      const config = readFileSync(join(folder, 'loopwright.yaml'), 'utf8')
      for (const [role, agent] of Object.entries(roles))
        expect(config).toContain(`\n  ${role}: ${agent}\n`)
      const doctor = await lw(['doctor', '--online'])
      const [first = 'claude'] = kinds
      const { stdout } = spawnSync(first, ['--version'], { env, encoding: 'utf8' })
      const [version = 'none'] = /\d+\.\d+\.\d+/.exec(stdout) ?? []
      const { tried } = knownAgents[first]
      // programs move on by themselves, and whoever runs another than was tried is told so
      const told = version === tried ? '' : ` (${tried} was tried)`
      expect(doctor.stdout).toContain(`${first} ${version}${told}; it answers`)
      const task = 'Release notes with the heading `## Upgrade` and the command `npm install shop`'
      const loop = await lw(['new', task, '--type', 'docs', '--alias', 'notes', '--yes'])
      expect(loop.stdout + loop.stderr).toContain('accepted: all')
      expect(loop.status).toBe(0)
      const order = [
        'workorder',
        'add',
        'Add two()',
        '--criterion',
        'two() is 2',
        '--scope',
        'src/**',
      ]
      const worked = await lw([...order, '--run'])
      expect(worked.stdout + worked.stderr).toContain('completed')
      expect(worked.status).toBe(0)
      const history = readFileSync(
        join(folder, '.ai-factory/evolution/notes/history.jsonl'),
        'utf8',
      )
      expect(history).toContain('"walls":"bwrap"')
    },
  )

  test.each(cliKinds)('%s answers in words, in a shape and by work behind walls', async (kind) => {
    const { folder, open } = await somebody([kind])
    const agent = await open(kind, `roles: { producer: ${kind} }\n`)
    expect(agent.identity).toMatchObject({ kind, walls: 'bwrap', version: expect.any(String) })
    const signal = AbortSignal.timeout(300_000)
    const words = await agent.ask({ ...rawRequest, prompt: 'PHASE: PRODUCE' }, signal)
    expect(words).toMatchObject({
      ok: true,
      value: { output: expect.stringContaining('## Upgrade') },
    })
    const shape = await agent.ask({ ...jsonRequest, prompt: 'PHASE: PLAN' }, signal)
    expect(shape).toMatchObject({ ok: true, value: { output: { plan: expect.any(Array) } } })
    const workspace = join(folder, 'work')
    mkdirSync(join(workspace, 'src'), { recursive: true })
    const work = await agent.ask({ ...jsonRequest, workspace }, signal)
    expect(work).toMatchObject({ ok: true, value: { output: 'The change is made.' } })
    expect(readFileSync(join(workspace, 'src/two.js'), 'utf8')).toBe(files['src/two.js'])
    const again = await agent.ask({ ...jsonRequest, workspace, phase: 'REFINE' }, signal)
    expect(again.ok).toBe(true)
  })

  test.each(cliKinds)('%s whose key is refused says how to log in', async (kind) => {
    const { open } = await somebody([kind], () => ({ status: 401, message: 'invalid x-api-key' }))
    const agent = await open(kind, `roles: { producer: ${kind} }\n`)
    expect(await agent.ask(rawRequest, AbortSignal.timeout(300_000))).toMatchObject({
      error: { reason: expect.stringContaining(knownAgents[kind].howToLogIn), retryable: false },
    })
  })

  test.each<readonly [string, CliKind | 'acp', string]>([
    ['claude-agent-acp', 'acp', 'claude-agent-acp'],
    ['gemini --acp', 'gemini', 'gemini, --acp'],
    ['opencode acp', 'opencode', 'opencode, acp'],
    ['copilot --acp', 'copilot', 'copilot, --acp, --no-auto-update'],
  ])('%s works through the Agent Client Protocol', async (_, kind, command) => {
    const { folder, open, env } = await somebody([kind])
    const names = Object.keys(env).filter((name) => /^(?:ANTHROPIC|G|COPILOT)/.test(name))
    const home = kind === 'gemini' ? '.gemini' : kind === 'opencode' ? '.config, .local' : ''
    const agent = await open(
      'coder',
      `agents: { coder: { kind: acp, command: [${command}], env: [${names.join(', ')}], home: [${home}] } }\n`,
    )
    const workspace = join(folder, 'work')
    mkdirSync(join(workspace, 'src'), { recursive: true })
    const work = await agent.ask({ ...jsonRequest, workspace }, AbortSignal.timeout(300_000))
    expect(work).toMatchObject({ ok: true })
    expect(readFileSync(join(workspace, 'src/two.js'), 'utf8')).toBe(files['src/two.js'])
  })
})
