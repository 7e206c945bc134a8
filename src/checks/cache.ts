import { createHash } from 'node:crypto'
import type { CheckOutcome } from '../model/check.ts'
import type { CheckCache } from '../ports/check-cache.ts'
import { oncePerProject } from '../ports/project.ts'

/** Part of every key: raise it when a check changes its mind about the same artifact. */
export const CHECKS_VERSION = 6

export function cacheKey(parts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([CHECKS_VERSION, ...parts]))
    .digest('hex')
}

export function openMemoryCache(): CheckCache {
  const outcomes = new Map<string, CheckOutcome>()
  return {
    get: async (key) => outcomes.get(key) ?? null,
    set: async (key, outcome) => void outcomes.set(key, outcome),
  }
}

/** One hash for all of a project's paths and texts. */
export const projectFingerprint = oncePerProject(async (project) => {
  const hash = createHash('sha256')
  for (const path of await project.list())
    hash.update(JSON.stringify([path, await project.read(path)]))
  return hash.digest('hex')
})
