import { openWorkspace } from '../../../app.ts'
import { applyTuning } from '../tuning/apply.ts'
import { type TuningReport, tuningReport } from '../tuning/tune.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { table } from '../../../views/format.ts'
import { type Call, type Command, flag, text, whoAmI } from '../../../entrypoints/cli/command.ts'

export const command: Command = {
  name: 'workorder tune',
  usage: 'workorder tune [options]',
  about:
    'Looks at the orders that have ended: which factors of complexity went with a failed first attempt? Suggests weights\nin small steps, says why, and changes nothing: a person changes who is asked. With --apply the weights are written into\nloopwright.yaml. Exit 1: --apply had nothing to write.',
  words: { least: 0, most: 0 },
  options: {
    apply: { type: 'boolean', help: 'write the suggested weights into loopwright.yaml' },
    by: { type: 'string', value: 'NAME', help: 'who accepts them (you)' },
  },
  examples: [
    ['loopwright workorder tune', 'look first'],
    ['loopwright workorder tune --apply', 'then take them over'],
  ],
  async run({ values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const apply = flag(values, 'apply')
    const done = apply
      ? await applyTuning(workspace.value, text(values, 'by') ?? whoAmI(env))
      : await tuningReport(workspace.value).then((read) =>
          read.ok ? ok({ report: read.value, change: null }) : read,
        )
    if (!done.ok) return done
    const { report, change } = done.value
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, ...report, applied: change }))
    else {
      tell(terminal, report)
      tellNext(terminal, report, change?.by ?? null)
    }
    return ok(apply && change === null ? exitCodes.notAccepted : exitCodes.accepted)
  },
}

function tell({ print, paint }: Call['terminal'], report: TuningReport): void {
  const { suggestion, present, why, orders, last } = report
  print(
    `${orders.told} of ${orders.ended} ended orders tell whether they went to the right proposer`,
  )
  if (last !== null)
    print(paint('dim', `the weights were last changed at ${last.at} by ${printable(last.by)}`))
  print('')
  if (suggestion !== null) {
    const { weights, correlations } = suggestion
    const rows = Object.entries({ ...correlations }).map(([factor, correlation]) => [
      factor,
      figure(present, factor),
      figure(weights, factor),
      correlation.toFixed(2),
    ])
    for (const line of table(['factor', 'now', 'suggested', 'goes with failure'], rows)) print(line)
    print('')
  }
  const [first = '', ...rest] = why
  print(`${suggestion === null ? paint('green', '✓') : paint('cyan', '■')} ${printable(first)}`)
  for (const line of rest) print(`  ${printable(line)}`)
}

const figure = (weights: Readonly<Record<string, number>>, factor: string): string =>
  (weights[factor] ?? 0).toFixed(4)

function tellNext(
  { print, paint }: Call['terminal'],
  { suggestion }: TuningReport,
  appliedBy: string | null,
): void {
  if (suggestion === null) return
  print('')
  if (appliedBy !== null) {
    print(
      `${paint('green', '✓')} written into loopwright.yaml, accepted by ${printable(appliedBy)}`,
    )
    return
  }
  for (const line of suggestion.yaml.split('\n')) print(line)
  print('')
  print(`  ${paint('cyan', '→')} take them over: loopwright workorder tune --apply`)
}
