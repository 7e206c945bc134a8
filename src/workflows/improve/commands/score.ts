import { z } from 'zod'
import { commandRun } from '../../../engine/command-run.ts'
import { openRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { improve } from '../definition.ts'
import { keepResults } from '../reports.ts'

export const command = defineCommand({
  name: 'improve score',
  usage: 'improve score <run> <iteration> <1-10>',
  about:
    'Your own score of an application. It stands beside the computed one, and counts instead of it.',
  words: ['run', 'iteration', 'score'],
  arguments: z.object({
    run: z.string(),
    iteration: z.coerce.number().int().min(1),
    score: z.coerce.number().int().min(1).max(10),
  }),
  records: true,
  decides: true,
  examples: [['loopwright improve score bookshop 2 7', 'seven of ten']],
  async run({ workspace, person: { by } }, { run, iteration, score }) {
    const open = await openRun(improve, workspace, run)
    if (!open.ok) return open
    const next = await commandRun(improve, workspace, open.value, {
      type: 'record-human-score',
      iteration,
      score,
      by,
    })
    if (!next.ok) return next
    const recorded = await keepResults(workspace, next.value)
    if (!recorded.ok) return recorded
    return ok({
      type: 'show',
      run,
      json: { run, iteration, human_quality_score: score },
      lines: ({ paint }) => [
        `${paint('green', '✓')} iteration ${iteration} has ${score} of 10 from you`,
      ],
    })
  },
})
