import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import type { ExperimentRow } from '../../../model/records-outcomes.ts'
import { ok, usageError } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { table } from '../../../views/format.ts'
import { beginTrial, stopTrial, trials } from '../trial.ts'

export const command = defineCommand({
  name: 'workorder trial',
  usage: 'workorder trial [<proposer> <threshold>] [options]',
  about:
    'Tries a proposer on orders somewhat harder than it is trusted with, one band of a tenth at most. Orders between both\nthresholds go to it. After 30 attempts, learn analyze asks a person where 70 % of them succeeded. Without\narguments, it lists the trials.',
  words: ['proposer', 'threshold'],
  arguments: z.object({
    proposer: z.string().optional(),
    threshold: z.string().optional(),
    stop: z
      .boolean()
      .default(false)
      .meta({ help: 'end the trial of a proposer without a verdict' }),
  }),
  examples: [
    ['loopwright workorder trial', 'how trials stand'],
    ['loopwright workorder trial small 0.5', 'small is trusted up to 0.4 now'],
    ['loopwright workorder trial small --stop', 'without a verdict'],
  ],
  async run({ workspace }, { proposer: name, threshold, stop }) {
    if (name === undefined) {
      const all = await trials(workspace)
      if (!all.ok) return all
      return ok({ type: 'show', json: { trials: all.value }, lines: () => trialLines(all.value) })
    }
    if (stop) {
      const ended = await stopTrial(workspace, name)
      if (!ended.ok) return ended
      return ok({
        type: 'show',
        json: { trial: ended.value },
        lines: ({ paint }) => [`${paint('green', '✓')} ${printable(name)} is not tried any more`],
      })
    }
    if (threshold === undefined)
      return usageError('no threshold is named', `such as: workorder trial ${name} 0.5`)
    const begun = await beginTrial(workspace, name, Number(threshold))
    if (!begun.ok) return begun
    const { current_threshold: from, experimental_threshold: to } = begun.value
    return ok({
      type: 'show',
      json: { trial: begun.value },
      lines: ({ paint }) => [
        `${paint('green', '✓')} orders between ${from} and ${to} go to ${printable(name)} now`,
        `  ${paint('cyan', '→')} how it goes: loopwright workorder trial`,
        `  ${paint('cyan', '→')} the verdict: loopwright learn analyze, then loopwright gates`,
      ],
    })
  },
})

const trialLines = (all: readonly ExperimentRow[]): readonly string[] =>
  all.length === 0
    ? ['no proposer is being tried']
    : table(
        ['proposer', 'trusted up to', 'tried up to', 'status', 'attempts', 'succeeded'],
        all.map((each) => [
          printable(each.proposer_name),
          String(each.current_threshold),
          String(each.experimental_threshold),
          each.status,
          `${each.attempts_count} of ${each.min_attempts}`,
          String(each.success_count),
        ]),
      )
