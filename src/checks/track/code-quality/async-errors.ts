import type { Named } from '../../integrity/functions.ts'
import { jsonObject } from '../../integrity/package-json.ts'
import { chainOf, dotted, literalOf } from '../../integrity/names.ts'
import {
  above,
  all,
  is,
  isFunction,
  type Node,
  slice,
  type Source,
} from '../../integrity/source.ts'
import { functionBehind, givenFunction, methodsNamed, rejectionIn } from '../callees.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../evaluation.ts'
import { answersFailure } from './failing-answers.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { unreadAnswers } from './unread-answers.ts'

const about = 'every failure of an asynchronous call is handled'

export function asyncHandled(code: TrackCode): Part {
  const sources = code.touched('source')
  const issues = sources.flatMap((source) => [
    ...floating(code, source),
    ...handlers(code, source),
    ...markup(code, source),
    ...unreadAnswers(code, source),
  ])
  const waits = sources.some(
    (source) => source.byType.has('AwaitExpression') || /\.then\(|\basync\b/.test(source.text),
  )
  if (!waits && issues.length === 0)
    return notApplicable('async-handled', about, 'the track touched no asynchronous code')
  return holdsUnless('async-handled', about, {
    issues,
    reason:
      'each asynchronous call of the track is awaited, caught, or handed to something that catches',
  })
}

/** Statements that start something and do not wait for it. */
function floating(code: TrackCode, source: Source): readonly Issue[] {
  return all(source, 'ExpressionStatement').flatMap((statement): readonly Issue[] => {
    const whole = statement.expression
    const isAwaited = is('AwaitExpression')(whole)
    const expression = isAwaited ? whole.argument : whole
    const isInFunction = [...above(source, statement)].some((each) => isFunction(each))
    if (!is('CallExpression')(expression) || !isInFunction || !code.isOwn(source, statement))
      return []
    const fix = 'await it inside of try, or add a catch that does something'
    const chain = chainOf(expression.callee)
    const isChained =
      /^(?:then|finally)$/.test(chain.at(-1) ?? '') && is('MemberExpression')(expression.callee)
    if (isChained)
      return isAwaited || hasCatch(expression)
        ? []
        : [
            issueAt(
              source,
              statement,
              `\`${headOf(source, statement)}\` has nothing for the case that it fails`,
              fix,
            ),
          ]
    const called = functionBehind(code, source, expression.callee)
    const meant = called === null ? methodsNamed(code, source, chain) : [called]
    const name = chain.join('.')
    if (meant.length > 0 && meant.every((each) => answersFailure(code, each))) {
      if (isAwaited && withoutWord.test(slice(source, expression))) return []
      const lost = isAwaited ? `the answer of ${name} is dropped` : `nobody waits for ${name}`
      const why = `${lost}, ${isAwaited ? 'which' : 'whose answer'} tells whether it failed`
      return [issueAt(source, statement, why, 'look at its answer, and say what failed')]
    }
    if (isAwaited) return []
    const mayFail = ({ source: from, node }: Named) => rejectionIn(code, from, node) !== null
    if (!meant.every(({ node }) => node.async) || !meant.some(mayFail)) return []
    return [issueAt(source, statement, `${name} may fail here, and nobody waits for it`, fix)]
  })
}

/** What nobody needs to hear of when it fails: whoever leaves is gone, and figures are counted next time. */
const withoutWord = /(?:sign|log)[-_]?out|session|analytic|metric|beacon|telemetry/i

function hasCatch(node: Node): boolean {
  let at: Node = node
  while (is('CallExpression')(at) && is('MemberExpression')(at.callee)) {
    const name = chainOf(at.callee).at(-1)
    if (name === 'catch' || (name === 'then' && at.arguments.length > 1)) return true
    at = at.callee.object
  }
  return false
}

const headOf = (source: Source, node: Node): string =>
  slice(source, node).split('\n')[0]?.slice(0, 60) ?? ''

const verbs = /^(?:get|post|put|patch|delete|all|use)$/

/** Async handlers that are given to something that does not wait for them. */
function handlers(code: TrackCode, source: Source): readonly Issue[] {
  const isOldExpress = usesExpress4(code)
  return all(source, 'CallExpression').flatMap((call) => {
    const name = chainOf(call.callee).at(-1) ?? ''
    const isRoute =
      isOldExpress &&
      verbs.test(name) &&
      is('MemberExpression')(call.callee) &&
      (literalOf(call.arguments[0])?.startsWith('/') === true || name === 'use')
    const isPlain =
      /^(?:forEach|setInterval|setTimeout|addEventListener)$/.test(name) ||
      (name === 'createServer' &&
        /^(?:http|https|http2)?\.?createServer$/.test(dotted(call.callee)))
    if (!isRoute && !isPlain) return []
    return call.arguments.flatMap((given): readonly Issue[] => {
      const handler = givenFunction(code, source, given)
      if (handler === null || !handler.node.async || !code.isOwn(handler.source, handler.node))
        return []
      const risk = rejectionIn(code, handler.source, handler.node)
      return risk === null
        ? []
        : [
            issueAt(
              handler.source,
              risk,
              `${isRoute ? 'Express 4 does not catch' : `${name} does not wait for`} what fails in this async function: \`${headOf(handler.source, risk)}\``,
              isRoute
                ? 'catch it and call next(error), or wrap the handler'
                : 'catch it inside of the function',
            ),
          ]
    })
  })
}

/** Express 4 leaves requests without an answer when an async handler fails; version 5 does not. */
function usesExpress4({ facts }: TrackCode): boolean {
  const own = jsonObject(facts.files.get('package.json'))
  const packages: Readonly<Record<string, unknown>> = {
    ...Object(own['devDependencies']),
    ...Object(own['dependencies']),
  }
  return (
    typeof packages['express'] === 'string' &&
    /^\D*[34]\b/.test(packages['express']) &&
    !Object.keys(packages).some((name) =>
      /^express-(?:async-errors|async-handler|promise-router)$/.test(name),
    )
  )
}

/** `onClick={save}`: a browser does not wait for what it starts. */
function markup(code: TrackCode, source: Source): readonly Issue[] {
  return all(source, 'JSXAttribute').flatMap(({ name, value }): readonly Issue[] => {
    const isHandler = is('JSXIdentifier')(name) && /^on[A-Z]/.test(name.name)
    const given = is('JSXExpressionContainer')(value) ? value.expression : null
    const handler = isHandler && given !== null ? givenFunction(code, source, given) : null
    if (handler === null) return []
    const only = handler.node.body
    const called = is('CallExpression')(only)
      ? functionBehind(code, handler.source, only.callee)
      : handler.node.async
        ? handler
        : null
    if (
      called === null ||
      !called.node.async ||
      !(code.isOwn(called.source, called.node) || code.isOwn(source, handler.node))
    )
      return []
    const risk = rejectionIn(code, called.source, called.node)
    return risk === null
      ? []
      : [
          issueAt(
            called.source,
            risk,
            `\`${headOf(called.source, risk)}\` may fail, and the page says nothing`,
            'catch it and tell the user',
          ),
        ]
  })
}
