import { showLessons } from '../../../../learn/show.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import { lessonAsJson, lessonTable } from '../../../../views/learn/lesson.ts'
import { type Command, flag } from '../../command.ts'
import { withRecords } from './with-records.ts'

const ended = new Set(['rejected', 'retired', 'retired-harmful', 'retired-futile', 'superseded'])

export const command: Command = {
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
      const { values, terminal } = call
      const all = await showLessons(records)
      const shown = flag(values, 'all') ? all : all.filter(({ stage }) => !ended.has(stage))
      if (flag(values, 'json'))
        terminal.print(JSON.stringify({ loopwright: 1, lessons: shown.map(lessonAsJson) }))
      else {
        for (const line of lessonTable(shown)) terminal.print(line)
        const hidden = all.length - shown.length
        if (hidden > 0) terminal.mention(`out of use: ${hidden} more (loopwright learn list --all)`)
      }
      return ok(exitCodes.accepted)
    }),
}
