import { counted } from '../../../../model/counted.ts'
import { openWorkspace } from '../../../../app.ts'
import { importDesign } from '../../../../app/gan-import.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import { printable } from '../../../../views/findings.ts'
import { type Command, flag } from '../../command.ts'

export const command: Command = {
  name: 'gan import',
  usage: 'gan import <bundle> <folder> [options]',
  about:
    'Takes a design bundle (ZIP or HTML) into a project folder: tokens, components, assets and copy. Everything is\nchecked before anything is written: programs, links, ways out of the folder and nested archives are refused.',
  words: { least: 2, most: 2 },
  options: {},
  examples: [['loopwright gan import bundle.zip landing', 'then: loopwright gan start landing']],
  async run({ words, values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const imported = await importDesign(workspace.value, words[0] ?? '', words[1] ?? '')
    if (!imported.ok) return imported
    const { paint, print } = terminal
    const { folder, files, renamed, warnings, format, version } = imported.value
    if (flag(values, 'json')) print(JSON.stringify({ loopwright: 1, ...imported.value }))
    else {
      print(
        `${paint('green', '✓')} ${counted(files.length, 'file')} of a ${format} bundle${version === null ? '' : ` (format ${version})`} in ${folder}`,
      )
      for (const path of files) print(paint('dim', `  ${printable(path)}`))
      for (const { from, to } of renamed)
        print(`  ${paint('yellow', '!')} ${printable(from)} is called ${to} here`)
      for (const warning of warnings) print(`  ${paint('yellow', '!')} ${printable(warning)}`)
      print(`  ${paint('cyan', '→')} build: loopwright gan start ${folder}`)
    }
    return ok(exitCodes.accepted)
  },
}
