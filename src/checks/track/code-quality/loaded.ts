import { moduleGraph } from '../../integrity/module-graph.ts'
import { isScriptPath } from '../../integrity/source.ts'
import type { TrackCode } from '../track-code.ts'
import { isFrameworkFile } from './file-kinds.ts'

/** Whether anything outside of the imports leads to a file: a tool, a page, a script. */
export function isOpen(code: TrackCode, path: string): boolean {
  const { entries } = moduleGraph(code.change, 'after')
  const text = code.facts.files.get(path) ?? ''
  return (
    entries.has(path) ||
    isFrameworkFile(code, path) ||
    /^#!|\brequire\.main === module\b|\bimport\.meta\.main\b/.test(text) ||
    isLoadedByPattern(code, path) ||
    [...code.facts.files].some(
      ([from, other]) =>
        !isScriptPath(from) && !/\.mdx?$|\.lock$|lock\.\w+$/.test(from) && mentions(other, path),
    )
  )
}

export const stemOf = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/\.[cm]?[jt]sx?$/, '')

const mentions = (text: string, path: string): boolean =>
  [
    `/${stemOf(path)}'`,
    `/${stemOf(path)}"`,
    `${stemOf(path)}.js`,
    `${stemOf(path)}.ts`,
    `${stemOf(path)}.mjs`,
  ].some((each) => text.includes(each))

const globs = /\bimport\.meta\.glob\b|\brequire\.context\b|[aA]uto[lL]oad/
// reading a folder loads nothing yet
const imports = /\b(?:import|require)\(\s*(?:[^'"`\s)]|`[^`]*\$\{)/

/** `import.meta.glob('./routes/*.ts')`, and `<script src="/client/${name}.js">`, load what no import names. */
export const isLoadedByPattern = (code: TrackCode, path: string): boolean => {
  const folders = path.split('/').slice(0, -1)
  const scripts = [...code.facts.files].filter(([from]) => from !== path && isScriptPath(from))
  // `/client/${script}` beside `script: 'orders.js'`
  const isPutIn =
    scripts.some(([, text]) => text.includes(`/${folders.at(-1) ?? ''}/\${`)) &&
    scripts.some(([, text]) => names(text, path))
  return (
    isPutIn ||
    [...code.facts.files].some(
      ([from, text]) =>
        isScriptPath(from) &&
        (((globs.test(text) || imports.test(text)) &&
          folders.some((folder) => text.includes(folder))) ||
          new RegExp(String.raw`/${folders.at(-1) ?? ''}/\$\{[^}]*\}\.[cm]?[jt]sx?\b`).test(text)),
    )
  )
}

const names = (text: string, path: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${path.split('/').at(-1) ?? ''}${quote}`))
