import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HostName } from '../../hosts/host.ts'
import { isInside } from '../../kit/inside.ts'
import { field, jsonOf } from '../../kit/parse.ts'
import { findProgram } from './programs.ts'

type Place = {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Whether a person let a program run the hooks of a folder; null where the program does not tell. */
export async function hookTrust(agent: HostName, place: Place): Promise<boolean | null> {
  const home = place.env['HOME'] || homedir()
  switch (agent) {
    case 'claude':
      return ofClaude(await read(join(home, '.claude.json')), place.root)
    case 'gemini':
      return ofGemini(await read(join(home, '.gemini', 'trustedFolders.json')), place.root)
    case 'codex':
      return askCodex(place, place.env['CODEX_HOME'] || join(home, '.codex'))
    case 'copilot':
    case 'cursor':
      return null
  }
}

const read = async (path: string): Promise<unknown> =>
  jsonOf(await readFile(path, 'utf8').catch(() => 'null'))

/** Who trusts a folder trusts those in it. */
function ofClaude(settings: unknown, root: string): boolean | null {
  const projects = field(settings, 'projects')
  if (projects === undefined) return null
  for (let folder = root; ; folder = dirname(folder)) {
    if (field(field(projects, folder), 'hasTrustDialogAccepted') === true) return true
    if (dirname(folder) === folder) return false
  }
}

/** The rule of the nearest folder counts. */
function ofGemini(rules: unknown, root: string): boolean | null {
  if (typeof rules !== 'object' || rules === null) return null
  const [nearest] = Object.entries(rules)
    .filter(([path, trust]) => isInside(trust === 'TRUST_PARENT' ? dirname(path) : path, root))
    .toSorted(([one], [other]) => other.length - one.length)
  return nearest !== undefined && nearest[1] !== 'DO_NOT_TRUST'
}

/** Codex says it itself, asked with a copy of its settings: nothing of it is written to, and it has no login. */
async function askCodex({ root, env }: Place, settings: string): Promise<boolean | null> {
  const program = await findProgram('codex', { env, cwd: root })
  if (program === null) return null
  const home = await mkdtemp(join(tmpdir(), 'loopwright-codex-'))
  await copyFile(join(settings, 'config.toml'), join(home, 'config.toml')).catch(() => undefined)
  const child = spawn(program, ['app-server', '-c', 'analytics.enabled=false'], {
    env: { PATH: env['PATH'], HOME: home, CODEX_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
  const closed = new Promise((done) => child.once('close', done).once('error', done))
  child.stdin.on('error', () => undefined)
  const clientInfo = { name: 'loopwright', version: '1' }
  for (const message of [
    { id: 1, method: 'initialize', params: { clientInfo } },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [root] } },
  ])
    child.stdin.write(`${JSON.stringify(message)}\n`)
  let trust: boolean | null = null
  for await (const line of createInterface(child.stdout)) {
    const message = jsonOf(line)
    if (field(message, 'id') !== 2) continue
    trust = isTrusted(field(message, 'result'))
    break
  }
  child.kill('SIGKILL')
  await closed
  await rm(home, { recursive: true, force: true })
  return trust
}

/** Hooks of a folder that is not trusted are not even listed. */
function isTrusted(result: unknown): boolean | null {
  const hooks = field(field(field(result, 'data'), '0'), 'hooks')
  if (!Array.isArray(hooks)) return null
  const own = hooks.find((hook) => String(field(hook, 'command')).includes(' hook stop --agent'))
  return ['trusted', 'managed'].includes(String(field(own, 'trustStatus')))
}
