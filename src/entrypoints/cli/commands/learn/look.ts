import { resolve } from 'node:path'
import { runAutoImprovement } from '../../../../learn/analyze.ts'
import { comparePrompts, promptComparisonLines } from '../../../../learn/compare-prompts.ts'
import { explainLesson } from '../../../../learn/explain.ts'
import { trainerOf } from '../../../../learn/open.ts'
import { showLessons } from '../../../../learn/show.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { lessonAsJson, lessonTable } from '../../../../views/learn/lesson.ts'
import { evidenceSvg } from '../../../../views/learn/plot-svg.ts'
import { learnReportLines } from '../../../../views/learn/report.ts'
import { inWords, lessonLines } from '../../../../views/learn/show.ts'
import { type Command, flag, fraction, printResult, text } from '../../command.ts'
import { withRecords } from './with-records.ts'

const ended = new Set(['rejected', 'retired', 'retired-harmful', 'retired-futile', 'superseded'])

export const list: Command = {
  name: 'learn list',
  usage: 'learn list [options]',
  about:
    'Lists the lessons: stage, how often its error occurred with it and without it, the share of errors that went away,\nand what the evidence says. "Inconclusive" is an answer: nobody knows yet.',
  words: { least: 0, most: 0 },
  options: { all: { type: 'boolean', help: 'those that are out of use, too' } },
  examples: [
    ['loopwright learn list', 'those in use'],
    ['loopwright learn list --all --json', 'all of them, for scripts'],
  ],
  run: (call) =>
    withRecords(call, async ({ records }) => {
      const all = await showLessons(records)
      const listed = flag(call.values, 'all') ? all : all.filter(({ stage }) => !ended.has(stage))
      const hidden = all.length - listed.length
      const result = printResult(call, { lessons: listed.map(lessonAsJson) }, () =>
        lessonTable(listed),
      )
      if (hidden > 0 && !flag(call.values, 'json'))
        call.terminal.mention(`out of use: ${hidden} more (loopwright learn list --all)`)
      return result
    }),
}

export const show: Command = {
  name: 'learn show',
  usage: 'learn show <lesson> [options]',
  about:
    'Explains one lesson: what was seen with it and without it, in words, in numbers and as a plot, what was decided so far,\nand what comes next. A lesson is named by its short name, its id or its code.',
  words: { least: 1, most: 1 },
  options: {
    svg: { type: 'string', value: 'FILE', help: 'write the plot as a picture' },
  },
  examples: [
    ['loopwright learn show TS2304', 'by its code'],
    ['loopwright learn show TS2304 --svg evidence.svg', 'with a picture'],
  ],
  run: (call) =>
    withRecords(call, async ({ workspace, records }) => {
      const { words, values, terminal, cwd } = call
      const result = await explainLesson(records, words[0] ?? '')
      if (!result.ok) return result
      const lesson = result.value
      const file = text(values, 'svg')
      if (file !== undefined) {
        const messages = lesson.standing === null ? [] : inWords(lesson, lesson.standing)
        const picture = evidenceSvg(lesson.path, lesson.policy.bar, {
          title: `Evidence of the lesson against ${lesson.row.error_code}`,
          description: messages.join(' '),
        })
        await workspace.disk.writeDurably(resolve(cwd, file), picture)
      }
      const { path, moves, lacks } = lesson
      const json = { lesson: { ...lessonAsJson(lesson), lacks, moves, path } }
      const printed = printResult(call, json, () =>
        lessonLines(lesson, terminal.paint, terminal.width),
      )
      if (file !== undefined && !flag(values, 'json')) terminal.mention(`the plot is in ${file}`)
      return printed
    }),
}

export const analyze: Command = {
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
      const reductionRate = fraction(call.values, 'least-reduction')
      if (!reductionRate.ok) return reductionRate
      const trainer = await trainerOf(workspace)
      if (!trainer.ok) return trainer
      const report = await runAutoImprovement(records, {
        at,
        trainer: trainer.value,
        dryRun: flag(call.values, 'dry-run'),
        leastRate: reductionRate.value,
      })
      return printResult(call, report, ({ terminal }) => learnReportLines(report, terminal.paint))
    }),
}

export const compare: Command = {
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
      const { value } = compared
      const isShown = value.comparison.verdict !== 'no difference shown'
      return printResult(
        call,
        value,
        () => promptComparisonLines(value),
        isShown ? exitCodes.accepted : exitCodes.notAccepted,
      )
    }),
}
