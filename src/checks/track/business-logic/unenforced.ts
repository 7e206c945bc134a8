import { moduleGraph } from '../../integrity/module-graph.ts'
import { below, is, lineAt, type Node, type Source } from '../../integrity/source.ts'
import { type Issue, type Part, unmet } from '../evaluation.ts'
import type { Business } from './business.ts'
import type { CodeValue } from './code-values.ts'
import { decidedFigures } from './decided-figures.ts'
import { shorten } from './words.ts'

/** Figures of the documents that code decides, and that nothing of the product asks for. */
export function unenforced({ code, project, rules }: Business): readonly Part[] {
  const isIdle = ({ path, line }: CodeValue) => {
    const source = project.product.find((each) => each.path === path)
    return source !== undefined && isNeverAsked(code, project.product, { source, line })
  }
  const issues = [...decidedFigures(code, rules)].flatMap(
    ([{ text, path, line }, values]): Issue[] => {
      const [first] = values
      return first === undefined || !values.every(isIdle)
        ? []
        : [
            {
              message: `nothing asks for what ${path}:${line} says: "${shorten(text)}"`,
              path: first.path,
              line: first.line,
              fix: 'ask for it where the product has to decide it',
            },
          ]
    },
  )
  return issues.length === 0
    ? []
    : [unmet('enforced', 'what the documents say is asked for where it matters', issues)]
}

type Place = { readonly source: Source; readonly line: number }

/** Whether all that leads from a line to the rest of the program ends in names that only tests load. */
function isNeverAsked(
  code: Business['code'],
  product: readonly Source[],
  { source, line }: Place,
): boolean {
  const statements = source.program.body.map((node) => ({ node, names: namesOf(node) }))
  const holds = (node: Node) =>
    lineAt(source.text, node.start) <= line && lineAt(source.text, node.end) >= line
  const loaded = moduleGraph(code.change, 'after')
    .usesOf(source.path)
    .filter(({ from }) => from !== source.path && product.some(({ path }) => path === from))
  const isLoaded = (name: string) => loaded.some((use) => use.name === name || use.name === '*')
  const reached = new Set(statements.filter(({ node }) => holds(node)))
  // nothing loads the file at all: that is said of the file
  if (loaded.length === 0 || reached.size === 0) return false
  for (const { names } of reached) {
    if (names.length === 0 || names.some((name) => name === 'default' || isLoaded(name)))
      return false
    for (const each of statements) if (speaksOf(each.node, names)) reached.add(each)
  }
  return true
}

/** What a statement declares; nothing where it does something instead. */
function namesOf(node: Node): readonly string[] {
  if (is('ExportDefaultDeclaration')(node)) return ['default']
  const declared = is('ExportNamedDeclaration')(node) ? node.declaration : node
  if (is('VariableDeclaration')(declared))
    return declared.declarations.flatMap(({ id }) => (is('Identifier')(id) ? [id.name] : []))
  return is('FunctionDeclaration', 'ClassDeclaration')(declared) && declared.id !== null
    ? [declared.id.name]
    : []
}

const speaksOf = (node: Node, names: readonly string[]): boolean =>
  [...below(node)].some((each) => is('Identifier')(each) && names.includes(each.name))
