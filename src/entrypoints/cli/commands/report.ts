import { setFlagsFromString } from 'node:v8'
import { type Command, flag, reportFormats } from '../command.ts'
import { exitCodes } from '../../../model/problem.ts'
import { runAt } from '../open-runs.ts'
import { screenOf } from '../screen.ts'
import { deliver, formatOf } from './report-output.ts'

export const command: Command = {
  name: 'report',
  usage: 'report [run] [options]',
  about:
    'Shows the result of a loop: scores, verdicts and who decided them, versions, cost, who confirmed what.\nWithout a run: the active loop.',
  words: { least: 0, most: 1 },
  options: {
    artifact: { type: 'boolean', help: 'add the whole artifact' },
    format: { type: 'string', value: 'F', choices: reportFormats, help: reportFormats.join(', ') },
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
    // a long history passes by: most of what is made of it is gone at once, and needs no room to grow in
    setFlagsFromString('--semi-space-growth-factor=1')
    const run = await runAt(call, call.words[0])
    if (!run.ok) return run
    const report = await run.value.report(format.value, {
      artifact: flag(call.values, 'artifact'),
      screen: screenOf(call),
    })
    return report.ok ? deliver(call, run.value.workspace, report.value, exitCodes.accepted) : report
  },
}
