import { actionVerbs, boundaries, determiners, operationVerbs, tradeWords } from './brief-words.ts'
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
  const single = tokens.slice(from, at).some((word) => /^(?:current|own|my)$/.test(word))
  const words: string[] = []
  for (; at < tokens.length && words.length < 4; at += 1) {
    const token = tokens[at] ?? ''
    if (!/^[a-z]/.test(token) || boundaries.has(token)) break
    if (tradeWords.has(token) || token.endsWith('-only')) break
    // "browse courses and enroll": a bare verb is no thing, "view a review" names one
    if (words.length === 0 && !determined && Object.hasOwn(actionVerbs, token)) break
    if (words.length === 0 && !determined && Object.hasOwn(operationVerbs, token)) break
    if (words.length > 0 && (Object.hasOwn(operationVerbs, token) || token === 'read-only')) break
    words.push(token)
    if (isPlural(token) && words.length > 0) {
      at += 1
      break
    }
  }
  const noun = words.slice(-2).join(' ')
  // "the current profile" is one thing for each caller, not one of many
  if (noun.length < 3 || (single && !isPlural(noun))) return null
  return { noun, next: at, determined }
}

export const isVerb = (token: string | undefined): boolean =>
  token !== undefined && Object.hasOwn(operationVerbs, token)
export const joins = new Set([',', 'and', 'or', '&', '/', '+', 'plus'])

export function nounEndingAt(tokens: readonly string[], at: number): string {
  const last = tokens[at] ?? ''
  if (
    !/^[a-z]/.test(last) ||
    last.endsWith('-only') ||
    boundaries.has(last) ||
    tradeWords.has(last) ||
    determiners.has(last)
  )
    return ''
  const before = tokens[at - 1] ?? ''
  const compound =
    /^[a-z]/.test(before) &&
    ![boundaries, tradeWords, determiners].some((words) => words.has(before)) &&
    !isVerb(before) &&
    !isPlural(before)
  return compound ? `${before} ${last}` : last
}
