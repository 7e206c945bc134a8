import type { Method } from './operations.ts'
import { wordsOf } from './words.ts'

const reading = new Set('get list fetch retrieve read show find browse'.split(' '))
const removing = new Set('delete remove destroy'.split(' '))
const creating = new Set('create'.split(' '))
const changing = new Set('update replace modify edit patch'.split(' '))

/** The first verb of a name or sentence that says another thing than the method does, or null. */
export function contradictingVerb(method: Method, text: string): string | null {
  const verb = stem(wordsOf(text)[0] ?? '')
  const kinds: Readonly<Partial<Record<Method, readonly ReadonlySet<string>[]>>> = {
    get: [removing, creating, changing],
    delete: [reading, creating, changing],
    post: [removing, new Set(['list', 'get'])],
    put: [reading, removing],
    patch: [reading, removing, creating],
  }
  return kinds[method]?.some((words) => words.has(verb)) ? verb : null
}

function stem(word: string): string {
  const forms: Readonly<Record<string, string>> = {
    removes: 'remove',
    replaces: 'replace',
    creates: 'create',
    retrieves: 'retrieve',
    updates: 'update',
    deletes: 'delete',
  }
  const known = Object.hasOwn(forms, word) ? forms[word] : undefined
  return known ?? (word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word)
}
