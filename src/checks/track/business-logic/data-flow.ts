import { lineAt, type Source } from '../../integrity/source.ts'
import {
  holdsUnless,
  type Issue,
  notApplicable,
  type Part,
  type Pass,
  unmet,
} from '../evaluation.ts'
import { labelOf as routeLabel } from '../integration/routes/route.ts'
import { issueAt } from '../track-code.ts'
import type { Business } from './business.ts'
import { joined } from './fields.ts'
import { answeredBy, type OwnRequest, readByHandler, requestsOf } from './requests.ts'
import { unwritten } from './unwritten.ts'

export function dataFlowPass(business: Business): Pass {
  return {
    number: 5,
    name: 'Data flow',
    parts: [requests(business), ...trusted(business), ...unwritten(business)],
  }
}

function trusted({ rounds }: Business): readonly Part[] {
  const issues = [...(rounds?.trusted ?? []), ...(rounds?.unstored ?? [])]
  return issues.length === 0
    ? []
    : [unmet('kept', 'what the server works out is its own, and what it answers is stored', issues)]
}

const isTracks = ({ code }: Business, ...sources: readonly Source[]): boolean =>
  sources.some(({ path }) => code.facts.touched.includes(path))

/** What the client sends is what the server reads, and the other way round. */
function requests(business: Business): Part {
  const about = 'client and server speak of the same fields'
  const own = requestsOf(business.project, business.routes).filter(({ source, route }) =>
    isTracks(business, source, route.handler.source),
  )
  if (own.length === 0)
    return notApplicable('requests', about, 'the track sends no request to a route of its own')
  const issues = own.flatMap((request) => [
    ...unsent(business, own, request),
    ...unread(business, request),
    ...unanswered(business, request),
  ])
  return holdsUnless('requests', about, {
    issues: unique(issues),
    reason: `${own.length} requests and their routes agree`,
  })
}

const unique = (issues: readonly Issue[]): readonly Issue[] => [
  ...new Map(
    issues.map((issue) => [`${issue.path}:${issue.line} ${issue.message}`, issue]),
  ).values(),
]

const placeOf = ({ source, call }: OwnRequest): string =>
  `${source.path}:${lineAt(source.text, call.start)}`

function unsent(
  { project }: Business,
  requestsSent: readonly OwnRequest[],
  { route }: OwnRequest,
): readonly Issue[] {
  const senders = requestsSent.filter((each) => each.route === route)
  const sent = joined(senders.flatMap((each) => each.sent ?? []))
  const [first] = senders
  if (sent.isOpen || first === undefined || senders.every((each) => each.sent === null)) return []
  return [...readByHandler(project, route).names]
    .filter(([name, { isOptional }]) => !isOptional && !sent.names.has(name))
    .map(([name, { source, node }]) =>
      issueAt(
        source,
        node,
        `${routeLabel(route)} reads ${name}, which ${placeOf(first)} does not send`,
        `send ${name}, or read one of ${[...sent.names.keys()].join(', ')}`,
      ),
    )
}

function unread({ project }: Business, { route, sent }: OwnRequest): readonly Issue[] {
  const read = readByHandler(project, route)
  if (sent === null || read.isOpen || read.names.size === 0) return []
  return [...sent.names]
    .filter(([name]) => !read.names.has(name))
    .map(([name, { source, node }]) =>
      issueAt(
        source,
        node,
        `${name} is sent, and ${routeLabel(route)} (${route.handler.source.path}) never reads it`,
        `read ${name} there, or do not send it`,
      ),
    )
}

function unanswered({ project }: Business, { route, read }: OwnRequest): readonly Issue[] {
  const answered = answeredBy(project, route)
  if (answered.isOpen || answered.names.size === 0) return []
  return [...read.names]
    .filter(([name, { isOptional }]) => !isOptional && !answered.names.has(name))
    .map(([name, { source, node }]) =>
      issueAt(
        source,
        node,
        `${name} is read of the answer to ${routeLabel(route)}, which has ${[...answered.names.keys()].join(', ')}`,
        `answer with ${name}, or read what is there`,
      ),
    )
}
