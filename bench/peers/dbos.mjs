import { DBOS } from '@dbos-inc/dbos-sdk'

const names = ['plan', 'produce', 'evaluate', 'refine']

/** One workflow with a step a phase; the 4 KB are its input, each step returns the change. */
export async function open({ url, setup }) {
  let watch
  const loop = DBOS.registerWorkflow(
    async (input, iterations) => {
      let change = input
      for (let iteration = 0; iteration < iterations; iteration += 1)
        for (const name of names)
          change = await DBOS.runStep(async () => watch.phase(), { name: `${name}-${iteration}` })
      return change
    },
    { name: 'loop' },
  )
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: url,
    logLevel: 'error',
    runAdminServer: false,
  })
  await DBOS.launch()
  return {
    async run(iterations, stopwatch) {
      watch = stopwatch
      await loop(setup, iterations)
    },
    close: () => DBOS.shutdown(),
  }
}
