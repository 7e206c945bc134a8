// Runs one peer: a line "50" on stdin asks for a loop of 50 iterations, the answer is its ms per phase.
import { createInterface } from 'node:readline'

const [name, folder, url] = process.argv.slice(2)
const phases = 4

/** Counts phases and keeps the time from the first to the last, so that no queue or start-up counts. */
function stopwatch() {
  let first = 0
  let last = 0
  let count = 0
  return {
    /** What a phase does: nothing. It returns a change of about 300 bytes, as our events are. */
    phase() {
      last = performance.now()
      if (count === 0) first = last
      count += 1
      return { score: 0.5, done: count, artifact: String(count).padStart(240, '0') }
    },
    count: () => count,
    msPerPhase: () => (last - first) / (count - 1),
  }
}

/** What every loop starts with; together with the change it makes about 4 KB. */
const setup = { criteria: 'criteria '.repeat(400) }

const peer = await (await import(`./${name}.mjs`)).open({ folder, url, setup, phases })
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const iterations = Number(line)
  const watch = stopwatch()
  await peer.run(iterations, watch)
  const expected = iterations * phases
  if (watch.count() !== expected) throw new Error(`${watch.count()} phases, not ${expected}`)
  process.stdout.write(`${JSON.stringify({ ms: watch.msPerPhase() })}\n`)
}
await peer.close()
process.exit(0)
