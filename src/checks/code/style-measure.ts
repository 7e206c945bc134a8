import { child, children, isFunction, walk, word, type Node, type Parsed } from './syntax.ts'

/** Uses of one style, by where they stand. */
export type Uses = { readonly [style: string]: readonly Node[] }

export type StyleMeasure = {
  readonly quotes: Uses
  readonly semicolons: Uses
  readonly indent: Uses
  readonly names: Uses
}

/** How a unit writes strings, ends statements, indents blocks and names things. */
export function measureStyle(parsed: Parsed): StyleMeasure {
  const found = known.get(parsed) ?? measure(parsed)
  known.set(parsed, found)
  return found
}

const known = new WeakMap<Parsed, StyleMeasure>()

function measure(parsed: Parsed): StyleMeasure {
  const quotes: Record<string, Node[]> = { single: [], double: [] }
  const semicolons: Record<string, Node[]> = { with: [], without: [] }
  const indent: Record<string, Node[]> = {}
  const names: Record<string, Node[]> = {}
  const { content } = parsed.unit
  for (const { node, above } of walk(parsed.program)) {
    const quote = quoteOf(node, above[0], content)
    if (quote !== null) quotes[quote]?.push(node)
    if (endsStatement(node, above[0]))
      semicolons[content[node.end - 1] === ';' ? 'with' : 'without']?.push(node)
    const step = indentStep(node, above[0], content)
    if (step !== null) (indent[step] ??= []).push(node)
    for (const named of declaredNames(node))
      (names[namingOf(word(named, 'name'))] ??= []).push(named)
  }
  return { quotes, semicolons, indent, names }
}

function quoteOf(node: Node, outer: Node | undefined, content: string): 'single' | 'double' | null {
  if (
    node.type !== 'Literal' ||
    outer?.type === 'JSXAttribute' ||
    outer?.type === 'ExpressionStatement'
  )
    return null
  const raw = content.slice(node.start, node.end)
  // a string that holds the other quote has a reason
  if (/^'[^'"\\]*'$/.test(raw)) return 'single'
  return /^"[^'"\\]*"$/.test(raw) ? 'double' : null
}

const ended =
  /^(?:VariableDeclaration|ExpressionStatement|ReturnStatement|ThrowStatement|BreakStatement|ContinueStatement|ImportDeclaration|ExportAllDeclaration|PropertyDefinition|TSTypeAliasDeclaration)$/

function endsStatement(node: Node, outer: Node | undefined): boolean {
  if (outer !== undefined && /^(?:For|ExportNamed)/.test(outer.type)) return false
  if (node.type === 'ExportNamedDeclaration') {
    const declaration = child(node, 'declaration')
    return declaration === null || ended.test(declaration.type)
  }
  return ended.test(node.type)
}

/** How much deeper than its block a statement stands: `2`, `4`, `tab`, …; null where it does not begin a line. */
function indentStep(node: Node, outer: Node | undefined, content: string): string | null {
  if (outer === undefined || !/^(?:BlockStatement|ClassBody)$/.test(outer.type)) return null
  const own = indentAt(content, node.start)
  const blockLine = indentOfLine(content, outer.end - 1)
  if (own === null || own.line === blockLine.line || !own.text.startsWith(blockLine.text))
    return null
  const step = own.text.slice(blockLine.text.length)
  return step.includes('\t') ? 'tab' : `${step.length}`
}

function indentOfLine(
  content: string,
  at: number,
): { readonly text: string; readonly line: number } {
  const line = content.lastIndexOf('\n', at) + 1
  return { text: /^[ \t]*/.exec(content.slice(line, line + 200))?.[0] ?? '', line }
}

function indentAt(
  content: string,
  at: number,
): { readonly text: string; readonly line: number } | null {
  const found = indentOfLine(content, at)
  return found.line + found.text.length === at ? found : null
}

/** The names a node gives to functions, parameters and variables. */
function declaredNames(node: Node): readonly Node[] {
  if (isFunction(node))
    return [
      child(node, 'id'),
      ...children(node, 'params').map((param) =>
        param.type === 'AssignmentPattern' ? child(param, 'left') : param,
      ),
    ]
      .filter((item) => item?.type === 'Identifier')
      .filter((item) => item !== null)
  const id =
    node.type === 'VariableDeclarator'
      ? child(node, 'id')
      : node.type === 'MethodDefinition'
        ? child(node, 'key')
        : null
  return id?.type === 'Identifier' ? [id] : []
}

/** The way a name with several words is put together; `plain` for one word and for constants. */
export function namingOf(name: string): 'plain' | 'camel' | 'snake' | 'pascal' | 'constant' {
  const bare = name.replace(/^[_$]+|[_$]+$/g, '')
  if (/^[A-Z0-9_]+$/.test(bare)) return bare.includes('_') ? 'constant' : 'plain'
  if (bare.includes('_')) return 'snake'
  if (/^[A-Z]/.test(bare)) return 'pascal'
  return /[A-Z]/.test(bare) ? 'camel' : 'plain'
}
