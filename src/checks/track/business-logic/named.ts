import { literalOf } from '../../integrity/names.ts'
import { endpointsIn, quotedIn } from '../integration/read-spec.ts'
import { routesAt } from '../integration/routes/route.ts'
import type { Business } from './business.ts'

/** A name that only code has: `applyDiscount`, `applyDiscount()`, `ORDER_LIMIT`. */
const codeName = /^[a-z]\w*[A-Z]\w*(?:\(.*\))?$|^[A-Za-z_]\w*\(.*\)$|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/

/** Functions, constants and endpoints that a sentence names and that no file of the project has. */
export function missingNames(business: Business, sentence: string): readonly string[] {
  const { code, routes } = business
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
        routesAt(routes, method, path).length === 0 &&
        !path
          .split('/')
          .filter((part) => /^[\w-]+$/.test(part))
          .every((part) => isSegment(business, part)),
    )
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  return [...new Set([...names.filter((name) => !isThere(name)), ...endpoints])]
}

/** Whether code writes a part of a path down: by itself, or in a longer path; folders may be paths as well. */
const isSegment = ({ project }: Business, part: string): boolean => {
  const inPath = new RegExp(`(?:^|[/\\\\(|])${part}(?:$|[/?:)|\\\\$])`)
  return project.product.some(
    ({ path, nodes }) =>
      path.split(/[/.]/).includes(part) ||
      nodes.some((node) => {
        const text =
          literalOf(node) ??
          (node.type === 'TemplateElement'
            ? node.value.raw
            : node.type === 'Literal' && 'regex' in node
              ? node.regex.pattern
              : null)
        return text !== null && inPath.test(text)
      }),
  )
}
