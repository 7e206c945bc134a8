import { join } from 'node:path'
import { OpenWorkflow } from 'openworkflow'
import { BackendSqlite } from 'openworkflow/sqlite'

const names = ['plan', 'produce', 'evaluate', 'refine']

/** One workflow with a step a phase; the 4 KB are its input, each step returns the change. */
export async function open({ folder, setup }) {
  const backend = BackendSqlite.connect(join(folder, 'openworkflow.db'))
  const client = new OpenWorkflow({ backend })
  let watch
  const loop = client.defineWorkflow({ name: 'loop' }, async ({ input, step }) => {
    let change
    for (let iteration = 0; iteration < input.iterations; iteration += 1)
      for (const name of names)
        change = await step.run({ name: `${name}-${iteration}` }, async () => watch.phase())
    return change
  })
  const worker = client.newWorker({ concurrency: 1 })
  await worker.start()
  return {
    async run(iterations, stopwatch) {
      watch = stopwatch
      await (await loop.run({ setup, iterations })).result()
    },
    async close() {
      await worker.stop()
      await backend.stop()
    },
  }
}
