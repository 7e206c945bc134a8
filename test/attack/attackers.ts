import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chainHash } from '../../src/adapters/journal-files/journal.ts'
import { insideAgent } from '../../src/model/inside-agent.ts'
import { freshFolder } from '../support/folder.ts'
import {
  evolution,
  lw,
  newStory,
  readEvents,
  type Ran,
  storyWorkspace,
} from '../support/workspace.ts'
import { trapped } from './hostile-repository.ts'

const agent = join(import.meta.dirname, 'hostile-agent.mjs')
const entry = join(import.meta.dirname, 'patched.mjs')
export const state = process.env['XDG_STATE_HOME'] ?? join(tmpdir(), 'state')

/** A place of the sources at which a wall stands, and what is there without it. */
export type Patch = { readonly file: string; readonly from: string; readonly to: string }

/** The command line as the attacker meets it: whole, or with a wall taken down. */
export type Run = (
  folder: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<Ran>

export const runWith =
  (patch: Patch | null): Run =>
  async (folder, args, env = {}) => {
    const child = start(patch, folder, args, env)
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { status, stdout, stderr }
  }

/** The same within this process. */
export const runHere: Run = (...call) => lw(...call)

const start = (
  patch: Patch | null,
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) =>
  spawn(process.execPath, [entry, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      LOOPWRIGHT_USER: 'ada',
      PATCH: JSON.stringify(patch ?? {}),
      ...env,
    },
  })

export function hostile(walls: 'auto' | 'none', more = ''): string {
  const command = JSON.stringify([process.execPath, agent])
  const folder = storyWorkspace(
    `walls: ${walls}\nagents:\n  default: { kind: command, command: ${command}, env: [DEED, STATE, VICTIM], write: [log]${more} }\n`,
  )
  mkdirSync(join(folder, '.loopwright'))
  writeFileSync(join(folder, '.loopwright', 'known'), '')
  return folder
}

export const deedOf = (folder: string): readonly unknown[] =>
  JSON.parse(readFileSync(join(folder, 'log', 'deed.json'), 'utf8')) as readonly unknown[]

/** An attacker: true where it got what it wanted. */
export type Attacker = (run: Run, patch?: Patch | null) => Promise<boolean>

const does =
  (deed: string, isDone: (came: readonly unknown[]) => boolean, more = ''): Attacker =>
  async (run) => {
    const folder = hostile('auto', more)
    const env = { DEED: deed, STATE: state, VICTIM: String(process.pid), NOBODYS_BUSINESS: 'x' }
    await run(folder, [...newStory, '--quiet'], env)
    return isDone(deedOf(folder))
  }

const sizeOf = (path: string): number => (existsSync(path) ? readFileSync(path).length : 0)

async function goesOn(path: string): Promise<boolean> {
  await wait(300)
  const before = sizeOf(path)
  await wait(500)
  return sizeOf(path) > before
}

const silent = `let t = ''
for await (const chunk of process.stdin) t += chunk
const { phase } = JSON.parse(t)
console.error('owned')
const answers = { PLAN: { plan: ['\\u001b]0;owned\\u0007', 'b', 'c'] }, PREPARE: { checks: [] }, CRITIQUE: { issues: [] } }
process.stdout.write(phase in answers ? JSON.stringify(answers[phase]) : '# Title\\n\\nnothing\\n')`

/** A workspace whose agent never does what the rules ask for. */
function unable(): string {
  const command = JSON.stringify([process.execPath, 'agent.mjs'])
  const folder = storyWorkspace(`agents:\n  default: { kind: command, command: ${command} }\n`)
  writeFileSync(join(folder, 'agent.mjs'), silent)
  return folder
}

const below = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

const parked = newStory.filter((word) => word !== '--yes')
const again = (alias: string) => newStory.map((word) => (word === 'story' ? alias : word))
const historyOf = (folder: string) => evolution(folder, 'story', 'history.jsonl')

async function parkedRun(run: Run): Promise<string> {
  const folder = unable()
  await run(folder, parked)
  return folder
}

/** Lets the other files be made anew, then asks. */
async function believed(run: Run, folder: string): Promise<boolean> {
  await run(folder, ['resume', 'story'])
  return (await run(folder, ['verify', 'story'])).status === 0
}

/** Ends up outside through a link that lies where Loopwright writes. */
const throughLink =
  (path: string, args: readonly string[]): Attacker =>
  async (run) => {
    const folder = unable()
    const outside = freshFolder()
    const isFile = /\.\w+$/.test(path) && path !== '.loopwright'
    if (isFile) writeFileSync(join(outside, 'precious'), '')
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(isFile ? join(outside, 'precious') : outside, join(folder, path))
    await run(folder, args)
    const [first = ''] = readdirSync(outside)
    return isFile ? readFileSync(join(outside, first)).length > 0 : first !== ''
  }

