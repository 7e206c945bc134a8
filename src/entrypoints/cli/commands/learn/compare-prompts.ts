import { comparePrompts, promptComparisonLines } from '../../../../learn/compare-prompts.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import { type Command, flag } from '../../command.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
  name: 'learn compare-prompts',
  usage: 'learn compare-prompts <version> <version> [options]',
  about:
    'Which of two versions of the prompt of work orders is better, by the scores that orders got with them? Orders of the same\nproposer and complexity make pairs. You may look at any time without spoiling it.\nExit 0: one is better; 1: no difference is shown.',
  words: { least: 2, most: 2 },
  options: {},
  examples: [['loopwright learn compare-prompts 1 2', 'the first prompt and the second']],
  run: (call) =>
    withRecords(call, async ({ records }) => {
      const [one = '', other = ''] = call.words
      const compared = await comparePrompts(records, [one, other])
      if (!compared.ok) return compared
      const { terminal, values } = call
      if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, ...compared.value }))
      else for (const line of promptComparisonLines(compared.value)) terminal.print(line)
      const isShown = compared.value.comparison.verdict !== 'no difference shown'
      return ok(isShown ? exitCodes.accepted : exitCodes.notAccepted)
    }),
}
