import { lineStarts, placeAt } from '../../kit/lines.ts'
import {
  child,
  children,
  type Comment,
  flag,
  isFunction,
  isNode,
  type Node,
  type Parsed,
  parseUnit,
  word,
} from '../code/syntax.ts'
import type { MeasuredFile } from './measurement.ts'

const sourceEnding = /\.[cm]?[jt]sx?$/
const madeByTools =
  /(?:^|\/)(?:node_modules|dist|build|out|coverage|vendor|third_party|__generated__|\.[^/]+)\/|\.min\.|\.generated\.|(?:^|[./])generated\./
const testPath =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|fixtures|__fixtures__)\/|\.(?:test|spec|e2e|bench|stories)\.[cm]?[jt]sx?$|(?:^|\/)tests?\.[cm]?[jt]sx?$/

/** Source files people write: no build output and no vendored code. */
export const sourcePaths = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => sourceEnding.test(path) && !madeByTools.test(path))

export const isTestPath = (path: string): boolean => testPath.test(path)

const isDeclaration = (path: string): boolean => /\.d\.[cm]?ts$/.test(path)

/** What a parser sees in one file: its size, its functions, its marks of unfinished work. */
export async function measureFile(path: string, text: string): Promise<MeasuredFile> {
  const parsed = await parseFile(path, text)
  const at = lineFinder(text)
  const declares = isDeclaration(path)
  return {
    path,
    lines: linesOf(text),
    executable_lines: declares ? 0 : executableLines(parsed.program, at),
    is_test: isTestPath(path),
    functions: declares
      ? []
      : functionsOf(parsed.program).map(({ name, start, complexity }) => ({
          name,
          line: at(start),
          complexity,
        })),
    todos: parsed.comments.flatMap((comment) => todosIn(comment, at)),
    // a declaration file is read as a program here, which it need not be
    parse_errors: declares
      ? []
      : parsed.errors.map(({ message, offset }) => ({ line: at(offset), message })),
  }
}

export function parseFile(path: string, content: string): Promise<Parsed> {
  const ending = /\.[cm]?([jt]sx?)$/.exec(path)?.[1]
  const language = ending === 'js' || ending === 'jsx' || ending === 'tsx' ? ending : 'ts'
  return parseUnit({ language, name: path, content, kind: 'source', start: 0, line: 1, label: '' })
}

const linesOf = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const mark = /\b(?:TODO|FIXME|XXX)s?\b/

/** Lines of a comment that hold a mark; a mark in a string is text, not unfinished work. */
const todosIn = ({ value, start }: Comment, at: (offset: number) => number) =>
  value
    .split('\n')
    .flatMap((text, index) =>
      mark.test(text)
        ? [{ line: at(start) + index, text: text.replace(/^[\s*/]+|[\s*/]+$/g, '').slice(0, 160) }]
        : [],
    )

const statements =
  /^(?:Expression|Return|If|For|ForIn|ForOf|While|DoWhile|Switch|Throw|Try|Break|Continue)Statement$/

/** Lines on which something runs, as coverage tools count them, for files that no tool loaded. */
function executableLines(program: Node, at: (offset: number) => number): number {
  const lines = new Set<number>()
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && node.type !== 'TSAsExpression') {
      if (/^TS(?:Interface|TypeAlias|DeclareFunction|Module)/.test(node.type)) return
    }
    const runs = statements.test(node.type) || node.type === 'VariableDeclarator'
    if (runs && !isDirective(node)) lines.add(at(node.start))
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) visit(item)
      } else if (isNode(value)) visit(value)
    }
  }
  visit(program)
  return lines.size
}

const isDirective = (node: Node): boolean =>
  typeof Object.getOwnPropertyDescriptor(node, 'directive')?.value === 'string'

/** Turns offsets into lines, counted from 1. */
function lineFinder(text: string): (offset: number) => number {
  const starts = lineStarts(text)
  return (offset) => placeAt(starts, offset).line
}

type CountedFunction = {
  readonly name: string
  readonly start: number
  readonly complexity: number
}

const branches = new Set([
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
  'AssignmentPattern',
])

const logicalAssignments = new Set(['&&=', '||=', '??='])

/** Whether a node adds a way through the function it stands in, as ESLint's `complexity` counts. */
function addsWay(node: Node): boolean {
  if (branches.has(node.type)) return true
  switch (node.type) {
    case 'SwitchCase':
      return child(node, 'test') !== null
    case 'AssignmentExpression':
      return logicalAssignments.has(word(node, 'operator'))
    case 'MemberExpression':
    case 'CallExpression':
      return flag(node, 'optional')
    default:
      return false
  }
}

type Open = { readonly name: string; readonly start: number; complexity: number }

/** The cyclomatic complexity of every function, class field with a value and static block of a program. */
function functionsOf(program: Node): readonly CountedFunction[] {
  const found: Open[] = []
  const outside: Open = { name: '', start: 0, complexity: 1 }
  visit(program, outside, null)
  return found.sort((one, other) => one.start - other.start)

  function visit(node: Node, within: Open, above: Node | null): void {
    const here = opens(node) ? begin(node, above) : within
    if (addsWay(node)) here.complexity++
    const field = fieldValue(node)
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) visit(item, here, node)
      } else if (isNode(value)) visit(value, value === field ? begin(value, node) : here, node)
    }
  }

  function begin(node: Node, above: Node | null): Open {
    const opened = { name: nameOf(node, above), start: node.start, complexity: 1 }
    found.push(opened)
    return opened
  }
}

const opens = (node: Node): boolean =>
  (isFunction(node) && child(node, 'body') !== null) || node.type === 'StaticBlock'

/** A field's value is run on its own; where it is a function, that is counted as one. */
const fieldValue = (node: Node): Node | null =>
  node.type === 'PropertyDefinition' ? child(node, 'value') : null

function nameOf(node: Node, above: Node | null): string {
  if (node.type === 'StaticBlock') return 'static block'
  const own = word(child(node, 'id'), 'name')
  if (own !== '') return own
  if (above === null) return 'anonymous function'
  const key = child(above, 'key') ?? child(above, 'id') ?? child(above, 'left')
  const name = word(key, 'name')
  if (name !== '') return name
  return above.type === 'CallExpression' && children(above, 'arguments').includes(node)
    ? `function given to ${word(child(above, 'callee'), 'name') || word(child(child(above, 'callee'), 'property'), 'name') || 'a call'}`
    : 'anonymous function'
}