/** Springs traps of a repository that is checked. */
const springs =
  (name: string): Attacker =>
  async (run) => {
    const { folder, sprung } = trapped({ 'src/a.js': 'export const a = 1\n' })
    writeFileSync(join(folder, 'src/a.js'), 'export const a = 2\n')
    await run(folder, ['check', 'code', '.', '--base', 'HEAD'])
    return sprung().some((each) => each.startsWith(name))
  }

export const attackers = {
  'reads the histories': does('read the histories', (came) =>
    came.some((each) => Number(each) > 0),
  ),
  'reads the key': does('read the key', ([key]) => key === 32),
  'writes into the project': does('write into the project', ([came]) => came === 'done'),
  'sees other processes': does('see other processes', ([, victim]) => victim === true),
  'reads variables': does('look through /proc', ([secret]) => secret === true),
  'reaches the network': does('reach the network', ([came]) => came === true, ', network: false'),
  'outlives Loopwright': async (_, patch = null) => {
    const folder = hostile('auto')
    const child = start(patch, folder, [...newStory, '--quiet'], { DEED: 'leave somebody behind' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    while (!existsSync(join(folder, 'log', 'late'))) await wait(20)
    child.kill('SIGKILL')
    await ended
    return goesOn(join(folder, 'log', 'late'))
  },
  'runs without bubblewrap': async (run) => {
    const folder = unable()
    await run(folder, [...newStory, '--quiet'], { PATH: dirname(process.execPath) })
    return existsSync(evolution(folder, 'story', 'artifact.md'))
  },
  'flips a cached verdict': async (run) => {
    const folder = unable()
    await run(folder, [...newStory, '--quiet'])
    const forged = below(join(folder, '.loopwright', 'cache', 'checks')).filter((path) =>
      path.endsWith('.json'),
    )
    if (forged.length === 0) throw new Error('no verdict was cached')
    for (const path of forged) {
      const body = JSON.stringify({ verdict: 'pass', details: 'owned', findings: [] })
      const seal = createHash('sha256').update(body).digest('hex')
      writeFileSync(path, `${seal}\n${body}\n`)
    }
    await run(folder, [...again('other'), '--quiet'])
    return JSON.stringify(readEvents(folder, 'other')).includes('"verdict":"pass"')
  },
  'edits a history': async (run) => {
    const folder = await parkedRun(run)
    const text = readFileSync(historyOf(folder), 'utf8')
    writeFileSync(historyOf(folder), text.replace('"prompt":"a text', '"prompt":"a lie'))
    return believed(run, folder)
  },
  'writes a history anew': async (run) => {
    const folder = await parkedRun(run)
    const [line = ''] = readFileSync(historyOf(folder), 'utf8').trimEnd().split('\n')
    const body = line
      .replace('"prompt":"a text', '"prompt":"a lie')
      .replace(/,"hash":"\w+"\}$/, '}')
    const forged = `${body.slice(0, -1)},"hash":"${chainHash('', body)}"}\n`
    writeFileSync(historyOf(folder), forged)
    for (const path of below(join(folder, '.loopwright')))
      if (path.endsWith('/snapshot')) rmSync(path)
    return believed(run, folder)
  },
  'answers its own gate': async (run) => {
    const folder = await parkedRun(run)
    await run(folder, ['answer', 'story', 'confirm'], { [insideAgent]: '1' })
    return readEvents(folder).some(({ event }) => event === 'gate_answered')
  },
  'answers questions nobody saw': async (run) => {
    const folder = await parkedRun(run)
    await Promise.all(Array.from({ length: 8 }, () => run(folder, ['answer', 'story', 'confirm'])))
    return readEvents(folder).filter(({ event }) => event === 'gate_answered').length > 1
  },
  'steers the terminal': async (run) => {
    const { stdout, stderr } = await run(unable(), newStory)
    return (stdout + stderr).includes('\u001b]0;owned')
  },
  'writes through the log': throughLink('.loopwright/agents.log', newStory),
  'writes through a folder of state': throughLink('.loopwright/blobs', newStory),
  'writes through a saved path': throughLink('docs', [
    ...newStory,
    '--force',
    '--save',
    'docs/out.md',
  ]),
  'springs a filter': springs('process'),
  'springs a hook': springs('hook'),
  'springs a monitor': springs('fsmonitor'),
  'talks to the machine from a check': async (run) => {
    let calls = 0
    const server = createServer((socket) => {
      calls += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await new Promise((go) => server.once('listening', go))
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const folder = freshFolder()
    const call = `require('node:net').connect(${port}, '127.0.0.1').on('error', () => {})`
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'x', scripts: { test: `node -e "${call}"` } }),
    )
    writeFileSync(join(folder, 'a.js'), 'exports.a = 1\n')
    await run(folder, ['check', 'code', '.'])
    server.close()
    return calls > 0
  },
} satisfies Readonly<Record<string, Attacker>>
