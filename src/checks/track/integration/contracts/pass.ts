import { notApplicable, type Part, type Pass, undecided, unmet } from '../../evaluation.ts'
import { callsOf, statusPart, timeoutPart } from '../calls/parts.ts'
import type { Project } from '../project.ts'
import type { Route } from '../routes/route.ts'
import type { Session } from '../auth/sign-in.ts'
import type { Answer } from './requests.ts'
import { describedParts } from './described.ts'
import { endpointPart, statusesPart } from './endpoints.ts'
import { keyName, literalOf, numberOf } from '../../../integrity/names.ts'
import { is, type Node } from '../../../integrity/source.ts'
import { specLines } from '../read-spec.ts'

/** Who asks, and what was answered already. */
export type Tried = { readonly session: Session | null; readonly answers: readonly Answer[] }

/** Pass 1: what the application and the programs it asks owe each other. */
export async function contractsPass(
  project: Project,
  routes: readonly Route[],
  { session, answers }: Tried,
): Promise<Pass> {
  const calls = callsOf(project)
  return {
    number: 1,
    name: 'API contracts',
    parts: [
      ...(await describedParts(project, routes, { session, answers })),
      await endpointPart(project, routes),
      await statusesPart(project, routes, session),
      statusPart(project, calls),
      timeoutPart(project, calls),
      rateLimitPart(project),
    ],
  }
}

const limited =
  /\brate[- ]?limit\w*|\bthrottl\w+|\btoo many requests\b|\brequests? (?:per|a|\/) ?(?:second|minute|hour|day)\b|\battempts? (?:per|a|\/|within) ?(?:\d+ ?)?(?:second|minute|hour|day)/i

/** Limits of requests that the spec asks for. */
function rateLimitPart(project: Project): Part {
  const id = 'rate-limits'
  const about = 'limits of requests are kept'
  const asked = specLines(project.facts.spec).find(({ text }) => limited.test(text))
  if (asked === undefined) return notApplicable(id, about, 'the spec names no limit of requests')
  const isLimited = project.product.some(
    ({ text, nodes }) =>
      /rate-?limit|throttle|bottleneck|limiter/i.test(text) ||
      nodes.some((each) => numberOf(each) === 429 || /^retry-after$/i.test(nameOf(each))),
  )
  return isLimited
    ? undecided(id, about, `look how the code keeps to "${asked.text}"`)
    : unmet(id, about, [
        {
          message: `nothing in the code limits requests: no 429, no limiter, while the spec says "${asked.text}"`,
          path: `${project.facts.folder}/spec.md`,
          line: asked.line,
          fix: 'Count requests by client and answer 429 with Retry-After beyond the limit',
        },
      ])
}

const nameOf = (node: Node): string =>
  literalOf(node) ?? (is('Property')(node) ? keyName(node.key) : '')
