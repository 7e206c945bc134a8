import { readdirSync } from 'node:fs'
import { runLoop, startLoop, takeUp } from './no-op-loop.ts'

/** What the bench does in processes of their own; each answers with one JSON line. */
const tasks: Record<string, (folder: string, args: readonly number[]) => Promise<unknown>> = {
  /** One loop of 50 iterations, for counting its system calls. */
  counted: async (folder) => runLoop(folder, 'counted', { iterations: 50 }),

  /** A loop of so many iterations whose process dies at the first step after them. */
  async history(folder, [iterations = 0]) {
    const id = `history-${iterations}`
    const shape = { iterations: iterations + 1 }
    await startLoop(folder, id, shape)
    let steps = 0
    const run = await takeUp(folder, id, shape, () => {
      steps += 1
      if (steps > iterations * 4) process.exit(0)
    })
    return run.drive()
  },

  /** Takes such a loop up again and dies where it died: nothing is added, so it can be repeated. */
  async resume(folder, [iterations = 0]) {
    const id = `history-${iterations}`
    const shape = { iterations: iterations + 1 }
    let begun = 0
    const run = await takeUp(folder, id, shape, () => {
      // performance.now() counts from the start of the process
      const now = performance.now()
      answer({ processMs: now, engineMs: now - begun })
      process.exit(0)
    })
    begun = performance.now()
    return run.drive()
  },

  /** Many runs that each do one iteration and wait for a person: what the process still holds of them. */
  async parked(folder, [runs = 0]) {
    const shape = { iterations: 2, parkAfter: 4 }
    const park = async (name: string) => {
      await startLoop(folder, name, shape)
      const run = await takeUp(folder, name, shape)
      const rest = await run.drive()
      await run.close()
      if (rest.type !== 'parked') throw new Error(rest.type)
    }
    for (let number = 0; number < runs; number += 1) await park(`warm-${number}`)
    const before = held()
    for (let number = 0; number < runs; number += 1) await park(`parked-${number}`)
    const after = held()
    return {
      bytesPerRun: (after.heap - before.heap) / runs,
      filesPerRun: (after.files - before.files) / runs,
    }
  },
}

function held() {
  // twice: the first round lets finalisers run whose objects only the second can free
  globalThis.gc?.()
  globalThis.gc?.()
  return { heap: process.memoryUsage().heapUsed, files: readdirSync('/proc/self/fd').length }
}

const answer = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
const [folder = '', task = '', ...args] = process.argv.slice(2)
answer(await tasks[task]?.(folder, args.map(Number)))
