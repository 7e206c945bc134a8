import { endpointsIn, plainRoute, quotedIn } from '../integration/read-spec.ts'
import { routesAt } from '../integration/routes/route.ts'
import type { Business } from './business.ts'

/** A name that only code has: `applyDiscount`, `applyDiscount()`, `ORDER_LIMIT`. */
const codeName = /^[a-z]\w*[A-Z]\w*(?:\(.*\))?$|^[A-Za-z_]\w*\(.*\)$|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/

/** Functions, constants and endpoints that a sentence names and that no file of the project has. */
export function missingNames({ code, routes }: Business, sentence: string): readonly string[] {
  const texts = [...code.facts.files]
    .filter(([path]) => !/(?:^|\/)conductor\/|\.mdx?$/.test(path))
    .map(([, text]) => text)
  const isThere = (name: string) => texts.some((text) => text.includes(name))
  const names = quotedIn(sentence)
    .filter((name) => codeName.test(name))
    .map((name) => name.replace(/\(.*$/, ''))
  const endpoints = endpointsIn([
    { text: sentence, line: 1, headings: [], ordinal: null, isItem: true },
  ])
    .filter(
      ({ method, path }) =>
        routes.length > 0 &&
        routesAt(routes, method, path).length === 0 &&
        !isThere(literalPart(path)),
    )
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  return [...new Set([...names.filter((name) => !isThere(name)), ...endpoints])]
}

/** The part of a path before its first parameter. */
const literalPart = (path: string): string => plainRoute(path).replace(/\/?\{.*$/, '')
