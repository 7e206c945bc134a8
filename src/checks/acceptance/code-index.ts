import type { FileTree } from '../../model/file-tree.ts'
import { exportedNames } from '../integrity/exports.ts'
import { keyName, literalOf, plainValue } from '../integrity/names.ts'
import { is, lineAt, type Node } from '../integrity/source.ts'
import { isProduct, type ReadSource } from './test-proof.ts'

export type Scalar = string | number | boolean | null
type Placed<Value> = { readonly value: Value; readonly where: string }

/** What the code of a project names, says and sets, comments left out. */
export type CodeIndex = {
  /** Files that export a name, those of the change first. */
  exportersOf(name: string): readonly string[]
  /** Where code has this as a name, a key or a whole string. */
  placeOf(name: string): string | null
  /** Whether an object or a class of the code has this as a part: a method, a property. */
  isMember(name: string): boolean
  names(): readonly string[]
  /** Values that constants, keys and defaults of this name are set to. */
  valuesOf(name: string): readonly Placed<Scalar>[]
  /** Texts in strings, templates and markup. */
  readonly texts: readonly Placed<string>[]
  /** `get /books`: routes as routers are told them. */
  readonly routes: readonly Placed<string>[]
  readonly files: readonly string[]
}

export function indexCode(
  tree: FileTree,
  read: ReadSource,
  changed: ReadonlySet<string>,
): CodeIndex {
  const files = [...tree.keys()]
    .filter(isProduct)
    .toSorted((one, other) => Number(changed.has(other)) - Number(changed.has(one)))
  const names = new Map<string, string>()
  const members = new Set<string>()
  const exporters = new Map<string, string[]>()
  const values = new Map<string, Placed<Scalar>[]>()
  const texts: Placed<string>[] = []
  const routes: Placed<string>[] = []
  for (const path of files) {
    const source = read(path)
    if (source === null) continue
    const where = (node: Node) => `${path}:${lineAt(source.text, node.start)}`
    for (const name of exportedNames(source))
      exporters.set(name, [...(exporters.get(name) ?? []), path])
    for (const node of source.nodes) {
      for (const name of namedBy(node)) if (!names.has(name)) names.set(name, where(node))
      if (
        node.type === 'Property' ||
        node.type === 'MethodDefinition' ||
        node.type === 'PropertyDefinition'
      )
        members.add(keyName(node.key))
      for (const [name, value] of setBy(node)) {
        const key = plainName(name)
        values.set(key, [...(values.get(key) ?? []), { value, where: where(node) }])
      }
      for (const text of saidBy(node)) texts.push({ value: text, where: where(node) })
      for (const route of routedBy(node)) routes.push({ value: route, where: where(node) })
    }
  }
  return {
    exportersOf: (name) => exporters.get(name) ?? [],
    isMember: (name) => members.has(name),
    names: () => [...names.keys()],
    placeOf: (name) => names.get(name) ?? null,
    valuesOf: (name) => values.get(plainName(name)) ?? [],
    texts,
    routes,
    files,
  }
}

/** MAX_RETRIES, maxRetries and max-retries are one name. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function namedBy(node: Node): readonly string[] {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return [node.name]
  const text = literalOf(node)
  // `-j, --json <file>` names a flag
  return text === null || text.length > 200 ? [] : [text, ...(text.match(/--[\w-]+/g) ?? [])]
}

function setBy(node: Node): readonly (readonly [string, Scalar])[] {
  const [name, value] =
    node.type === 'VariableDeclarator' && node.id.type === 'Identifier'
      ? [node.id.name, node.init]
      : node.type === 'Property'
        ? [
            keyName(node.key),
            node.value.type === 'AssignmentPattern' ? node.value.right : node.value,
          ]
        : node.type === 'AssignmentPattern' && node.left.type === 'Identifier'
          ? [node.left.name, node.right]
          : node.type === 'PropertyDefinition'
            ? [keyName(node.key), node.value]
            : ['', null]
  const bare = is('TSAsExpression', 'TSSatisfiesExpression')(value) ? value.expression : value
  const plain = plainValue(bare)
  return name === '' || plain === undefined ? [] : [[name, plain]]
}

function saidBy(node: Node): readonly string[] {
  if (node.type === 'TemplateElement') return [node.value.cooked ?? '']
  if (node.type === 'JSXText') return [node.value]
  const text = node.type === 'Literal' ? literalOf(node) : null
  return text === null ? [] : [text]
}

function routedBy(node: Node): readonly string[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
  const { property } = node.callee
  const method = property.type === 'Identifier' ? property.name.toLowerCase() : ''
  const path = literalOf(node.arguments[0])
  return /^(?:get|post|put|patch|delete|head|options)$/.test(method) &&
    path?.startsWith('/') === true
    ? [`${method} ${plainPath(path)}`]
    : []
}

/** `/books/{id}`, `/books/:id` and `/books/[id]` are one path. */
export const plainPath = (path: string): string =>
  path.replace(/\{[^}]*\}|:[\w$]+|\[[^\]]*\]/g, '*').replace(/(?<=.)\/$/, '')
