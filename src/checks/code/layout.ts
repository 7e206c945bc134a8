import { posix } from 'node:path'
import { requestsOf } from '../integrity/module-graph.ts'
import { isScript, type CodeUnit } from './code-units.ts'
import { declarationsOf } from './declarations.ts'
import { type Parsed, parseUnit } from './syntax.ts'

type Import = { readonly specifier: string; readonly names: readonly string[] }

/** What a unit asks of each module, by name; the default and whole modules have none. */
export const importsOf = (parsed: Parsed): readonly Import[] =>
  [...Map.groupBy(requestsOf(parsed), ([specifier]) => specifier)].map(([specifier, requests]) => ({
    specifier,
    names: requests.map(([, name]) => name).filter((name) => !/^(?:|\*|default)$/.test(name)),
  }))

/**
 * Where each JavaScript or TypeScript unit lies when the artifact is put on a disk. A block without a name
 * takes the one by which another block imports what it exports.
 */
export async function layOut(units: readonly CodeUnit[]): Promise<ReadonlyMap<string, CodeUnit>> {
  const scripts = units.filter(isScript)
  const files = new Map<string, CodeUnit>()
  for (const unit of scripts)
    if (unit.name !== null && !files.has(unit.name)) files.set(unit.name, unit)
  const placed = new Set(files.values())
  const unnamed = scripts.filter((unit) => !placed.has(unit))
  for (const unit of scripts)
    for (const wanted of importsOf(await parseUnit(unit))) {
      const path = missingPath(wanted.specifier, unit.name ?? '', files)
      const match =
        path === null
          ? null
          : await exporterOf(
              wanted.names,
              unnamed.filter((other) => other !== unit && !placed.has(other)),
            )
      if (path === null || match === null) continue
      files.set(withExtension(path, match), match)
      placed.add(match)
    }
  for (const [index, unit] of scripts.entries())
    if (!placed.has(unit)) files.set(`block-${index + 1}.${extensionOf(unit)}`, unit)
  return files
}

const extensionOf = (unit: CodeUnit): string =>
  unit.language === 'js' && isCommonJs(unit.content) ? 'cjs' : unit.language

const isCommonJs = (content: string): boolean =>
  /\bmodule\.exports\b|\bexports\.\w+\s*=|\brequire\(/.test(content) &&
  !/^\s*(?:import|export)\b/m.test(content)

/** The endings a bare import path may stand for, in the order they are tried. */
const endings = ['', '.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.js']

function pathOf(specifier: string, from: string): string {
  return posix.normalize(posix.join(posix.dirname(from), specifier)).replace(/^(?:\.\.\/)+/, '')
}

/** The unit a relative import leads to, or null where it leads out of the artifact. */
export function resolveUnit(
  specifier: string,
  from: string,
  files: ReadonlyMap<string, CodeUnit>,
): CodeUnit | null {
  const path = pathOf(specifier, from)
  for (const base of [path, path.replace(/\.[cm]?[jt]sx?$/, '')])
    for (const ending of endings) {
      const unit = files.get(base + ending)
      if (unit !== undefined) return unit
    }
  return null
}

function missingPath(
  specifier: string,
  from: string,
  files: ReadonlyMap<string, CodeUnit>,
): string | null {
  if (!/^\.\.?\//.test(specifier) || resolveUnit(specifier, from, files) !== null) return null
  return pathOf(specifier, from)
}

function withExtension(path: string, unit: CodeUnit): string {
  return `${path.replace(/\.[cm]?[jt]sx?$/, '')}.${extensionOf(unit)}`
}

async function exporterOf(
  names: readonly string[],
  units: readonly CodeUnit[],
): Promise<CodeUnit | null> {
  for (const unit of units) {
    if (unit.kind !== 'source') continue
    const declared = declarationsOf(await parseUnit(unit)).map((item) => item.name)
    const typeNames = [...unit.content.matchAll(/\b(?:interface|type|enum) (\w+)/g)].map(
      ([, name]) => name,
    )
    if (names.every((name) => declared.includes(name) || typeNames.includes(name))) return unit
  }
  return null
}
