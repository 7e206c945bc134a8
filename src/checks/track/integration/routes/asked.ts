import { isAnswered } from '../contracts/endpoints.ts'
import { requestsSent } from '../contracts/requests-sent.ts'
import type { Source } from '../../../integrity/source.ts'
import type { Project } from '../project.ts'
import { endpointsIn, plainRoute, sameRoute, specLines } from '../read-spec.ts'
import { type Route, routesAt } from './route.ts'

const known = new WeakMap<object, Promise<readonly Route[]>>()

/**
 * Routes that requests are sent to: those of the code, and where nobody can read which code answers, what the
 * spec and the tests ask for and the running application answers.
 */
export function routesToTry(project: Project, routes: readonly Route[]): Promise<readonly Route[]> {
  const { application } = project.facts
  if (application === null) return Promise.resolve(routes)
  const all =
    known.get(application.request) ??
    askedRoutes(project, routes).then((asked) => [...routes, ...asked])
  known.set(application.request, all)
  return all
}

const mostAsked = 40

async function askedRoutes(project: Project, routes: readonly Route[]): Promise<readonly Route[]> {
  const { application, spec } = project.facts
  if (application === null) return []
  const named = [...endpointsIn(specLines(spec)), ...requestsSent(project)].map(
    ({ method, path }) => ({
      method,
      path: plainRoute(path.replaceAll(/(?<=\/)\d+(?=\/|$)|\{x\}/g, '{id}')),
    }),
  )
  const open = named
    .filter(
      ({ method, path }, index) =>
        /^(?:get|post|put|patch|delete)$/.test(method) &&
        path !== '/' &&
        routesAt(routes, method, path).length === 0 &&
        named.findIndex((each) => each.method === method && sameRoute(each.path, path)) === index,
    )
    .slice(0, mostAsked)
  const answered = await Promise.all(open.map((each) => isAnswered(application, each)))
  return open.flatMap(({ method, path }, index): readonly Route[] => {
    const source = answered[index] === true ? speakerOf(project, path) : null
    return source === null
      ? []
      : [
          {
            method,
            path,
            source,
            node: source.program,
            handler: { source, node: source.program },
            guards: [],
            style: 'asked',
          },
        ]
  })
}

/** The file that says most of a path; the shortest of them. */
function speakerOf({ product }: Project, path: string): Source | null {
  const parts = path.split('/').filter((part) => part !== '' && !part.includes('{'))
  const said = product
    .map((source) => ({
      source,
      count: parts.filter((part) => source.text.includes(`/${part}`)).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted(
      (one, other) => other.count - one.count || one.source.text.length - other.source.text.length,
    )
  return said[0]?.source ?? null
}
