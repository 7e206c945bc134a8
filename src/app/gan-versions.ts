import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, ok, usageError } from '../model/result.ts'
import { bytesOf, readSite, siteAsText } from '../workflows/gan/site.ts'
import type { GanLive } from '../workflows/gan/state.ts'
import type { OpenGan } from './gan-places.ts'

export type SiteVersion = {
  readonly hash: string
  /** All files as one text, to compare. */
  readonly text: string
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

/** The site that scored best; the first of equals. */
export const bestSite = ({ evaluations }: GanLive): string | undefined =>
  evaluations.toSorted((one, other) => other.overall - one.overall)[0]?.site

/** A version of the site by name, number or the start of its hash. */
export async function siteVersion(
  workspace: Workspace,
  { state, runId }: OpenGan,
  version: string,
): AsyncResult<SiteVersion> {
  const hash = hashOf(state, version)
  const text = hash === undefined ? null : await workspace.blobs.get(hash)
  if (hash === undefined || text === null)
    return usageError(
      `${runId} has no version "${version}"`,
      `list them: loopwright diff ${runId} --list`,
    )
  const files = readSite(text).map((file) => ({ path: file.path, bytes: bytesOf(file) }))
  return ok({ hash, text: siteAsText(text), files })
}

function hashOf(state: GanLive, version: string): string | undefined {
  const { sites } = state
  switch (version) {
    case 'first':
      return sites[0]
    case 'last':
      return state.site ?? sites.at(-1)
    case 'previous':
      return sites.at(-2) ?? sites[0]
    case 'best':
      return bestSite(state) ?? sites.at(-1)
    default: {
      if (/^\d{1,3}$/.test(version)) return sites[Number(version) - 1]
      const matching = sites.filter(
        (each) => /^[0-9a-f]{4,64}$/.test(version) && each.startsWith(version),
      )
      return matching.length === 1 ? matching[0] : undefined
    }
  }
}
