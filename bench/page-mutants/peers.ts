import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Site } from '../../src/checks/page/audit/operator.ts'

export const tools = ['axe', 'lighthouse', 'html-validate'] as const
/** What people run besides, for its time only: dead links, and a look at a phone's width. */
export const besides = ['linkinator', 'phone'] as const
export type Tool = (typeof tools)[number]
export type Timed = Tool | (typeof besides)[number]

const Finding = z.object({ rule: z.string(), selector: z.string(), score: z.number().nullish() })
const Ran = z.object({ ms: z.number(), findings: z.array(Finding) })
const Answer = z.object({
  axe: Ran.optional(),
  lighthouse: Ran.optional(),
  'html-validate': Ran.optional(),
  linkinator: Ran.optional(),
  phone: Ran.optional(),
  error: z.string().optional(),
})
export type PeerAnswer = z.infer<typeof Answer>

export type Peers = {
  /** `full` runs Lighthouse as it comes; otherwise without its quiet periods. */
  ask(site: Site, full: boolean): Promise<PeerAnswer>
  close(): void
}

const home = resolve(import.meta.dirname, '..', '..', '.cache', 'bench-pages')
const sources = join(import.meta.dirname, 'peers')

/** The peers in a process of their own, or why they can't run here. */
export async function openPeers(log: (text: string) => void): Promise<Peers | string> {
  const failure = install(log)
  if (failure !== null) return failure
  const chromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
    existsSync(path),
  )
  if (chromium === undefined) return 'no Chromium'
  const child: ChildProcess = spawn(
    process.execPath,
    ['worker.mjs', process.env['CHROMIUM'] ?? chromium],
    {
      cwd: home,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) return 'no pipes'
  let complaint = ''
  stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-600)))
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.value !== 'ready') return `the peers did not start: ${complaint}`
  return {
    async ask(site, full) {
      stdin.write(
        `${JSON.stringify({ ...textOnly(site), tools: full ? [...tools, ...besides] : tools, full })}\n`,
      )
      const { value } = await lines.next()
      if (value === undefined) throw new Error(`the peers broke: ${complaint}`)
      return Answer.parse(JSON.parse(value))
    },
    close: () => void stdin.end(),
  }
}

const textOnly = (site: Site) => ({
  entry: site.entry,
  files: Object.fromEntries(
    Object.entries(site.files).filter(([, content]) => typeof content === 'string'),
  ),
})

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
  log('installing the peers into .cache/bench-pages')
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  const ran = spawnSync('npm', ['install', ...flags], {
    cwd: home,
    encoding: 'utf8',
    timeout: 600_000,
  })
  if (ran.status === 0) return null
  return `npm install failed: ${(ran.stderr || String(ran.error ?? '')).trim().split('\n')[0] ?? ''}`
}
