import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { type Command, flag } from '../command.ts'
import { quickStatus } from '../quick-status.ts'

export const command: Command = {
  name: 'status',
  usage: 'status [run] [options]',
  about:
    'Shows where a loop is: alias | status | iteration | phase | current_step | last_score | updated_at.',
  words: { least: 0, most: 1 },
  options: { artifact: { type: 'boolean', help: 'show the whole artifact too' } },
  examples: [
    ['loopwright status', 'the active loop'],
    ['loopwright status courses-api --artifact', 'a loop by alias, with its artifact'],
  ],
  async run(call) {
    const { words, values, terminal, cwd } = call
    const wantsMore = words.length > 0 || flag(values, 'json') || flag(values, 'artifact')
    const line = wantsMore ? null : quickStatus(cwd)
    if (line === null) return (await import('../full-status.ts')).fullStatus(call)
    terminal.print(line)
    return ok(exitCodes.accepted)
  },
}
