import { openHouse } from '../../../app.ts'
import { openDesignGates } from '../../../app/design-gates.ts'
import { openGates } from '../../../app/reflex-gates.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { nextLines } from '../../../views/design-summary.ts'
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
    const designs = await openDesignGates(opened.value)
    const { paint, print } = terminal
    if (flag(values, 'json')) {
      print(
        JSON.stringify({
          loopwright: 1,
          gates: [
            ...gates.map(({ alias, gate, setup }) => ({
              alias,
              workflow: 'reflex',
              ...gate,
              criteria: setup.criteria,
              max_iterations: setup.max_iterations,
            })),
            ...designs.map(({ gate, view }) => ({
              alias: view.featureId,
              workflow: 'design',
              ...gate,
              score: view.score,
              threshold: view.threshold,
              remaining_iterations: view.remaining,
              paths: view.paths,
            })),
          ],
        }),
      )
      return ok(exitCodes.accepted)
    }
    if (gates.length + designs.length === 0) print('nobody is waited for')
    for (const { alias, gate, setup } of gates) {
      for (const line of setupSummary(setup)) print(line)
      print(`\n${paint('yellow', '?')} ${paint('bold', gate.question)}`)
      for (const { name, effect } of gate.options)
        print(
          `  loopwright answer ${alias} ${paint('cyan', name.padEnd(8))} ${paint('dim', effect)}`,
        )
    }
    for (const { view } of designs) for (const line of nextLines(view, paint)) print(line)
    return ok(exitCodes.accepted)
  },
}
