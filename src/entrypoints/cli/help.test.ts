import { expect, test } from 'vitest'
import { aboutWord, commandHelp, groupHelp, overviewHelp } from './help.ts'
import { openTerminal } from './terminal.ts'
import { verbsOf } from './verbs.ts'

const columns = 60
const stream = { write: () => '', isTTY: true, columns }
const terminal = openTerminal({ stdout: stream, stderr: stream, stdin: {}, env: { NO_COLOR: '1' } })

test('help fits a narrow terminal, whatever the command', async () => {
  const texts = [overviewHelp(terminal, verbsOf())]
  for (const { load } of Object.values(verbsOf())) {
    const loaded = await load()
    if ('command' in loaded) texts.push(commandHelp(loaded.command, terminal))
    else texts.push(groupHelp(loaded.group, terminal))
  }
  // examples are commands, which are not broken
  const lines = texts.join('\n').split('\n')
  const long = lines.filter((line) => line.length > columns && !/loopwright/.test(line))
  expect(long.filter((line) => !line.startsWith('      '))).toEqual([])
})

test('help about one kind shows the options and examples of that kind only', async () => {
  const { command } = await import('./commands/check.ts')
  const helpOf = (kind: string) => commandHelp(aboutWord(command, kind), terminal)
  const config = helpOf('config')
  expect(config).toContain('loopwright check config <file...>')
  expect(config).toContain('--task')
  for (const name of ['--brief', '--mutation', '--no-write', '--requirements', '--type'])
    expect(config).not.toContain(name)
  expect(helpOf('page')).toContain('--brief')
  expect(helpOf('page')).not.toContain('with page:')
  expect(helpOf('code')).toContain('loopwright check code . --base main')
  expect(helpOf('design')).toContain('--requirements')
  expect(helpOf('track')).toContain('--no-write')
  expect(helpOf('nothing')).toBe(commandHelp(command, terminal))
  // every kind there is has its own
  for (const kind of command.firstWords ?? []) expect(command.meanings?.[kind]).toBeDefined()
})
