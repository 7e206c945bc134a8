import { lstat, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { House } from '../../app.ts'
import type { RunView } from '../../views/run-view.ts'
import type { Call } from './command.ts'

type Offer = { readonly run: RunView; readonly artifact: string; readonly target?: string }

/** Asks where to save the final artifact; keeping it where it is needs no answer. */
export async function offerToSave(
  call: Call,
  house: House,
  { run, artifact, target }: Offer,
): Promise<void> {
  const { terminal } = call
  const path = target ?? (terminal.canAsk ? await askWhere(run) : null)
  if (path === null) {
    terminal.print(`  kept in ${run.artifactPath}`)
    return
  }
  const saved = await saveArtifact(resolve(house.cwd, path), artifact)
  terminal.print(`  ${terminal.paint('green', '✓')} saved to ${saved}`)
}

async function askWhere(run: RunView): Promise<string | null> {
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({
    message: 'Copy the final artifact to (empty: keep it where it is)',
    placeholder: run.artifactPath,
    defaultValue: '',
  })
  return isCancel(answer) || answer.trim() === '' ? null : answer.trim()
}

/** Writes beside and renames over; a link at the target is replaced, never followed. */
export async function saveArtifact(path: string, text: string): Promise<string> {
  const there = await lstat(path).catch(() => null)
  if (there?.isDirectory())
    throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path })
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  await writeFile(temporary, text)
  await rename(temporary, path)
  return path
}
