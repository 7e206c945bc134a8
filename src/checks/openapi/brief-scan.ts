import { readAction, readBullet, readPassive } from './brief-actions.ts'
import { isVerb, joins, nounEndingAt, phraseAt, tokensOf } from './brief-phrases.ts'
import type { Action, Mention, Phrase } from './brief-phrases.ts'
import { determiners, operationVerbs } from './brief-words.ts'
import type { ResourceOperation } from './brief-words.ts'
import { isPlural } from './words.ts'

export type Scanned = { readonly mentions: readonly Mention[]; readonly actions: readonly Action[] }

/** Walks the prompt clause by clause; verbs apply to the nouns that follow them. */
export function scan(text: string): Scanned {
  const mentions: Mention[] = []
  const actions: Action[] = []
  // endpoints, code and links are read elsewhere and would look like nouns here
  const prose = text
    .replace(/`[^`\n]{0,200}`/g, ' ; ')
    .replace(/\b(?:GET|POST|PUT|PATCH|DELETE)\b[^\n]{0,3}\/\S*/g, ' ; ')
    .replace(/https?:\/\/\S+/g, ' ; ')
    .replace(/(?<!\w)\/[\w{}/:-]+/g, ' ; ')
  for (const sentence of prose.split(/(?<=[.!?])\s+|\n+|;/)) {
    readBullet(sentence, mentions)
    const plain = sentence.replace(/\([^()]{0,300}\)/g, (inner) =>
      operationsInside(inner) || /\bbelongs?\b|\bnested\b/i.test(inner) ? inner : ' ',
    )
    readSentence(tokensOf(plain), mentions, actions)
  }
  return { mentions, actions }
}

const operationsInside = (text: string): boolean =>
  tokensOf(text).some((token) => Object.hasOwn(operationVerbs, token) || token === 'read-only')

function readSentence(tokens: readonly string[], mentions: Mention[], actions: Action[]): void {
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at] ?? ''
    if (/^(?:can|may|is|are)$/.test(token) && /^be$|ed$|^read$/.test(tokens[at + 1] ?? ''))
      at = readPassive(tokens, at, mentions)
    else if (token === 'can' || token === 'to' || token === 'may')
      at = readAction(tokens, at + 1, actions)
    else if (token === 'read-only' || token === 'readonly')
      at = readObjects(tokens, at + 1, ['list', 'get'], mentions)
    else if (isVerb(token) && !isNounHere(tokens, at)) at = readVerbs(tokens, at, mentions)
    else if (opensList(tokens, at)) at = readObjects(tokens, at + 2, [], mentions)
    else at = readNoun(tokens, at, mentions)
  }
}

// "a list of", "change log": a verb's word after an article, or before "log" and the like, is a noun
function isNounHere(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1] ?? ''
  const token = tokens[at] ?? ''
  if (token === 'list') return false
  return (
    (/^(?:an?|the)$/.test(before) && token !== 'crud') ||
    (token === 'open' && /^(?:source|standards?)$/.test(tokens[at + 1] ?? ''))
  )
}

// "Resources: courses, lessons" and "an API: courses, lessons"
const opensList = (tokens: readonly string[], at: number): boolean =>
  (/^(?:resources|entities|collections|aggregates|models|objects|nouns)$/.test(tokens[at] ?? '') &&
    /^(?:[:(–—]|are|named|called|like)$/.test(tokens[at + 1] ?? '')) ||
  (carriers.has(tokens[at] ?? '') &&
    /^[:–—]$/.test(tokens[at + 1] ?? '') &&
    isPlural(phraseAt(tokens, at + 2)?.noun ?? 'one'))

function readVerbs(tokens: readonly string[], from: number, mentions: Mention[]): number {
  const operations = new Set<ResourceOperation>()
  let at = from
  let lastVerb = ''
  while (isVerb(tokens[at]) || leadsToVerb(tokens, at)) {
    // "courses with CRUD, list lessons": CRUD before a comma speaks of what came before it
    if (tokens[at] === 'crud' && at === from && joins.has(tokens[at + 1] ?? '')) {
      applyBackwards(tokens, from, operationVerbs['crud'] ?? [], mentions)
      return at + 1
    }
    lastVerb = isVerb(tokens[at]) ? (tokens[at] ?? '') : lastVerb
    for (const operation of operationVerbs[tokens[at] ?? ''] ?? []) operations.add(operation)
    at +=
      joins.has(tokens[at] ?? '') && !isVerb(tokens[at + 1]) && !joins.has(tokens[at + 1] ?? '')
        ? 2
        : 1
  }
  if (lastVerb === 'crud')
    while (/^(?:operations?|endpoints?|access|api|support|functionality)$/.test(tokens[at] ?? ''))
      at += 1
  while (/^(?:of|for|on|over|all)$/.test(tokens[at] ?? '')) at += 1
  if (/^(?:it|them)$/.test(tokens[at] ?? '')) {
    const last = mentions.at(-1)
    if (last) mentions.push({ ...last, operations: [...operations] })
    return at + 1
  }
  // "create and publish courses": a verb nobody listed here does not take the object away
  if (
    joins.has(tokens[at] ?? '') &&
    /^[a-z]+$/.test(tokens[at + 1] ?? '') &&
    !isPlural(tokens[at + 1] ?? '') &&
    phraseAt(tokens, at + 2) !== null
  )
    at += 2
  const objectAfter = readObjects(tokens, at, [...operations], mentions)
  if (objectAfter > at || operations.size === 0) return Math.max(objectAfter, at)
  applyBackwards(tokens, from, [...operations], mentions)
  return at
}

// ", and" before a verb; a verb nobody listed here may stand between two that are: "create, complete and delete"
function leadsToVerb(tokens: readonly string[], from: number): boolean {
  let at = from
  while (joins.has(tokens[at] ?? '')) at += 1
  if (at === from) return false
  if (isVerb(tokens[at])) return true
  const next = tokens[at] ?? ''
  if (!/^[a-z]/.test(next) || isPlural(next) || !joins.has(tokens[at + 1] ?? '')) return false
  return isVerb(tokens[at + 2]) || (joins.has(tokens[at + 2] ?? '') && isVerb(tokens[at + 3]))
}

// "courses with CRUD", "Books: list, create": verbs without an object belong to the noun before them
function applyBackwards(
  tokens: readonly string[],
  from: number,
  operations: readonly ResourceOperation[],
  mentions: Mention[],
): void {
  let at = from - 1
  while (
    at >= 0 &&
    (/^(?:with|full|basic|complete|simple|support|supports|supporting|need|needs|has|have|get|[:(–—-])$/.test(
      tokens[at] ?? '',
    ) ||
      determiners.has(tokens[at] ?? ''))
  )
    at -= 1
  const noun = nounEndingAt(tokens, at)
  // "instructors create": without a word between them the noun is who does it
  if (noun !== '' && at < from - 1) mentions.push({ noun, operations, parent: null })
}

function readObjects(
  tokens: readonly string[],
  from: number,
  operations: readonly ResourceOperation[],
  mentions: Mention[],
): number {
  let at = from
  let previous: string | null = null
  for (let phrase = phraseAt(tokens, at); phrase !== null; phrase = phraseAt(tokens, at)) {
    const start = at
    at = phrase.next
    if (operations.length === 0 && previous !== null && !isPlural(phrase.noun)) break
    // who does something is not what it is done to
    if (
      operations.length === 0 &&
      (isVerb(tokens[at]) || /^(?:can|may|must|should|will|who)$/.test(tokens[at] ?? ''))
    )
      break
    const owner = ownerAt(tokens, at, operations.includes('create'))
    const whose = /^(?:their|its)$/.test(tokens[start] ?? '') ? previous : null
    mentions.push({
      noun: phrase.noun,
      operations: fitting(operations, phrase, tokens, at),
      parent: owner?.noun ?? whose,
    })
    previous = phrase.noun
    if (owner) at = owner.next
    while (tokens[at] === '(' && !tokens.slice(at, skipBrackets(tokens, at)).includes('belong'))
      at = skipBrackets(tokens, at)
    let next = at
    while (joins.has(tokens[next] ?? '')) next += 1
    if (
      next === at ||
      isVerb(tokens[next]) ||
      tokens[next] === 'read-only' ||
      /^(?:can|may)$/.test(tokens[next + 1] ?? '')
    )
      break
    at = next
  }
  return at
}

function skipBrackets(tokens: readonly string[], at: number): number {
  const close = tokens.indexOf(')', at)
  return close < 0 ? tokens.length : close + 1
}

// "get courses" reads the list, "get a course" and "get courses by id" read one
function fitting(
  operations: readonly ResourceOperation[],
  phrase: Phrase,
  tokens: readonly string[],
  at: number,
): readonly ResourceOperation[] {
  const byId =
    tokens[at] === 'by' &&
    /^(?:ids?|its|their|uuid|slug|key|identifier)$/.test(tokens[at + 1] ?? '')
  const [only] = operations
  if (operations.length !== 1 || only !== 'get') return operations
  return isPlural(phrase.noun) && !byId ? ['list'] : operations
}

/** "of a course", "under courses", "nested under a course", "within each course". */
function ownerAt(tokens: readonly string[], from: number, added = false): Phrase | null {
  let at = from
  while (
    /^(?:nested|grouped|that|which|belong|belongs|belonging|live|lives)$/.test(tokens[at] ?? '')
  )
    at += 1
  const link = tokens[at] ?? ''
  const nested = (at > from || added) && link === 'to'
  if (!/^(?:under|within|inside|of|per|for|in|to)$/.test(link) || (link === 'to' && !nested))
    return null
  return phraseAt(tokens, at + 1)
}

const carriers = new Set(
  'api apis spec specification openapi service system app application platform backend'.split(' '),
)

// "an OpenAPI spec for a blog with posts and comments"
const withinCarrier = (tokens: readonly string[], from: number): boolean =>
  tokens[from - 1] === 'with' &&
  /^(?:an?|the)$/.test(tokens[from - 3] ?? '') &&
  tokens.slice(0, from - 3).some((word) => carriers.has(word))

/** Nouns that become resources without a verb: "courses API", "API for courses and lessons", "lessons nested under courses". */
function readNoun(tokens: readonly string[], from: number, mentions: Mention[]): number {
  const phrase = phraseAt(tokens, from)
  if (phrase === null) return from + 1
  const { noun, next } = phrase
  if (!isPlural(noun)) return Math.max(next, from + 1)
  const after = tokens[next] ?? ''
  const before = tokens.slice(Math.max(0, from - 3), from)
  const owner = /^(?:nested|belong|belongs|under|within|inside|per)$/.test(after)
    ? ownerAt(tokens, next)
    : null
  if (owner)
    mentions.push(
      { noun, operations: [], parent: owner.noun },
      { noun: owner.noun, operations: [], parent: null },
    )
  else if (/^(?:api|apis|resource|resources|endpoint|endpoints|collection|service)$/.test(after))
    mentions.push({ noun, operations: [], parent: null })
  else if (
    /^(?:for|with|of|covering|around)$/.test(before.at(-1) ?? '') &&
    (before.some((word) => carriers.has(word)) || withinCarrier(tokens, from))
  )
    return Math.max(readObjects(tokens, from, [], mentions), next)
  return owner ? owner.next : next
}
