import { chainOf } from '../../integrity/names.ts'
import {
  above,
  all,
  is,
  isFunction,
  type Node,
  slice,
  type Source,
} from '../../integrity/source.ts'
import { functionsBehind, isCaught, methodsNamed, rejectionIn } from '../callees.ts'
import {
  holdsUnless,
  type Issue,
  notApplicable,
  type Part,
  type Pass,
  unmet,
} from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { emptyStates, userFeedback } from './judged.ts'
import { nothingSilent } from './silent-errors.ts'
import type { Named } from '../../integrity/functions.ts'

export const errorsPass = (code: TrackCode): Pass => ({
  number: 4,
  name: 'Error handling',
  parts: [asyncHandled, nothingSilent, parsesSafely, userFeedback, emptyStates].map((part) =>
    part(code),
  ),
})

const asked = /^(?:req|request|incoming|message|event|ctx|context)$/i

/** What a stranger sent may be no JSON. */
function parsesSafely(code: TrackCode): Part {
  const about = 'what is no JSON is caught where a request is read'
  const bare = code.touched('source').flatMap((source) =>
    all(source, 'CallExpression')
      .filter((call) => {
        const around = [...above(source, call)].find((each) => isFunction(each))
        const takesRequest =
          isFunction(around) &&
          around.params.some((each) => is('Identifier')(each) && asked.test(each.name))
        const isParsed = chainOf(call.callee).join('.') === 'JSON.parse'
        return (
          isParsed && takesRequest && !isCaught(source, call, around) && code.isOwn(source, call)
        )
      })
      .map((call) =>
        issueAt(
          source,
          call,
          'what is no JSON is thrown out of here',
          'catch it and answer that the request is wrong',
        ),
      ),
  )
  return bare.length === 0
    ? notApplicable('parsing', about, 'the track parses no request without a catch')
    : unmet('parsing', about, bare)
}

const about = 'somebody waits for every asynchronous call that may fail'

function asyncHandled(code: TrackCode): Part {
  const sources = code.touched('source')
  const issues = sources.flatMap((source) => [...floating(code, source)])
  const waits = sources.some(
    (source) => source.byType.has('AwaitExpression') || /\.then\(|\basync\b/.test(source.text),
  )
  if (!waits && issues.length === 0)
    return notApplicable('async-handled', about, 'the track touched no asynchronous code')
  return holdsUnless('async-handled', about, {
    issues,
    reason: 'each asynchronous call of the track is awaited, caught, or handed on',
  })
}

/** Statements that start something and do not wait for it. */
function floating(code: TrackCode, source: Source): readonly Issue[] {
  return all(source, 'ExpressionStatement').flatMap((statement): readonly Issue[] => {
    const { expression } = statement
    const isInFunction = [...above(source, statement)].some((each) => isFunction(each))
    if (!is('CallExpression')(expression) || !isInFunction || !code.isOwn(source, statement))
      return []
    const fix = 'await it inside of try, or add a catch that does something'
    const chain = chainOf(expression.callee)
    if (/^(?:then|finally)$/.test(chain.at(-1) ?? '') && is('MemberExpression')(expression.callee))
      return hasCatch(expression)
        ? []
        : [
            issueAt(
              source,
              statement,
              `\`${headOf(source, statement)}\` has nothing for the case that it fails`,
              fix,
            ),
          ]
    const found = functionsBehind(code, source, expression.callee)
    const meant = found.length > 0 ? found : methodsNamed(code, source, expression.callee)
    const mayFail = ({ source: from, node }: Named) => rejectionIn(code, from, node) !== null
    if (!meant.every(({ node }) => node.async) || !meant.some(mayFail)) return []
    return [
      issueAt(source, statement, `${chain.join('.')} may fail here, and nobody waits for it`, fix),
    ]
  })
}

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
