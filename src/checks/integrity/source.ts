import type { Comment, EcmaScriptModule, Node, Program } from 'oxc-parser'
import { isTooDeep } from './too-deep.ts'

export type { Comment, Node } from 'oxc-parser'
// a function declaration and expression share one type, so the kinds have to overlap, not to be equal
type OfType<N, T> = N extends { type: infer U }
  ? [Extract<U, T>] extends [never]
    ? never
    : N
  : never
export type Typed<T extends Node['type']> = OfType<Node, T>

/** One file of JavaScript or TypeScript, parsed, with its nodes in the order they are written. */
export type Source = {
  readonly path: string
  readonly text: string
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly module: EcmaScriptModule
  readonly nodes: readonly Node[]
  readonly byType: ReadonlyMap<string, readonly Node[]>
  readonly parentOf: ReadonlyMap<Node, Node>
  /** Whether the parser could not read it; its tree is then empty. */
  readonly broken: boolean
}

/** A file with what the parser could not read of it. */
export type Read = Source & {
  readonly errors: readonly { readonly message: string; readonly offset: number }[]
}

/** Reads a file that is code; null for one that is not, or that could not be read without danger. */
export type ParseSource = (path: string, text: string) => Source | null

/** Strict: what a compiler would refuse is an error, too, and brackets are nodes of their own. */
type Parser = (path: string, text: string, options?: { readonly isStrict: boolean }) => Read | null

const languages: Readonly<Record<string, 'js' | 'jsx' | 'ts' | 'tsx' | 'dts'>> = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  js: 'jsx',
  mjs: 'jsx',
  cjs: 'jsx',
  jsx: 'jsx',
}

const languageOf = (path: string) =>
  /\.d\.[cm]?ts$/.test(path) ? 'dts' : languages[/\.([a-z]+)$/.exec(path)?.[1] ?? '']

export const isScriptPath = (path: string): boolean => languageOf(path) !== undefined

/** Loads the parser. It is heavy, so it comes only when a change is looked at. */
export async function loadParser(): Promise<Parser> {
  const { parseSync, visitorKeys } = await import('oxc-parser')
  return (path, text, { isStrict } = { isStrict: false }) => {
    const lang = languageOf(path)
    if (lang === undefined || isTooDeep(text)) return null
    const options = { lang, preserveParens: isStrict, showSemanticErrors: isStrict }
    const first = parseSync(path, text, { ...options, sourceType: 'unambiguous' })
    // a module of CommonJS is a function, which may return
    const isCommon =
      isStrict && first.errors.length > 0 && lang === 'jsx' && !first.module.hasModuleSyntax
    const parsed = isCommon ? parseSync(path, text, { ...options, sourceType: 'commonjs' }) : first
    const { module, comments } = parsed
    const errors = parsed.errors.map(({ message, labels }) => ({
      message,
      offset: labels[0]?.start ?? 0,
    }))
    let tree: Pick<Source, 'program' | 'nodes' | 'byType' | 'parentOf'> | null = null
    // the tree is costly to hand over, and of most files only the imports are wanted
    const grown = () => (tree ??= grow(parsed.program, visitorKeys))
    return {
      path,
      text,
      module,
      comments,
      broken: errors.length > 0,
      errors,
      get program() {
        return grown().program
      },
      get nodes() {
        return grown().nodes
      },
      get byType() {
        return grown().byType
      },
      get parentOf() {
        return grown().parentOf
      },
    }
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

let keysOf: Readonly<Record<string, readonly string[]>> = {}

/** The nodes directly below a node, in the order they are written. */
export function childrenOf(node: Node): readonly Node[] {
  const nodes: Node[] = []
  for (const key of keysOf[node.type] ?? []) {
    const value: unknown = Reflect.get(node, key)
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) nodes.push(item)
    } else if (isNode(value)) nodes.push(value)
  }
  return nodes
}

function grow(program: Program, keys: Readonly<Record<string, readonly string[]>>) {
  keysOf = keys
  const nodes: Node[] = []
  const byType = new Map<string, Node[]>()
  const parentOf = new Map<Node, Node>()
  const waiting: Node[] = [program]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node)
    const same = byType.get(node.type)
    if (same === undefined) byType.set(node.type, [node])
    else same.push(node)
    const inner = childrenOf(node)
    for (let index = inner.length - 1; index >= 0; index--) {
      const child = inner[index]
      if (child === undefined) continue
      parentOf.set(child, node)
      waiting.push(child)
    }
  }
  return { program, nodes, byType, parentOf }
}

export const is =
  <T extends Node['type']>(...types: readonly T[]) =>
  (node: Node | null | undefined): node is Typed<T> =>
    node !== null && node !== undefined && types.some((type) => type === node.type)

/** All nodes of a kind in a file. */
export const all = <T extends Node['type']>(source: Source, type: T): readonly Typed<T>[] =>
  (source.byType.get(type) ?? []).filter(is(type))

/** The nodes a node lies in, the nearest first. */
export function* above(source: Source, node: Node): Generator<Node> {
  for (let at = source.parentOf.get(node); at !== undefined; at = source.parentOf.get(at)) yield at
}

/** A node and all below it; `enter` may keep out of parts. */
export function* below(root: Node, enter: (node: Node) => boolean = () => true): Generator<Node> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    if (node !== root && !enter(node)) continue
    waiting.push(...childrenOf(node).toReversed())
  }
}

export type FunctionNode = Typed<
  'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression'
>
export const isFunction = is('FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression')

/** The same without what lies in functions of its own. */
export const ownBelow = (root: Node): Generator<Node> => below(root, (node) => !isFunction(node))

export const slice = (source: Source, node: { start: number; end: number }): string =>
  source.text.slice(node.start, node.end)

export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
