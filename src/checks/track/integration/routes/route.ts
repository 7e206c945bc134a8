import type { Node, Source } from '../../../integrity/source.ts'
import { sameRoute } from '../read-spec.ts'

export type Code = { readonly source: Source; readonly node: Node }

/** One thing the application answers to, and the code that answers. */
export type Route = {
  /** In lower case; `all` where every method is answered. */
  readonly method: string
  /** From the root, with parameters in braces. */
  readonly path: string
  readonly source: Source
  /** Where it is registered. */
  readonly node: Node
  readonly handler: Code
  /** What runs before it. */
  readonly guards: readonly Code[]
  /** `condition`: compared in the listener itself; `table`: looked up there; `asked`: it answers, and where is not known. */
  readonly style: 'call' | 'file' | 'condition' | 'table' | 'asked'
}

/** The routes that answer a method and path; a prefix such as `/api` may be left out. */
export function routesAt(routes: readonly Route[], method: string, path: string): readonly Route[] {
  const fitting = routes.filter((route) => route.method === method || route.method === 'all')
  const exact = fitting.filter((route) => sameRoute(route.path, path))
  if (exact.length > 0) return exact
  const bare = withoutBase(path)
  return fitting.filter((route) => sameRoute(withoutBase(route.path), bare))
}

const withoutBase = (path: string): string => path.replace(/^(?:\/(?:api|rest|v\d+))+(?=\/)/i, '')

export const labelOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`

/** A path with every parameter replaced. */
export const filledPath = (path: string, value: string): string =>
  path.replaceAll(/\{[^}]*\}/g, value).replaceAll('*', '')
