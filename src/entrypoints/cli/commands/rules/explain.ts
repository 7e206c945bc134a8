import { openWorkspace } from '../../../../app.ts'
import { type KnownRule, rulesNamed } from '../../../../check/rules/catalog.ts'
import type { Paint } from '../../../../model/screen.ts'
import { type Command, printResult } from '../../command.ts'

export const command: Command = {
  name: 'rules explain',
  usage: 'rules explain <id> [options]',
  about:
    'Says what a rule asks, with one line that breaks it and one that keeps it, what it may do to work, why, and how to\nchange that. A family explains all rules that are of it.',
  words: { least: 1, most: 1 },
  options: {},
  examples: [
    ['loopwright rules explain integrity/test-skipped', 'a built-in rule'],
    ['loopwright rules explain document', 'all rules about documents'],
  ],
  async run({ words: [name = ''], values, terminal, cwd, env }) {
    const opened = await openWorkspace({ cwd, env })
    if (!opened.ok) return opened
    const rules = await rulesNamed(opened.value, name)
    if (!rules.ok) return rules
    return printResult({ values, terminal }, { rules: rules.value }, ({ terminal: { paint } }) =>
      rules.value.map((rule) => explained(rule, paint)),
    )
  },
}

function explained(rule: KnownRule, paint: Paint): string {
  const { id, about, example, severity, power, fix, reach, kind, origin } = rule
  const line = (name: string, text: string) =>
    text
      .split('\n')
      .map((each, index) => `  ${paint('dim', (index === 0 ? name : '').padEnd(9))} ${each}`)
  return [
    `${paint('bold', id)} ${paint('dim', `· ${kind}, ${origin}`)}`,
    ...line('asks', about),
    ...line('bad', example.bad.trimEnd()),
    ...line('better', example.better.trimEnd()),
    ...(fix === undefined ? [] : line('do', fix)),
    ...line('severity', severity),
    ...line('power', `${power.power}: ${power.reason}`),
    ...line('change', power.change),
    ...(reach === undefined ? [] : line('needs', reach.join(', '))),
    '',
  ].join('\n')
}
