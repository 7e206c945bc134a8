import { type Command, reportFormats } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'
import { formatOf } from './report-output.ts'

export const command: Command = {
  name: 'report',
  usage: 'report [run] [options]',
  about:
    'Shows the result of a loop: scores, verdicts and who decided them, versions, cost, who confirmed what.\nWithout a run: the active loop.',
  words: { least: 0, most: 1 },
  options: {
    artifact: { type: 'boolean', help: 'add the whole artifact' },
    format: { type: 'string', value: 'F', help: reportFormats.join(', ') },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write the report there' },
  },
  examples: [
    ['loopwright report courses-api', 'on the terminal'],
    ['loopwright report courses-api --format html -o report.html', 'one page to send to someone'],
    ['loopwright report courses-api --format markdown', 'for a pull request'],
  ],
  async run(call) {
    const format = formatOf(call.values, reportFormats)
    if (!format.ok) return format
    const found = await runAtHand(call, call.words[0])
    if (!found.ok) return found
    const { workspace, name, verbs } = found.value
    return verbs.report(call, workspace, name, format.value)
  },
}
