import { boundaries, determiners, operationVerbs, tradeWords } from './brief-words.ts'
import type { ResourceOperation } from './brief-words.ts'
import { isPlural } from './words.ts'

/** A resource as one place of the prompt speaks of it. */
export type Mention = {
  readonly noun: string
  readonly operations: readonly ResourceOperation[]
  readonly parent: string | null
}

/** Something people do with a resource, such as enrolling in a course. */
export type Action = {
  readonly verb: string
  readonly noun: string
  readonly words: readonly string[]
}

export const tokensOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .match(/[a-z][a-z-]*|[,:()+/&–—]/g)
    ?.map((word) => word.replace(/-$/, '')) ?? []

export type Phrase = { readonly noun: string; readonly next: number; readonly determined: boolean }

/** The noun phrase at a token, without articles; null where none begins. */
export function phraseAt(tokens: readonly string[], from: number): Phrase | null {
  let at = from
  while (determiners.has(tokens[at] ?? '')) at += 1
  const determined = at > from
  const words: string[] = []
  for (; at < tokens.length && words.length < 4; at += 1) {
    const token = tokens[at] ?? ''
    if (!/^[a-z]/.test(token) || boundaries.has(token)) break
    if (tradeWords.has(token)) break
    if (words.length > 0 && (Object.hasOwn(operationVerbs, token) || token === 'read-only')) break
    words.push(token)
    if (isPlural(token) && words.length > 0) {
      at += 1
      break
    }
  }
  const noun = words.slice(-2).join(' ')
  return noun === '' || noun.length < 3 ? null : { noun, next: at, determined }
}

export const isVerb = (token: string | undefined): boolean =>
  token !== undefined && Object.hasOwn(operationVerbs, token)
export const joins = new Set([',', 'and', 'or', '&', '/', '+', 'plus'])

export function nounEndingAt(tokens: readonly string[], at: number): string {
  const last = tokens[at] ?? ''
  if (!/^[a-z]/.test(last) || boundaries.has(last) || tradeWords.has(last) || determiners.has(last))
    return ''
  const before = tokens[at - 1] ?? ''
  const compound =
    /^[a-z]/.test(before) &&
    ![boundaries, tradeWords, determiners].some((words) => words.has(before)) &&
    !isVerb(before) &&
    !isPlural(before)
  return compound ? `${before} ${last}` : last
}
