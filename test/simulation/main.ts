import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { explain, runAt } from './levels.ts'
import { scriptFor } from './script.ts'
import { levels } from './workflows.ts'

type Share = {
  readonly level: string
  readonly from: number
  readonly to: number
  readonly by: number
}
type Word =
  | { readonly type: 'done'; readonly histories: number }
  | { readonly type: 'broken'; readonly seed: number }

const names = Object.keys(levels)
const wholes = names.filter((name) => levels[name]?.isWhole)

const help = `npm run simulate -- [--histories N] [--level ${names.join('|')}] [--seed N] [--from N]

Runs seeded histories of whole runs in a simulated world and holds them against the laws of the engine.
  --histories N   how many in all (10000); one in ten is a whole loop with its real steps
  --level NAME    only this level
  --seed N        one history again, explained and made as short as it can be
  --from N        the first seed (1)`

if (isMainThread) process.exitCode = await main()
else await work(workerData as Share)

/** Every `by`-th seed of a range, until one breaks a law. */
async function work({ level, from, to, by }: Share): Promise<void> {
  let told = 0
  for (let seed = from; seed < to; seed += by) {
    const { violations } = await runAt(level, scriptFor(seed))
    if (violations.length > 0)
      return parentPort?.postMessage({ type: 'broken', seed } satisfies Word)
    told += 1
    if (told % 50 === 0 || seed + by >= to) {
      parentPort?.postMessage({ type: 'done', histories: told } satisfies Word)
      told = 0
    }
  }
  if (told > 0) parentPort?.postMessage({ type: 'done', histories: told } satisfies Word)
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      histories: { type: 'string', default: '10000' },
      level: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(help)
  if (values.level !== undefined && !names.includes(values.level))
    return print(`there is no level ${values.level}; choose ${names.join(', ')}`, 2)
  if (values.seed !== undefined) return repeat(Number(values.seed), values.level ?? 'reflex')
  const histories = Number(values.histories)
  const from = Number(values.from)
  if (!(histories >= 1) || !(from >= 0)) return print('--histories and --from must be numbers', 2)
  const shares =
    values.level === undefined
      ? names.map(
          (level) =>
            [
              level,
              wholes.includes(level)
                ? Math.ceil(histories / 10 / wholes.length)
                : Math.floor((histories * 0.9) / (names.length - wholes.length)),
            ] as const,
        )
      : [[values.level, histories] as const]
  for (const [level, count] of shares) {
    const broken = await simulate(level, from, count)
    if (broken !== null) return print(await explain(level, broken), 1)
  }
  return print('all laws held')
}

async function repeat(seed: number, level: string): Promise<number> {
  const { violations, events, end } = await runAt(level, scriptFor(seed))
  if (violations.length > 0) return print(await explain(level, seed), 1)
  return print(
    `seed ${seed} at level ${level} keeps all laws: ${events.length} events, ${end}\n${events.join(' ')}`,
  )
}

/** Shares the seeds among the cores; the lowest seed that breaks a law is the result. */
async function simulate(level: string, from: number, count: number): Promise<number | null> {
  const cores = availableParallelism()
  const begun = performance.now()
  let done = 0
  const finished = await Promise.all(
    Array.from({ length: cores }, (_, core) =>
      runWorker({ level, from: from + core, to: from + count, by: cores }, (more) => {
        done += more
        if (process.stdout.isTTY) process.stdout.write(`\r${level}: ${done}/${count} histories`)
      }),
    ),
  )
  const seconds = (performance.now() - begun) / 1000
  const broken = finished.filter((seed) => seed !== null)
  print(
    `${process.stdout.isTTY ? '\r' : ''}${level}: ${done} histories in ${seconds.toFixed(1)} s on ${cores} cores, ${Math.round(done / seconds)} a second`,
  )
  return broken.length > 0 ? Math.min(...broken) : null
}

function runWorker(share: Share, progress: (histories: number) => void): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    let broken: number | null = null
    worker.on('message', (word: Word) => {
      if (word.type === 'broken') broken = word.seed
      else progress(word.histories)
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve(broken))
  })
}

function print(text: string, code = 0): number {
  process.stdout.write(`${text}\n`)
  return code
}
