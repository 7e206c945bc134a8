import { join, resolve } from 'node:path'
import type { Workspace } from '../../../ports/workspace.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import { importBundle } from './import-bundle.ts'
import { inputErrorText } from './input-error.ts'
import { readNamed } from '../../../engine/read-named.ts'
import { projectFolder } from './read-inputs.ts'
import { readGanSettings } from '../setup.ts'

export type ImportedDesign = {
  readonly folder: string
  readonly format: string
  readonly version: string | null
  readonly files: readonly string[]
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  readonly warnings: readonly string[]
}

/** Takes a bundle into a project folder: all of it is written, or nothing. */
export async function importDesign(
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
