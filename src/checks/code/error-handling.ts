import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import {
  asyncFunctions,
  callsOneOf,
  handledFunctions,
  isCaught,
  isTried,
  lastPart,
  nameOfFunction,
  namesFrom,
} from './call-facts.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine } from './code-units.ts'
import {
  calleeName,
  child,
  children,
  flag,
  isFunction,
  textOf,
  valueOf,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'
import { swallowed, type Around, type Place, type Problem } from './swallowed.ts'
import { docBefore } from './types.ts'

/** Failures of critical steps are handled or passed on with a message; none is swallowed or lost. */
export async function errorHandling(code: Code): Promise<CheckOutcome> {
  const findings: Finding[] = []
  let judged = 0
  const handled = handledFunctions(code.parsed)
  const asyncNames = asyncFunctions(code.sources)
  for (const parsed of code.sources) {
    const around: Around = {
      parsed,
      task: code.task,
      handled,
      async: asyncNames,
      files: namesFrom(parsed, /^(?:node:)?fs(?:\/promises)?$/),
      filePromises: namesFrom(parsed, /^(?:node:)?fs\/promises$/),
    }
    findings.push(...blindAnswers(parsed))
    for (const place of walk(parsed.program)) {
      if (
        /^(?:TryStatement|ThrowStatement|AwaitExpression)$/.test(place.node.type) ||
        isRisky(place.node, around)
      )
        judged += 1
      const found = problemAt(place, around)
      if (found !== null) findings.push(findingAt(parsed.unit, found.node.start, found.message))
    }
  }
  for (const facts of (await code.python()) ?? []) {
    if (facts.unit.kind !== 'source') continue
    if (facts.risky) judged += 1
    findings.push(
      ...(facts.findings['error-handling'] ?? []).map(({ line, message }) =>
        findingOnLine(facts.unit, line, message),
      ),
    )
  }
  if (findings.length > 0) return outcomeOf(findings, '')
  return judged === 0
    ? notApplicable('nothing here can fail in a way worth handling')
    : outcomeOf([], `${judged} places that can fail are handled`)
}

function problemAt(place: Place, around: Around): Problem | null {
  const { node } = place
  switch (node.type) {
    case 'CatchClause':
      return swallowed(place, around)
    case 'CallExpression':
      return ignoredCallback(node, around) ?? unhandledCall(place, around)
    case 'ExpressionStatement':
      return floating(node, around)
    case 'ThrowStatement':
      return poorThrow(node)
    case 'TryStatement': {
      const finalizer = child(node, 'finalizer')
      const hides =
        finalizer !== null &&
        children(finalizer, 'body').some((statement) => statement.type === 'ReturnStatement')
      return hides && finalizer !== null
        ? { node: finalizer, message: 'a return in finally hides every error' }
        : null
    }
    case 'NewExpression': {
      const [executor] = children(node, 'arguments')
      const isLost =
        calleeName(node) === 'Promise' && executor !== undefined && flag(executor, 'async')
      return isLost
        ? { node, message: 'errors of an async function inside new Promise are lost' }
        : null
    }
    default:
      return null
  }
}

/** Reads answers of the network without ever asking whether they are good ones. */
function blindAnswers(parsed: Parsed): readonly Finding[] {
  const { content } = parsed.unit
  if (!/\bfetch\s*\(/.test(content) || /\.(?:ok|status)\b/.test(content)) return []
  const direct = [...walk(parsed.program)].find(
    ({ node, above }) =>
      node.type === 'CallExpression' && calleeName(node) === 'fetch' && isTried(node, above),
  )
  const read = [...walk(parsed.program)].find(
    ({ node }) =>
      node.type === 'CallExpression' &&
      /\.(?:json|text|arrayBuffer)$/.test(calleeName(node)) &&
      children(node, 'arguments').length === 0,
  )
  return direct === undefined || read === undefined
    ? []
    : [
        findingAt(
          parsed.unit,
          direct.node.start,
          'a failure of fetch is not handled: the status is never looked at',
        ),
      ]
}

function isRisky(node: Node, { files }: Around): boolean {
  if (node.type !== 'CallExpression') return false
  const name = calleeName(node)
  if (name === 'JSON.parse')
    return calleeName(children(node, 'arguments')[0] ?? node) !== 'JSON.stringify'
  if (
    /(?:^|\.)(?:exists|existsSync|watch|createReadStream|createWriteStream|constants)$/.test(name)
  )
    return false
  return (
    callsOneOf(name, files) ||
    /^(?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|execSync|execFileSync)$/.test(name)
  )
}

function unhandledCall({ node, above }: Place, around: Around): Problem | null {
  const name = calleeName(node)
  const args = children(node, 'arguments')
  if (lastPart(name) === 'forEach' && args[0] !== undefined && flag(args[0], 'async'))
    return { node, message: 'forEach does not wait for an async function: its errors are lost' }
  const isEmptyCatch =
    lastPart(name) === 'catch' &&
    args[0] !== undefined &&
    isFunction(args[0]) &&
    child(args[0], 'body')?.type === 'BlockStatement' &&
    children(child(args[0], 'body'), 'body').length === 0
  if (isEmptyCatch && !/\/[/*]/.test(textOf(around.parsed, node)))
    return { node, message: 'the error is swallowed: catch does nothing' }
  const hasCallback = args.at(-1) !== undefined && isFunction(args.at(-1) ?? node)
  if (!isRisky(node, around) || hasCallback || isTried(node, above) || isCaught(node, above))
    return null
  if (
    above.some(
      (outer) =>
        outer.type === 'CatchClause' ||
        (outer.type === 'TryStatement' && within(child(outer, 'finalizer'), node)),
    )
  )
    return null
  const index = above.findIndex(isFunction)
  const fn = above[index]
  const caller = fn === undefined ? '' : nameOfFunction(fn, above.slice(index + 1))
  if (fn === undefined || around.handled.has(caller))
    return fn === undefined && name !== 'fetch'
      ? { node, message: `a failure of ${name} is not handled` }
      : null
  const owner =
    above
      .slice(index)
      .find((outer) => /Declaration$|MethodDefinition|Declarator$/.test(outer.type)) ?? fn
  if (/@throws|\bthrows?\b|\breject/i.test(docBefore(around.parsed, owner.start))) return null
  // a network error rejects by itself; an answer that says no does not
  const looksAtAnswer = /\.(?:ok|status)\b/.test(textOf(around.parsed, fn))
  if (/^(?:fetch|axios|got)/.test(name))
    return looksAtAnswer
      ? null
      : { node, message: `a failure of ${name} is not handled: the status is never looked at` }
  return { node, message: `a failure of ${name} is not handled` }
}

const within = (outer: Node | null, inner: Node): boolean =>
  outer !== null && outer.start <= inner.start && outer.end >= inner.end

function ignoredCallback(node: Node, around: Around): Problem | null {
  const callback = children(node, 'arguments').at(-1)
  if (
    callback === undefined ||
    !isFunction(callback) ||
    !callsOneOf(calleeName(node), around.files)
  )
    return null
  const [error] = children(callback, 'params')
  const name = word(error ?? null, 'name')
  const body = child(callback, 'body')
  if (!/^_?e(?:rr(?:or)?)?$/.test(name) || body === null) return null
  return new RegExp(`\\b${name}\\b`).test(textOf(around.parsed, body))
    ? null
    : { node: callback, message: `the callback never looks at ${name}` }
}

function floating(statement: Node, around: Around): Problem | null {
  const call = child(statement, 'expression')
  if (call?.type !== 'CallExpression') return null
  const name = calleeName(call)
  const method = lastPart(name)
  if (method === 'then' || method === 'finally') {
    const caught =
      /\.catch\s*\(/.test(textOf(around.parsed, call)) || children(call, 'arguments').length > 1
    return caught
      ? null
      : { node: statement, message: 'nobody handles a rejection of this promise' }
  }
  const isOwn =
    around.async.has(name) ||
    (around.async.has(method) &&
      /^(?:this\.|[a-z]\w*\.)/.test(name) &&
      !/^(?:console|logger|log)\./.test(name))
  const isPromise = isOwn || name === 'fetch' || callsOneOf(name, around.filePromises)
  return isPromise
    ? { node: statement, message: `the promise of ${name} is not awaited: its failure is lost` }
    : null
}

function poorThrow(node: Node): Problem | null {
  const thrown = child(node, 'argument')
  if (
    thrown?.type === 'Literal' ||
    thrown?.type === 'TemplateLiteral' ||
    thrown?.type === 'ObjectExpression'
  )
    return { node, message: 'what is thrown is not an Error: it carries no stack' }
  if (thrown?.type !== 'NewExpression' || !/^(?:Type|Range|Syntax)?Error$/.test(calleeName(thrown)))
    return null
  const [message] = children(thrown, 'arguments')
  const isEmpty = message === undefined || (message.type === 'Literal' && valueOf(message) === '')
  return isEmpty ? { node, message: 'the error carries no message' } : null
}
