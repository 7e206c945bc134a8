import { canonical } from '../../integrity/canonical.ts'
import { introduced } from '../../integrity/introduced.ts'
import { chainOf, dotted, literalOf, plainValue, propertyOf } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  type Node,
  type Source,
} from '../../integrity/source.ts'
import { isVoid } from '../../integrity/stub-bodies.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../evaluation.ts'
import { issueAt, kindOf, type TrackCode } from '../track-code.ts'

/** Something that catches: what it does, and what it catches from. */
export type Catcher = {
  readonly source: Source
  readonly node: Node
  readonly body: Node
  readonly tried: Node | null
}

export function catchersOf(code: TrackCode): readonly Catcher[] {
  const isCode = (kind: string) => kind === 'source' || kind === 'script'
  const clauses = introduced(code.change, (source) =>
    isCode(kindOf(source.path)) ? all(source, 'CatchClause') : [],
  )
  const chained = introduced(code.change, (source) =>
    isCode(kindOf(source.path))
      ? all(source, 'CallExpression').filter(
          ({ callee, arguments: given }) =>
            is('MemberExpression')(callee) &&
            chainOf(callee).at(-1) === 'catch' &&
            // the promise itself is handled elsewhere
            !chainOf(callee).includes('finally') &&
            given.length === 1,
        )
      : [],
  )
  return [
    ...clauses.map(({ source, node }) => {
      const up = source.parentOf.get(node)
      return { source, node, body: node.body, tried: is('TryStatement')(up) ? up.block : null }
    }),
    ...chained.flatMap(({ source, node }) => {
      const [given] = node.arguments
      const body = isFunction(given) ? given.body : (given ?? null)
      return body === null ? [] : [{ source, node, body, tried: node.callee }]
    }),
  ].filter(({ source }) => code.facts.touched.includes(source.path))
}

export const statementsIn = ({ body }: Catcher): readonly Node[] =>
  (is('BlockStatement')(body) ? body.body : [body]).filter(
    (each) => !isVoid(each) && !(is('Identifier')(each) && each.name === 'undefined'),
  )

/** Nothing that fails is dropped without a word. */
export function nothingSilent(code: TrackCode): Part {
  const about = 'no failure is dropped in silence'
  const sources = code.touched('source', 'script')
  if (sources.length === 0)
    return notApplicable('nothing-silent', about, 'the track touched no product code')
  const issues = catchersOf(code).flatMap((each) => problemOf(each))
  return holdsUnless('nothing-silent', about, {
    issues,
    reason: 'whatever the track catches is handled, told or thrown on',
  })
}

function problemOf(catcher: Catcher): readonly Issue[] {
  const { source, node, tried } = catcher
  const statements = statementsIn(catcher)
  const describe = (message: string) => [
    issueAt(
      source,
      node,
      message,
      'handle the error, or let it through; say in a comment where dropping it is right',
    ),
  ]
  const isExcused = hasReason(catcher) || (tried !== null && isCleaning(tried))
  if (statements.length === 0) return isExcused ? [] : describe('an error is caught and dropped')
  if (statements.every(isUndoing)) return describe('an error is undone and dropped')
  const [only] = statements
  const value = is('ReturnStatement')(only)
    ? only.argument
    : is('BlockStatement')(catcher.body)
      ? null
      : (only ?? null)
  if (value !== null && (isSuccess(value) || isAnsweredAlike(source, node, value)))
    return describe('a failure is answered as a success')
  const isEmptyData =
    is('ArrayExpression', 'ObjectExpression')(value) && [...below(value)].length === 1
  const waits =
    tried !== null &&
    [...below(tried)].some(
      (each) =>
        is('AwaitExpression')(each) ||
        (is('CallExpression')(each) && dotted(each.callee) === 'fetch'),
    )
  return statements.length === 1 && isEmptyData && waits && !isExcused
    ? describe('a failure looks like no data at all')
    : []
}

/** What the function returns when all went well is returned here, too. */
function isAnsweredAlike(source: Source, node: Node, value: Node): boolean {
  const isTelling =
    (is('ObjectExpression')(value) && value.properties.length > 0) || plainValue(value) === true
  const around = [...above(source, node)].find((each) => isFunction(each))
  if (!isTelling || around === undefined) return false
  const others = [...below(around)].filter(
    (each) => is('ReturnStatement')(each) && (each.start < node.start || each.start > node.end),
  )
  const alike = others.filter(
    (each) =>
      is('ReturnStatement')(each) &&
      each.argument !== null &&
      canonical(each.argument) === canonical(value),
  )
  // on a condition the same may be the answer to another failure
  const isPlain = (each: Node) =>
    ![...above(source, each)]
      .slice(0, [...above(source, each)].indexOf(around))
      .some(is('IfStatement', 'SwitchCase'))
  return alike.length > 0 && (alike.length === others.length || alike.some(isPlain))
}

function hasReason({ source, node, body }: Catcher): boolean {
  return source.comments.some(({ start, end, value }) => {
    const isInside = start >= node.start && end <= Math.max(node.end, body.end)
    const isAbove = end <= node.start && /^\s*$/.test(source.text.slice(end, node.start))
    const words = value.match(/\p{L}{2,}/gu) ?? []
    return (
      (isInside || isAbove) &&
      words.length >= 2 &&
      !/^\W*(?:ignore[ds]?|todo|fixme|noop|nothing|empty|swallow)\b(?:\W*\w*){0,2}$/i.test(value)
    )
  })
}

/** What fails while it is being closed can seldom be helped. */
const isCleaning = (node: Node): boolean => {
  const calls = [...below(node)].filter(is('CallExpression'))
  return (
    calls.length > 0 &&
    calls.every(({ callee }) =>
      /^(?:close|terminate\w*|kill|destroy|dispose|unlink\w*|rm\w*|abort|end|disconnect|release|cancel|removeItem|rollback)$/.test(
        chainOf(callee).at(-1) ?? '',
      ),
    )
  )
}

/** `db.exec('ROLLBACK')` takes back what was half done, and tells nobody. */
const isUndoing = (node: Node): boolean => {
  const inner = is('ExpressionStatement')(node) ? node.expression : node
  const call = is('AwaitExpression')(inner) ? inner.argument : inner
  return (
    is('CallExpression')(call) &&
    (/^rollback/i.test(chainOf(call.callee).at(-1) ?? '') ||
      call.arguments.some((each) => /^\s*rollback\b/i.test(literalOf(each) ?? '')))
  )
}

function isSuccess(value: Node): boolean {
  const good = (name: string) => plainValue(propertyOf(value, name))
  const status = good('status') ?? good('statusCode')
  return (
    good('ok') === true ||
    good('success') === true ||
    (typeof status === 'number' && status >= 200 && status < 300)
  )
}

export const isLogging = (node: Node): boolean => {
  const inner = is('ExpressionStatement')(node) ? node.expression : node
  return (
    (is('CallExpression')(inner) &&
      /^(?:console|logger|log)$/.test(chainOf(inner.callee)[0] ?? '')) ||
    // `.catch(console.error)`
    (is('MemberExpression')(inner) && chainOf(inner)[0] === 'console')
  )
}
