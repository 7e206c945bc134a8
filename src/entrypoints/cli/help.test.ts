import { expect, test } from 'vitest'
import { commandHelp, groupHelp, overviewHelp } from './help.ts'
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
