import { functionsOf, type Named } from '../../integrity/functions.ts'
import { below, is, isFunction, lineAt, type Source } from '../../integrity/source.ts'
import { holdsUnless, type Issue, type Part } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'

const mostLinesOfFile = 500
const mostLines = 100
const mostLinesOfMarkup = 250
const mostLinesOfBranches = 60
const mostBranches = 15
const fewestStatements = 25

/** Functions and files that do too much, as far as the track wrote them. */
export function sizes(code: TrackCode): Part {
  const issues = code
    .touched('source', 'script')
    .flatMap((source) => [
      ...functionsOf(source).flatMap((item) => tooLarge(code, item)),
      ...tooLong(code, source),
    ])
  return holdsUnless('size', 'functions and files do one thing', {
    issues,
    reason: `no function of the track has more than ${mostLines} lines, no file more than ${mostLinesOfFile}`,
  })
}

function tooLarge(code: TrackCode, { node, source, short }: Named): readonly Issue[] {
  const own = code.ownLines(source.path)
  const lines = ownLinesOf({ node, source })
  const written = lines.filter((line) => own.has(line)).length
  const nodes = [...below(node, (each) => !isFunction(each))]
  const hasMarkup = nodes.some(is('JSXElement', 'JSXFragment'))
  const branches = nodes.filter((each) =>
    is(
      'IfStatement',
      'ConditionalExpression',
      'SwitchCase',
      'ForStatement',
      'ForOfStatement',
      'ForInStatement',
      'WhileStatement',
      'CatchClause',
      'LogicalExpression',
    )(each),
  ).length
  const most = hasMarkup
    ? mostLinesOfMarkup
    : branches > mostBranches
      ? mostLinesOfBranches
      : mostLines
  const statements = nodes.filter(
    ({ type }) => /Statement$|^VariableDeclaration$/.test(type) && type !== 'BlockStatement',
  ).length
  // a long list of routes or settings is long, and does one thing
  const isPlain = !hasMarkup && statements < fewestStatements
  if (lines.length <= most || isPlain || written * 2 < lines.length) return []
  return [
    issueAt(
      source,
      node,
      `${short} has ${lines.length} lines and ${branches} branches`,
      'split it into functions that do one thing each',
    ),
  ]
}

/** The lines of code of a function without those of named functions inside it. */
function ownLinesOf({ node, source }: Pick<Named, 'node' | 'source'>): readonly number[] {
  const inner = functionsOf(source).filter(
    (each) => each.node.start > node.start && each.node.end < node.end,
  )
  const isInner = (line: number) =>
    inner.some(
      (each) =>
        lineAt(source.text, each.node.start) < line && line <= lineAt(source.text, each.node.end),
    )
  const texts = source.text.split('\n')
  const from = lineAt(source.text, node.start)
  const to = lineAt(source.text, node.end)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (line) => isCode(texts[line - 1] ?? '') && !isInner(line),
  )
}

const isCode = (line: string): boolean => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line)

function tooLong(code: TrackCode, source: Source): readonly Issue[] {
  const lines = source.text.split('\n').filter(isCode).length
  const hasFunctions = functionsOf(source).length >= 3
  if (lines <= mostLinesOfFile || !hasFunctions || code.ownLines(source.path).size * 2 < lines)
    return []
  return [
    {
      message: `${source.path} has ${lines} lines of code`,
      path: source.path,
      line: 1,
      fix: 'split it by what its parts are about',
    },
  ]
}
