import { all, is, type Node, type Source } from '../../../integrity/source.ts'
import { chainOf, literalOf } from '../../../integrity/names.ts'
import { type Issue, type Part, holdsUnless, notApplicable } from '../../evaluation.ts'
import { hasTimeout } from './limits.ts'
import { checksStatus } from './status.ts'
import { errorEnd } from './error-path.ts'
import { type Outgoing, outgoingIn, sdkCallsIn } from './outgoing.ts'
import { issueAt, type Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
import type { Route } from '../routes/route.ts'

export const callsOf = (project: Project): readonly Outgoing[] =>
  project.touched.flatMap((source) => [
    ...outgoingIn(project, source),
    ...sdkCallsIn(project, source),
  ])

export function shownCall({ source, node }: Outgoing): string {
  const [target] = node.arguments
  const text =
    literalOf(target) ?? (target === undefined ? '' : source.text.slice(target.start, target.end))
  return `${chainOf(node.callee).join('.')}(${text.length > 40 ? `${text.slice(0, 39)}…` : text})`
}

/** Whether a route asks other programs, which may be why it fails. */
export const asksOthers = (project: Project, { handler }: Route): boolean =>
  [...reachedFrom(project, handler)].some(({ source, node }) =>
    [...outgoingIn(project, source), ...sdkCallsIn(project, source)].some(
      (call) => call.node.start >= node.start && call.node.end <= node.end,
    ),
  )

const nothing = 'the code that the track touched sends no request to another program'

export function timeoutPart(project: Project, calls: readonly Outgoing[]): Part {
  const about = 'requests to other programs end when nobody answers'
  const asked = calls.filter(({ isOwn, client }) => !isOwn && client !== 'sdk')
  if (asked.length === 0)
    return notApplicable(
      'timeouts',
      about,
      calls.length === 0
        ? nothing
        : 'only its own server and clients with limits of their own are asked',
    )
  return holdsUnless('timeouts', about, {
    issues: asked
      .filter((call) => hasTimeout(project, call) === 'no')
      .map((call) =>
        issueAt(
          call.source,
          call.node,
          `${shownCall(call)} waits for ever when nobody answers`,
          timeoutFix(call),
        ),
      ),
    reason: `${asked.length} outgoing calls have a time limit`,
  })
}

const timeoutFix = ({ client, by }: Outgoing): string =>
  client === 'fetch'
    ? 'Pass signal: AbortSignal.timeout(milliseconds) and handle the TimeoutError'
    : client === 'throws'
      ? `Set timeout in the options of ${by} or of its instance`
      : 'Set timeout in the options and destroy the request on "timeout"'

export function statusPart(project: Project, calls: readonly Outgoing[]): Part {
  const about = 'responses with 4xx and 5xx are told from good ones'
  if (calls.length === 0) return notApplicable('upstream-status', about, nothing)
  return holdsUnless('upstream-status', about, {
    issues: calls
      .filter((call) => checksStatus(project, call) === 'no')
      .map((call) =>
        issueAt(
          call.source,
          call.node,
          `the answer to ${shownCall(call)} is used whatever its status is`,
          'Look at response.ok (or its status) and handle 4xx, 429 and 5xx before the body is used',
        ),
      ),
    reason: `the status of ${calls.length} outgoing calls is looked at, or their client throws`,
  })
}

export function errorPart(
  project: Project,
  routes: readonly Route[],
  calls: readonly Outgoing[],
): Part {
  const about = 'failures of other programs are handled'
  if (calls.length === 0) return notApplicable('upstream-errors', about, nothing)
  return holdsUnless('upstream-errors', about, {
    issues: calls.flatMap((call) => unhandledIssues(project, routes, call)),
    reason: `what ${calls.length} outgoing calls may throw is handled, or goes to callers outside`,
  })
}

function unhandledIssues(
  project: Project,
  routes: readonly Route[],
  call: Outgoing,
): readonly Issue[] {
  const { source, node, client } = call
  const fix =
    'Catch the error and answer with a status and a message of your own (502, 503 or 504), or fall back'
  if (client === 'emits')
    return listensToErrors(source)
      ? []
      : [
          issueAt(
            source,
            node,
            `nobody listens to the "error" of ${shownCall(call)}: the process ends with it`,
            fix,
          ),
        ]
  const ended = errorEnd(project, routes, source, node)
  return ended.end === 'unhandled'
    ? [issueAt(source, node, `when ${shownCall(call)} fails, ${ended.why}`, fix)]
    : []
}

const listensToErrors = (source: Source): boolean =>
  all(source, 'CallExpression').some(
    ({ callee, arguments: [first] }) =>
      /^(?:on|once)$/.test(chainOf(callee).at(-1) ?? '') && literalOf(first) === 'error',
  )

/** Texts from outside that are parsed: bodies of requests and responses. */
export function parsedTexts(source: Source): readonly Node[] {
  return all(source, 'CallExpression').filter((call) => {
    const chain = chainOf(call.callee)
    const [first] = call.arguments
    if (chain.join('.') === 'JSON.parse') {
      const from = is('Identifier')(first) ? first.name : chainOf(first).join('.')
      return (
        !/stringify|readFile|localStorage|sessionStorage|getItem|cached?\b|process\.env/i.test(
          from,
        ) && literalOf(first) === null
      )
    }
    // a response that is made has its value as an argument
    return (
      chain.at(-1) === 'json' &&
      call.arguments.length === 0 &&
      call.callee.type === 'MemberExpression'
    )
  })
}

export function parsePart(project: Project, routes: readonly Route[]): Part {
  const about = 'text that cannot be parsed is handled'
  const texts = project.touched.flatMap((source) =>
    parsedTexts(source).map((node) => ({ source, node })),
  )
  if (texts.length === 0)
    return notApplicable('parse-errors', about, 'no text from outside is parsed in touched code')
  return holdsUnless('parse-errors', about, {
    issues: texts.flatMap(({ source, node }) => {
      const ended = errorEnd(project, routes, source, node)
      return ended.end === 'unhandled'
        ? [
            issueAt(
              source,
              node,
              `when the text is no JSON, ${ended.why}`,
              'Catch the error of parsing and answer that the text could not be read',
            ),
          ]
        : []
    }),
    reason: `${texts.length} places that parse text have their errors handled, or hand them to callers outside`,
  })
}
