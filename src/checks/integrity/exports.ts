import type { Change } from './change.ts'
import { resolveModule } from './modules.ts'
import { is, type Node, type Source } from './source.ts'

/** An exported name and what declares it, as far as it can be followed. */
export type Exported = {
  readonly name: string
  readonly source: Source
  readonly declaration: Node | null
}

type Names = ReadonlyMap<string, Exported>

const known = new WeakMap<Change, Map<string, Names>>()

/** All names a file exports, those passed on from other files included. A change is read once. */
export function exportsOf(change: Change, side: 'before' | 'after', path: string): Names {
  const files = known.get(change) ?? new Map<string, Names>()
  known.set(change, files)
  const key = `${side}:${path}`
  const read = files.get(key)
  if (read !== undefined) return read
  const found = new Map<string, Exported>()
  // files that pass on each other's names meet this one
  files.set(key, found)
  const source = change.source(side, path)
  if (source === null) return found
  const passedOn = (request: string) => {
    const target = resolveModule(change[side], path, request)
    return target === null ? null : exportsOf(change, side, target)
  }
  for (const { entries } of source.module.staticExports)
    for (const { exportName, importName, localName, moduleRequest } of entries) {
      const kind: string = exportName.kind
      const name = kind === 'Default' ? 'default' : exportName.name
      if (moduleRequest === null) {
        if (name !== null)
          found.set(name, {
            name,
            source,
            declaration: declarationOf(source, localName.name ?? name),
          })
        continue
      }
      const others = passedOn(moduleRequest.value)
      if (name === null) {
        for (const [each, exported] of others ?? [])
          if (each !== 'default') found.set(each, exported)
        if (others === null)
          found.set(`* from ${moduleRequest.value}`, { name: '*', source, declaration: null })
      } else
        found.set(name, others?.get(importName.name ?? '') ?? { name, source, declaration: null })
    }
  return found
}

export function declarationOf(source: Source, name: string): Node | null {
  for (const statement of source.program.body) {
    const inner = is('ExportNamedDeclaration', 'ExportDefaultDeclaration')(statement)
      ? statement.declaration
      : statement
    if (inner === null) continue
    if (statement.type === 'ExportDefaultDeclaration' && name === 'default') return inner
    if (is('FunctionDeclaration', 'ClassDeclaration')(inner) && inner.id?.name === name)
      return inner
    if (
      is('TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSEnumDeclaration')(inner) &&
      inner.id.name === name
    )
      return inner
    if (inner.type === 'VariableDeclaration') {
      const declared = inner.declarations.find(
        ({ id }) => id.type === 'Identifier' && id.name === name,
      )
      if (declared !== undefined) return declared
    }
  }
  return null
}
