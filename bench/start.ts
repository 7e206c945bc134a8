import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { callIn, fillWithAllWorkflows } from '../test/support/all-workflows.ts'
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

type Measured = {
  readonly id: string
  readonly args: readonly string[]
  /** The workspace: nothing but one run, runs of all workflows and a configuration, or the same with many more runs. */
  readonly on: 'one' | 'all' | 'many'
  /** What it is divided by, if not an empty Node. */
  readonly against?: string
  readonly most?: number
}

const commands: readonly Measured[] = [
  { id: 'start-status', args: ['status'], on: 'one', most: 1.4 },
  { id: 'start-list', args: ['list'], on: 'one', most: 2 },
  { id: 'start-gates', args: ['gates'], on: 'one', most: 2 },
  { id: 'start-help', args: ['--help'], on: 'one' },
  { id: 'start-status-all', args: ['status'], on: 'all', most: 1.4 },
  { id: 'start-list-all', args: ['list'], on: 'all', most: 2 },
  { id: 'start-gates-all', args: ['gates'], on: 'all', most: 2 },
  // an output for another folder is not kept
  { id: 'start-list-anew', args: ['list', '--cwd', '.'], on: 'all' },
  { id: 'start-status-many', args: ['status'], on: 'many', against: 'start-status', most: 2 },
  { id: 'start-list-many', args: ['list'], on: 'many', against: 'start-list', most: 2 },
  { id: 'start-gates-many', args: ['gates'], on: 'many', against: 'start-gates', most: 2 },
]

/** How long the built command line takes to start, against an empty Node and with many runs against one. */
export async function measureStart(options: Options): Promise<readonly Line[]> {
  const runs = options.tiny ? 10 : 1_000
  const places = {
    one: 'one run',
    all: 'a configuration and runs of all workflows',
    many: `${runs.toLocaleString('en')} runs`,
  }
  const lineOf = ({ id, args, on, against }: Measured) =>
    ({
      id,
      group: 'start',
      what: `loopwright ${args.join(' ')}, ${places[on]}`,
      against: against === undefined ? 'node -e 0' : places.one,
    }) as const
  if (!existsSync(join(root, 'dist', 'cli.js')))
    return commands.map((each) => unmeasured(lineOf(each), 'not measured: build first'))
  const folder = installed()
  const env = { ...cleanEnvironment(), XDG_STATE_HOME: join(folder, 'state') }
  await fillWorkspaces(folder, env, runs)
  const launcher = join(folder, 'bin', 'loopwright.mjs')
  const started = (args: readonly string[], cwd = folder): number => {
    const begun = performance.now()
    spawnSync(process.execPath, args, { cwd, env })
    return performance.now() - begun
  }
  const times = new Map(
    ['empty', ...commands.map(({ id }) => id)].map((id) => [id, [] as number[]]),
  )
  const count = roundsOf(options, 25)
  for (let round = 0; round < count + 2; round += 1) {
    await options.calm()
    const took = [started(['-e', '0'])]
    for (const { args, on } of commands) took.push(started([launcher, ...args], join(folder, on)))
    // the first two rounds fill caches
    if (round >= 2)
      for (const [index, all] of [...times.values()].entries()) all.push(took[index] ?? 0)
  }
  rmSync(folder, { recursive: true, force: true })
  options.log(`start: ${count} rounds`)
  return commands.map((each) => {
    const [own = [], other = []] = [times.get(each.id), times.get(each.against ?? 'empty')]
    return {
      ...lineOf(each),
      figure: spread(ratio(own, other)),
      rounds: count,
      goal: each.most === undefined ? null : { most: each.most },
      note:
        each.id === 'start-list-anew' ? 'what was printed before is not used' : 'the built package',
      extra: {
        ms: spread(own).median,
        [each.against === undefined ? 'node_ms' : 'one_ms']: spread(other).median,
      },
    }
  })
}

function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-bench-'))
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function fillWorkspaces(folder: string, env: NodeJS.ProcessEnv, runs: number): Promise<void> {
  const [one, all, many] = [join(folder, 'one'), join(folder, 'all'), join(folder, 'many')]
  mkdirSync(one)
  await callIn(one, ['new', 'a .env file with PORT=3000', '--alias', 'settings'], env)
  await fillWithAllWorkflows(all, env)
  cpSync(all, many, { recursive: true })
  const loops = join(many, '.ai-factory', 'evolution')
  for (let number = 5; number <= runs; number += 1)
    cpSync(join(loops, 'settings'), join(loops, `settings-${number}`), { recursive: true })
}
