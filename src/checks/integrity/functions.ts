import { canonical, likeness } from './canonical.ts'
import type { Change } from './change.ts'
import { keyName } from './names.ts'
import { above, is, isFunction, type FunctionNode, type Node, type Source } from './source.ts'

/** A function with a name of its own. */
export type Named = {
  readonly source: Source
  /** With the names of the classes and functions around it. */
  readonly name: string
  readonly short: string
  readonly node: FunctionNode
  /** What declares it: a statement, a method, a property. */
  readonly declared: Node
  readonly exported: boolean
  readonly isMethod: boolean
}

const known = new WeakMap<Source, readonly Named[]>()

export function functionsOf(source: Source): readonly Named[] {
  const observed = known.get(source)
  if (observed !== undefined) return observed
  const locallyExported = new Set(
    source.module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ localName }) => localName.name ?? []),
    ),
  )
  const result = source.nodes.flatMap((node): readonly Named[] => {
    const named = namedAt(source, node)
    if (named === null) return []
    const around = [...above(source, named.declared)]
    const outer = around.flatMap((each) => nameAround(source, each) ?? []).toReversed()
    const isTop = outer.length === 0
    return [
      {
        ...named,
        source,
        name: [...outer, named.short].join('.'),
        exported:
          (isTop &&
            (locallyExported.has(named.short) ||
              around.some(is('ExportNamedDeclaration', 'ExportDefaultDeclaration')))) ||
          (named.isMethod && locallyExported.has(outer.at(-1) ?? '')),
      },
    ]
  })
  known.set(source, result)
  return result
}

type Found = Pick<Named, 'node' | 'short' | 'declared' | 'isMethod'>

function namedAt(source: Source, node: Node): Found | null {
  if (!isFunction(node)) return null
  const up = source.parentOf.get(node)
  if (node.type === 'FunctionDeclaration')
    return { node, short: node.id?.name ?? 'default', declared: node, isMethod: false }
  if (up?.type === 'VariableDeclarator' && up.id.type === 'Identifier')
    return { node, short: up.id.name, declared: up, isMethod: false }
  if (is('MethodDefinition', 'PropertyDefinition')(up))
    return { node, short: keyName(up.key), declared: up, isMethod: true }
  if (up?.type === 'Property')
    return { node, short: keyName(up.key), declared: up, isMethod: false }
  if (up?.type === 'ExportDefaultDeclaration')
    return { node, short: 'default', declared: node, isMethod: false }
  if (
    up?.type === 'AssignmentExpression' &&
    up.left.type === 'MemberExpression' &&
    up.left.property.type === 'Identifier'
  )
    return { node, short: up.left.property.name, declared: up, isMethod: false }
  return null
}

function nameAround(source: Source, node: Node): string | null {
  if (is('ClassDeclaration', 'ClassExpression')(node)) return node.id?.name ?? 'class'
  if (isFunction(node)) return namedAt(source, node)?.short ?? null
  if (
    node.type === 'VariableDeclarator' &&
    node.id.type === 'Identifier' &&
    node.init?.type === 'ObjectExpression'
  )
    return node.id.name
  return null
}

export type FunctionPairs = {
  readonly kept: readonly { readonly before: Named; readonly after: Named }[]
  readonly fresh: readonly Named[]
  readonly gone: readonly Named[]
}

const knownPairs = new WeakMap<Change, FunctionPairs>()

/** The functions of changed files that are no tests: what stayed, by name or by what it does, and what is new. */
export function functionPairs(change: Change): FunctionPairs {
  const observed = knownPairs.get(change)
  if (observed !== undefined) return observed
  const files = change.files.filter(({ kind }) => kind === 'source' || kind === 'script')
  const remaining: { before: Named; after: Named }[] = []
  const olds = new Set<Named>()
  const news = new Set<Named>()
  for (const { before, after } of files) {
    const was = before === null ? [] : functionsOf(before)
    const now = new Set(after === null ? [] : functionsOf(after))
    for (const old of was) {
      const match = [...now].find(
        (each) => each.name === old.name && each.isMethod === old.isMethod,
      )
      if (match === undefined) olds.add(old)
      else {
        now.delete(match)
        remaining.push({ before: old, after: match })
      }
    }
    for (const each of now) news.add(each)
  }
  const match = (fits: (old: Named, now: Named) => boolean) => {
    for (const old of olds) {
      const now = [...news].find((each) => fits(old, each))
      if (now === undefined) continue
      remaining.push({ before: old, after: now })
      olds.delete(old)
      news.delete(now)
    }
  }
  match((old, now) => old.short === now.short && old.short !== 'default')
  match(
    (old, now) =>
      old.node.body !== null &&
      now.node.body !== null &&
      likeness(canonical(old.node.body), canonical(now.node.body)) > 0.8,
  )
  const pairs = { kept: remaining, fresh: [...news], gone: [...olds] }
  knownPairs.set(change, pairs)
  return pairs
}

/** The statements of a body; an expression body counts as one returned value. */
export const statementsOf = (node: FunctionNode): readonly Node[] =>
  node.body === null ? [] : node.body.type === 'BlockStatement' ? node.body.body : [node.body]

/** What a function gives back when it is only one value: `return x`, or an expression body. */
export function onlyValue(node: FunctionNode): Node | null {
  const statements = statementsOf(node)
  const [only] = statements
  if (statements.length !== 1 || only === undefined) return null
  if (only.type === 'ReturnStatement') return only.argument
  return node.body?.type === 'BlockStatement' ? null : only
}
