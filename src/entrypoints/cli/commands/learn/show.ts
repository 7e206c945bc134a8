import { resolve } from 'node:path'
import { explainLesson } from '../../../../learn/explain.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import { lessonAsJson } from '../../../../views/learn/lesson.ts'
import { evidenceSvg } from '../../../../views/learn/plot-svg.ts'
import { inWords, lessonLines } from '../../../../views/learn/show.ts'
import { type Command, flag, text } from '../../command.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
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
      if (flag(values, 'json')) {
        const { path, moves, lacks } = lesson
        const json = { ...lessonAsJson(lesson), lacks, moves, path }
        terminal.print(JSON.stringify({ loopwright: 1, lesson: json }))
        return ok(exitCodes.accepted)
      }
      for (const line of lessonLines(lesson, terminal.paint, terminal.width)) terminal.print(line)
      if (file !== undefined) terminal.mention(`the plot is in ${file}`)
      return ok(exitCodes.accepted)
    }),
}
