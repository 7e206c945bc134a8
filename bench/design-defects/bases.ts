import { readdirSync, readFileSync } from 'node:fs'
import { DesignIntent } from '../../src/checks/design/intent.ts'

export type Base = { readonly name: string; readonly intent: DesignIntent }

/** The designs of one folder that a reviewer accepts without remark. */
export const basesIn = (folder: 'clean' | 'clean-held' | 'fresh/clean'): readonly Base[] => {
  const at = new URL(`./${folder}/`, import.meta.url)
  return readdirSync(at)
    .toSorted()
    .map((file) => ({
      name: file.replace('.json', ''),
      intent: DesignIntent.parse(JSON.parse(readFileSync(new URL(file, at), 'utf8'))),
    }))
}
