import { z } from 'zod'
import { jsonOf } from '../../kit/parse.ts'
import type { Project } from '../../ports/project.ts'

const text = z.string().trim().min(1).optional().catch(undefined)
const texts = z.record(z.string(), z.string()).catch({})

/** The parts of package.json that a document may speak about. A part that is malformed is left out. */
const Manifest = z.object({
  name: text,
  version: text,
  description: text,
  homepage: text,
  license: text,
  type: text,
  main: text,
  module: text,
  types: text,
  private: z.boolean().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  engines: texts,
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
  peerDependencies: texts,
  optionalDependencies: texts,
  exports: z.unknown().optional(),
  repository: z
    .union([z.string(), z.object({ url: z.string() })])
    .optional()
    .catch(undefined),
})
export type Manifest = z.infer<typeof Manifest>

/** The project's package.json, or null where there is none that can be read. */
export const readManifest = async (project: Project): Promise<Manifest | null> =>
  manifestIn(await project.read('package.json'))

export const manifestIn = (source: string | null): Manifest | null =>
  Manifest.safeParse(jsonOf(source ?? '')).data ?? null

/** Command names with the file each runs. */
export function binariesOf(manifest: Manifest): ReadonlyMap<string, string> {
  if (manifest.bin === undefined) return new Map()
  if (typeof manifest.bin !== 'string') return new Map(Object.entries(manifest.bin))
  return manifest.name
    ? new Map([[manifest.name.replace(/^@[^/]+\//, ''), manifest.bin]])
    : new Map()
}

/** The lowest Node version that `engines` allows, as numbers. */
export function nodeMinimum(manifest: Manifest): readonly number[] | null {
  const match = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(manifest.engines['node'] ?? '')
  return match ? match.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)])) : null
}

/** The owner/name of the repository on its host. */
export function repositoryOf(manifest: Manifest): string | null {
  const url =
    typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url
  if (url === undefined) return null
  return /(?:^|[/:])([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url)?.[1] ?? null
}
