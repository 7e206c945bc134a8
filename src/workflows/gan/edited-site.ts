import { join } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { readSiteFolder } from '../../checks/page/read-site.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { GanFiles } from './files.ts'
import { bytesOf, readSite, siteFrom, SiteFiles } from './site.ts'
import type { GanLive } from './state.ts'

type Bytes = ReadonlyMap<string, Uint8Array>

/** What people did to the folder of a site. */
type Edited = {
  /** The files that they changed or made. */
  readonly paths: ReadonlySet<string>
  /** The recorded site with their changes, or why that is no site. */
  readonly site: Result<SiteFiles, string>
}

/**
 * Holds the folder of a site against every version that the run knows. What no version explains was
 * done by a person; the rest is recorded, or left behind by a crash between two versions.
 */
export async function editedByHand(
  workspace: Pick<Workspace, 'blobs' | 'disk'>,
  { site: folder }: GanFiles,
  { site, sites, paths }: GanLive,
): Promise<Edited | null> {
  const read = site === null ? null : await readSiteFolder(workspace.disk, folder)
  const current = site === null ? null : await versionOf(workspace, site)
  if (current === null || !read?.ok) return null
  const byPath: Bytes = new Map([...read.value].map(([path, file]) => [path, file.bytes]))
  const names = [...new Set([...paths, ...byPath.keys()])]
  const odd = names.filter((name) => !isSame(byPath.get(name), current.get(name)))
  const earlier = odd.length === 0 ? [] : await versionsOf(workspace, sites)
  const byHand = new Set(
    odd.filter((name) => !earlier.some((version) => isSame(byPath.get(name), version.get(name)))),
  )
  if (byHand.size === 0) return null
  const whole = names.flatMap((name) => {
    const bytes = (byHand.has(name) ? byPath : current).get(name)
    return bytes === undefined ? [] : [[name, bytes] as const]
  })
  const parsed = SiteFiles.safeParse(siteFrom(new Map(whole)))
  return {
    paths: new Set([...byHand].map((name) => join(folder, name))),
    site: parsed.success ? ok(parsed.data) : err(parsed.error.issues[0]?.message ?? 'not valid'),
  }
}

/** All versions that can still be had; a file that is not there may be one that no crash let be written. */
async function versionsOf(
  workspace: Pick<Workspace, 'blobs'>,
  hashes: readonly string[],
): Promise<readonly Bytes[]> {
  const versions: Bytes[] = [new Map()]
  for (const hash of hashes) {
    const version = await versionOf(workspace, hash)
    if (version !== null) versions.push(version)
  }
  return versions
}

async function versionOf(workspace: Pick<Workspace, 'blobs'>, hash: string): Promise<Bytes | null> {
  const text = await workspace.blobs.get(hash)
  return text === null ? null : new Map(readSite(text).map((file) => [file.path, bytesOf(file)]))
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : Buffer.from(one).equals(Buffer.from(other))
