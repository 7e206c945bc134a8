import { keyName, literalOf, numberOf } from '../../../integrity/names.ts'
import { is, type Node } from '../../../integrity/source.ts'
import { met, notApplicable, type Part, undecided, unmet } from '../../evaluation.ts'
import { placeOf, type Project } from '../project.ts'
import { endpointsIn, type SpecLine, specLines } from '../read-spec.ts'

const limited =
  /\brate[- ]?limit\w*|\b429\b|\bthrottl\w+|\btoo many requests\b|\brequests? (?:per|a|\/) ?(?:second|minute|hour|day)\b|\battempts? (?:per|a|\/|within) ?(?:\d+ ?)?(?:second|minute|hour|day)/i
const mostTries = 130

/** Limits of requests that the spec asks for: in the code, and by sending more than are allowed. */
export async function rateLimitPart(project: Project): Promise<Part> {
  const id = 'rate-limits'
  const about = 'limits of requests are kept'
  const lines = specLines(project.facts.spec).filter(({ text }) => limited.test(text))
  const [first] = lines
  if (first === undefined) return notApplicable(id, about, 'the spec names no limit of requests')
  const where = limiterIn(project)
  if (where === null) {
    if (!isOurs(first)) return undecided(id, about, `look how the code keeps to "${first.text}"`)
    return unmet(id, about, [
      {
        message: `nothing in the code limits requests: no 429, no limiter, while the spec says "${first.text}"`,
        path: `${project.facts.folder}/spec.md`,
        line: first.line,
        fix: 'Count requests by client and answer 429 with Retry-After beyond the limit',
      },
    ])
  }
  const tried = await tryLimit(project, lines)
  return tried ?? met(id, about, 'the code answers or handles 429', where)
}

/** Whether it is the application that limits, not a service it uses. */
const isOurs = ({ text }: SpecLine): boolean =>
  /\b429\b|\bat most\b|\bno more than\b|\bmaximum\b|\blimited to\b|\bmax(?:imum)?\b|\d+ (?:requests?|attempts?)/i.test(
    text,
  ) && !/\b(?:upstream|provider|their|external|third[- ]party)\b/i.test(text)

function limiterIn(project: Project): string | null {
  for (const source of project.product) {
    const from = source.module.staticImports.find(({ moduleRequest }) =>
      /rate-?limit|throttle|bottleneck|limiter/i.test(moduleRequest.value),
    )
    if (from !== undefined) return `${source.path}:1`
    const node = source.nodes.find(
      (each) => numberOf(each) === 429 || /^retry-after$/i.test(nameOf(each)),
    )
    if (node !== undefined) return placeOf(source, node)
  }
  return null
}

const nameOf = (node: Node): string =>
  literalOf(node) ?? (is('Property')(node) ? keyName(node.key) : '')

async function tryLimit({ facts }: Project, lines: readonly SpecLine[]): Promise<Part | null> {
  const { application } = facts
  for (const line of lines) {
    const most = Number(
      /(\d+) (?:[\w-]+ ){0,3}?(?:requests?|attempts?|calls?|ones|passwords)\b/i.exec(
        line.text,
      )?.[1] ?? Number.NaN,
    )
    const endpoint = endpointsIn([line]).find(({ path }) => !path.includes('{'))
    if (application === null || !(most < mostTries) || endpoint === undefined) continue
    let refused = 0
    for (let sent = 0; sent <= most && refused === 0; sent++) {
      const isRead = endpoint.method === 'get'
      const response = await application.request({
        method: endpoint.method.toUpperCase(),
        path: endpoint.path,
        ...(isRead
          ? {}
          : {
              headers: { 'content-type': 'application/json' },
              body: '{"email":"nobody@example.com","password":"wrong-Pass-1"}',
            }),
      })
      if (response?.status === 429) refused = sent + 1
    }
    const shown = `${endpoint.method.toUpperCase()} ${endpoint.path}`
    if (refused > 0)
      return met(
        'rate-limits',
        'limits of requests are kept',
        `request ${refused} to ${shown} was answered with 429`,
      )
    if (endpoint.method === 'get')
      return unmet('rate-limits', 'limits of requests are kept', [
        {
          message: `${most + 1} requests to ${shown} in a row were all let through; the spec allows ${most}`,
          path: `${facts.folder}/spec.md`,
          line: line.line,
          fix: 'Put the limiter before the route and answer 429 beyond the limit',
        },
      ])
  }
  return null
}
