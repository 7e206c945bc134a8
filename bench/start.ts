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
import {
  cleanEnvironment,
  type Line,
  type Options,
  ratio,
  roundsOf,
  spread,
  unmeasured,
} from './measure.ts'

const root = resolve(import.meta.dirname, '..')

const commands = ['status', 'list', '--help'] as const

/** How long the built command line takes to start, against an empty Node. */
export async function measureStart(options: Options): Promise<readonly Line[]> {
  const lineOf = (name: string) =>
    ({
      id: `start-${name.replaceAll('-', '')}`,
      group: 'start',
      what: `loopwright ${name}`,
      against: 'node -e 0',
    }) as const
  if (!existsSync(join(root, 'dist', 'cli.js')))
    return commands.map((name) => unmeasured(lineOf(name), 'not measured: build first'))
  const folder = installed()
  const cwd = workspace(folder)
  const launcher = join(folder, 'bin', 'loopwright.mjs')
  const env = cleanEnvironment()
  const started = (args: readonly string[]): number => {
    const begun = performance.now()
    spawnSync(process.execPath, args, { cwd, env })
    return performance.now() - begun
  }
  const empty: number[] = []
  const times = commands.map((): number[] => [])
  const count = roundsOf(options, 25)
  for (let round = 0; round < count + 2; round += 1) {
    await options.calm()
    const bare = started(['-e', '0'])
    const took = commands.map((name) => started([launcher, name]))
    // the first two rounds fill caches
    if (round < 2) continue
    empty.push(bare)
    for (const [index, ms] of took.entries()) times[index]?.push(ms)
  }
  rmSync(folder, { recursive: true, force: true })
  options.log(`start: ${count} rounds`)
  return commands.map((name, index) => ({
    ...lineOf(name),
    figure: spread(ratio(times[index] ?? [], empty)),
    rounds: count,
    goal: name === 'status' ? { most: 2 } : null,
    note: 'the built package',
    extra: { ms: spread(times[index] ?? []).median, node_ms: spread(empty).median },
  }))
}

function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-bench-'))
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
