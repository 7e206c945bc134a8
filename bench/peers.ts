import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { cleanEnvironment, type Line, type Options, unmeasured } from './measure.ts'
import { type Postgres, startPostgres } from '../test/support/postgres.ts'

export type Peer = {
  readonly id: string
  readonly title: string
  /** Runs a loop of so many iterations; answers in ms per phase. */
  run(iterations: number): Promise<number>
  /** How often a phase waits for the disk, counted by strace; null where it can't be counted. */
  syncsPerStep(): Promise<number | null>
}

const known = [
  { id: 'langgraph-sqlite', title: 'LangGraph.js, SqliteSaver', postgres: false },
  { id: 'langgraph-sqlite-full', title: 'LangGraph.js, SqliteSaver, FULL', postgres: false },
  { id: 'mastra', title: 'Mastra, LibSQL', postgres: false },
  { id: 'openworkflow', title: 'OpenWorkflow, SQLite', postgres: false },
  { id: 'langgraph-postgres', title: 'LangGraph.js, PostgresSaver', postgres: true },
  { id: 'dbos', title: 'DBOS, Postgres', postgres: true },
] as const

const home = resolve(import.meta.dirname, '..', '.cache', 'bench')
const sources = join(import.meta.dirname, 'peers')

/** Installs and starts the peers; those that can't run here are told as lines without a figure. */
export async function openPeers(options: Options): Promise<{
  readonly peers: readonly Peer[]
  readonly missing: readonly Line[]
  close(): void
}> {
  if (!options.peers) return { peers: [], missing: [], close: () => undefined }
  const failure = install(options.log)
  const postgres = failure === null ? await startPostgres(options.log) : null
  const children: ChildProcess[] = []
  const peers: Peer[] = []
  const missing: Line[] = []
  for (const each of known) {
    const without = (why: string) =>
      missing.push(
        unmeasured(
          { id: `step-${each.id}`, group: 'step', what: each.title, against: "Loopwright's step" },
          `not measured: ${why}`,
        ),
      )
    if (failure !== null) without(failure)
    else if (each.postgres && !postgres?.ok) without(postgres?.error ?? 'no PostgreSQL')
    else {
      const server = each.postgres && postgres?.ok ? postgres.value : null
      const opened = await openPeer(each, options.folder, server)
      if (typeof opened === 'string') without(opened)
      else {
        children.push(opened.child)
        peers.push(opened.peer)
      }
    }
  }
  return {
    peers,
    missing,
    close() {
      for (const child of children) child.kill()
      if (postgres?.ok) void postgres.value.stop()
    },
  }
}

/** Null when all is there; otherwise what is wrong. */
function install(log: (text: string) => void): string | null {
  mkdirSync(home, { recursive: true })
  const wanted = readFileSync(join(sources, 'package.json'), 'utf8')
  const stamp = join(home, 'package.json')
  const there =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted &&
    existsSync(join(home, 'node_modules', '.package-lock.json'))
  cpSync(sources, home, { recursive: true })
  if (there) return null
  log('installing the peers into .cache/bench')
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  const ran = spawnSync('npm', ['install', ...flags], {
    cwd: home,
    encoding: 'utf8',
    timeout: 600_000,
  })
  if (ran.status === 0) return null
  return `npm install failed: ${(ran.stderr || String(ran.error ?? '')).trim().split('\n')[0] ?? ''}`
}

const Answer = z.object({ ms: z.number() })

async function openPeer(
  { id, title }: { readonly id: string; readonly title: string },
  folder: string,
  postgres: Postgres | null,
): Promise<{ readonly peer: Peer; readonly child: ChildProcess } | string> {
  const data = join(folder, id)
  mkdirSync(data)
  const url = postgres?.url(id.replaceAll('-', '_')) ?? ''
  const child = spawn(process.execPath, ['worker.mjs', id, data, url], {
    cwd: home,
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-500)))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answered = await lines.next()
  if (answered.value !== 'ready')
    return `it did not start: ${complaint.trim().split('\n')[0] ?? ''}`

  const run = async (iterations: number) => {
    child.stdin.write(`${iterations}\n`)
    const { value } = await lines.next()
    if (value === undefined) throw new Error(`${id} broke: ${complaint}`)
    return Answer.parse(JSON.parse(value)).ms
  }
  const [version] = Object.entries(versions()).filter(([name]) => name.includes(packageOf(id)))
  const full = `${title}${version === undefined ? '' : ` ${version[1]}`}`
  const peer: Peer = {
    id,
    title: full,
    run,
    syncsPerStep: () => tracedSyncs(join(folder, `${id}-syncs`), postgres?.pid ?? child.pid, run),
  }
  return { peer, child }
}

const packageOf = (id: string): string => id.split('-')[0] ?? id

const versions = (): Record<string, string> =>
  z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))).dependencies

/** Watches the process, or the server with all its helpers, during one loop of 50 iterations. */
async function tracedSyncs(
  path: string,
  pid: number | undefined,
  run: (iterations: number) => Promise<number>,
): Promise<number | null> {
  if (pid === undefined || spawnSync('strace', ['-V']).status !== 0) return null
  const pids = [pid, ...childrenOf(pid)].flatMap((each) => ['-p', String(each)])
  const args = ['-f', '-c', '-e', 'trace=fsync,fdatasync', '-o', path, ...pids]
  const strace = spawn('strace', args, { stdio: 'ignore' })
  const ended = new Promise((done) => strace.once('exit', done))
  await new Promise((done) => setTimeout(done, 500))
  if (strace.exitCode !== null) return null
  const iterations = 50
  await run(iterations)
  strace.kill('SIGINT')
  await ended
  return existsSync(path) ? countSyncs(path) / (iterations * 4) : null
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return / (\d+) /.exec(statOf(name))?.[1] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** What follows the name of the program in /proc/<pid>/stat: its state, then its parent. */
const statOf = (pid: string): string =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S/s, '')

/** The sum of the calls that `strace -c` counted. */
export function countSyncs(path: string): number {
  const rows = readFileSync(path, 'utf8').matchAll(
    /^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?(?:fsync|fdatasync)$/gm,
  )
  return [...rows].reduce((sum, [, calls]) => sum + Number(calls), 0)
}
