import type { Runs } from './runs.ts'

const hash = /\b[0-9a-f]{64}\b/g

/** The versions that histories of this workspace name, and what those versions name in turn. */
export async function blobsInUse({
  histories,
  workspace: { disk, blobs },
}: Pick<Runs, 'histories' | 'workspace'>): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>()
  const waiting: string[] = []
  const take = (text: string) => {
    for (const [each] of text.matchAll(hash))
      if (!hashes.has(each)) {
        hashes.add(each)
        waiting.push(each)
      }
  }
  for await (const history of histories()) {
    const bytes = await disk.read(history).catch(() => null)
    if (bytes !== null) take(Buffer.from(bytes).toString('utf8'))
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    take((await blobs.get(next)) ?? '')
  return hashes
}

/** Removes the versions that were in use before and are named by nobody any more. */
export async function sweepBlobs(
  runs: Pick<Runs, 'histories' | 'workspace'>,
  before: ReadonlySet<string>,
): Promise<void> {
  const now = await blobsInUse(runs)
  for (const each of before) if (!now.has(each)) await runs.workspace.blobs.remove(each)
}
