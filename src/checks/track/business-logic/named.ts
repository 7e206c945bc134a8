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

/** By the code, and by asking the application; where it does not run, nobody can say that it is missing. */
async function isEndpoint({ routes, code }: Business, endpoint: Endpoint): Promise<boolean> {
  const { application } = code.facts
  return (
    routesAt(routes, endpoint.method, endpoint.path).length > 0 ||
    application === null ||
    isAnswered(application, endpoint)
  )
}
