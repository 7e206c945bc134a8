import { answer } from '../carry.ts'
import { type Command, gateOption, onlyOf, text, wholeNumber } from '../command.ts'
import { runAt } from '../open-runs.ts'

export const command: Command = {
  name: 'answer',
  usage: 'answer <run> <option> [options]',
  about:
    'Answers the question a loop waits at. Who answered, when, and what they saw is recorded; the first answer counts.',
  words: { least: 2, most: 2 },
  decides: true,
  options: {
    feedback: { type: 'string', help: 'words to go with the answer' },
    by: { type: 'string', value: 'NAME', help: 'who answers (you)' },
    gate: gateOption,
    only: {
      type: 'string',
      value: 'IDS',
      help: 'with "met" or "unmet": only these obligations, by comma',
    },
    prove: {
      type: 'boolean',
      help: 'with "approve" of a set-up: keep only what pairs of applications show to help',
    },
    exam: {
      type: 'string',
      value: 'FILE',
      help: 'with "change": what is asked, edited (from: status --json)',
    },
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
    ['loopwright answer courses-api met --only task.3,task.5', 'you decide what no check could'],
  ],
  async run(call) {
    const { values, words } = call
    const [named, option = ''] = words
    const limit = wholeNumber(values, 'max-iterations')
    if (!limit.ok) return limit
    const run = await runAt(call, named)
    if (!run.ok) return run
    return answer(call, run.value.workspace, run.value, {
      option,
      gate: text(values, 'gate'),
      feedback: text(values, 'feedback'),
      only: onlyOf(call),
      details: {
        prove: values['prove'] === true,
        exam: text(values, 'exam'),
        criteria: text(values, 'criteria'),
        maxIterations: limit.value,
      },
    })
  },
}
