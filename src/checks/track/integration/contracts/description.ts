import { mapOf, textOf } from '../../../openapi/json.ts'
import { operationsOf, type Operation } from '../../../openapi/operations.ts'
import { readSpec, type Spec } from '../../../openapi/spec.ts'
import type { TrackFacts } from '../../facts.ts'
import { plainRoute, sameRoute } from '../read-spec.ts'
import { routesAt, type Route } from '../routes/route.ts'

/** An OpenAPI description of the project. */
export type Description = {
  readonly path: string
  readonly spec: Spec
  readonly isTouched: boolean
}

/** One operation with the address under which the application should have it. */
export type Described = {
  readonly description: Description
  readonly operation: Operation
  readonly path: string
  readonly routes: readonly Route[]
}

const versionKey = /["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]/

export function descriptionsIn({ files, touched }: TrackFacts): readonly Description[] {
  return [...files].flatMap(([path, text]) => {
    if (!/\.(?:ya?ml|json)$/.test(path) || !versionKey.test(text)) return []
    const reading = readSpec(text)
    return reading.ok && operationsOf(reading.spec).length > 0
      ? [{ path, spec: reading.spec, isTouched: touched.includes(path) }]
      : []
  })
}

/** The operations that the track is about: it touched the description or the code behind them. */
export function describedIn(
  descriptions: readonly Description[],
  routes: readonly Route[],
  touched: ReadonlySet<string>,
): readonly Described[] {
  return descriptions.flatMap((description) => {
    const bases = [...basesOf(description.spec), '']
    return operationsOf(description.spec).flatMap((operation) => {
      const tries = bases.map((base) => plainRoute(`${base}${operation.path}`))
      const exact = tries.find((path) => routes.some((route) => sameRoute(route.path, path)))
      const path = exact ?? tries[0] ?? operation.path
      const result = routesAt(routes, operation.method, path)
      const isOwn = description.isTouched || result.some(({ source }) => touched.has(source.path))
      return isOwn
        ? [{ description, operation, path: result[0]?.path ?? path, routes: result }]
        : []
    })
  })
}

function basesOf(spec: Spec): readonly string[] {
  const servers: unknown = spec.root['servers']
  const urls = Array.isArray(servers)
    ? servers.map((one: unknown) => textOf(mapOf(one)['url']))
    : []
  return [textOf(spec.root['basePath']), ...urls]
    .map((url) => url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, ''))
    .filter((base) => base !== '' && !base.includes('{'))
}

export const isSecured = ({ spec }: Description, { value }: Operation): boolean => {
  const own: unknown = value['security'] ?? spec.root['security']
  return (
    Array.isArray(own) && own.length > 0 && own.every((one) => Object.keys(mapOf(one)).length > 0)
  )
}
