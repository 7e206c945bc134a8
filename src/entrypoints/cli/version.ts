import { readFileSync } from 'node:fs'

/** From package.json, wherever this file was bundled to. */
export const version: string = ((): string => {
  for (const up of ['../../..', '..', '../..']) {
    try {
      const found: unknown = JSON.parse(
        readFileSync(new URL(`${up}/package.json`, import.meta.url), 'utf8'),
      )
      if (
        typeof found === 'object' &&
        found &&
        'version' in found &&
        'name' in found &&
        found.name === 'loopwright'
      )
        return String(found.version)
    } catch {
      // not here: look further up
    }
  }
  return 'unknown'
})()
