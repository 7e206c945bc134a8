import { actionVerbs, boundaries, determiners, operationVerbs, tradeWords } from './brief-words.ts'
import type { Operations } from './brief.ts'
import { isPlural, singular } from './words.ts'

/** A resource as one place of the prompt speaks of it. */
export type Mention = {
  readonly noun: string
  readonly operations: readonly Operations[]
  readonly parent: string | null
}

/** Something people do with a resource, such as enrolling in a course. */
export type Action = {
  readonly verb: string
  readonly noun: string
  readonly words: readonly string[]
}

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
      operationsInside(inner) ? inner : ' ',
    )
    readSentence(tokensOf(plain), mentions, actions)
  }
  return { mentions, actions }
}

const operationsInside = (text: string): boolean =>
  tokensOf(text).some((token) => Object.hasOwn(operationVerbs, token) || token === 'read-only')

const tokensOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .match(/[a-z][a-z-]*|[,:()+/&–—]/g)
    ?.map((word) => word.replace(/-$/, '')) ?? []

type Phrase = { readonly noun: string; readonly next: number; readonly determined: boolean }

/** The noun phrase at a token, without articles; null where none begins. */
function phraseAt(tokens: readonly string[], from: number): Phrase | null {
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

const isVerb = (token: string | undefined): boolean =>
  token !== undefined && Object.hasOwn(operationVerbs, token)
const joins = new Set([',', 'and', 'or', '&', '/', '+', 'plus'])

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

const opensList = (tokens: readonly string[], at: number): boolean =>
  /^(?:resources|entities|collections|aggregates|models|objects|nouns)$/.test(tokens[at] ?? '') &&
  /^(?:[:(–—]|are|named|called|like)$/.test(tokens[at + 1] ?? '')

function readVerbs(tokens: readonly string[], from: number, mentions: Mention[]): number {
  const operations = new Set<Operations>()
  let at = from
  let lastVerb = ''
  while (isVerb(tokens[at]) || leadsToVerb(tokens, at)) {
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
  operations: readonly Operations[],
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
  if (noun !== '') mentions.push({ noun, operations, parent: null })
}

function nounEndingAt(tokens: readonly string[], at: number): string {
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

function readObjects(
  tokens: readonly string[],
  from: number,
  operations: readonly Operations[],
  mentions: Mention[],
): number {
  let at = from
  let previous: string | null = null
  for (let phrase = phraseAt(tokens, at); phrase !== null; phrase = phraseAt(tokens, at)) {
    const start = at
    at = phrase.next
    const owner = ownerAt(tokens, at)
    const whose = /^(?:their|its)$/.test(tokens[start] ?? '') ? previous : null
    mentions.push({
      noun: phrase.noun,
      operations: fitting(operations, phrase, tokens, at),
      parent: owner?.noun ?? whose,
    })
    previous = phrase.noun
    if (owner) at = owner.next
    while (tokens[at] === '(') at = skipBrackets(tokens, at)
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
  operations: readonly Operations[],
  phrase: Phrase,
  tokens: readonly string[],
  at: number,
): readonly Operations[] {
  const byId =
    tokens[at] === 'by' &&
    /^(?:ids?|its|their|uuid|slug|key|identifier)$/.test(tokens[at + 1] ?? '')
  const [only] = operations
  if (operations.length !== 1 || only !== 'get') return operations
  return isPlural(phrase.noun) && !byId ? ['list'] : operations
}

/** "of a course", "under courses", "nested under a course", "within each course". */
function ownerAt(tokens: readonly string[], from: number): Phrase | null {
  let at = from
  while (
    /^(?:nested|grouped|that|which|belong|belongs|belonging|live|lives)$/.test(tokens[at] ?? '')
  )
    at += 1
  const link = tokens[at] ?? ''
  const nested = at > from && link === 'to'
  if (!/^(?:under|within|inside|of|per|for|in|to)$/.test(link) || (link === 'to' && !nested))
    return null
  return phraseAt(tokens, at + 1)
}

function readAction(tokens: readonly string[], from: number, actions: Action[]): number {
  const verb = tokens[from] ?? ''
  if (!Object.hasOwn(actionVerbs, verb)) return from
  let at = from + 1
  while (/^(?:in|into|to|for|on|a|an|the|their|one|up)$/.test(tokens[at] ?? '')) at += 1
  const phrase = phraseAt(tokens, at)
  if (phrase) actions.push({ verb, noun: singular(phrase.noun), words: actionVerbs[verb] ?? [] })
  const next = phrase ? phrase.next : at
  const again = joins.has(tokens[next] ?? '') && Object.hasOwn(actionVerbs, tokens[next + 1] ?? '')
  return again ? readAction(tokens, next + 1, actions) : next
}

const participles: Readonly<Record<string, Operations>> = {
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
function readPassive(tokens: readonly string[], from: number, mentions: Mention[]): number {
  const noun = nounEndingAt(tokens, from - 1)
  const operations: Operations[] = []
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
function readBullet(line: string, mentions: Mention[]): void {
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

const carriers = new Set(
  'api apis spec specification openapi service system app application platform backend'.split(' '),
)

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
    before.some((word) => carriers.has(word))
  )
    return Math.max(readObjects(tokens, from, [], mentions), next)
  return owner ? owner.next : next
}
