import { openHouse } from '../../../app.ts'
import { openGates } from '../../../app/reflex-gates.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { setupSummary } from '../../../views/setup-summary.ts'
import type { Command } from '../command.ts'
import { flag } from '../parse.ts'

export const command: Command = {
  name: 'gates',
  usage: 'gates [options]',
  about: 'Lists the questions that wait for a person, with what there is to see and how to answer.',
  words: { least: 0, most: 0 },
  options: {},
  examples: [['loopwright gates', 'all open questions']],
  async run({ values, terminal, cwd, env }) {
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const gates = await openGates(opened.value)
    const { paint, print } = terminal
    if (flag(values, 'json')) {
      print(
        JSON.stringify({
          loopwright: 1,
          gates: gates.map(({ alias, gate, setup }) => ({
            alias,
            ...gate,
            criteria: setup.criteria,
            max_iterations: setup.max_iterations,
          })),
        }),
      )
      return ok(exitCodes.accepted)
    }
    if (gates.length === 0) print('nobody is waited for')
    for (const { alias, gate, setup } of gates) {
      for (const line of setupSummary(setup)) print(line)
      print(`\n${paint('yellow', '?')} ${paint('bold', gate.question)}`)
      for (const { name, effect } of gate.options)
        print(
          `  loopwright answer ${alias} ${paint('cyan', name.padEnd(8))} ${paint('dim', effect)}`,
        )
    }
    return ok(exitCodes.accepted)
  },
}
