import type { Change } from './change.ts'
import { resolveModule } from './modules.ts'
import { dotted, keyName } from './names.ts'
import { all, is, isFunction, type Node, type Source } from './source.ts'

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
  const result = new Map<string, Exported>()
  // files that pass on each other's names meet this one
  files.set(key, result)
  const source = change.source(side, path)
  if (source === null) return result
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
          result.set(name, {
            name,
            source,
            declaration: declarationOf(source, localName.name ?? name),
          })
        continue
      }
      const others = passedOn(moduleRequest.value)
      if (name === null) {
        for (const [each, exported] of others ?? [])
          if (each !== 'default') result.set(each, exported)
        if (others === null)
          result.set(`* from ${moduleRequest.value}`, { name: '*', source, declaration: null })
      } else
        result.set(name, others?.get(importName.name ?? '') ?? { name, source, declaration: null })
    }
  return result
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

/** The names that a file exports or gives away by `module.exports`, and those they have inside of it. */
export function exportedNames(source: Source): ReadonlySet<string> {
  const results = source.module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, localName }) => [exportName.name, localName.name]),
  )
  for (const { declaration } of all(source, 'ExportDefaultDeclaration')) {
    const isNamed = is('FunctionDeclaration', 'ClassDeclaration')(declaration)
    results.push('default', isNamed ? (declaration.id?.name ?? null) : dotted(declaration))
  }
  for (const { left, right } of all(source, 'AssignmentExpression')) {
    const [, whole, name] = exportsTarget.exec(dotted(left)) ?? []
    results.push(name ?? null)
    if (whole === undefined) continue
    results.push(dotted(right), isFunction(right) ? (right.id?.name ?? null) : null)
    if (is('ObjectExpression')(right))
      for (const each of right.properties)
        if (is('Property')(each)) results.push(keyName(each.key), dotted(each.value))
  }
  return new Set(results.flatMap((name) => (name === null || name === '' ? [] : [name])))
}

/** `module.exports`, `exports.a`, `module.exports.a`. */
export const exportsTarget = /^(?:(module\.exports)|(?:module\.)?exports\.([\w$]+))$/
