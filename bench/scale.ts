import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { openWorkspace } from '../src/app.ts'
import { locateRun } from '../src/engine/open-run.ts'
import { reflex } from '../src/workflows/reflex/definition.ts'
import { openSqliteDatabase } from '../src/adapters/records-sql/open-sqlite-records.ts'
import { recordsOn } from '../src/adapters/records-sql/records-on.ts'
import { load } from '../src/engine/run.ts'
import { reflexMachine } from '../src/workflows/reflex/machine.ts'
import { longRun, longRunId, writeLongRun } from './long-run.ts'
import { cleanEnvironment, type Line, type Options, spread } from './measure.ts'
import { fillOutcomes } from './outcomes.ts'

const root = resolve(import.meta.dirname, '..')
const built = join(root, 'dist', 'cli.js')
const Used = z.object({ ms: z.number(), bytes: z.number() })
type Used = z.infer<typeof Used>

/** What much that lies there costs the commands that look at all of it. */
export async function measureScale(options: Options): Promise<readonly Line[]> {
  const [outcomes, iterations] = options.tiny ? [2_000, 50] : [1_000_000, 10_000]
  const [learn, report] = [join(options.folder, 'learn'), join(options.folder, 'report')]
  options.log(`scale: making ${outcomes} outcomes and a run of ${iterations} iterations`)
  await makeOutcomes(learn, outcomes)
  await makeRun(report, iterations)
  const analyze = ['learn', 'analyze', '--dry-run', '--json']
  const count = options.tiny ? 1 : 5
  const used: { readonly learn: Used; readonly report: Used }[] = []
  for (let round = 0; round < count; round += 1) {
    await options.calm()
    used.push({ learn: run(learn, analyze), report: run(report, ['report', longRun]) })
    options.log(`scale: round ${round + 1} of ${count}`)
  }
  const of = (which: 'learn' | 'report', key: keyof Used) => used.map((each) => each[which][key])
  const line = (which: 'learn' | 'report', what: string, most: number): Line => ({
    id: `scale-${which}-memory`,
    group: 'scale',
    what: `${what}, memory at most`,
    against: 'bytes',
    figure: spread(of(which, 'bytes')),
    rounds: count,
    goal: { most },
    note: existsSync(built) ? 'the built package' : 'the sources; build first for the real figure',
    extra: { ms: spread(of(which, 'ms')).median },
  })
  const analyzed = `learn analyze of ${outcomes.toLocaleString('en')} outcomes`
  return [
    {
      ...line('learn', analyzed, 0),
      id: 'scale-learn-time',
      what: analyzed,
      // a busy machine stretches the clock
      against: 'ms of the processor',
      figure: spread(of('learn', 'ms')),
      goal: { most: 5_000 },
      extra: {},
    },
    line('learn', analyzed, 300e6),
    line('report', `report of ${iterations.toLocaleString('en')} iterations`, 150e6),
  ]
}

/** A command in a process of its own, which tells what it used. */
function run(cwd: string, args: readonly string[]): Used {
  const entry = existsSync(built) ? built : join(root, 'src/entrypoints/cli/main.ts')
  const code = `
    const { main } = await import(${JSON.stringify(entry)})
    const nowhere = { write: () => undefined }
    const exit = await main(${JSON.stringify(args)}, { stdout: nowhere, stderr: nowhere,
      stdin: process.stdin, env: process.env, cwd: process.cwd(), begun: Date.now() })
    if (exit !== 0) throw new Error('it ended with ' + exit)
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const ms = (userCPUTime + systemCPUTime) / 1000
    console.log(JSON.stringify({ ms, bytes: maxRSS * 1024 }))
    process.exit()`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd,
    env: cleanEnvironment(),
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return Used.parse(JSON.parse(stdout))
}

async function makeOutcomes(folder: string, outcomes: number): Promise<void> {
  mkdirSync(join(folder, '.loopwright'), { recursive: true })
  const database = await openSqliteDatabase(join(folder, '.loopwright', 'records.db'))
  const records = await recordsOn(database, '2026-03-01T00:00:00.000Z')
  if (!records.ok) throw new Error(records.error.what)
  await fillOutcomes(database, outcomes)
  await database.close()
}

/** With the snapshot that a run has once it rests. */
async function makeRun(folder: string, iterations: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await writeLongRun(folder, iterations)
  const workspace = await openWorkspace({ cwd: folder, env: cleanEnvironment() })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const { store } = await locateRun(reflex, workspace.value, longRun, longRunId)
  const loaded = await load(reflexMachine, store)
  if (!loaded.ok) throw new Error(loaded.error.type)
  const { mark, state } = loaded.value
  await store.writeSnapshot({ version: reflexMachine.version, mark, state })
}
