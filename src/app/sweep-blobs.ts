import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { evolutionRoot } from './reflex-places.ts'

const hash = /\b[0-9a-f]{64}\b/g

/** The versions that histories of this workspace name, and what those versions name in turn. */
export async function blobsInUse(workspace: Workspace): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const waiting: string[] = []
  const take = (text: string) => {
    for (const [each] of text.matchAll(hash))
      if (!found.has(each)) {
        found.add(each)
        waiting.push(each)
      }
  }
  const folders = [
    evolutionRoot(workspace),
    ...['design', 'gan', 'workorder'].map((name) => join(workspace.privateFolder, name)),
  ]
  for (const folder of folders)
    for (const name of await workspace.disk.list(folder)) {
      const bytes = await workspace.disk.read(join(folder, name, 'history.jsonl')).catch(() => null)
      if (bytes !== null) take(Buffer.from(bytes).toString('utf8'))
    }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    take((await workspace.blobs.get(next)) ?? '')
  return found
}

/** Removes the versions that were in use before and are named by nobody any more. */
export async function sweepBlobs(workspace: Workspace, before: ReadonlySet<string>): Promise<void> {
  const now = await blobsInUse(workspace)
  for (const each of before) if (!now.has(each)) await workspace.blobs.remove(each)
}
