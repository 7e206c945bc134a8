// node test/agents/record.ts [kind …]: records what the real agents print, for the suite that runs without them.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialects } from '../../src/adapters/agent-cli/dialects.ts'
import { promptOf } from '../../src/adapters/agent-cli/tell-role.ts'
import { type CliKind, cliKinds } from '../../src/model/known-agents.ts'
import { jsonRequest, rawRequest } from './requests.ts'
import { skilled } from './brain.ts'
import { startModelServer } from './model-server.ts'
import type { Said } from './protocols.ts'
import { machineWith } from './real-agents.ts'

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'work-')))
const work = { artifact: '# Courses\n\nEvery course has a name.\n', files: { 'a.txt': 'hello\n' } }
const refusing = (status: number, message: string) => (): Said => ({ status, message })

const cases = {
  text: { request: { ...rawRequest, prompt: 'PHASE: PRODUCE' }, brain: skilled(work) },
  json: { request: { ...jsonRequest, prompt: 'PHASE: PLAN' }, brain: skilled(work) },
  edit: { request: { ...jsonRequest, workspace }, brain: skilled(work) },
  refused: { request: rawRequest, brain: refusing(401, 'invalid x-api-key') },
  quota: {
    request: rawRequest,
    brain: refusing(
      400,
      'You exceeded your current quota, please check your plan and billing details.',
    ),
  },
} as const

const only = process.argv.slice(2)
for (const kind of cliKinds.filter((each) => only.length === 0 || only.includes(each))) {
  const recorded: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(cases)) recorded[name] = await record(kind, each)
  const file = join(import.meta.dirname, 'recorded', `${kind}.json`)
  const version = versionOf(kind)
  writeFileSync(file, `${JSON.stringify({ version, cases: recorded }, null, 1)}\n`)
  process.stdout.write(`${kind} ${version}: ${Object.keys(recorded).join(', ')}\n`)
}

function versionOf(kind: CliKind): string {
  const { env, remove } = machineWith([kind], 'http://127.0.0.1:1')
  const { stdout } = spawnSync(kind, ['--version'], { env, encoding: 'utf8' })
  remove()
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? ''
}

async function record(kind: CliKind, { request, brain }: (typeof cases)[keyof typeof cases]) {
  const server = await startModelServer(brain)
  const { env, home, remove } = machineWith([kind], server.url)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'call-')))
  const writes = request.workspace !== null
  const {
    args,
    env: own = {},
    files = {},
  } = dialects[kind].start({
    request,
    writes,
    isWalled: true,
    model: undefined,
    maxTurns: 20,
    maxCostUsd: 5,
    session: null,
    folder,
  })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const child = spawn(kind, args, { cwd: workspace, env: { ...env, ...own } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  // it may try again for minutes what is of no use
  const timer = setTimeout(() => child.kill('SIGTERM'), 90_000)
  child.stdin.end(promptOf(request))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  await server.close()
  remove()
  const plain = (text: string) =>
    text
      .replaceAll(workspace, '/work')
      .replaceAll(home, '/home/ada')
      .replaceAll(server.url, 'http://127.0.0.1:1')
      .replaceAll(folder, '/call')
      .replaceAll(/sk-test-\w+/g, '***')
  const lines = plain(stdout)
    .split('\n')
    .filter((line) => line !== '' && line.length < 6_000)
  return {
    code,
    lines,
    stderr: plain(stderr)
      .split('\n')
      .filter((line) => line !== '')
      .slice(-5),
  }
}
