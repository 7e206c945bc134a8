import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Paint } from '../../../model/screen.ts'
import { printable } from '../../../views/findings.ts'
import { table } from '../../../views/format.ts'
import { applyTuning } from '../tuning/apply.ts'
import { type TuningReport, tuningReport } from '../tuning/tune.ts'

export const command = defineCommand({
  name: 'workorder tune',
  usage: 'workorder tune [options]',
  about:
    'Looks at the orders that have ended: which factors of complexity went with a failed first attempt? Suggests weights\nin small steps, says why, and changes nothing: a person changes who is asked. With --apply the weights are written into\nloopwright.yaml. Exit 1: --apply had nothing to write.',
  words: [],
  arguments: z.object({
    apply: z
      .boolean()
      .default(false)
      .meta({ help: 'write the suggested weights into loopwright.yaml' }),
  }),
  records: true,
  examples: [
    ['loopwright workorder tune', 'look first'],
    ['loopwright workorder tune --apply', 'then take them over'],
  ],
  async run({ workspace, person: { by } }, { apply }) {
    const done = apply
      ? await applyTuning(workspace, by)
      : await tuningReport(workspace).then((read) =>
          read.ok ? ok({ report: read.value, change: null }) : read,
        )
    if (!done.ok) return done
    const { report, change } = done.value
    return ok({
      type: 'show',
      json: { ...report, applied: change },
      lines: ({ paint }) => [
        ...reportLines(report, paint),
        ...nextLines(report, change?.by ?? null, paint),
      ],
      exit: apply && change === null ? exitCodes.notAccepted : exitCodes.accepted,
    })
  },
})

function reportLines(report: TuningReport, paint: Paint): readonly string[] {
  const { suggestion, present, why, orders, last } = report
  const [first = '', ...rest] = why
  return [
    `${orders.told} of ${orders.ended} ended orders tell whether they went to the right proposer`,
    ...(last === null
      ? []
      : [paint('dim', `the weights were last changed at ${last.at} by ${printable(last.by)}`)]),
    '',
    ...(suggestion === null
      ? []
      : [
          ...table(
            ['factor', 'now', 'suggested', 'goes with failure'],
            Object.entries({ ...suggestion.correlations }).map(([factor, correlation]) => [
              factor,
              figure(present, factor),
              figure(suggestion.weights, factor),
              correlation.toFixed(2),
            ]),
          ),
          '',
        ]),
    `${suggestion === null ? paint('green', '✓') : paint('cyan', '■')} ${printable(first)}`,
    ...rest.map((line) => `  ${printable(line)}`),
  ]
}

const figure = (weights: Readonly<Record<string, number>>, factor: string): string =>
  (weights[factor] ?? 0).toFixed(4)

function nextLines(
  { suggestion }: TuningReport,
  appliedBy: string | null,
  paint: Paint,
): readonly string[] {
  if (suggestion === null) return []
  if (appliedBy !== null)
    return [
      '',
      `${paint('green', '✓')} written into loopwright.yaml, accepted by ${printable(appliedBy)}`,
    ]
  return [
    '',
    ...suggestion.yaml.split('\n'),
    '',
    `  ${paint('cyan', '→')} take them over: loopwright workorder tune --apply`,
  ]
}
