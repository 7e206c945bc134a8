import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CliKind } from '../../src/model/known-agents.ts'
import { freshFolder } from '../support/folder.ts'
import { launcher } from '../support/workspace.ts'
import { startModelServer } from './model-server.ts'
import type { Asked, Said } from './protocols.ts'
import { machineWith } from './real-agents.ts'
import { running, writing } from './brain.ts'

const isReal = process.env['MODE'] === 'agents'
const root = join(import.meta.dirname, '..', '..')

const broken = `openapi: 3.1.0
info: { title: Harbours, version: 1.0.0 }
paths:
  /ships/{id}:
    get:
      summary: One ship
      responses: { '200': { description: the ship } }
`
const sound = broken.replace(
  'responses:',
  'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n      responses:',
)

/** Writes a wrong file, says that it is done, and corrects it only once it is sent back. */
const hasty =
  (folder: string) =>
  ({ text, tools, results }: Asked): Said => {
    if (tools.length === 0) return { text: 'A title' }
    const api = join(folder, 'api.yaml')
    if (results === 0) return writing(tools, api, broken)
    if (text.includes('Loopwright: not done') && results === 1)
      // Copilot creates no file twice
      return tools.includes('create')
        ? running(tools, `cat > '${api}' <<'END'\n${sound}END\n`)
        : writing(tools, api, sound)
    return { text: 'Done!' }
  }

