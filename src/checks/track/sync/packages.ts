import { isBuiltin } from 'node:module'
import { field, jsonOf } from '../../../kit/parse.ts'
import type { FileTree } from '../../../model/file-tree.ts'

/** The packages that the manifests of a project name, with their versions. */
export type Packages = {
  readonly own: ReadonlySet<string>
  readonly all: ReadonlyMap<string, string>
  /** Those that the product runs on, with the manifest that names them. */
  readonly running: ReadonlyMap<string, string>
}

export function packagesOf(files: FileTree): Packages {
  const own = new Set<string>()
  const all = new Map<string, string>()
  const running = new Map<string, string>()
  for (const [path, text] of files) {
    if (!/(?:^|\/)package\.json$/.test(path) || /(?:^|\/)node_modules\//.test(path)) continue
    const manifest = jsonOf(text)
    own.add(String(field(manifest, 'name')))
    for (const kind of [
      'dependencies',
      'devDependencies',
      'peerDependencies',
      'optionalDependencies',
    ])
      for (const [name, version] of Object.entries(field(manifest, kind) ?? {})) {
        all.set(name, String(version))
        if (kind === 'dependencies') running.set(name, path)
      }
  }
  return { own, all, running }
}

/** A package that a document tells to install or to import. */
export type ToldPackage = { readonly name: string; readonly line: number }

const install =
  /(?:^\s*(?:[$>]\s+)?|`|&&\s*)(?:npm (?:i|install|add)|pnpm (?:i|add|install)|yarn add|bun (?:add|install))\s+([^`|;&\n]+)/g
const importing =
  /(?:\b(?:import|export)\b[^"'\n]*\bfrom\s+|^\s*\}\s*from\s+|\brequire\(\s*|\bimport\s*\(?\s*)["']([^"'\s]+)["']/g
const packageName = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*/

export const toldPackages = (text: string): readonly ToldPackage[] =>
  text.split(/\r?\n/).flatMap((raw, index) => {
    const installed = [...raw.matchAll(install)].flatMap(([, said = '']) =>
      /(?:^|\s)(?:-g|--global)\b/.test(said) ? [] : wordsOfCommand(said),
    )
    const imported = [...raw.matchAll(importing)].map(([, name = '']) => name)
    return [...installed, ...imported].flatMap((said) => {
      const name = packageName.exec(said)?.[0]
      return name === undefined ||
        isBuiltin(name) ||
        /^(?:node|bun):/.test(said) ||
        /^@?\/|[<>{}]/.test(said)
        ? []
        : [{ name, line: index + 1 }]
    })
  })

function wordsOfCommand(said: string): readonly string[] {
  const words = said.split(/\s+/)
  const end = words.findIndex((word) => !isPackageWord(word))
  return words.slice(0, end === -1 ? words.length : end).filter((word) => !word.startsWith('-'))
}

/** `pkg`, `@scope/pkg@1.2`, and flags between them; a word of prose ends the command. */
const isPackageWord = (word: string): boolean =>
  /^-|^(?:@[a-z\d][\w.-]*\/)?[a-z\d](?:[\w.-]*\w)?(?:@[\w.^~-]+)?$/.test(word)
