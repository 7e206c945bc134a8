import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file that is published with the package, wherever this code was bundled to. */
export function packageFile(path: string): string {
  for (const up of ['../..', '..', '../../..']) {
    const candidate = fileURLToPath(new URL(`${up}/${path}`, import.meta.url))
    if (existsSync(candidate)) return candidate
  }
  throw new Error(`${path} is missing from the installed package`)
}

/** Its text. */
export const packageText = (path: string): string => readFileSync(packageFile(path), 'utf8')

export function toolVersion(): string {
  const content: unknown = JSON.parse(packageText('package.json'))
  return typeof content === 'object' && content !== null && 'version' in content
    ? String(content.version)
    : 'unknown'
}
