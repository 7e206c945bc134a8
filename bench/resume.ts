import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { z } from 'zod'
import { cleanEnvironment, type Line, type Options, ratio, roundsOf, spread } from './measure.ts'

const child = resolve(import.meta.dirname, 'no-op-child.ts')
const Resumed = z.object({ processMs: z.number(), engineMs: z.number() })
type Resumed = z.infer<typeof Resumed>

/** A new process takes up a run that died, after short and long histories. */
export async function measureResume(options: Options): Promise<readonly Line[]> {
  const lengths = options.tiny ? [5, 20, 40] : [50, 1_000, 10_000]
  const run = (task: string, iterations: number) =>
    spawnSync(process.execPath, [child, options.folder, task, String(iterations)], {
      env: cleanEnvironment(),
      encoding: 'utf8',
    })
  for (const length of lengths) {
    options.log(`resume: writing a history of ${length} iterations`)
    const made = run('history', length)
    if (made.status !== 0) throw new Error(made.stderr)
  }
  const times = new Map<number, Resumed[]>(lengths.map((length) => [length, []]))
  const count = roundsOf(options, 25)
  for (let round = 0; round < count + 1; round += 1) {
    await options.calm()
    for (const length of lengths) {
      const { stdout, stderr } = run('resume', length)
      if (stdout === '') throw new Error(stderr)
      // the first round fills caches
      if (round > 0) times.get(length)?.push(Resumed.parse(JSON.parse(stdout)))
    }
  }
  const [short = 0, ...longer] = lengths
  return longer.flatMap((length) => linesFor(length, short, times))
}

function linesFor(
  length: number,
  short: number,
  times: ReadonlyMap<number, readonly Resumed[]>,
): readonly Line[] {
  const of = (iterations: number, key: keyof Resumed) =>
    (times.get(iterations) ?? []).map((each) => each[key])
  const line = (key: keyof Resumed, what: string, note: string): Line => ({
    id: `resume-${key === 'processMs' ? 'process' : 'engine'}-${length}`,
    group: 'resume',
    what: `resume after ${length.toLocaleString('en')} iterations, ${what}`,
    against: `after ${short} iterations`,
    figure: spread(ratio(of(length, key), of(short, key))),
    rounds: of(length, key).length,
    goal: { most: 1.5 },
    note,
    extra: {
      ms: spread(of(length, key)).median,
      short_ms: spread(of(short, key)).median,
    },
  })
  return [
    line('processMs', 'new process', 'process start to first step'),
    line('engineMs', 'engine only', 'load the run, to first step'),
  ]
}
