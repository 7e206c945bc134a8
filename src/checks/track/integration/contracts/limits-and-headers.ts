import { keyName, literalOf, numberOf } from '../../../integrity/names.ts'
import { is, type Node } from '../../../integrity/source.ts'
import { holdsUnless, notApplicable, type Part, undecided, unmet } from '../../evaluation.ts'
import { type Project } from '../project.ts'
import { quotedIn, specLines } from '../read-spec.ts'

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

/** Headers that the spec names for requests: the code sends or reads them. */
export function headerPart(project: Project): Part {
  const about = 'the headers that the spec names are sent or read'
  const asked = specLines(project.facts.spec).flatMap(({ text, line }) =>
    quotedIn(text).flatMap((code) => {
      const name =
        /^((?:X-[\w-]+|Authorization|Api-Key|Idempotency-Key|If-None-Match|Retry-After|[A-Z][\w]+-(?:Signature|Key|Token|Id)))(?::.*)?$/i.exec(
          code,
        )?.[1]
      return name === undefined || !/[A-Z-]/.test(name) || /_/.test(name)
        ? []
        : [{ name, line, text }]
    }),
  )
  if (asked.length === 0) return notApplicable('auth-headers', about, 'the spec names no header')
  const known = new Set(
    project.product.flatMap(({ nodes }) =>
      nodes.flatMap((node) =>
        is('Identifier')(node) ? [node.name.toLowerCase()] : [nameOf(node).toLowerCase()],
      ),
    ),
  )
  const byPackage = [...project.packages.keys()].some((name) =>
    /jwt|passport|auth|bearer/i.test(name),
  )
  return holdsUnless('auth-headers', about, {
    issues: asked
      .filter(
        ({ name }) =>
          !known.has(name.toLowerCase()) && !(byPackage && /^authorization$/i.test(name)),
      )
      .map(({ name, line }) => ({
        message: `no code sends or reads the header ${name}, which the spec names`,
        path: `${project.facts.folder}/spec.md`,
        line,
        fix: `Send or check ${name} as the spec says`,
      })),
    reason: `${asked.length} headers of the spec are in the code`,
  })
}
