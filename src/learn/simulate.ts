import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type DriftSummary, driftSummaries } from '../learning/simulation/drift-summary.ts'
import { mainMethods, type MethodName, methodNames } from '../learning/simulation/method.ts'
import { simulateWorld, type WorldOrder } from '../learning/simulation/simulate.ts'
import { type MethodSummary, summarise, type WorldResult } from '../learning/simulation/summary.ts'
import { type WorldKind, worldKinds } from '../learning/simulation/world.ts'

export const choices = { methods: methodNames, main: mainMethods, worlds: worldKinds } as const

export const isMethod = (name: string): name is MethodName =>
  methodNames.some((known) => known === name)

export const isWorld = (name: string): name is WorldKind =>
  worldKinds.some((known) => known === name)

export type SimulationOrder = {
  readonly kind: WorldKind
  readonly orders: number
  readonly worlds: number
  /** Seeds of the worlds are this one and those after it. */
  readonly seed: number
  readonly methods: readonly MethodName[]
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

export type Simulated = {
  readonly kind: WorldKind
  readonly orders: number
  readonly worlds: number
  readonly seed: number
  readonly methods: readonly MethodSummary[]
  /** What becomes of promoted lessons that change, by our rules; none where ours was not asked for. */
  readonly drift: readonly DriftSummary[]
}

/** Simulates many worlds on all cores. The result depends on the order only, not on the machine. */
export async function simulateLearning(order: SimulationOrder): Promise<Simulated | null> {
  const { kind, orders, worlds, seed, methods } = order
  const todo = Array.from({ length: worlds }, (_, at): WorldOrder => ({
    kind,
    seed: seed + at,
    orders,
    methods: withReferences(methods),
  }))
  const results = await onAllCores(todo, order)
  if (order.signal.aborted) return null
  const sorted = results.toSorted((left, right) => left.seed - right.seed)
  const trials = methods.includes('ours') ? Math.min(mostTrials, worlds) : 0
  return {
    kind,
    orders,
    worlds,
    seed,
    methods: summarise(kind, sorted, methods),
    drift: trials === 0 ? [] : driftSummaries(seed, trials),
  }
}

/** Trials of each kind of drift; more would say little more. */
const mostTrials = 40

/** Regret needs the oracle, and the comparison the rule of floors. */
const withReferences = (methods: readonly MethodName[]): readonly MethodName[] => [
  ...new Set<MethodName>([...methods, 'oracle', 'seed-delta']),
]

async function onAllCores(
  todo: readonly WorldOrder[],
  { signal, onProgress }: SimulationOrder,
): Promise<readonly WorldResult[]> {
  const queue = [...todo]
  const results: WorldResult[] = []
  const done = (result: WorldResult) => {
    results.push(result)
    onProgress(results.length)
  }
  const source = workerFile()
  const cores = source === null ? 0 : Math.min(availableParallelism(), todo.length)
  if (source === null || cores < 2) {
    for (const order of queue) {
      if (signal.aborted) break
      done(simulateWorld(order))
      // lets the line on the terminal move, and a signal come through
      await new Promise((resolve) => setImmediate(resolve))
    }
    return results
  }
  await Promise.all(Array.from({ length: cores }, () => workOff(queue, { source, signal, done })))
  return results
}

type Shift = {
  readonly source: URL
  readonly signal: AbortSignal
  readonly done: (result: WorldResult) => void
}

/** One thread that takes worlds from the queue until there are none. */
async function workOff(queue: WorldOrder[], { source, signal, done }: Shift): Promise<void> {
  const worker = new Worker(source)
  try {
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        const order = signal.aborted ? undefined : queue.shift()
        if (order === undefined) resolve()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        else worker.postMessage(order)
      }
      worker.on('message', (result: WorldResult) => {
        done(result)
        next()
      })
      worker.once('error', reject)
      signal.addEventListener('abort', () => resolve(), { once: true })
      next()
    })
  } finally {
    await worker.terminate()
  }
}

/** The worker lies beside this file in the sources, and in the folder above the chunks when built. */
function workerFile(): URL | null {
  const places = import.meta.url.endsWith('.ts')
    ? ['./simulate-worker.ts']
    : ['./learn-simulate-worker.js', '../learn-simulate-worker.js']
  const uRL = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)))
  return uRL ?? null
}
