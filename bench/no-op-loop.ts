import { unkeyed } from '../src/kit/seal.contract.ts'
import { join } from 'node:path'
import { openNodeDisk } from '../src/adapters/disk-node/disk.ts'
import { openFileJournal } from '../src/adapters/journal-files/journal.ts'
import { openFileProjections } from '../src/adapters/projection-files/projections.ts'
import { openRunStore } from '../src/adapters/run-files/run-store.ts'
import { drive, type Rest } from '../src/engine/drive.ts'
import { handle, load } from '../src/engine/run.ts'
import type { Machine } from '../src/loop/machine.ts'
import { ok } from '../src/model/result.ts'

export const phases = ['PLAN', 'PRODUCE', 'EVALUATE', 'REFINE'] as const
type Phase = (typeof phases)[number]

/** About 4 KB, as a run keeps it: what it started with, and the newest of what changes. */
export type LoopState = {
  readonly setup: string
  readonly iterations: number
  readonly parkAfter: number
  readonly done: number
  readonly artifact: string
  readonly scores: readonly number[]
  readonly updatedAt: string
}
type Command = { readonly type: 'start' | 'finish' | 'approve'; readonly phase?: Phase }

type Shape = { readonly iterations: number; readonly parkAfter?: number }

/** A workflow whose phases do nothing, so that only the engine is measured. */
export function noOpMachine({ iterations, parkAfter = Infinity }: Shape) {
  const machine: Machine<LoopState, Command, Phase> = {
    workflow: 'no-op',
    version: 1,
    initial: {
      setup: '',
      iterations: 0,
      parkAfter: 0,
      done: 0,
      artifact: '',
      scores: [],
      updatedAt: '',
    },
    decide(state, command) {
      const iteration = Math.floor(state.done / phases.length) + 1
      const fact = (event: string, payload: Record<string, unknown>) =>
        ok([{ iteration, phase: 'A', step: command.phase ?? '', event, status: 'ok', payload }])
      if (command.type === 'start')
        return fact('started', { setup: 'criteria '.repeat(400), iterations, parkAfter })
      if (command.type === 'approve') return fact('approved', {})
      return fact('phase_done', { artifact: hashLike(state.done), score: 0.5 })
    },
    evolve(state, { event, payload, ts }) {
      if (event === 'started')
        return { ...state, setup: String(payload['setup']), iterations, parkAfter, updatedAt: ts }
      if (event === 'approved') return { ...state, parkAfter: 0, updatedAt: ts }
      return {
        ...state,
        done: state.done + 1,
        artifact: String(payload['artifact']),
        scores: [...state.scores.slice(-9), Number(payload['score'])],
        updatedAt: ts,
      }
    },
    due(state) {
      if (state.done >= iterations * phases.length)
        return { type: 'ended', ending: { outcome: 'accepted', reason: 'done' } }
      if (state.done === parkAfter && state.parkAfter !== 0) return { type: 'gate', gate }
      return { type: 'step', step: phases[state.done % phases.length] ?? 'PLAN' }
    },
  }
  return machine
}

const hashLike = (seed: number) => (seed + 1).toString(16).padStart(8, '0').repeat(8)
const gate = {
  id: 'go-on',
  question: 'Go on?',
  options: [
    { name: 'go', effect: '' },
    { name: 'stop', effect: '' },
  ],
  shown: '',
}

const clock = { now: () => new Date(), elapsedMs: () => performance.now() }

/** Opens a run's store on the real disk, the way the command line does. */
export function openLoop(root: string, runId: string) {
  const disk = openNodeDisk(root)
  const path = join(root, runId, 'history.jsonl')
  const journal = openFileJournal(disk, clock, { path, runId, version: 1 })
  const store = openRunStore(disk, clock, {
    seal: unkeyed,
    folder: join(root, '.loopwright', 'runs', runId),
    runId,
    journal,
  })
  return { store, history: path, runFile: join(root, runId, 'run.json'), disk }
}

/** Records the start of a loop, as `new` does once its criteria are confirmed. */
export async function startLoop(root: string, runId: string, shape: Shape): Promise<void> {
  const { store } = openLoop(root, runId)
  const machine = noOpMachine(shape)
  const run = await load(machine, store)
  if (!run.ok) throw new Error(run.error.type)
  await handle(machine, store, { run: run.value, seen: 0, command: { type: 'start' } })
  await store.journal.close()
}

/** Takes a run up under its lock. `drive` carries it until it rests and run.json is written. */
export async function takeUp(root: string, runId: string, shape: Shape, onStep?: () => void) {
  const { store, runFile, disk } = openLoop(root, runId)
  const lock = await store.lock()
  if (!lock.ok) throw new Error('the run is locked')
  const projections = openFileProjections(disk)
  return {
    async drive(): Promise<Rest<LoopState>> {
      const rest = await drive({
        machine: noOpMachine(shape),
        store,
        work: async (phase): Promise<Command> => {
          onStep?.()
          return { type: 'finish', phase }
        },
        stopCommands: () => [],
        changed: (state) =>
          projections.show([
            { path: runFile, content: async () => `${JSON.stringify(state, null, 2)}\n` },
          ]),
        pause: new AbortController().signal,
      })
      await projections.settled()
      return rest
    },
    async close(): Promise<void> {
      await store.journal.close()
      await lock.value.release()
    },
  }
}

export type LoopTime = {
  /** The whole drive: load, steps, snapshot, run.json. */
  readonly ms: number
  /** From the first step to the last, as the peers are timed. */
  readonly msBetween: number
}

/** Starts a loop, drives it to its rest, and answers how long a step of it took. */
export async function runLoop(root: string, runId: string, shape: Shape): Promise<LoopTime> {
  await startLoop(root, runId, shape)
  let first = 0
  let last = 0
  const run = await takeUp(root, runId, shape, () => {
    last = performance.now()
    if (first === 0) first = last
  })
  const begun = performance.now()
  const rest = await run.drive()
  const ms = performance.now() - begun
  await run.close()
  if (rest.type === 'broken') throw new Error(rest.failure.type)
  const steps = shape.iterations * phases.length
  return { ms: ms / steps, msBetween: (last - first) / (steps - 1) }
}
