import { exitCodes, type Problem } from '../../../model/problem.ts'
import { err } from '../../../model/result.ts'
import { inspectionAsJson, inspectionLines } from '../../../views/inspection.ts'
import { type Command, text, printResult } from '../command.ts'
import { runAt } from '../open-runs.ts'

export const command: Command = {
  name: 'verify',
  usage: 'verify [run] [options]',
  about:
    'Proves that a history is whole, and whether it is the one this machine wrote; that every artifact version is intact, and that the\nfiles show what the history says. Exit 0 if so, 1 if not, with the line that is wrong.',
  words: { least: 0, most: 1 },
  options: {
    anchor: {
      type: 'string',
      value: 'HASH',
      help: 'a head that you kept elsewhere, in a commit or a ticket',
    },
  },
  examples: [
    ['loopwright verify', 'the active loop'],
    ['loopwright verify courses-api --json', 'for scripts'],
    ['loopwright verify courses-api --anchor 3f9a61c04d', 'nothing before that head was changed'],
  ],
  async run(call) {
    const { values } = call
    const run = await runAt(call, call.words[0])
    if (!run.ok) return err(missed(run.error))
    const inspected = await run.value.verify(text(values, 'anchor'))
    if (!inspected.ok) return err(missed(inspected.error))
    const json = inspectionAsJson(run.value.name, inspected.value)
    return printResult(
      call,
      json,
      ({ terminal: { paint } }) => inspectionLines(inspected.value, paint),
      json.ok ? exitCodes.accepted : exitCodes.notAccepted,
    )
  },
}

/** A history that cannot be read is not proven; a run that was never there is a mistake of the caller. */
const missed = (problem: Problem): Problem =>
  problem.exit === exitCodes.usage ? problem : { ...problem, exit: exitCodes.notAccepted }
