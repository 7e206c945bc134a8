import type { Project } from '../project.ts'
import { routesByCalls } from './by-calls.ts'
import { routesByConditions } from './by-conditions.ts'
import { routesByFiles } from './by-files.ts'
import type { Route } from './route.ts'

export function routesOf(project: Project): readonly Route[] {
  const found = [
    ...routesByCalls(project),
    ...routesByFiles(project),
    ...routesByConditions(project),
  ]
  return found.filter(
    (route, index) =>
      found.findIndex(
        (other) =>
          other.method === route.method && other.path === route.path && other.node === route.node,
      ) === index,
  )
}
