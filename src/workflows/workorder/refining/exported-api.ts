import {
  child,
  children,
  type Node,
  type Parsed,
  textOf,
  valueOf,
  word,
} from '../../../checks/code/syntax.ts'
import { shapeOf, type Shape } from './export-shape.ts'
import { parseScript } from './syntax-errors.ts'

/** What a file offers to others, by name. `default` is the default export. */
export type ExportedApi = ReadonlyMap<string, Shape>

export type FileApi = {
  readonly exports: ExportedApi
  /** Files that it passes everything on from, as written. */
  readonly passesOn: readonly string[]
  /** Names it takes from others: `*` for all of them. */
  readonly imports: readonly { readonly from: string; readonly name: string }[]
}

/** Reads a file's exports and imports; null where it cannot be read. */
export async function fileApi(path: string, code: string): Promise<FileApi | null> {
  const parsed = await parseScript(path, code)
  if (parsed.errors.length > 0) return null
  const statements = children(parsed.program, 'body')
  const locals = localShapes(parsed, statements)
  const exports = new Map<string, Shape>()
  for (const statement of statements)
    for (const [name, shape] of exportsOf(parsed, statement, locals)) {
      const known = exports.get(name)
      exports.set(name, known === undefined ? shape : bothOf(known, shape))
    }
  return { exports, passesOn: passedOn(statements), imports: statements.flatMap(importsOf) }
}

type Named = readonly (readonly [name: string, shape: Shape])[]

/** Overloads, and a type and a value of one name, are one offer. */
const bothOf = (one: Shape, other: Shape): Shape =>
  one.kind === 'function' && other.kind === 'function' && !one.declared
    ? one
    : { kind: 'several', texts: [...textsOf(one), ...textsOf(other)] }

const textsOf = (shape: Shape): readonly string[] =>
  shape.kind === 'several' ? shape.texts : [shape.text]

function localShapes(parsed: Parsed, statements: readonly Node[]): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>()
  for (const statement of statements) {
    const inner = child(statement, 'declaration') ?? statement
    for (const [name, shape] of declared(parsed, inner)) {
      const known = shapes.get(name)
      shapes.set(name, known === undefined ? shape : bothOf(known, shape))
    }
  }
  return shapes
}

function declared(parsed: Parsed, node: Node): Named {
  if (node.type === 'VariableDeclaration')
    return children(node, 'declarations').flatMap((each) => {
      const id = child(each, 'id')
      return id?.type === 'Identifier' ? [[word(id, 'name'), shapeOf(parsed, each)] as const] : []
    })
  const name = word(child(node, 'id'), 'name')
  return name === '' ? [] : [[name, shapeOf(parsed, node)]]
}

function exportsOf(parsed: Parsed, node: Node, locals: ReadonlyMap<string, Shape>): Named {
  const declaration = child(node, 'declaration')
  if (node.type === 'ExportDefaultDeclaration') {
    const name = declaration?.type === 'Identifier' ? word(declaration, 'name') : ''
    const shape = locals.get(name) ?? shapeOf(parsed, declaration ?? node)
    return [['default', shape]]
  }
  if (node.type === 'ExportAllDeclaration') {
    const exported = nameOf(child(node, 'exported'))
    return exported === '' ? [] : [[exported, passed(parsed, node)]]
  }
  if (node.type !== 'ExportNamedDeclaration') return commonExports(parsed, node)
  if (declaration !== null) return declared(parsed, declaration)
  const hasSource = child(node, 'source') !== null
  return children(node, 'specifiers').map((specifier) => {
    const local = nameOf(child(specifier, 'local'))
    const shape = hasSource ? undefined : locals.get(local)
    return [nameOf(child(specifier, 'exported')), shape ?? passed(parsed, specifier)] as const
  })
}

const passed = (parsed: Parsed, node: Node): Shape => ({
  kind: 'passed on',
  text: textOf(parsed, node),
})

const nameOf = (node: Node | null): string => {
  const value = valueOf(node)
  return typeof value === 'string' ? value : word(node, 'name')
}

/** `module.exports = { a, b }` and `exports.a = …`. */
function commonExports(parsed: Parsed, node: Node): Named {
  const assignment = child(node, 'expression')
  if (node.type !== 'ExpressionStatement' || assignment?.type !== 'AssignmentExpression') return []
  const right = child(assignment, 'right')
  const target = child(assignment, 'left')
  if (right === null || target === null) return []
  const left = textOf(parsed, target)
  const [, name] = /^(?:module\.)?exports\.([\w$]+)$/.exec(left) ?? []
  if (name !== undefined) return [[name, shapeOf(parsed, right)]]
  if (left !== 'module.exports') return []
  if (right.type !== 'ObjectExpression') return [['default', shapeOf(parsed, right)]]
  return children(right, 'properties').flatMap((property) => {
    const key = nameOf(child(property, 'key'))
    const value = child(property, 'value')
    return key === '' || value === null ? [] : [[key, shapeOf(parsed, value)] as const]
  })
}

const sourceOf = (node: Node): string => {
  const value = valueOf(child(node, 'source'))
  return typeof value === 'string' ? value : ''
}

const passedOn = (statements: readonly Node[]): readonly string[] =>
  statements
    .filter((node) => node.type === 'ExportAllDeclaration' && child(node, 'exported') === null)
    .map(sourceOf)

function importsOf(node: Node): FileApi['imports'] {
  const from = sourceOf(node)
  if (from === '') return []
  if (node.type === 'ExportAllDeclaration') return [{ from, name: '*' }]
  const names = children(node, 'specifiers').map((specifier) => {
    if (specifier.type === 'ImportDefaultSpecifier') return 'default'
    if (specifier.type === 'ImportNamespaceSpecifier') return '*'
    const taken = child(specifier, node.type === 'ImportDeclaration' ? 'imported' : 'local')
    return nameOf(taken)
  })
  return [...new Set(names)].map((name) => ({ from, name }))
}
