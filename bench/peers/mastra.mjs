import { join } from 'node:path'
import { Mastra } from '@mastra/core'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { LibSQLStore } from '@mastra/libsql'
import { z } from 'zod'

const State = z.object({
  setup: z.any(),
  change: z.any(),
  iteration: z.number(),
  iterations: z.number(),
})

/** One iteration as a workflow of four steps, repeated with `dountil`; the state is passed on. */
export async function open({ folder, setup }) {
  let watch
  const step = (id, last = false) =>
    createStep({
      id,
      inputSchema: State,
      outputSchema: State,
      execute: async ({ inputData }) => ({
        ...inputData,
        change: watch.phase(),
        iteration: inputData.iteration + (last ? 1 : 0),
      }),
    })
  const iteration = createWorkflow({ id: 'iteration', inputSchema: State, outputSchema: State })
    .then(step('plan'))
    .then(step('produce'))
    .then(step('evaluate'))
    .then(step('refine', true))
    .commit()
  const loop = createWorkflow({ id: 'loop', inputSchema: State, outputSchema: State })
    .dountil(iteration, async ({ inputData }) => inputData.iteration >= inputData.iterations)
    .commit()
  const storage = new LibSQLStore({ id: 'bench', url: `file:${join(folder, 'mastra.db')}` })
  const mastra = new Mastra({ workflows: { loop }, storage, logger: false })
  return {
    async run(iterations, stopwatch) {
      watch = stopwatch
      const run = await mastra.getWorkflow('loop').createRun()
      const result = await run.start({
        inputData: { setup, change: {}, iteration: 0, iterations },
      })
      if (result.status !== 'success') throw new Error(JSON.stringify(result).slice(0, 500))
    },
    close: async () => undefined,
  }
}
