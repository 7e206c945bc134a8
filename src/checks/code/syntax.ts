import type { CodeUnit } from './code-units.ts'

/** A node of the syntax tree, whatever its kind; fields are read with the helpers below. */
export type Node = { readonly type: string; readonly start: number; readonly end: number }

export type Comment = { readonly value: string; readonly start: number; readonly end: number }

export type Parsed = {
  readonly unit: CodeUnit
  readonly program: Node
  readonly comments: readonly Comment[]
  readonly errors: readonly { readonly message: string; readonly offset: number }[]
}

const known = new WeakMap<CodeUnit, Promise<Parsed>>()

/** Parses a JavaScript or TypeScript unit; a unit is parsed once. */
export function parseUnit(unit: CodeUnit): Promise<Parsed> {
  const parsed = known.get(unit) ?? parse(unit)
  known.set(unit, parsed)
  return parsed
}

async function parse(unit: CodeUnit): Promise<Parsed> {
  if (isTooDeep(unit.content))
    return {
      unit,
      program: { type: 'Program', start: 0, end: 0 },
      comments: [],
      errors: [{ message: 'nested too deeply to be read', offset: 0 }],
    }
  const { parseSync } = await import('oxc-parser')
  const lang =
    unit.language === 'ts' || unit.language === 'tsx' || unit.language === 'jsx'
      ? unit.language
      : 'jsx'
  const options = { lang, sourceType: 'unambiguous', showSemanticErrors: true } as const
  const parsed = parseSync(`unit.${lang}`, unit.content, options)
  // a module of CommonJS is a function, which may return
  const isCommon = parsed.errors.length > 0 && !parsed.module.hasModuleSyntax && lang === 'jsx'
  const first = isCommon
    ? parseSync(`unit.${lang}`, unit.content, { ...options, sourceType: 'commonjs' })
    : parsed
  const errors = first.errors.map((error) => ({
    message: error.message,
    offset: error.labels[0]?.start ?? 0,
  }))
  return { unit, program: first.program, comments: first.comments, errors }
}

/** Whether code could exhaust the parser's stack, which would end this process and not only the parse. */
export function isTooDeep(content: string): boolean {
  if (content.length < 4_000) return false
  let depth = 0
  for (const letter of content.replace(/[^()[\]{}<>]/g, '')) {
    depth = '([{'.includes(letter)
      ? depth + 1
      : ')]}'.includes(letter)
        ? Math.max(0, depth - 1)
        : depth
    if (depth > 500) return true
  }
  // what nests without brackets: arrows, assignments, conditions, prefixes, type arguments
  const nesting =
    /=>|=(?!=)|\?|\belse\b|\bif\b|\bfor\b|\bwhile\b|\bnew\b|\bawait\b|\btypeof\b|\bvoid\b|\*\*|:|<|!|~|-/g
  // what grows long chains, each link inside the next
  const chaining = /[.+*/&|%^]/g
  const count = (part: string, pattern: RegExp) => part.match(pattern)?.length ?? 0
  return content
    .split(/[;{},]|[\w'"`]\s*\n\s*(?=[\w@])/)
    .some(
      (part) =>
        part.length > 1_000 &&
        (count(part, nesting) > 1_000 ||
          count(part.replace(/(["'`]).*?\1/g, ''), chaining) > 2_000),
    )
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

const fieldOf = (node: Node | null, name: string): unknown =>
  node === null ? undefined : Object.getOwnPropertyDescriptor(node, name)?.value

export function child(node: Node | null, name: string): Node | null {
  const value = fieldOf(node, name)
  return isNode(value) ? value : null
}

export function children(node: Node | null, name: string): readonly Node[] {
  const value = fieldOf(node, name)
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function word(node: Node | null, name: string): string {
  const value = fieldOf(node, name)
  return typeof value === 'string' ? value : ''
}

export const flag = (node: Node | null, name: string): boolean => fieldOf(node, name) === true

export const valueOf = (node: Node | null): unknown => fieldOf(node, 'value')

/** All nodes below and including a node, each with the nodes it lies in, the nearest first. */
export function* walk(
  root: Node,
  above: readonly Node[] = [],
): Generator<{ node: Node; above: readonly Node[] }> {
  const queue: { node: Node; above: readonly Node[] }[] = [{ node: root, above }]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    yield next
    const inner = { node: next.node, above: next.above }
    const around = [inner.node, ...inner.above].slice(0, 400)
    for (const value of Object.values(next.node).toReversed()) {
      if (Array.isArray(value)) {
        for (const item of value.toReversed())
          if (isNode(item)) queue.push({ node: item, above: around })
      } else if (isNode(value)) queue.push({ node: value, above: around })
    }
  }
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])
export const isFunction = (node: Node): boolean => functionTypes.has(node.type)

const longestChain = 12
const wrappers = new Set(['ChainExpression', 'TSNonNullExpression', 'ParenthesizedExpression'])

/** `a.b.c` for a chain of names, the empty string for anything else. */
export function dottedName(node: Node | null): string {
  const parts: string[] = []
  let at = node
  for (let step = 0; at !== null && step < longestChain; step++) {
    if (at.type === 'Identifier') return [word(at, 'name'), ...parts].join('.')
    if (at.type === 'ThisExpression') return ['this', ...parts].join('.')
    if (wrappers.has(at.type)) at = child(at, 'expression')
    else if (at.type !== 'MemberExpression' || flag(at, 'computed')) return ''
    else {
      parts.unshift(word(child(at, 'property'), 'name'))
      at = child(at, 'object')
    }
  }
  return ''
}

/** The name of what is called: `fetch`, `fs.readFile`, or `.json` where the owner is not a name. */
export function calleeName(call: Node): string {
  const callee = child(call, 'callee')
  const name = dottedName(callee)
  if (name !== '' || callee?.type !== 'MemberExpression') return name
  return `.${word(child(callee, 'property'), 'name')}`
}

export const textOf = ({ unit }: Parsed, node: Node): string =>
  unit.content.slice(node.start, node.end)
