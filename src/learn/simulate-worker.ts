import { parentPort } from 'node:worker_threads'
import { simulateWorld, type WorldOrder } from '../learning/simulation/simulate.ts'

/** Simulates the worlds it is sent, one after the other, and answers with each. */
parentPort?.on('message', (order: WorldOrder) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(simulateWorld(order))
})
