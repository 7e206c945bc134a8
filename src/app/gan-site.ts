import type { House } from '../app.ts'
import { readSiteFolder } from '../checks/page/read-site.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GanFiles } from '../workflows/gan/files.ts'
import { bytesOf, readSite, siteFrom, SiteFiles } from '../workflows/gan/site.ts'
import type { GanLive } from '../workflows/gan/state.ts'

type Bytes = ReadonlyMap<string, Uint8Array>

/** What lies in the folder of a site, held against every version that the run knows. */
type Lying =
  /** A version of the run, or what a crash left between two of them. */
  | { readonly type: 'ours' }
  /** Somebody changed it; what it is now, or why that is no site. */
  | { readonly type: 'edited'; readonly site: Result<SiteFiles, string> }

/** Looks at the folder of the site: only what no version explains was done by a person. */
export async function siteOnDisk(
  house: House,
  { site: folder }: GanFiles,
  { site, sites, paths }: GanLive,
): Promise<Lying> {
  const read = site === null ? null : await readSiteFolder(house.disk, folder)
  if (site === null || !read?.ok) return { type: 'ours' }
  const found: Bytes = new Map([...read.value].map(([path, file]) => [path, file.bytes]))
  const names = new Set([...paths, ...found.keys()])
  const current = await versionOf(house, site)
  if (current === null || explained(found, names, [current])) return { type: 'ours' }
  const known: Bytes[] = [current]
  for (const hash of sites) {
    const version = hash === site ? null : await versionOf(house, hash)
    if (version !== null) known.push(version)
  }
  // before the first version there was nothing
  if (explained(found, names, known.length === 1 ? [...known, new Map()] : known))
    return { type: 'ours' }
  const parsed = SiteFiles.safeParse(siteFrom(found))
  return {
    type: 'edited',
    site: parsed.success ? ok(parsed.data) : err(parsed.error.issues[0]?.message ?? 'not valid'),
  }
}

async function versionOf(house: House, hash: string): Promise<Bytes | null> {
  const text = await house.blobs.get(hash)
  return text === null ? null : new Map(readSite(text).map((file) => [file.path, bytesOf(file)]))
}

/** Every file is as one of the versions has it, or is missing as in one of them. */
const explained = (found: Bytes, names: ReadonlySet<string>, versions: readonly Bytes[]): boolean =>
  [...names].every((name) => versions.some((version) => isSame(found.get(name), version.get(name))))

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : Buffer.from(one).equals(Buffer.from(other))
