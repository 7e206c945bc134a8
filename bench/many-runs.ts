import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { z } from 'zod'
import { cleanEnvironment, type Line, type Options, roundsOf, spread } from './measure.ts'
import { phases, runLoop, startLoop, takeUp } from './no-op-loop.ts'

const Held = z.object({ bytesPerRun: z.number(), filesPerRun: z.number() })

/** What parked runs hold, and how fast many runs go forward at once. */
export async function measureManyRuns(options: Options): Promise<readonly Line[]> {
  return [parked(options), await atOnce(options)]
}

function parked(options: Options): Line {
  const runs = options.tiny ? 20 : 1_000
  const child = resolve(import.meta.dirname, 'no-op-child.ts')
  options.log(`runs: parking ${runs} runs`)
  const held = Array.from({ length: options.quick || options.tiny ? 1 : 3 }, (_, round) => {
    const folder = `${options.folder}/parked-${round}`
    const args = ['--expose-gc', child, folder, 'parked', String(runs)]
    const ran = spawnSync(process.execPath, args, { env: cleanEnvironment(), encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(ran.stderr)
    return Held.parse(JSON.parse(ran.stdout))
  })
  return {
    id: 'runs-parked',
    group: 'runs',
    what: `${runs.toLocaleString('en')} runs parked at gates, memory per run`,
    against: 'bytes of heap',
    figure: spread(held.map(({ bytesPerRun }) => Math.max(0, bytesPerRun))),
    rounds: held.length,
    goal: { most: 1_000 },
    note: 'a parked run holds no handle, timer or object',
    extra: { files_per_run: Math.max(...held.map(({ filesPerRun }) => filesPerRun)) },
  }
}

async function atOnce(options: Options): Promise<Line> {
  const many = options.tiny ? 5 : 100
  const iterations = options.tiny ? 2 : 10
  const ratios: number[] = []
  const rates: { one: number; many: number }[] = []
  const count = roundsOf(options, 15)
  for (let round = 0; round < count + 1; round += 1) {
    await options.calm()
    const alone = iterations * 5
    const one = 1 / (await runLoop(options.folder, `alone-${round}`, { iterations: alone })).ms
    const names = Array.from({ length: many }, (_, number) => `at-once-${round}-${number}`)
    for (const name of names) await startLoop(options.folder, name, { iterations })
    const runs = await Promise.all(
      names.map((name) => takeUp(options.folder, name, { iterations })),
    )
    const begun = performance.now()
    await Promise.all(runs.map((run) => run.drive()))
    const all = (many * iterations * phases.length) / (performance.now() - begun)
    await Promise.all(runs.map((run) => run.close()))
    if (round === 0) continue
    ratios.push(all / one)
    rates.push({ one: one * 1_000, many: all * 1_000 })
    options.log(`runs: round ${round} of ${count}`)
  }
  return {
    id: 'runs-at-once',
    group: 'runs',
    what: `${many} runs at once, steps a second`,
    against: 'one run',
    figure: spread(ratios),
    rounds: ratios.length,
    goal: { least: 1 },
    note: 'one process, one disk; each step synced',
    extra: {
      one_per_s: spread(rates.map(({ one }) => one)).median,
      many_per_s: spread(rates.map((rate) => rate.many)).median,
    },
  }
}
