import type { Project } from '../project.ts'
import { routesByCalls } from './by-calls.ts'
import { routesByConditions } from './by-conditions.ts'
import { routesByFiles } from './by-files.ts'
import type { Route } from './route.ts'

export function routesOf(project: Project): readonly Route[] {
  const called = routesByCalls(project)
  const others = [...routesByFiles(project), ...routesByConditions(project)]
  // where routes are registered, the place of a file tells none, and a prefix none beside what lies below it
  const isTold = ({ style, source, path }: Route) =>
    (style === 'file' && called.some((each) => each.source === source)) ||
    (style === 'condition' &&
      path.endsWith('/{id}') &&
      called.some((each) => each.path.startsWith(path.slice(0, -4)) && each.path !== path))
  const results = [...called, ...others.filter((each) => !isTold(each))]
  return results.filter(
    (route, index) =>
      results.findIndex(
        (other) =>
          other.method === route.method && other.path === route.path && other.node === route.node,
      ) === index,
  )
}
