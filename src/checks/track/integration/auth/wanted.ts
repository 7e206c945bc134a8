import { describedIn, descriptionsIn, isSecured } from '../contracts/description.ts'
import type { Project } from '../project.ts'
import { endpointsIn, plainRoute, quotedIn, type SpecLine, specLines } from '../read-spec.ts'
import { type Route, routesAt } from '../routes/route.ts'
import { isAuthRoute, isGuarded } from './guards.ts'
import { waysIn } from './sign-in.ts'

/** A route that only some may use, and who says so. */
export type Protected = {
  readonly route: Route
  readonly by: 'code' | 'spec' | 'description'
  readonly where: string
  readonly isGuarded: boolean
}

const wants =
  /\b401\b|\b403\b[^,;|]*\bwithout\b|\bauthenticat(?:ed|ion)\b|\b(?:signed|logged)[- ]in\b|\bprotected\b|\bauthori[sz]ed\b|\b(?:requires?|needs?|behind|valid|without)\b[^.|]*\b(?:auth|sign[- ]?in|log[- ]?in|session|(?:bearer |access )?token|credentials?|api key)\b|\|\s*(?:yes|required|user|admin|bearer|jwt|session)\s*(?:\||$)/i
const open =
  /\bpublic(?:ly)?\b|\bno (?:auth\w*|sign[- ]?in|login|token)\b|\b(?:does not|doesn't|do not|needs? no)\b[^.|]*\b(?:auth\w*|sign|log|token)|\banyone\b|\beveryone\b|\banonymous\b|\boptional(?:ly)? auth|\bunauthenticated (?:users?|visitors?) (?:can|may)\b/i

/** The routes of the track that must refuse strangers, by its code, its spec and its description. */
export function protectedRoutes(project: Project, routes: readonly Route[]): readonly Protected[] {
  const ways = waysIn(project, routes)
  const isWayIn = (route: Route) =>
    isAuthRoute(route) || route === ways.in || route === ways.up || route === ways.refresh
  const own = routes.filter(
    (route) =>
      project.touched.includes(route.source) && !isWayIn(route) && route.method !== 'options',
  )
  const asked = [...bySpec(project, routes), ...byDescription(project, routes)].filter(
    ({ route }) => !isWayIn(route),
  )
  const byCode = own
    .filter((route) => route.style !== 'asked' && isGuarded(project, route))
    .map((route): Protected => ({
      route,
      by: 'code',
      where: route.source.path,
      isGuarded: true,
    }))
  const results = [...asked, ...byCode]
  return results.filter(
    (one, index) => results.findIndex(({ route }) => route === one.route) === index,
  )
}

function bySpec(project: Project, routes: readonly Route[]): readonly Protected[] {
  const lines = specLines(project.facts.spec)
  return lines.flatMap((line) => {
    if (!wants.test(line.text) || open.test(line.text)) return []
    return routesNamed(line, routes)
      .filter((route) => !isOpenElsewhere(lines, route))
      .map((route) => ({
        route,
        by: 'spec' as const,
        where: `spec.md:${line.line}`,
        isGuarded: mayBeGuarded(project, route),
      }))
  })
}

/** Code that is not known may refuse for other reasons first. */
const mayBeGuarded = (project: Project, route: Route): boolean =>
  route.style === 'asked' || isGuarded(project, route)

/** Routes that a line names: `GET /notes`, everything below `/api/notes`, or all of them. */
function routesNamed(line: SpecLine, routes: readonly Route[]): readonly Route[] {
  const named = endpointsIn([line]).flatMap(({ method, path }) => routesAt(routes, method, path))
  if (named.length > 0) return named
  const exempt =
    /\b(?:except|but not|other than|apart from|excluding)\b(.*)$/i.exec(line.text)?.[1] ?? ''
  const paths = (text: string) =>
    [...quotedIn(text), ...(text.match(/(?<![\w`])\/[a-z][\w/-]*/g) ?? [])]
      .filter((code) => /^\/[\w/:{}*-]*$/.test(code))
      .map((code) => plainRoute(code.replace(/\/\*+$/, '')))
  const outside = paths(exempt)
  const inside = paths(line.text.replace(exempt, ''))
  const isBelow = (route: Route, base: string) =>
    `${route.path}/`.startsWith(base === '/' ? '/' : `${base}/`)
  const isAll =
    inside.length === 0 &&
    /\b(?:all|every|each)\b(?: \w+){0,2} (?:routes?|endpoints?|requests?|operations?)\b/i.test(
      line.text,
    )
  if (inside.length === 0 && !isAll) return []
  return routes.filter(
    (route) =>
      (isAll
        ? !/health|ready|live|ping|docs|openapi|\*/.test(route.path)
        : inside.some((base) => isBelow(route, base))) &&
      !outside.some((base) => isBelow(route, base)),
  )
}

const isOpenElsewhere = (lines: readonly SpecLine[], route: Route): boolean =>
  lines.some(
    (line) =>
      open.test(line.text) &&
      endpointsIn([line]).some(({ method, path }) => routesAt([route], method, path).length > 0),
  )

function byDescription(project: Project, routes: readonly Route[]): readonly Protected[] {
  const described = describedIn(
    descriptionsIn(project.facts),
    routes,
    new Set(project.facts.touched),
  )
  return described.flatMap(({ description, operation, routes: result }) =>
    isSecured(description, operation)
      ? result.map((route) => ({
          route,
          by: 'description' as const,
          where: description.path,
          isGuarded: mayBeGuarded(project, route),
        }))
      : [],
  )
}
