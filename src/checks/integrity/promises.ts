import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { asyncNames, isPromiseCall } from './async-names.ts'
import { isTestKind } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { introduced } from './introduced.ts'
import { chainOf } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { above, all, is, isFunction, type Node, type Source, type Typed } from './source.ts'

const rules = rulesOf('completeness', {
  'promise-floating': [
    'warn',
    'A promise is neither awaited nor handled',
    'Its failure is lost, and what follows runs too early.',
    'Await it, return it, or handle its failure; mark it with void where that is meant.',
  ],
  'async-callback': [
    'fail',
    'A loop does not wait for its async function',
    'What follows runs before the work is done, and failures are lost.',
    'Use for…of with await, or Promise.all over map.',
  ],
  'promise-as-condition': [
    'fail',
    'A promise is used as a condition',
    'A promise is always truthy, so the condition always holds.',
    'Await the promise first.',
  ],
  'return-in-try': [
    'warn',
    'A promise is returned from a try block without await',
    'The catch beside it never sees its failure.',
    'Return the awaited result.',
  ],
})

export const promises: Family = { family: 'promises', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const isCode = (kind: string) => kind !== 'generated' && kind !== 'types'
  const asyncOf = (source: Source) => asyncNames(change, source)
  const floating = introduced(change, (source, { kind }) =>
    isCode(kind)
      ? all(source, 'ExpressionStatement').filter((node) =>
          isFloating(node.expression, source, asyncOf(source)),
        )
      : [],
  )
  const callbacks = introduced(change, (source, { kind }) =>
    isCode(kind) ? all(source, 'CallExpression').filter((call) => isDeafLoop(call, source)) : [],
  )
  const conditions = introduced(change, (source, { kind }) =>
    isCode(kind)
      ? source.nodes.filter(
          (node) =>
            is('IfStatement', 'ConditionalExpression', 'WhileStatement')(node) &&
            isBarePromise(node.test, source, asyncOf(source)),
        )
      : [],
  )
  const returns = introduced(change, (source, { kind }) =>
    kind === 'source' || kind === 'script'
      ? all(source, 'ReturnStatement').filter((node) => escapesTry(node, source, asyncOf(source)))
      : [],
  )
  return [
    ...floating.map(({ source, node, kind, earlier }) =>
      findingIn(rules['promise-floating'], source, node.start, {
        message: 'nobody waits for this promise',
        // a test may leave a task running on purpose
        ...(isTestKind(kind) && !wasAwaited(node.expression, earlier)
          ? { severity: 'info' as const }
          : {}),
      }),
    ),
    ...madeWithAsync(change),
    ...callbacks.map(({ source, node }) =>
      findingIn(rules['async-callback'], source, node.start, {
        message: 'nobody waits for this async function',
      }),
    ),
    ...conditions.map(({ source, node }) =>
      findingIn(rules['promise-as-condition'], source, node.start, {
        message: 'a promise is used as a condition',
      }),
    ),
    ...returns.map(({ source, node }) =>
      findingIn(rules['return-in-try'], source, node.start, {
        message: 'a promise leaves the try block before it is settled',
      }),
    ),
  ]
}

/** A promise made with an async function does not hear of its errors. */
function madeWithAsync(change: Change): readonly IntegrityFinding[] {
  const made = introduced(change, (source, { kind }) =>
    kind !== 'generated'
      ? all(source, 'NewExpression').filter(
          ({ callee, arguments: [first] }) =>
            callee.type === 'Identifier' &&
            callee.name === 'Promise' &&
            isFunction(first) &&
            first.async,
        )
      : [],
  )
  return made.map(({ source, node }) =>
    findingIn(rules['async-callback'], source, node.start, {
      message: 'an error in this async function never reaches the promise',
      severity: 'warn',
    }),
  )
}

type Names = ReturnType<typeof asyncNames>

function isFloating(node: Node, source: Source, names: Names): boolean {
  const call = node.type === 'ChainExpression' ? node.expression : node
  if (call.type !== 'CallExpression') return call.type === 'ImportExpression'
  const last = call.callee.type === 'MemberExpression' ? (chainOf(call.callee).at(-1) ?? '') : ''
  if (last === 'catch') return false
  if (last === 'then') return call.arguments.length < 2 && isThenable(call, source, names)
  if (last === 'finally') return isThenable(call, source, names)
  return isPromiseCall(call, source, names)
}

const isThenable = (call: Typed<'CallExpression'>, source: Source, names: Names): boolean => {
  const inner = call.callee.type === 'MemberExpression' ? call.callee.object : null
  if (inner?.type === 'Identifier') return holdsPromise(inner.name, source, names)
  if (inner?.type !== 'CallExpression') return false
  return (
    isPromiseCall(inner, source, names) ||
    (/^(?:then|finally)$/.test(chainOf(inner.callee).at(-1) ?? '') &&
      isThenable(inner, source, names))
  )
}

/** A constant that was given a promise, and that nothing else waits for. */
function holdsPromise(name: string, source: Source, names: Names): boolean {
  const made = all(source, 'VariableDeclarator').some(
    ({ id, init }) =>
      id.type === 'Identifier' &&
      id.name === name &&
      init?.type === 'CallExpression' &&
      isPromiseCall(init, source, names),
  )
  if (!made) return false
  const uses = all(source, 'Identifier').filter((each) => {
    const up = source.parentOf.get(each)
    return each.name === name && !(up?.type === 'VariableDeclarator' && up.id === each)
  })
  return uses.length === 1
}

const isBarePromise = (node: Node, source: Source, names: Names): boolean => {
  const inner = node.type === 'UnaryExpression' && node.operator === '!' ? node.argument : node
  if (inner.type === 'LogicalExpression')
    return isBarePromise(inner.left, source, names) || isBarePromise(inner.right, source, names)
  return inner.type === 'CallExpression' && isPromiseCall(inner, source, names)
}

/** Loops that do not look at what their function gives back. */
function isDeafLoop(call: Typed<'CallExpression'>, source: Source): boolean {
  const [first] = call.arguments
  if (!isFunction(first) || !first.async || call.callee.type !== 'MemberExpression') return false
  const name = chainOf(call.callee).at(-1) ?? ''
  if (/^(?:forEach|filter|some|every|find|findIndex|sort|flatMap)$/.test(name)) {
    // lists of other libraries may wait; those of the language do not
    return (
      !/^(?:p|async|Promise|stream|pipeline)$/i.test(chainOf(call.callee)[0] ?? '') &&
      first.params.length <= 3
    )
  }
  return name === 'map' && source.parentOf.get(call)?.type === 'ExpressionStatement'
}

/** `return promise()` inside a try that has a catch. */
function escapesTry(node: Typed<'ReturnStatement'>, source: Source, names: Names): boolean {
  if (node.argument?.type !== 'CallExpression' || !isPromiseCall(node.argument, source, names))
    return false
  let inner: Node = node
  for (const up of above(source, node)) {
    if (isFunction(up)) return false
    if (up.type === 'TryStatement') return up.block === inner && up.handler !== null
    inner = up
  }
  return false
}

const wasAwaited = (call: Node, earlier: Source | null): boolean =>
  earlier !== null &&
  all(earlier, 'AwaitExpression').some(({ argument }) => canonical(argument) === canonical(call))
