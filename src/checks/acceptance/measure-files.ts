import { lineStarts, placeAt } from '../../kit/lines.ts'
import { parseFile, type Parsed } from '../code/syntax.ts'
import { dotted, keyName, memberName } from '../integrity/names.ts'
import { above, type Comment, is, isFunction, type Node, type Source } from '../integrity/source.ts'
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

/** What a parser sees in one file: its size, its functions, its marks of unfinished work. */
export async function measureFile(path: string, text: string): Promise<MeasuredFile> {
  const parsed = await parseFile(path, text)
  const starts = lineStarts(text)
  const at = (offset: number) => placeAt(starts, offset).line
  const sized = {
    path,
    lines: linesOf(text),
    is_test: isTestPath(path),
    todos: parsed.comments.flatMap((comment) => todosIn(comment, at)),
  }
  // a declaration file is read as a program here, which it need not be
  if (/\.d\.[cm]?ts$/.test(path))
    return { ...sized, executable_lines: 0, functions: [], parse_errors: [] }
  return {
    ...sized,
    executable_lines: executableLines(parsed, at),
    functions: functionsOf(parsed).map(({ name, start, complexity }) => ({
      name,
      line: at(start),
      complexity,
    })),
    parse_errors: parsed.errors.map(({ message, offset }) => ({ line: at(offset), message })),
  }
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
const onlyTypes = /^TS(?:Interface|TypeAlias|DeclareFunction|Module)/

/** Lines on which something runs, as coverage tools count them, for files that no tool loaded. */
const executableLines = (source: Source, at: (offset: number) => number): number =>
  new Set(
    source.nodes
      .filter((node) => statements.test(node.type) || is('VariableDeclarator')(node))
      .filter((node) => !(is('ExpressionStatement')(node) && typeof node.directive === 'string'))
      .filter((node) => ![...above(source, node)].some(({ type }) => onlyTypes.test(type)))
      .map(({ start }) => at(start)),
  ).size

const branches = is(
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
)

/** Whether a node adds a way through the function it stands in, as ESLint's `complexity` counts. */
const addsWay = (node: Node): boolean =>
  branches(node) ||
  (is('SwitchCase')(node) && node.test !== null) ||
  (is('AssignmentExpression')(node) && /^(?:&&|\|\||\?\?)=$/.test(node.operator)) ||
  (is('MemberExpression', 'CallExpression')(node) && node.optional)

type Counted = { readonly name: string; readonly start: number; complexity: number }

/** The cyclomatic complexity of every function, class field with a value and static block of a program. */
function functionsOf(source: Parsed): readonly Counted[] {
  const result = new Map<Node, Counted>()
  const fields: Counted[] = []
  for (const node of source.nodes) {
    const up = source.parentOf.get(node)
    const isField = is('PropertyDefinition')(up) && up.value === node
    const isOwn = (isFunction(node) && node.body !== null) || is('StaticBlock')(node)
    const open = () => ({ name: nameOf(node, up), start: node.start, complexity: 1 })
    // a field's value is run on its own, and a function in it is one more
    if (isField && isOwn) fields.push(open())
    if (isField || isOwn) result.set(node, open())
    if (!addsWay(node)) continue
    const holder = [node, ...above(source, node)].find((each) => result.has(each))
    const counted = holder === undefined ? undefined : result.get(holder)
    if (counted !== undefined) counted.complexity++
  }
  return [...result.values(), ...fields].toSorted((one, other) => one.start - other.start)
}

function nameOf(node: Node, up: Node | undefined): string {
  if (is('StaticBlock')(node)) return 'static block'
  const own = isFunction(node) ? (node.id?.name ?? '') : ''
  const stored = is('VariableDeclarator')(up)
    ? dotted(up.id)
    : is('MethodDefinition', 'PropertyDefinition', 'Property')(up)
      ? keyName(up.key).replace(/^#/, '')
      : is('AssignmentExpression', 'AssignmentPattern')(up)
        ? dotted(up.left)
        : ''
  if (own !== '' || stored !== '') return own === '' ? stored : own
  if (!is('CallExpression')(up)) return 'anonymous function'
  const called = is('MemberExpression')(up.callee) ? memberName(up.callee) : dotted(up.callee)
  return `function given to ${called || 'a call'}`
}
