import type { Paint } from '../../../model/screen.ts'
import { type Command, printResult } from '../command.ts'
import { runsAt } from '../open-runs.ts'

type Question = {
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: (paint: Paint) => readonly string[]
}

export const command: Command = {
  name: 'gates',
  usage: 'gates [options]',
  about: 'Lists the questions that wait for a person, with what there is to see and how to answer.',
  words: { least: 0, most: 0 },
  options: {},
  examples: [['loopwright gates', 'all open questions']],
  async run(call) {
    const runs = await runsAt(call)
    if (!runs.ok) return runs
    const gates: Question[] = []
    for await (const { summary, open } of runs.value.all()) {
      if (!summary.asks) continue
      const run = await open()
      if (!run.ok || run.value.gate === null) continue
      const show = await run.value.show()
      gates.push({ json: show.gate ?? show.json, lines: show.next })
    }
    // what lessons wait for is no run, and asked all the same
    const { approvalGates } = await import('../../../learn/gates.ts')
    gates.push(...(await approvalGates(runs.value.workspace)))
    return printResult(call, { gates: gates.map(({ json }) => json) }, ({ terminal: { paint } }) =>
      gates.length === 0 ? ['no question is open'] : gates.flatMap(({ lines }) => lines(paint)),
    )
  },
}