/** A repository of somebody who has an agent, and `loopwright` in the PATH. */
async function somebody(kind: CliKind, brain = hasty) {
  const folder = freshFolder()
  const server = await startModelServer(brain(folder))
  const machine = machineWith([kind], server.url)
  onTestFinished(async () => {
    await server.close()
    machine.remove()
  })
  const bin = join(machine.home, 'bin')
  mkdirSync(bin)
  const own = join(bin, 'loopwright')
  writeFileSync(own, `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`)
  chmodSync(own, 0o755)
  const env = {
    ...machine.env,
    PATH: `${bin}:${machine.env['PATH']}`,
    XDG_STATE_HOME: join(machine.home, 'state'),
  }
  writeFileSync(join(folder, 'loopwright.yaml'), 'hooks: {}\n')
  const git = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'base'],
  ])
    spawnSync('git', [...git, ...args], { cwd: folder })
  const run = (program: string, ...args: readonly string[]) =>
    new Promise<{ status: number | null; output: string }>((resolve) => {
      const child = spawn(program, args, { cwd: folder, env })
      let output = ''
      child.stdout.on('data', (chunk) => (output += String(chunk)))
      child.stderr.on('data', (chunk) => (output += String(chunk)))
      child.once('close', (status) => resolve({ status, output }))
      child.stdin.end()
    })
  const verdicts = () =>
    readFileSync(join(machine.home, 'state/loopwright/workspaces', folder, 'hooks.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; verdict: string })
      .filter(({ event }) => event === 'stop')
      .map(({ verdict }) => verdict)
  return {
    folder,
    home: machine.home,
    run,
    verdicts,
    api: () => readFileSync(join(folder, 'api.yaml'), 'utf8'),
  }
}

describe.runIf(isReal)('an agent that says "Done!" too early', () => {
  const ask = 'Write api.yaml, a description of our API.'

  test('is sent back by the plugin of Claude Code until the gate holds', async () => {
    const { run, verdicts, api } = await somebody('claude')
    const validated = await run(
      'claude',
      'plugin',
      'validate',
      join(root, 'plugin'),
      '--profile',
      'directory',
    )
    expect(validated).toMatchObject({ status: 0 })
    for (const words of [
      ['marketplace', 'add', root],
      ['install', 'loopwright@loopwright'],
    ])
      expect(await run('claude', 'plugin', ...words)).toMatchObject({ status: 0 })
    const options = ['--output-format', 'stream-json', '--verbose', '--permission-mode']
    const ended = await run('claude', '-p', ask, ...options, 'acceptEdits')
    expect(ended.output).toContain('Done!')
    expect(verdicts()).toEqual(['sent-back', 'accepted'])
    expect(api()).toBe(sound)
  })

  test('is sent back by what install wrote for Claude Code, and the hooks are gone after its removal', async () => {
    const { run, verdicts, api } = await somebody('claude')
    expect(await run('loopwright', 'install', 'claude-code', '--yes')).toMatchObject({ status: 0 })
    await run('claude', '-p', ask, '--permission-mode', 'acceptEdits')
    expect(verdicts()).toEqual(['sent-back', 'accepted'])
    expect(api()).toBe(sound)
    expect(await run('loopwright', 'install', 'claude-code', '--remove', '--yes')).toMatchObject({
      status: 0,
    })
  })

  test('is sent back by hooks of Codex once a person trusts them, and the status does not claim it before', async () => {
    const { folder, run, verdicts, api } = await somebody('codex')
    expect(await run('loopwright', 'install', 'codex', '--yes')).toMatchObject({ status: 0 })
    const exec = ['exec', '--json', '--dangerously-bypass-approvals-and-sandbox']
    const untrusted = await run('codex', ...exec, ask)
    expect(untrusted.output).toContain('Done!')
    expect(api()).toBe(broken)
    expect((await run('loopwright', 'doctor')).output).toMatch(/hooks of Codex.*not trusted/)
    expect((await run('loopwright', 'status')).output).toMatch(/hooks of Codex.*never ran here/)
    // what is there when a session begins is not its work
    rmSync(join(folder, 'api.yaml'))
    await run('codex', ...exec, '--trust', '--dangerously-bypass-hook-trust', ask)
    expect(verdicts()).toEqual(['sent-back', 'accepted'])
    expect(api()).toBe(sound)
  })

  test.each<readonly [CliKind, readonly string[], readonly string[]]>([
    [
      'claude',
      ['claude-code', '--user'],
      ['-p', ask, '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
    ],
    [
      'codex',
      ['codex', '--user'],
      [
        'exec',
        '--json',
        '--dangerously-bypass-approvals-and-sandbox',
        '--dangerously-bypass-hook-trust',
        ask,
      ],
    ],
    [
      'gemini',
      ['gemini', '--user'],
      ['-p', ask, '-o', 'stream-json', '--approval-mode', 'yolo', '--skip-trust'],
    ],
    ['opencode', ['opencode'], ['run', '--format', 'json', ask]],
    [
      'copilot',
      ['copilot'],
      [
        '-p',
        ask,
        '--output-format',
        'json',
        '--allow-all-tools',
        '--allow-all-paths',
        '--trust-folder',
        '--no-auto-update',
      ],
    ],
  ])('speaks for no person from a shell of %s', async (kind, words, args) => {
    const talker =
      () =>
      ({ tools, results }: Asked): Said => {
        if (tools.length === 0) return { text: 'A title' }
        // a login shell has a PATH of its own
        const lw = `'${process.execPath}' '${launcher}'`
        const own = 'exec env -i HOME="$HOME" PATH="$PATH" XDG_STATE_HOME="$XDG_STATE_HOME"'
        const command = `${lw} hook reset > said 2>&1; ${lw} answer x met >> said 2>&1; ${own} ${lw} hook reset > bare 2>&1`
        return results === 0 ? running(tools, command) : { text: 'Done!' }
      }
    const { folder, run } = await somebody(kind, talker)
    expect(await run('loopwright', 'install', ...words, '--yes')).toMatchObject({ status: 0 })
    await run(kind, ...args)
    const said = readFileSync(join(folder, 'said'), 'utf8')
    expect(said).toContain('an agent started this')
    expect(said).toContain('an agent asked for it')
    // only those whose hooks we are can be told by whose child they are
    if (kind !== 'opencode')
      expect(readFileSync(join(folder, 'bare'), 'utf8')).toContain('an agent started this')
  })

  test('is sent back by the extension of Gemini, which takes both evaluators, too', async () => {
    const { run, verdicts, api, home } = await somebody('gemini')
    const validated = await run(
      'gemini',
      'extensions',
      'validate',
      join(root, 'dist/plugins/gemini'),
    )
    expect(validated).toMatchObject({ status: 0 })
    const place = join(home, '.gemini/extensions/loopwright')
    cpSync(join(root, 'dist/plugins/gemini'), place, { recursive: true })
    const options = ['-o', 'stream-json', '--approval-mode', 'yolo', '--skip-trust']
    const ended = await run('gemini', '-p', ask, ...options)
    expect(ended.output).not.toMatch(/invalid|error loading/i)
    expect(verdicts()).toEqual(['sent-back', 'accepted'])
    expect(api()).toBe(sound)
  })

  test.each<readonly [CliKind, readonly string[], readonly string[]]>([
    [
      'codex',
      ['plugin', 'add', 'loopwright@loopwright'],
      [
        'exec',
        '--json',
        '--dangerously-bypass-approvals-and-sandbox',
        '--dangerously-bypass-hook-trust',
        ask,
      ],
    ],
    [
      'copilot',
      ['plugin', 'install', 'loopwright@loopwright'],
      ['-p', ask, '--allow-all-tools', '--allow-all-paths', '--no-auto-update'],
    ],
  ])('is sent back by the plugin of %s', async (kind, install, args) => {
    const { run, verdicts, api } = await somebody(kind)
    expect(await run(kind, 'plugin', 'marketplace', 'add', root)).toMatchObject({ status: 0 })
    expect(await run(kind, ...install)).toMatchObject({ status: 0 })
    await run(kind, ...args)
    expect(verdicts()).toEqual(['sent-back', 'accepted'])
    expect(api()).toBe(sound)
  })

  test('is sent back by hooks of Copilot in a folder that is trusted', async () => {
    const { run, verdicts, api } = await somebody('copilot')
    expect(await run('loopwright', 'install', 'copilot', '--yes')).toMatchObject({ status: 0 })
    const options = ['--allow-all-tools', '--allow-all-paths', '--trust-folder', '--no-auto-update']
    await run('copilot', '-p', ask, ...options)
    expect(verdicts()).toEqual(['sent-back', 'accepted'])
    expect(api()).toBe(sound)
  })

  test('finds both evaluators of the plugin in Copilot', async () => {
    const { run } = await somebody('copilot')
    await run('copilot', 'plugin', 'install', join(root, 'dist/plugins/copilot'))
    const options = ['--output-format', 'json', '--allow-all-tools', '--no-auto-update']
    const asked = await run('copilot', '-p', ask, ...options, '--agent', 'nobody')
    expect(asked.output).toContain('loopwright:work-evaluator')
    expect(asked.output).toContain('loopwright:loop-execution-evaluator')
  })
})
