import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const configName = 'loopwright.yaml'

/** The nearest folder upwards with a loopwright.yaml, or the folder itself. */
export function findRoot(from: string, look?: (path: string) => void): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, configName)
    look?.(path)
    if (existsSync(path)) return folder
    if (dirname(folder) === folder) return from
  }
}
