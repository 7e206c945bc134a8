import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** How long the built command line takes to start, against an empty Node, side by side in one run. */
const root = resolve(import.meta.dirname, '..')
const rounds = Number(process.argv[2] ?? 25)

function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-bench-'))
  if (!existsSync(join(root, 'dist', 'cli.js'))) throw new Error('build first: npm run build')
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A workspace whose loop is active, as `status` finds it most of the time. */
function workspace(folder: string): string {
  const work = join(folder, 'workspace')
  const evolution = join(work, '.ai-factory', 'evolution')
  mkdirSync(join(evolution, 'demo'), { recursive: true })
  writeFileSync(
    join(evolution, 'current.json'),
    JSON.stringify({
      active_run_id: 'demo-20260101-000000',
      task_alias: 'demo',
      status: 'running',
      updated_at: 'now',
    }),
  )
  const run = {
    run_id: 'demo-20260101-000000',
    status: 'running',
    iteration: 1,
    max_iterations: 4,
    phase: 'A',
    current_step: 'EVALUATE',
    plan: ['one'],
    evaluation: null,
    last_score: 0,
    updated_at: 'now',
  }
  writeFileSync(join(evolution, 'demo', 'run.json'), JSON.stringify(run))
  return work
}

const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
const folder = installed()
const cwd = workspace(folder)
const launcher = join(folder, 'bin', 'loopwright.mjs')
const cases = {
  'node -e 0': ['-e', '0'],
  'loopwright status': [launcher, 'status'],
  'loopwright list': [launcher, 'list'],
  'loopwright --help': [launcher, '--help'],
}
const times: Record<string, number[]> = Object.fromEntries(
  Object.keys(cases).map((name) => [name, []]),
)
for (let round = 0; round < rounds + 2; round += 1)
  for (const [name, args] of Object.entries(cases)) {
    const begun = performance.now()
    spawnSync(process.execPath, args, { cwd, env })
    // the first two rounds fill caches
    if (round >= 2) times[name]?.push(performance.now() - begun)
  }
rmSync(folder, { recursive: true, force: true })

const quantile = (name: string, part: number) => {
  const sorted = (times[name] ?? []).toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
const base = quantile('node -e 0', 0.5)
const rows = Object.keys(cases).map((name) => ({
  name,
  median_ms: Number(quantile(name, 0.5).toFixed(1)),
  p10_ms: Number(quantile(name, 0.1).toFixed(1)),
  p90_ms: Number(quantile(name, 0.9).toFixed(1)),
  ratio: Number((quantile(name, 0.5) / base).toFixed(2)),
}))
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ rounds, rows })}\n`)
else console.table(rows)
const status = rows.find(({ name }) => name === 'loopwright status')
process.exitCode = status && status.ratio <= 2 ? 0 : 1
