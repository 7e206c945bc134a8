import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { isReason } from './directives.ts'
import {
  type Family,
  findingIn,
  type IntegrityFinding,
  type IntegritySeverity,
  rulesOf,
} from './rule.ts'
import { functionPairs } from './functions.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { chainOf, dotted, plainValue, propertyOf } from './names.ts'
import { all, below, isFunction, type Node, type Source } from './source.ts'
import { isVoid } from './stub-bodies.ts'

const rules = rulesOf('completeness', {
  'error-swallowed': [
    'fail',
    'An error is caught and dropped',
    'The program goes on as if nothing had happened.',
    'Handle the error, or let it through; say in a comment where dropping it is right.',
  ],
  'exit-code-forced': [
    'fail',
    'A program always ends as if all were well',
    'Whoever started it cannot see that it failed.',
    'End with the code that tells what happened.',
  ],
  'error-hidden': [
    'warn',
    'An error turns into an ordinary value',
    'Callers cannot tell a failure from a result.',
    'Let the error through, or give callers a way to see it.',
  ],
})

export const errorsSwallowed: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const isCode = (kind: string) => kind === 'source' || kind === 'script'
  const caught = introduced(change, (source, { kind }) =>
    isCode(kind) ? all(source, 'CatchClause') : [],
  )
  const chained = introduced(change, (source, { kind }) =>
    isCode(kind)
      ? all(source, 'CallExpression').filter(
          (call) => chainOf(call.callee).at(-1) === 'catch' && isFunction(call.arguments[0]),
        )
      : [],
  )
  const { kept } = functionPairs(change)
  const wrapped = new Set(
    kept.flatMap(({ before, after }) => (handles(before.node) ? [] : [after.node])),
  )
  return [
    ...forcedExits(change),
    ...caught.flatMap((each) => catchFinding(each, each.node.body, wrapped)),
    ...chained.flatMap((each) => {
      const [handler] = each.node.arguments
      return isFunction(handler) && handler.body !== null
        ? catchFinding(each, handler.body, wrapped)
        : []
    }),
  ]
}

/** Whether code deals with errors at all. */
const handles = (node: Node): boolean =>
  [...below(node)].some(
    (each) =>
      each.type === 'TryStatement' ||
      (each.type === 'CallExpression' && chainOf(each.callee).at(-1) === 'catch'),
  )

function catchFinding(
  { source, node, kind, earlier }: Occurrence,
  body: Node,
  wrapped: ReadonlySet<Node>,
): readonly IntegrityFinding[] {
  const reasoned = source.comments.some(
    ({ start, end, value }) =>
      start >= lineStart(source, lineStart(source, node.start) - 1) &&
      end <= node.end + 120 &&
      start <= lineEnd(source, node.end) &&
      isReason(`${value} and so on`),
  )
  const statements = (body.type === 'BlockStatement' ? body.body : [body]).filter(
    (each) => !isVoid(each),
  )
  const isEmpty = statements.length === 0
  const onlyLogs = !isEmpty && statements.every((each) => isLogging(each))
  const acting = statements.filter((each) => !isLogging(each))
  const fallback = acting.length === 1 ? acting[0] : undefined
  const value =
    fallback?.type === 'ReturnStatement'
      ? fallback.argument
      : body.type === 'BlockStatement'
        ? null
        : body
  const isDefault =
    fallback !== undefined &&
    (fallback.type === 'ReturnStatement' || body.type !== 'BlockStatement') &&
    isNothing(value)
  if (isSuccess(value))
    return [
      findingIn(rules['error-hidden'], source, node.start, {
        message: 'a failure is answered as a success',
        severity: 'fail',
      }),
    ]
  if (!isEmpty && !isDefault && !onlyLogs) return []
  // code that stood without it before now has its errors hidden
  const hidesOld =
    stoodWithout(node, earlier) ||
    [...wrapped].some(
      (each) => source.nodes.includes(each) && each.start <= node.start && each.end >= node.end,
    )
  const rule = isEmpty ? rules['error-swallowed'] : rules['error-hidden']
  const isExcused = reasoned || kind === 'script' || isCleaning(node)
  const severity = isExcused ? 'info' : weightOf({ isEmpty, hidesOld, onlyLogs })
  const message = isEmpty
    ? 'an error is caught and dropped'
    : onlyLogs
      ? 'an error is only logged'
      : 'an error turns into an ordinary value'
  return [findingIn(rule, source, node.start, { message, severity })]
}

