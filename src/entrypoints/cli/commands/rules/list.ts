import { openWorkspace } from '../../../../app.ts'
import { knownRules } from '../../../../check/rules/catalog.ts'
import { counted } from '../../../../model/counted.ts'
import { subjectKinds } from '../../../../model/own-rule.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok, usageError } from '../../../../model/result.ts'
import { type Command, flag } from '../../command.ts'

export const command: Command = {
  name: 'rules list',
  usage: 'rules list [kind] [options]',
  about: `Lists the rules with what they may do here. Kinds: ${subjectKinds.join(', ')}.`,
  words: { least: 0, most: 1 },
  firstWords: subjectKinds,
  options: { own: { type: 'boolean', help: 'only rules of your own' } },
  examples: [
    ['loopwright rules list openapi', 'those about API descriptions'],
    ['loopwright rules list --own', 'your own'],
    ['loopwright rules list --json', 'all of them, for scripts'],
  ],
  async run({ words: [word], values, terminal, cwd, env }) {
    const kind = subjectKinds.find((each) => each === word)
    if (word !== undefined && kind === undefined)
      return usageError(`there is no kind "${word}"`, `kinds: ${subjectKinds.join(', ')}`)
    const opened = await openWorkspace({ cwd, env })
    if (!opened.ok) return opened
    const known = await knownRules(opened.value, kind)
    if (!known.ok) return known
    const rules = known.value.filter(({ origin }) => !flag(values, 'own') || origin === 'your own')
    if (flag(values, 'json')) {
      terminal.print(JSON.stringify({ loopwright: 1, rules }))
      return ok(exitCodes.accepted)
    }
    const { paint } = terminal
    for (const [name, own] of Map.groupBy(rules, (rule) => rule.kind)) {
      const width = Math.max(...own.map(({ id }) => id.length))
      terminal.print(`${paint('bold', name)} ${paint('dim', `· ${counted(own.length, 'rule')}`)}`)
      for (const { id, about, power, origin } of own)
        terminal.print(
          `  ${id.padEnd(width)}  ${power.power.padEnd(7)}  ${about.split('\n')[0] ?? ''}${origin === 'your own' ? paint('dim', ' (yours)') : ''}`,
        )
    }
    if (rules.length === 0)
      terminal.mention('no rule of your own yet; write one: loopwright rules new <id>')
    return ok(exitCodes.accepted)
  },
}
