import { type Command, gateOption } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'

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
    const [named, option = ''] = call.words
    const found = await runAtHand(call, named)
    if (!found.ok) return found
    const { workspace, name, verbs } = found.value
    return verbs.answer(call, workspace, name, option)
  },
}
