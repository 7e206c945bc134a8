import { all, type Source } from '../../../integrity/source.ts'
import { chainOf, literalOf } from '../../../integrity/names.ts'
import { type Part, holdsUnless, notApplicable } from '../../evaluation.ts'
import { hasTimeout } from './limits.ts'
import { checksStatus } from './status.ts'
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

/** The running application is asked what it does when they fail; what would end it is seen in the code. */
export function errorPart(calls: readonly Outgoing[]): Part {
  const about = 'failures of other programs are handled'
  const emitting = calls.filter(({ client }) => client === 'emits')
  if (emitting.length === 0)
    return notApplicable('upstream-errors', about, 'no outgoing call emits its errors')
  return holdsUnless('upstream-errors', about, {
    issues: emitting
      .filter(({ source }) => !listensToErrors(source))
      .map((call) =>
        issueAt(
          call.source,
          call.node,
          `nobody listens to the "error" of ${shownCall(call)}: the process ends with it`,
          'Listen to "error" and answer with a status and a message of your own',
        ),
      ),
    reason: `somebody listens to the errors of ${emitting.length} outgoing calls`,
  })
}

const listensToErrors = (source: Source): boolean =>
  all(source, 'CallExpression').some(
    ({ callee, arguments: [first] }) =>
      /^(?:on|once)$/.test(chainOf(callee).at(-1) ?? '') && literalOf(first) === 'error',
  )
