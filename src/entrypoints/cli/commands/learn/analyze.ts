import { runAutoImprovement } from '../../../../learn/analyze.ts'
import { trainerOf } from '../../../../learn/open.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import { learnReportLines } from '../../../../views/learn/report.ts'
import { type Command, flag, fraction } from '../../command.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
  name: 'learn analyze',
  usage: 'learn analyze [options]',
  about:
    'Looks at all lessons: keeps their figures, retires what harms or does nothing, has weak texts rewritten, writes\nlessons against errors that nothing covers, and puts promotions before a person. Run it once a week.',
  words: { least: 0, most: 0 },
  options: {
    'dry-run': { type: 'boolean', help: 'say what would be done, and change nothing' },
    'least-reduction': {
      type: 'string',
      value: '0..1',
      help: 'ask for a reduction rate too, such as 0.7, before a promotion is proposed',
    },
  },
  examples: [
    ['loopwright learn analyze', 'by hand or by a timer'],
    ['loopwright learn analyze --dry-run --json', 'what it would do, for scripts'],
  ],
  run: (call) =>
    withRecords(call, async ({ workspace, records, at }) => {
      const { values, terminal } = call
      const reductionRate = fraction(values, 'least-reduction')
      if (!reductionRate.ok) return reductionRate
      const trainer = await trainerOf(workspace)
      if (!trainer.ok) return trainer
      const report = await runAutoImprovement(records, {
        at,
        trainer: trainer.value,
        dryRun: flag(values, 'dry-run'),
        leastRate: reductionRate.value,
      })
      if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, ...report }))
      else for (const line of learnReportLines(report, terminal.paint)) terminal.print(line)
      return ok(exitCodes.accepted)
    }),
}
