import { openWorkspace } from '../../../app.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { type Command, flag } from '../command.ts'
import { fromEach } from '../workflow-verbs.ts'

export const command: Command = {
  name: 'gates',
  usage: 'gates [options]',
  about: 'Lists the questions that wait for a person, with what there is to see and how to answer.',
  words: { least: 0, most: 0 },
  options: {},
  examples: [['loopwright gates', 'all open questions']],
  async run({ values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const told = await fromEach((verbs) => verbs.gates(workspace.value))
    // what lessons wait for is no run, and asked all the same
    const { approvalGates } = await import('../../../app/learn-gates.ts')
    const gates = [...told.flatMap(([, each]) => each), ...(await approvalGates(workspace.value))]
    const { paint, print } = terminal
    if (flag(values, 'json'))
      print(JSON.stringify({ loopwright: 1, gates: gates.map(({ json }) => json) }))
    else if (gates.length === 0) print('nobody is waited for')
    else for (const { lines } of gates) for (const line of lines(paint)) print(line)
    return ok(exitCodes.accepted)
  },
}