/** How grave it is to drop an error: gravest where code stood that let it through. */
function weightOf(seen: {
  readonly isEmpty: boolean
  readonly hidesOld: boolean
  readonly onlyLogs: boolean
}): IntegritySeverity {
  if (seen.isEmpty) return seen.hidesOld ? 'fail' : 'warn'
  if (!seen.hidesOld) return 'info'
  return seen.onlyLogs ? 'warn' : 'fail'
}

/** What fails while it is being closed can seldom be helped. */
const isCleaning = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  /^(?:close|terminate\w*|kill|destroy|dispose|unlink|rm|abort|end|disconnect|release|sleep|once)$/.test(
    chainOf(node.callee).at(-2) ?? '',
  )

const lineStart = (source: Source, offset: number): number =>
  source.text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1

const lineEnd = (source: Source, offset: number): number => {
  const end = source.text.indexOf('\n', offset)
  return end < 0 ? source.text.length : end
}

/** `{ ok: true }` or `{ status: 200 }` as an answer to an error. */
function isSuccess(value: Node | null | undefined): boolean {
  const good = (name: string) => plainValue(propertyOf(value, name))
  const status = good('status') ?? good('statusCode')
  return (
    good('ok') === true ||
    good('success') === true ||
    (typeof status === 'number' && status >= 200 && status < 300)
  )
}

/** Whether what is caught now was there before without a catch. */
const stoodWithout = (node: Node, earlier: Source | null): boolean =>
  earlier !== null &&
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  all(earlier, 'CallExpression').some(
    (each) =>
      node.callee.type === 'MemberExpression' &&
      canonical(each) === canonical(node.callee.object) &&
      earlier.parentOf.get(each)?.type !== 'MemberExpression',
  )

/** A program that ended with what it found and now always ends well. */
function forcedExits(change: Change): readonly IntegrityFinding[] {
  const exits = (source: Source) => [
    ...all(source, 'CallExpression')
      .filter((call) => dotted(call.callee) === 'process.exit')
      .map((call) => ({ start: call.start, code: call.arguments[0] })),
    ...all(source, 'AssignmentExpression')
      .filter((each) => dotted(each.left) === 'process.exitCode')
      .map((each) => ({ start: each.start, code: each.right })),
  ]
  return change.files.flatMap(({ before, after, kind }) => {
    if (before === null || after === null || kind === 'test') return []
    const isOpen = ({ code }: { readonly code: Node | undefined }) =>
      code !== undefined && plainValue(code) !== 0
    const gone = exits(before).filter(isOpen).length - exits(after).filter(isOpen).length
    const old = exits(before).length - exits(before).filter(isOpen).length
    const fresh = exits(after).filter((each) => !isOpen(each))
    if (gone <= 0 || fresh.length <= old) return []
    return fresh.slice(old).map(({ start }) =>
      findingIn(rules['exit-code-forced'], after, start, {
        message: 'the program ends well whatever happened',
      }),
    )
  })
}

const isLogging = (node: Node): boolean =>
  node.type === 'ExpressionStatement' &&
  node.expression.type === 'CallExpression' &&
  (/^(?:console|logger|log)$/.test(chainOf(node.expression.callee)[0] ?? '') ||
    /^process\.(?:stderr|stdout)\.write$/.test(dotted(node.expression.callee)))

/** A value that says nothing of the error: null, an empty list, a literal. */
function isNothing(node: Node | null | undefined): boolean {
  if (node === null || node === undefined || plainValue(node) !== undefined) return true
  if (node.type === 'Identifier') return node.name === 'undefined'
  if (node.type === 'ArrayExpression') return node.elements.length === 0
  // an object of empty things is as empty as they are; a `false` in it may tell of the failure
  return (
    node.type === 'ObjectExpression' &&
    node.properties.every(
      (each) =>
        each.type === 'Property' &&
        isNothing(each.value) &&
        typeof plainValue(each.value) !== 'boolean' &&
        !(typeof plainValue(each.value) === 'string' && plainValue(each.value) !== ''),
    )
  )
}
