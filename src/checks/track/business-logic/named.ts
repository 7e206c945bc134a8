import { literalOf } from '../../integrity/names.ts'
import { isAnswered } from '../integration/contracts/endpoints.ts'
import { type Endpoint, endpointsIn, quotedIn } from '../integration/read-spec.ts'
import { routesAt } from '../integration/routes/route.ts'
import type { Business } from './business.ts'

/** A name that only code has: `applyDiscount`, `applyDiscount()`, `ORDER_LIMIT`. */
const codeName = /^[a-z]\w*[A-Z]\w*(?:\(.*\))?$|^[A-Za-z_]\w*\(.*\)$|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/

/** Functions, constants and endpoints that sentences name and that the project does not have. */
export async function missingNames(
  business: Business,
  sentences: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = [...business.code.facts.files]
    .filter(([path]) => !/(?:^|\/)conductor\/|\.mdx?$/.test(path))
    .map(([, text]) => text)
  const entries = sentences.map(async (sentence) => {
    const names = quotedIn(sentence)
      .filter((name) => codeName.test(name))
      .map((name) => name.replace(/\(.*$/, ''))
      .filter((name) => !texts.some((text) => text.includes(name)))
    const endpoints = endpointsIn([
      { text: sentence, line: 1, headings: [], ordinal: null, isItem: true },
    ])
    const missing = await Promise.all(
      endpoints.map(async (each) =>
        (await isEndpoint(business, each)) ? [] : [`${each.method.toUpperCase()} ${each.path}`],
      ),
    )
    return [sentence, [...new Set([...names, ...missing.flat()])]] as const
  })
  return new Map(await Promise.all(entries))
}

/** By the code, by asking the application, and where it does not run by the parts of the path that code writes down. */
async function isEndpoint(business: Business, { method, path }: Endpoint): Promise<boolean> {
  const { routes, code } = business
  if (routesAt(routes, method, path).length > 0) return true
  const { application } = code.facts
  const isWritten = () =>
    path
      .split('/')
      .filter((part) => /^[\w-]+$/.test(part))
      .every((part) => isSegment(business, part))
  return application === null ? isWritten() : isAnswered(application, { method, path })
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
