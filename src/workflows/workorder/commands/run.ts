import { z } from 'zod'
import { openRun } from '../../../engine/open-run.ts'
import { type CommandResult, defineCommand } from '../../../engine/workflow-command.ts'
import { type ExitCode, exitCodes, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { workorder } from '../definition.ts'
import { missingFor, openWaiting } from '../waiting.ts'

export const command = defineCommand({
  name: 'workorder run',
  usage: 'workorder run [<order>] [options]',
  about:
    'Works on an order until it is completed, needs review, or a person must decide. With --all, on every order that\nwaits, in their order; one that depends on another waits until that one is completed.\nExit 0: completed; 1: needs review, or stopped; 3: a person must decide, or paused; 4: a cap was reached;\n5: failed; the highest of all with --all.',
  words: ['order'],
  arguments: z.object({
    order: z.string().optional(),
    all: z.boolean().default(false).meta({ help: 'every order that waits' }),
  }),
  carries: true,
  examples: [
    ['loopwright workorder run wo1', 'one order'],
    ['loopwright workorder run --all', 'all of them'],
  ],
  async run({ workspace }, { order, all }) {
    if (order !== undefined) {
      const open = await openRun(workorder, workspace, order)
      if (!open.ok) return open
      const on = await missingFor(workspace, open.value.state)
      const notes =
        on === null ? [] : [`it depends on "${on}", which is not completed; it starts without it`]
      return ok({ type: 'carry', run: open.value.name, notes })
    }
    const waiting = openWaiting(workspace)
    const first = await waiting.next()
    if (first === null) return err(nothingWaits(waiting))
    return ok(all ? carryAll(waiting, first.name) : { type: 'carry', run: first.name })
  },
})

type Waiting = ReturnType<typeof openWaiting>

const nothingWaits = (waiting: Waiting) => {
  const blocked = waiting.blocked().map(({ runId, on }) => `${runId} on "${on}"`)
  return blocked.length === 0
    ? usageProblem(
        'no order waits to be worked on',
        'add one: loopwright workorder add "<title>"   or plan some: loopwright workorder plan spec.md',
      )
    : usageProblem(
        `every order that waits depends on another: ${blocked.join(', ')}`,
        'see what they wait for: loopwright list   loopwright workorder queue   loopwright gates',
      )
}

/** One order, and then all others that wait. What is wrong with one does not hold up the others. */
const carryAll = (
  waiting: Waiting,
  run: string,
  before: ExitCode = exitCodes.accepted,
): CommandResult => ({
  type: 'carry',
  run,
  async after(outcome): AsyncResult<CommandResult> {
    const exit = outcome.ok ? outcome.value.exit : outcome.error.exit
    const worst = exit > before ? exit : before
    // who pressed Ctrl-C does not want the next order to begin
    if (outcome.ok && outcome.value.paused)
      return ok({ type: 'show', lines: () => [], exit: worst })
    const next = await waiting.next()
    if (next !== null) return ok(carryAll(waiting, next.name, worst))
    const blocked = waiting.blocked()
    return ok({
      type: 'show',
      lines: () => [],
      mentions: blocked.map(
        ({ runId, on }) => `! ${runId} waits for "${on}", which is not completed`,
      ),
      exit: blocked.length > 0 && worst === exitCodes.accepted ? exitCodes.notAccepted : worst,
    })
  },
})
