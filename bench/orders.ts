import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startRun } from '../src/engine/command-run.ts'
import { addOrder } from '../src/workflows/workorder/add.ts'
import { workorder } from '../src/workflows/workorder/definition.ts'
import { orderRunId } from '../src/workflows/workorder/orders.ts'
import { openWorkspace } from '../src/app.ts'
import { main } from '../src/entrypoints/cli/main.ts'
import type { Result } from '../src/model/result.ts'
import { cleanEnvironment, type Line, type Options, ratio, spread } from './measure.ts'

/** One order among few and many, and all orders of a small and a large workspace. */
export async function measureOrders(options: Options): Promise<readonly Line[]> {
  return [await oneAmong(options), await all(options)]
}

async function oneAmong(options: Options): Promise<Line> {
  const [few, many] = options.tiny ? [3, 6] : [10, 2_000]
  const count = options.tiny ? 1 : 5
  const crowds = [few, many].map((orders) => join(options.folder, `one-of-${orders}`))
  await makeOrders(crowds[0] ?? '', few)
  await makeOrders(crowds[1] ?? '', many)
  const times: [number[], number[]] = [[], []]
  for (let round = 1; round <= count + 1; round += 1) {
    await options.calm()
    for (const [index, folder] of crowds.entries()) {
      const ms = await timed(folder, ['workorder', 'run', `wo${round}`], 3)
      // the first round fills caches
      if (round > 1) times[index]?.push(ms)
    }
    options.log(`orders: round ${round} of ${count + 1}`)
  }
  return {
    id: 'orders-one',
    group: 'scale',
    what: `workorder run of one order among ${many.toLocaleString('en')}`,
    against: `among ${few}`,
    figure: spread(ratio(times[1], times[0])),
    rounds: count,
    goal: { most: 1.2 },
    note: 'its agent fails each time',
    extra: { many_ms: spread(times[1]).median, few_ms: spread(times[0]).median },
  }
}

async function all(options: Options): Promise<Line> {
  const [few, many] = options.tiny ? [3, 6] : [100, 800]
  const perOrder: [number[], number[]] = [[], []]
  const count = options.tiny ? 1 : 5
  const crowds = [few, many].map((orders) => join(options.folder, `all-of-${orders}`))
  for (const [index, folder] of crowds.entries()) {
    await makeOrders(folder, [few, many][index] ?? 0)
    configure(folder, 'proposers: [{ name: gone, agent: gone, complexity_threshold: 1, cost: 1 }]')
  }
  for (let round = 0; round <= count; round += 1) {
    await options.calm()
    for (const [index, folder] of crowds.entries()) {
      const ms = await timed(folder, ['workorder', 'run', '--all'], 2)
      if (round > 0) perOrder[index]?.push(ms / ([few, many][index] ?? 1))
    }
  }
  return {
    id: 'orders-all',
    group: 'scale',
    what: `workorder run --all of ${many} orders, time per order`,
    against: `of ${few}`,
    figure: spread(ratio(perOrder[1], perOrder[0])),
    rounds: count,
    goal: { most: 1.2 },
    note: 'orders that nobody can be asked for',
    extra: { many_ms: spread(perOrder[1]).median, few_ms: spread(perOrder[0]).median },
  }
}

function configure(folder: string, settings: string): void {
  const agents = 'agents:\n  default: { kind: command, command: ["false"] }\n'
  const workflows = `workflows:\n  workorder: { mutation_seconds: 0, attempts: 1, ${settings} }\n`
  writeFileSync(join(folder, 'loopwright.yaml'), agents + workflows)
}

async function makeOrders(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  configure(folder, '')
  writeFileSync(join(folder, '.gitignore'), '.loopwright\n')
  writeFileSync(join(folder, 'one.js'), 'export const one = 1\n')
  const who = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'base'],
  ])
    if (spawnSync('git', args, { cwd: folder }).status !== 0) throw new Error(args.join(' '))
  const workspace = must(await openWorkspace({ cwd: folder, env: cleanEnvironment() }))
  const first = { title: 'First order', description: 'Change one' }
  const { setup } = must(await addOrder(workspace, first, { by: 'ada' })).state
  for (let number = 2; number <= count; number += 1) {
    const title = `Order ${number} of many`
    const runId = orderRunId(number, title)
    const own = { ...setup, orderId: crypto.randomUUID(), order: { ...setup.order, title } }
    const start = { type: 'start', runId, setup: own, by: 'ada' } as const
    must(await startRun(workorder, workspace, { name: runId, runId }, start))
  }
}

async function timed(cwd: string, args: readonly string[], exit: number): Promise<number> {
  let said = ''
  const noted = { write: (text: string) => void (said += text) }
  const begun = performance.now()
  const ended = await main(args, {
    stdout: noted,
    stderr: noted,
    stdin: Readable.from([]),
    env: cleanEnvironment(),
    cwd,
    begun: Date.now(),
  })
  if (ended !== exit) throw new Error(`${args.join(' ')} ended with ${ended}: ${said}`)
  return performance.now() - begun
}

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.what)
  return result.value
}
