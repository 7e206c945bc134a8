import { join, resolve } from 'node:path'
import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { counted } from '../../../model/counted.ts'
import { ok, type AsyncResult, usageError } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { importBundle } from '../inputs/import-bundle.ts'
import { inputErrorText } from '../inputs/input-error.ts'
import { readNamed } from '../../../engine/read-named.ts'
import { projectFolder } from '../inputs/read-inputs.ts'
import { readGanSettings } from '../setup.ts'

export const command = defineCommand({
  name: 'gan import',
  usage: 'gan import <bundle> <folder> [options]',
  about:
    'Imports a design bundle (ZIP or HTML) into a project folder: tokens, components, assets and copy. Everything is\nchecked before anything is written: programs, links, ways out of the folder and nested archives are refused.',
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

type ImportedDesign = {
  readonly folder: string
  readonly format: string
  readonly version: string | null
  readonly files: readonly string[]
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  readonly warnings: readonly string[]
}

/** Takes a bundle into a project folder: all of it is written, or nothing. */
async function importDesign(
  workspace: Workspace,
  bundle: string,
  named: string,
): AsyncResult<ImportedDesign> {
  const folder = projectFolder(workspace, named)
  if (!folder.ok) return folder
  const result = await readGanSettings(workspace)
  if (!result.ok) return result
  const { claude_design: rules } = result.value.settings.design
  if (!rules.enabled)
    return usageError(
      'design.claude_design.enabled is false: bundles are not taken',
      `build from BRIEF, copy.json and the brand files (${rules.fallback_path})`,
    )
  const path = resolve(workspace.cwd, bundle)
  const bytes = await readNamed(workspace, path, { missing: 'there is no such file', todo: '' })
  const imported = importBundle(bytes.ok ? bytes.value : null, {
    path: workspace.relative(path),
    supportedVersions: rules.supported_bundle_versions,
    fallback: rules.fallback_path,
  })
  if (!imported.ok)
    return usageError(
      inputErrorText(imported.error),
      `nothing was written; the other way: build from BRIEF, copy.json and the brand files (${rules.fallback_path})`,
      workspace.relative(path),
    )
  const { files, format, version, renamed, warnings } = imported.value
  const standing = await firstThere(workspace, folder.value, files)
  if (standing !== null)
    return usageError(
      'the bundle would write over a file; nothing was written',
      'move the file away, or import into another folder',
      workspace.relative(standing),
    )
  for (const file of files)
    await workspace.disk.writeDurably(join(folder.value, file.path), file.bytes)
  return ok({
    folder: workspace.relative(folder.value),
    format,
    version,
    files: files.map((file) => file.path),
    renamed,
    warnings,
  })
}

async function firstThere(
  workspace: Pick<Workspace, 'disk'>,
  folder: string,
  files: readonly { readonly path: string }[],
): Promise<string | null> {
  for (const { path } of files)
    if ((await workspace.disk.size(join(folder, path))) !== null) return join(folder, path)
  return null
}
