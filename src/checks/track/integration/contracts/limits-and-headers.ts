import { keyName, literalOf, numberOf } from '../../../integrity/names.ts'
import { is, type Node } from '../../../integrity/source.ts'
import { notApplicable, type Part, undecided, unmet } from '../../evaluation.ts'
import { type Project } from '../project.ts'
import { specLines } from '../read-spec.ts'

const limited =
  /\brate[- ]?limit\w*|\bthrottl\w+|\btoo many requests\b|\brequests? (?:per|a|\/) ?(?:second|minute|hour|day)\b|\battempts? (?:per|a|\/|within) ?(?:\d+ ?)?(?:second|minute|hour|day)/i

/** Limits of requests that the spec asks for. */
export function rateLimitPart(project: Project): Part {
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
