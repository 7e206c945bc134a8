import { openWorkspace } from '../../../app.ts'
import { runNames } from '../../../app/find-run.ts'
import { nearest } from '../../../kit/near.ts'
import { exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import { type Call, type Command, flag, text, whoAmI } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'

export const command: Command = {
  name: 'stop',
  usage: 'stop [run] [reason] [options]',
  about:
    'Ends the active loop for good. A loop that is being worked on is asked to stop at once.\n(To pause it, press Ctrl-C where it runs.)',
  words: { least: 0, most: 1_000 },
  decides: true,
  options: { run: { type: 'string', value: 'RUN', help: 'the run, where a reason could be one' } },
  examples: [
    ['loopwright stop', 'the active loop; reason: user_stop'],
    ['loopwright stop courses-api', 'the run of that name'],
    ['loopwright stop good enough for the demo', 'with a reason of your own'],
  ],
  async run(call) {
    const { words, values, terminal, env } = call
    const given = text(values, 'run')
    const known = given === undefined ? await namedRun(call, words) : ok(given)
    if (!known.ok) return known
    const found = await runAtHand(call, known.value ?? undefined)
    if (!found.ok) return found
    const { workspace, name, verbs } = found.value
    const said = given === undefined && known.value !== null ? words.slice(1) : words
    const reason = said.join(' ').trim() || 'user_stop'
    const halted = await verbs.stop(workspace, name, { reason, by: whoAmI(env) })
    if (!halted.ok) return halted
    const { alias } = halted.value
    const asked = halted.value.stopped === 'asked'
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias, stopped: !asked, asked, reason }))
    else
      terminal.print(
        asked ? `asked the process that works on ${alias} to stop` : `${alias} stopped (${reason})`,
      )
    return ok(exitCodes.accepted)
  },
}

/** The run that the first word names; null where it begins a reason. A word that may be either is not guessed at. */
async function namedRun({ cwd, env }: Call, words: readonly string[]): AsyncResult<string | null> {
  const [first] = words
  if (first === undefined) return ok(null)
  const workspace = await openWorkspace({ cwd, env })
  if (!workspace.ok) return workspace
  const names = await runNames(workspace.value)
  if (names.includes(first)) return ok(first)
  const near = words.length === 1 ? nearest(first, names) : null
  return near === null
    ? ok(null)
    : usageError(
        `no run is called "${first}"`,
        `did you mean: loopwright stop ${near}   (with a reason: loopwright stop --run RUN ${first})`,
      )
}
