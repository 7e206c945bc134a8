import { join } from 'node:path'
import type { House } from '../app.ts'
import { evolutionRoot } from './reflex-places.ts'

const hash = /\b[0-9a-f]{64}\b/g

/** The versions that histories of this workspace name, and what those versions name in turn. */
export async function blobsInUse(house: House): Promise<ReadonlySet<string>> {
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
    evolutionRoot(house),
    ...['design', 'gan', 'workorder'].map((name) => join(house.privateFolder, name)),
  ]
  for (const folder of folders)
    for (const name of await house.disk.list(folder)) {
      const bytes = await house.disk.read(join(folder, name, 'history.jsonl')).catch(() => null)
      if (bytes !== null) take(Buffer.from(bytes).toString('utf8'))
    }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    take((await house.blobs.get(next)) ?? '')
  return found
}

/** Removes the versions that were in use before and are named by nobody any more. */
export async function sweepBlobs(house: House, before: ReadonlySet<string>): Promise<void> {
  const now = await blobsInUse(house)
  for (const each of before) if (!now.has(each)) await house.blobs.remove(each)
}
