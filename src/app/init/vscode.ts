import { packageFile } from '../package-files.ts'
import { existsSync } from 'node:fs'
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import type { Unmergeable } from '../../hosts/jsonc.ts'
import { ownProgram } from '../own-program.ts'
import { type Merged, mergeSettings, mergeTasks } from './vscode-merge.ts'
import { vscodeTasks } from './vscode-tasks.ts'
import { replaceFile } from '../../engine/user-files.ts'

export type VscodeFile = Omit<Merged, 'text'> & { readonly path: string }

export type VscodeFiles = {
  readonly tasks: VscodeFile
  readonly settings: VscodeFile
  /** Where the editor finds the schema of an intent, relative to the workspace. */
  readonly schema: string
}

type Place = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const schemaName = 'design-intent.schema.json'
const mostBytes = 5_000_000

/**
 * Tasks and settings for the editor. Everything is read and merged before the first file is written,
 * so a file that cannot be merged leaves the others as they are.
 */
export async function initVscode({ cwd, env }: Place, force: boolean): AsyncResult<VscodeFiles> {
  const folder = join(cwd, '.vscode')
  const schema = await placeForSchema(cwd)
  if (!schema.ok) return schema
  const program = await ownProgram(cwd, env)
  const tasks = await mergeFile(join(folder, 'tasks.json'), (text) =>
    mergeTasks(text, vscodeTasks(program), force),
  )
  if (!tasks.ok) return tasks
  const settings = await mergeFile(join(folder, 'settings.json'), (text) =>
    mergeSettings(text, schema.value.url, force),
  )
  if (!settings.ok) return settings

  try {
    await mkdir(folder, { recursive: true })
    if (schema.value.copy !== null) await replace(join(cwd, schema.value.url), schema.value.copy)
    for (const { path, text } of [tasks.value, settings.value]) await replace(path, text)
  } catch (error) {
    return err(cannot('be written', folder, error))
  }
  return ok({
    tasks: describe(tasks.value),
    settings: describe(settings.value),
    schema: schema.value.url,
  })
}

const describe = ({
  path,
  added,
  replaced,
  kept: stored,
}: Merged & { readonly path: string }): VscodeFile => ({
  path,
  added,
  replaced,
  kept: stored,
})

type SchemaPlace = { readonly url: string; readonly copy: string | null }

/** An installed package keeps its schema up to date itself; otherwise the workspace gets a copy. */
async function placeForSchema(cwd: string): AsyncResult<SchemaPlace> {
  const installed = `./node_modules/loopwright/schemas/${schemaName}`
  if (existsSync(join(cwd, installed))) return ok({ url: installed, copy: null })
  const text = await readFile(packageFile(`schemas/${schemaName}`), 'utf8')
  return ok({ url: `./.vscode/loopwright-${schemaName}`, copy: text })
}

async function mergeFile(
  path: string,
  merge: (text: string | null) => AsyncResult<Merged, Unmergeable>,
): AsyncResult<Merged & { readonly path: string }> {
  const before = await readExisting(path)
  if (!before.ok) return before
  const merged = await merge(before.value)
  if (merged.ok) return ok({ ...merged.value, path })
  return usageError(
    `nothing was written: ${merged.error.what}, line ${merged.error.line}`,
    'correct the file, then run this again',
    path,
  )
}

async function readExisting(path: string): AsyncResult<string | null> {
  const there = await lstat(path).catch(() => null)
  if (there === null) return ok(null)
  if (!there.isFile()) return err({ exit: 2, what: 'this is not a regular file', where: path })
  if (there.size > mostBytes)
    return err({ exit: 2, what: 'this file has more than 5 MB', where: path })
  try {
    const bytes = await readFile(path)
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    return err(cannot('be read', path, error))
  }
}

async function replace(path: string, text: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => null)
  if (before === text) return
  await replaceFile(path, text)
}

const cannot = (what: string, where: string, error: unknown): Problem => ({
  exit: 2,
  what: `this cannot ${what}: ${error instanceof Error ? error.message : String(error)}`,
  where,
})
