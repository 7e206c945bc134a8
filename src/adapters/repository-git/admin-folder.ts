import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'

/**
 * What git keeps of a worktree in the shared folder, or null. It is found from there and not from the
 * worktree's own `.git` file, which a proposer can write to.
 */
export async function adminFolder(place: Place, folder: string): Promise<string | null> {
  const all = join(place.shared, 'worktrees')
  for (const name of await readdir(all).catch(() => [])) {
    const pointer = await readFile(join(all, name, 'gitdir'), 'utf8').catch(() => '')
    if (pointer.replace(/\r?\n$/, '') === join(folder, '.git')) return join(all, name)
  }
  return null
}

/** Removes one worktree. `git worktree prune` would forget stale ones of the user as well. */
export async function removeWorktree(place: Place, folder: string): Promise<void> {
  const admin = await adminFolder(place, folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  if (admin !== null) await rm(admin, { recursive: true, force: true })
}

/** A proposer may have replaced the way from the folder to the repository. */
export async function mendPointer(folder: string, admin: string): Promise<void> {
  const pointer = join(folder, '.git')
  const wanted = `gitdir: ${admin}\n`
  if ((await readFile(pointer, 'utf8').catch(() => null)) === wanted) return
  await rm(pointer, { recursive: true, force: true })
  await writeFile(pointer, wanted)
}
