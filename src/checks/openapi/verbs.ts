import type { Method } from './operations.ts'
import { wordsOf } from './words.ts'

const reading = 'get list fetch retrieve read show find browse'
const removing = 'delete remove destroy'
const changing = 'update replace modify edit patch'

const others: Readonly<Partial<Record<Method, string>>> = {
  get: `create ${removing} ${changing}`,
  delete: `create ${reading} ${changing}`,
  post: `list get ${removing}`,
  put: `${reading} ${removing}`,
  patch: `create ${reading} ${removing}`,
}

/** The first verb of a name or sentence that says another thing than the method does, or null. */
export function contradictingVerb(method: Method, text: string): string | null {
  const [first = ''] = wordsOf(text)
  const verb = others[method]?.split(' ').find((one) => first === one || first === `${one}s`)
  return verb ?? null
}
