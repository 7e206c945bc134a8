import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ruleFile, ruleFolder } from '../model/own-rule.ts'

export type RuleText = { readonly path: string; readonly text: string }

/** The files with rules of a workspace and their modules, as they lie there now. Links are no files. */
export function readRuleFiles(root: string, look?: (path: string) => void): readonly RuleText[] {
  const folder = join(root, ruleFolder)
  const file = join(root, ruleFile)
  for (const path of [file, folder]) look?.(path)
  const inside = typeOf(folder) === 'folder' ? readdirSync(folder).toSorted() : []
  const paths = [
    ...(typeOf(file) === 'file' ? [ruleFile] : []),
    ...inside
      .filter((name) => /\.(?:ya?ml|mjs)$/.test(name))
      .map((name) => `${ruleFolder}/${name}`)
      .filter((path) => typeOf(join(root, path)) === 'file'),
  ]
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function typeOf(path: string): 'file' | 'folder' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : null
}
