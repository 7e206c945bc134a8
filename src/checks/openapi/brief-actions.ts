import { joins, nounEndingAt, phraseAt, tokensOf } from './brief-phrases.ts'
import type { Action, Mention } from './brief-phrases.ts'
import { actionVerbs } from './brief-words.ts'
import type { ResourceOperation } from './brief-words.ts'
import { isPlural, singular } from './words.ts'

export function readAction(tokens: readonly string[], from: number, actions: Action[]): number {
  const verb = tokens[from] ?? ''
  if (!Object.hasOwn(actionVerbs, verb)) return from
  let at = from + 1
  while (/^(?:in|into|to|for|on|up)$/.test(tokens[at] ?? '')) at += 1
  const phrase = phraseAt(tokens, at)
  if (phrase) actions.push({ verb, noun: singular(phrase.noun), words: actionVerbs[verb] ?? [] })
  const next = phrase ? phrase.next : at
  const again = joins.has(tokens[next] ?? '') && Object.hasOwn(actionVerbs, tokens[next + 1] ?? '')
  return again ? readAction(tokens, next + 1, actions) : next
}

const participles: Readonly<Record<string, ResourceOperation>> = {
  listed: 'list',
  browsed: 'list',
  searched: 'list',
  viewed: 'get',
  read: 'get',
  retrieved: 'get',
  fetched: 'get',
  created: 'create',
  added: 'create',
  updated: 'update',
  edited: 'update',
  changed: 'update',
  deleted: 'delete',
  removed: 'delete',
}

/** "lessons can be listed and created". */
export function readPassive(tokens: readonly string[], from: number, mentions: Mention[]): number {
  const noun = nounEndingAt(tokens, from - 1)
  const operations: ResourceOperation[] = []
  let at = from + 1
  while (
    at < tokens.length &&
    (joins.has(tokens[at] ?? '') || /^(?:be|also|only)$|ed$|^read$/.test(tokens[at] ?? ''))
  ) {
    const participle = participles[tokens[at] ?? '']
    if (participle !== undefined) operations.push(participle)
    at += 1
  }
  if (noun !== '' && isPlural(noun) && operations.length > 0)
    mentions.push({ noun, operations, parent: null })
  return at
}

/** "- lessons: title, position (belongs to a course)" names a resource by itself. */
export function readBullet(line: string, mentions: Mention[]): void {
  const bullet =
    /^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s{1,3}[*`]{0,2}([A-Za-z][A-Za-z -]{1,30}?)[*`]{0,2}\s{0,2}(?:[:(–—]|\bwith\b|\bhave\b|$)/.exec(
      line,
    )
  const tokens = tokensOf(bullet?.[1] ?? '')
  const phrase = phraseAt(tokens, 0)
  if (phrase === null || phrase.next < tokens.length || !isPlural(phrase.noun)) return
  const owner =
    /\b(?:belongs? to|nested under|under|within|inside|of) (?:an? |the |each )?([a-z]+)/i.exec(
      line,
    )?.[1] ?? null
  mentions.push({ noun: phrase.noun, operations: [], parent: owner?.toLowerCase() ?? null })
}
