import { openWorkspace } from '../../../app.ts'
import { beginTrial, stopTrial, trials } from '../trial.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok, usageError } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { table } from '../../../views/format.ts'
import { type Command, flag } from '../../../entrypoints/cli/command.ts'

export const command: Command = {
  name: 'workorder trial',
  usage: 'workorder trial [<proposer> <threshold>] [options]',
  about:
    'Tries a proposer on orders somewhat harder than it is trusted with, one band of a tenth at most. Orders between both\nthresholds go to it. After 30 attempts, learn analyze asks a person where 70 % of them succeeded. Without words, it\nlists the trials.',
  words: { least: 0, most: 2 },
  options: { stop: { type: 'boolean', help: 'end the trial of a proposer without a verdict' } },
  examples: [
    ['loopwright workorder trial', 'how trials stand'],
    ['loopwright workorder trial small 0.5', 'small is trusted up to 0.4 now'],
    ['loopwright workorder trial small --stop', 'without a verdict'],
  ],
  async run({ words, values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const [name, threshold] = words
    const { print, paint } = terminal
    const json = flag(values, 'json')
    if (name === undefined) {
      const all = await trials(workspace.value)
      if (!all.ok) return all
      if (json) print(JSON.stringify({ loopwright: 1, trials: all.value }))
      else if (all.value.length === 0) print('no proposer is being tried')
      else
        for (const line of table(
          ['proposer', 'trusted up to', 'tried up to', 'status', 'attempts', 'succeeded'],
          all.value.map((each) => [
            printable(each.proposer_name),
            String(each.current_threshold),
            String(each.experimental_threshold),
            each.status,
            `${each.attempts_count} of ${each.min_attempts}`,
            String(each.success_count),
          ]),
        ))
          print(line)
      return ok(exitCodes.accepted)
    }
    if (flag(values, 'stop')) {
      const ended = await stopTrial(workspace.value, name)
      if (!ended.ok) return ended
      if (json) print(JSON.stringify({ loopwright: 1, trial: ended.value }))
      else print(`${paint('green', '✓')} ${printable(name)} is not tried any more`)
      return ok(exitCodes.accepted)
    }
    if (threshold === undefined)
      return usageError('which threshold?', `such as: workorder trial ${name} 0.5`)
    const begun = await beginTrial(workspace.value, name, Number(threshold))
    if (!begun.ok) return begun
    const { current_threshold: from, experimental_threshold: to } = begun.value
    if (json) print(JSON.stringify({ loopwright: 1, trial: begun.value }))
    else {
      print(`${paint('green', '✓')} orders between ${from} and ${to} go to ${printable(name)} now`)
      print(`  ${paint('cyan', '→')} how it goes: loopwright workorder trial`)
      print(`  ${paint('cyan', '→')} the verdict: loopwright learn analyze, then loopwright gates`)
    }
    return ok(exitCodes.accepted)
  },
}
