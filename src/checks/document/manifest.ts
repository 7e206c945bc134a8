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

/** The lowest major version of Node that `engines` allows; null where it sets no lower bound. */
export function nodeMinimum(manifest: Manifest): number | null {
  const ranges = (manifest.engines['node'] ?? '').split('||').map((range) => range.trim())
  const lowest = ranges.map((range) => Number(/^(?:>=?|\^|~|v)?\s*(\d+)/.exec(range)?.[1]))
  return lowest.some(Number.isNaN) ? null : Math.min(...lowest)
}

/** The owner/name of the repository on its host. */
export function repositoryOf(manifest: Manifest): string | null {
  const url =
    typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url
  if (url === undefined) return null
  return /(?:^|[/:])([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url)?.[1] ?? null
}

/** Whether `exports` offers this path below the package; null where there is no `exports` to say so. */
export function isSubpath({ exports }: Manifest, path: string): boolean | null {
  if (exports === undefined || exports === null) return null
  if (typeof exports !== 'object') return false
  return Object.entries(exports).some(([key, target]) => {
    const [before = '', after] = key.split('*')
    const wanted = `.${path}`
    return (
      target !== null &&
      (after === undefined
        ? key.endsWith('/')
          ? wanted.startsWith(key)
          : wanted === key
        : wanted.startsWith(before) && wanted.endsWith(after))
    )
  })
}

/** Nothing in package.json leads to a file for `require`. */
export const loadsOnlyModules = ({ type, main, exports }: Manifest): boolean =>
  type === 'module' &&
  !/\.cjs$|\.json$/.test(main ?? '') &&
  !/"(?:require|module-sync|node)"|\.cjs"/.test(JSON.stringify(exports ?? ''))
