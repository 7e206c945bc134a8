import { openHouse } from '../../../app.ts'
import { findRun } from '../../../app/find-run.ts'
import { findPlace, loadPlace } from '../../../app/reflex-places.ts'
import { changeSetup } from '../../../app/reflex-setup.ts'
import { answerRun } from '../../../app/reflex-steer.ts'
import { viewOf } from '../../../app/reflex-view.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Command } from '../command.ts'
import { runAsJson } from '../json.ts'
import { flag, pathIn, text, wholeNumber } from '../parse.ts'
import { whoAmI } from '../who.ts'

export const command: Command = {
  name: 'answer',
  usage: 'answer <run> <option> [options]',
  about:
    'Answers the question a loop waits at. Who answered, when, and what they saw is recorded; the first answer counts.',
  words: { least: 2, most: 2 },
  options: {
    feedback: { type: 'string', help: 'words to go with the answer' },
    by: { type: 'string', value: 'NAME', help: 'who answers (you)' },
    criteria: { type: 'string', value: 'FILE', help: 'with "change": other success criteria' },
    'max-iterations': {
      type: 'string',
      value: 'N',
      help: 'with "change": another iteration limit',
    },
  },
  examples: [
    [
      'loopwright answer courses-api confirm',
      'both questions need an answer before the loop starts',
    ],
    ['loopwright answer courses-api change --max-iterations 6', 'both are asked again'],
  ],
  async run(call) {
    const { words, values, terminal, cwd, env } = call
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const house = opened.value
    const [name, option = ''] = words
    const found = await findRun(house, name)
    if (!found.ok) return found
    if (found.value.workflow === 'design') {
      const { designVerbs } = await import('../design-verbs.ts')
      return designVerbs.answer(call, house, found.value.name, option)
    }
    const place = await findPlace(house, found.value.name)
    if (!place.ok) return place
    const limit = wholeNumber(values, 'max-iterations')
    if (!limit.ok) return limit
    const loaded = await loadPlace(house, place.value.alias)
    if (!loaded.ok) return loaded
    const changed = await changeSetup(loaded.value.state.setup, {
      criteriaFile: pathIn(cwd, text(values, 'criteria')),
      maxIterations: limit.value,
    })
    if (!changed.ok) return changed
    const feedback = text(values, 'feedback')
    const answer = {
      option,
      by: text(values, 'by') ?? whoAmI(env),
      ...(feedback === undefined ? {} : { feedback }),
    }
    const state = await answerRun(house, place.value, answer, changed.value)
    if (!state.ok) return state
    const run = viewOf(house, place.value, state.value)
    if (flag(values, 'json')) terminal.print(JSON.stringify(runAsJson(run)))
    else if (run.question === null)
      terminal.print(
        `${terminal.paint('green', '✓')} ${run.alias} is ${run.status}${run.status === 'running' ? '\n  → go on with: loopwright resume' : ''}`,
      )
    else
      terminal.print(
        `${terminal.paint('green', '✓')} recorded\n${terminal.paint('yellow', '?')} ${run.question}   loopwright answer ${run.alias} confirm`,
      )
    return ok(run.question === null ? exitCodes.accepted : exitCodes.parked)
  },
}
