import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { counted } from '../../../model/counted.ts'
import { ok } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { importDesign } from '../inputs/import-design.ts'

export const command = defineCommand({
  name: 'gan import',
  usage: 'gan import <bundle> <folder> [options]',
  about:
    'Takes a design bundle (ZIP or HTML) into a project folder: tokens, components, assets and copy. Everything is\nchecked before anything is written: programs, links, ways out of the folder and nested archives are refused.',
  words: ['bundle', 'folder'],
  arguments: z.object({ bundle: z.string(), folder: z.string() }),
  examples: [['loopwright gan import bundle.zip landing', 'then: loopwright gan start landing']],
  async run({ workspace }, { bundle, folder: into }) {
    const imported = await importDesign(workspace, bundle, into)
    if (!imported.ok) return imported
    const { folder, files, renamed, warnings, format, version } = imported.value
    return ok({
      type: 'show',
      json: imported.value,
      lines: ({ paint }) => [
        `${paint('green', '✓')} ${counted(files.length, 'file')} of a ${format} bundle${version === null ? '' : ` (format ${version})`} in ${folder}`,
        ...files.map((path) => paint('dim', `  ${printable(path)}`)),
        ...renamed.map(
          ({ from, to }) => `  ${paint('yellow', '!')} ${printable(from)} is called ${to} here`,
        ),
        ...warnings.map((warning) => `  ${paint('yellow', '!')} ${printable(warning)}`),
        `  ${paint('cyan', '→')} build: loopwright gan start ${folder}`,
      ],
    })
  },
})
