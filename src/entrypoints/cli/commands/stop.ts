import type { Runs } from '../../../engine/runs.ts'
import { nearest } from '../../../kit/near.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import { type Command, text, whoAmI, printResult } from '../command.ts'
import { runsAt } from '../open-runs.ts'

export const command: Command = {
  name: 'stop',
  usage: 'stop [run] [reason] [options]',
  about:
    'Ends the active loop for good. A loop that is being worked on is asked to stop at once.\n(To pause it, press Ctrl-C where it runs.)',
  words: { least: 0, most: 1_000 },
  decides: true,
  options: {
    run: { type: 'string', value: 'RUN', help: 'the run, where the reason could be taken for one' },
  },
  examples: [
    ['loopwright stop', 'the active loop; reason: user_stop'],
    ['loopwright stop courses-api', 'the run of that name'],
    ['loopwright stop good enough for the demo', 'with a reason of your own'],
  ],
  async run(call) {
    const { words, values, env } = call
    const runs = await runsAt(call)
    if (!runs.ok) return runs
    const given = text(values, 'run')
    const known = given === undefined ? await namedRun(runs.value, words) : ok(given)
    if (!known.ok) return known
    const run = await runs.value.find(known.value ?? undefined)
    if (!run.ok) return run
    const said = given === undefined && known.value !== null ? words.slice(1) : words
    const reason = said.join(' ').trim() || 'user_stop'
    const stopped = await run.value.stop({ reason, by: whoAmI(env) })
    if (!stopped.ok) return stopped
    const alias = run.value.name
    const asked = stopped.value === 'asked'
    return printResult(call, { alias, stopped: !asked, asked, reason }, () => [
      asked ? `asked the process that works on ${alias} to stop` : `${alias} stopped (${reason})`,
    ])
  },
}

/** The run that the first word names; null where it begins a reason. A word that may be either is not guessed at. */
async function namedRun(runs: Runs, words: readonly string[]): AsyncResult<string | null> {
  const [first] = words
  if (first === undefined) return ok(null)
  const names = await runs.names()
  if (names.includes(first)) return ok(first)
  const near = words.length === 1 ? nearest(first, names) : null
  return near === null
    ? ok(null)
    : usageError(
        `no run is called "${first}"`,
        `did you mean: loopwright stop ${near}   (with a reason: loopwright stop --run RUN ${first})`,
      )
}
