import { canonical } from './canonical.ts'
import { isReason } from './directives.ts'
import type { Change } from './change.ts'
import { functionPairs } from './functions.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { chainOf, dotted, plainValue, propertyOf } from './names.ts'
import { type Family, findingIn, type IntegrityFinding } from './rule.ts'
import { above, all, below, is, isFunction, lineAt, type Node, type Source } from './source.ts'
import { product } from './spots.ts'
import { isLog, isVoid } from './stub-bodies.ts'

export const errorsSwallowed: Family = {
  look: (change) => [...forcedExits(change), ...caught(change)],
}

type Handler = Extract<Node, { type: 'CatchClause' | 'CallExpression' }>

const isCatchCall = (node: Node): boolean =>
  is('CallExpression')(node) && chainOf(node.callee).at(-1) === 'catch'

/** What happens to an error in a catch clause, or in the function that `.catch` is given. */
function bodyOf(node: Handler): Node | null {
  if (is('CatchClause')(node)) return node.body
  const [handler] = is('CallExpression')(node) ? node.arguments : []
  return isCatchCall(node) && isFunction(handler) ? handler.body : null
}

function caught(change: Change): readonly IntegrityFinding[] {
  // functions that let errors through before
  const open = new Set<Node>(
    functionPairs(change).kept.flatMap(({ before, after }) =>
      [...below(before.node)].some((each) => is('TryStatement')(each) || isCatchCall(each))
        ? []
        : [after.node],
    ),
  )
  return introduced(change, (source, { kind }) =>
    product.includes(kind)
      ? [...all(source, 'CatchClause'), ...all(source, 'CallExpression')].filter(
          (node) => bodyOf(node) !== null,
        )
      : [],
  ).flatMap((each) => {
    const hidesOld =
      wasUncaught(each) || [...above(each.source, each.node)].some((up) => open.has(up))
    return handled(each, hidesOld)
  })
}

/** Whether what is caught now was there before without a catch. */
const wasUncaught = ({ node, earlier }: Occurrence<Handler>): boolean =>
  earlier !== null &&
  is('CallExpression')(node) &&
  is('MemberExpression')(node.callee) &&
  all(earlier, 'CallExpression').some(
    (each) =>
      is('MemberExpression')(node.callee) &&
      canonical(each) === canonical(node.callee.object) &&
      !is('MemberExpression')(earlier.parentOf.get(each)),
  )

/** How grave it is to drop an error: gravest where code stood that let it through. */
function handled(
  { source, node, kind }: Occurrence<Handler>,
  hidesOld: boolean,
): readonly IntegrityFinding[] {
  const body = bodyOf(node)
  if (body === null) return []
  const statements = is('BlockStatement')(body) ? body.body.filter((each) => !isVoid(each)) : [body]
  const acting = statements.filter((each) => !isLog(each) && !isWrite(each))
  const [only] = acting
  const value = is('ReturnStatement')(only)
    ? only.argument
    : is('BlockStatement')(body)
      ? null
      : body
  if (isSuccess(value)) {
    const message = 'a failure is answered as a success'
    return [findingIn('error-hidden', source, node.start, { message, severity: 'error' })]
  }
  const isEmpty = statements.length === 0
  const isDefault =
    acting.length === 1 && (is('ReturnStatement')(only) || only === body) && isNothing(value)
  if (acting.length > 0 && !isDefault) return []
  const isExcused = kind === 'script' || isCleaning(node) || isExplained(source, node)
  const grave = isEmpty || isDefault ? 'error' : 'warning'
  const severity = isExcused ? 'info' : hidesOld ? grave : isEmpty ? 'warning' : 'info'
  const message = isEmpty
    ? 'an error is caught and dropped'
    : isDefault
      ? 'an error turns into an ordinary value'
      : 'an error is only logged'
  return [
    findingIn(isEmpty ? 'error-swallowed' : 'error-hidden', source, node.start, {
      message,
      severity,
    }),
  ]
}

const isWrite = (node: Node): boolean =>
  is('ExpressionStatement')(node) &&
  is('CallExpression')(node.expression) &&
  /^process\.std(?:err|out)\.write$/.test(dotted(node.expression.callee))

/** What fails while it is being closed can seldom be helped. */
const isCleaning = (node: Handler): boolean =>
  is('CallExpression')(node) &&
  /^(?:close|terminate\w*|kill|destroy|dispose|unlink|rm|abort|end|disconnect|release|sleep|once)$/.test(
    chainOf(node.callee).at(-2) ?? '',
  )

/** Whether a comment in it, beside it or on the line above says why. */
const isExplained = ({ text, comments }: Source, node: Node): boolean =>
  comments.some(
    ({ start, end, value }) =>
      lineAt(text, end) >= lineAt(text, node.start) - 1 &&
      lineAt(text, start) <= lineAt(text, node.end) &&
      isReason(`${value} and so on`),
  )

/** `{ ok: true }` or `{ status: 200 }` as an answer to an error. */
function isSuccess(value: Node | null | undefined): boolean {
  const said = (name: string) => plainValue(propertyOf(value, name))
  const status = said('status') ?? said('statusCode')
  return (
    said('ok') === true ||
    said('success') === true ||
    (typeof status === 'number' && status >= 200 && status < 300)
  )
}

/** A value that says nothing of the error: null, an empty list, a literal. */
function isNothing(node: Node | null | undefined): boolean {
  if (node == null || plainValue(node) !== undefined) return true
  if (is('Identifier')(node)) return node.name === 'undefined'
  if (is('ArrayExpression')(node)) return node.elements.length === 0
  // an object of empty things is as empty as they are; a `false` in it may tell of the failure
  return (
    is('ObjectExpression')(node) &&
    node.properties.every(
      (each) =>
        is('Property')(each) &&
        isNothing(each.value) &&
        !/^(?:true|false|".+")$/.test(JSON.stringify(plainValue(each.value)) ?? ''),
    )
  )
}

/** A program that ended with what it found and now always ends well. */
function forcedExits(change: Change): readonly IntegrityFinding[] {
  const exits = (source: Source) => [
    ...all(source, 'CallExpression')
      .filter(({ callee }) => dotted(callee) === 'process.exit')
      .map(({ start, arguments: [code] }) => ({ start, code })),
    ...all(source, 'AssignmentExpression')
      .filter(({ left }) => dotted(left) === 'process.exitCode')
      .map(({ start, right }) => ({ start, code: right })),
  ]
  const isWell = ({ code }: { readonly code: Node | undefined }) =>
    code === undefined || plainValue(code) === 0
  return change.files.flatMap(({ before, after, kind }) => {
    if (before === null || after === null || !product.includes(kind)) return []
    const [was, now] = [exits(before), exits(after)]
    const [oldWell, well] = [was.filter(isWell), now.filter(isWell)]
    if (was.length - oldWell.length <= now.length - well.length) return []
    return well.slice(oldWell.length).map(({ start }) =>
      findingIn('exit-code-forced', after, start, {
        message: 'the program ends well whatever happened',
      }),
    )
  })
}
