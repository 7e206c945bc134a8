import { wordsOf } from '../../checks/openapi/words.ts'

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A name in the casing of a convention. */
export function recase(name: string, convention: 'camel' | 'kebab' | 'pascal' | 'snake'): string {
  const words = wordsOf(name)
  if (convention === 'snake') return words.join('_')
  if (convention === 'kebab') return words.join('-')
  const [first = '', ...rest] = words
  return [convention === 'pascal' ? upper(first) : first, ...rest.map(upper)].join('')
}
