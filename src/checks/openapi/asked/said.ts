import { met, undecided } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { splitClauses } from '../../../obligations/clauses.ts'
import { asksForText } from '../../../obligations/said.ts'
import { wordsIn } from '../../../obligations/sentence-words.ts'
import { maskQuoted } from '../../../obligations/sentences.ts'
import type { Operation } from '../operations.ts'
import { operationsAt } from '../path-match.ts'
import type { Spec } from '../spec.ts'
import { singular } from '../words.ts'
import { method, path } from './form.ts'
import { topicAnswer } from './names.ts'
import { emptiness } from './operations.ts'
import { partsOf, wordsOfPart } from './places.ts'
import type { Part } from './places.ts'
import { entitiesOf } from './schemas.ts'
import { canDo, isDone, lastOf, shapeOf, verbIn, withoutActor } from './verbs.ts'
import type { Verb } from './verbs.ts'
import { otherSchema } from './travels.ts'
import { glue } from './words.ts'

/**
 * Whether the description says a sentence that no form has read: each clause at one operation, response
 * or member. What an operation does is told by its method, never by its words alone.
 */
export function saysOf(spec: Spec, sentence: string): Answer | null {
  const [lead = '', subject = ''] =
    /^(?:[^:`]*\b(?:API|OpenAPI|description|spec|document)\b([^:`]*)):\s/i.exec(sentence) ?? []
  const words = [...wordsIn(subject).words]
  const isSubject = words.length > 0 && topicAnswer(spec, words).status === 'met'
  const plain = sentence.slice(isSubject ? lead.length : 0)
  const answers =
    byEndpoint(spec, plain) ??
    byStatus(spec, plain) ??
    byMember(spec, plain) ??
    byDeed(spec, plain) ??
    (asksForText.test(plain) ? null : [saidAt(plain, partsOf(spec))])
  if (answers === null || answers.length === 0) return null
  const lacking = answers.find(({ part }) => part === null)
  if (lacking !== undefined)
    return lacking.near === ''
      ? null
      : undecided(`"${lacking.clause}" is not said; ${lacking.near}`)
  const parts = [...new Set(answers.map(({ part }) => part?.label ?? ''))]
  return met(`said by ${parts.join(', ')}`, answers[0]?.part?.pointer)
}

type Said = { readonly clause: string; readonly part: Part | null; readonly near: string }

const clausesOf = (text: string): readonly string[] =>
  splitClauses(
    text,
    /,\s+(?:and\s+|but\s+|or\s+)?|\s+and\s+|;\s+/g,
    maskQuoted(text).replace(/\([^()]*\)/g, (note) => 'x'.repeat(note.length)),
  )

const endpoint = new RegExp(`\`?\\b(${method})\\b\`?(?:\\s+|\\s*\\|\\s*)\`?(${path})\`?`)

/** "\`POST /bakes\` starts a bake and answers 202": every clause up to the next endpoint is about this one. */
function byEndpoint(spec: Spec, sentence: string): readonly Said[] | null {
  if (!endpoint.test(sentence)) return null
  const said: Said[] = []
  let own: readonly Operation[] | null = null
  for (const clause of clausesOf(sentence.replaceAll('|', ' '))) {
    const match = endpoint.exec(clause)
    if (match) own = operationsAt(spec, match[1] ?? '', match[2] ?? '')
    const operations: readonly Operation[] | null = /\bwebhook\b/i.test(clause) ? null : own
    const code = status.exec(clause)?.[1]
    const rest = clause.replace(endpoint, ' ').replace(/\?(\w+)=\S*/, ' $1 ')
    // words of a summary do not outweigh what the schema says
    const other = operations === null ? null : otherSchema(spec, operations, rest, code)
    if (other !== null) {
      said.push({ clause, part: null, near: other })
      continue
    }
    if (code !== undefined && own !== null) {
      const labels = own.map(({ label }) => `${code} of ${label}`)
      const answers = partsOf(spec).filter(({ label }) => labels.includes(label))
      const why = rest.replace(/\b(?:answers?|returns?|gives?|responds?|with|once)\b/gi, ' ')
      said.push(saidAt(why, answers, { isClose: true }))
      continue
    }
    const parts = partsOf(spec).filter(
      (part) =>
        operations === null ||
        (part.status === undefined &&
          part.operation !== undefined &&
          operations.includes(part.operation)),
    )
    const verb = operations === null ? null : verbIn(rest)
    said.push(saidAt(rest, parts, { verb, isClose: operations !== null }))
  }
  return said
}

const status = /(?<![\w.\-/:])([2-5]\d\d)(?![\w.-])/

/** "Ordering more than there is gives 409, an unknown jar 404": the response of that status says why. */
function byStatus(spec: Spec, sentence: string): readonly Said[] | null {
  if (!status.test(sentence)) return null
  const clauses: string[] = []
  for (const clause of clausesOf(sentence)) {
    const last = clauses.at(-1)
    if (last !== undefined && (!status.test(last) || !status.test(clause) || isReply(clause)))
      clauses[clauses.length - 1] = `${last}, ${clause}`
    else clauses.push(clause)
  }
  return clauses.map((clause) => {
    const code = status.exec(clause)?.[1]
    const reason = code === '404' ? clause.replace(absent, ' ') : clause
    const parts = partsOf(spec).filter((part) => part.status === code)
    return saidAt(reason.replace(replies, ' '), parts, { isClose: true })
  })
}

const replies =
  /\b(?:cannot|can not|may not|must not|refused?s?|rejected|rejects?|answer(?:s|ed)?|returns?|returned|gives?|given|fails?|errors?|status|code|responses?|requests?|results? in|leads? to|is|are|then|already|attempts?|trying|tries|try)\b/gi
const absent =
  /\b(?:unknown|missing|no such|non-?existent|not found|(?:does|do) not exist|doesn['’]t exist|not there|not known)\b/gi
const isReply = (clause: string): boolean =>
  wordsIn(clause.replace(replies, ' ').replace(status, ' ')).words.size === 0

const has =
  /^(?:(?:an?|the|each|every|all|one)\s+)?([a-z][\w-]*(?: [a-z][\w-]*)?|`\w+`)(?:(?: (?:body|object|schema|entity|record))?:|\s+(?:has|have|holds?|knows?|contains?|consists? of|includes?|stores?|carries|carry|keeps?|records?|is made (?:up )?of|comes with))\s+/i

/** "A jar has a name and a weight in grams": each is said by one member of the schema. */
function byMember(spec: Spec, sentence: string): readonly Said[] | null {
  const match = has.exec(sentence)
  const owner = match?.[1]
    ?.replaceAll('`', '')
    .replace(/ (?:body|object|schema|entity|record)$/i, '')
  if (!match || owner === undefined) return null
  const entities = entitiesOf(spec, owner)
  if (entities.length === 0) return null
  const at = new Set(entities.map(({ pointer }) => pointer))
  const parts = partsOf(spec).filter(
    ({ owner: own, pointer }) =>
      own !== undefined &&
      (singular(own.toLowerCase()) === singular(owner.toLowerCase()) ||
        [...at].some((each) => pointer.startsWith(`${each}/properties/`))),
  )
  return clausesOf(sentence.slice(match[0].length))
    .filter(isFull)
    .map((clause) => {
      const isFree = /\b(?:perhaps|maybe|optional(?:ly)?|possibly|may be|can be|if any)\b/i.test(
        clause,
      )
      const isDue = /\b(?:required|mandatory|always)\b/i.test(clause)
      const asked = clause.replace(
        /\b(?:perhaps|maybe|optional(?:ly)?|possibly|if any|required|mandatory|always|either|once [a-z]+|kind|sort)\b/gi,
        ' ',
      )
      const fit = parts.filter(({ required }) => !(isFree && required) && !(isDue && !required))
      return { ...saidAt(asked, fit, { isMember: true }), clause }
    })
}

/** "once returned" says when, not what. */
const isFull = (clause: string): boolean =>
  wordsIn(clause.replace(/\bonce [a-z]+\b/i, '')).words.size > 0

/** "Owners can list the visits of an animal, book a new visit and cancel one": each is an operation. */
function byDeed(spec: Spec, sentence: string): readonly Said[] | null {
  const said: Said[] = []
  let verb: Verb | null = null
  let thing = ''
  for (const written of clausesOf(sentence)) {
    const clause = written.replace(
      /^an? (?:operation|endpoint|route|call) (?:that|which|to) (?:returns?|gives?|shows?)\b/i,
      'get',
    )
    const own = verbIn(clause)
    verb = own ?? verb
    if (verb === null) return null
    const deed = own === null ? `${verb.word} ${clause}` : withoutActor(clause, own)
    if (deed === null) return null
    const rest = deed.replace(new RegExp(`^${verb.word}\\b`, 'i'), '')
    const isBare = wordsIn(rest.replace(extra, ' ')).words.size === 0
    const asked = isBare ? `${deed} ${thing}` : deed
    const parts = partsOf(spec).filter(
      ({ operation, status: code }) => operation !== undefined && code === undefined,
    )
    const one = saidAt(asked, parts, { verb, isClose: true })
    if (one.part?.operation) thing = lastOf(one.part.operation)
    const hollow = one.part?.operation
      ? emptiness(spec, one.part.operation, shapeOf(one.part.operation, verb))
      : null
    said.push(hollow === null ? one : { ...one, part: null, near: hollow.reason })
  }
  return said
}

const extra =
  /\b(?:own|single|new|existing|when|where|than|already|some|other|able|up|current|particular|specific|given|individual|both|themselves|itself|out of|it|one|them)\b/gi
const [before = '', after = ''] = wordsIn('before after').words
const opposites: Readonly<Record<string, string>> = { [before]: after, [after]: before }

const glueRoots: ReadonlySet<string> = new Set(
  [...glue].flatMap((word) => [...wordsIn(word).words]),
)

type How = {
  readonly verb?: Verb | null
  /** The parts are already those of one operation or status: their surroundings may say most of it. */
  readonly isClose?: boolean
  readonly isMember?: boolean
}

function saidAt(clause: string, parts: readonly Part[], how: How = {}): Said {
  const { verb = null, isClose = false, isMember = false } = how
  const wanted = wordsIn(clause.replace(extra, ' ').replace(/(?<=\d) to (?=\d)/g, ' '))
  const asked = [...wanted.words].filter((word) => !glueRoots.has(word) && !isDone(word, verb))
  let nearest: { readonly label: string; readonly missing: readonly string[] } | null = null
  for (const part of parts) {
    if (verb !== null && !canDo(part.operation, verb, clause)) continue
    const own = wordsOfPart(part.text)
    const around = wordsOfPart(part.under)
    const isSaid = (word: string): boolean => {
      const other = opposites[word]
      if (other !== undefined && isClose) return !own.words.has(other)
      // who alone may, or that all must, is not said by words that stand around
      if (own.words.has(word) || word === 'only' || word === 'every') return own.words.has(word)
      return (!isMember || isQuestion.test(clause)) && around.words.has(word)
    }
    const answered = asked.filter((word) => !answersQuestion(word, part.text))
    const lacking = answered.filter((word) => !isSaid(word))
    const isLoose =
      isMember && lacking.length < answered.length && lacking.every((word) => loose.has(word))
    const missing = isLoose ? [] : lacking
    const near = asked.filter((word) => own.words.has(word)).length
    const isEnough = isClose || isMember || near * 2 >= asked.length || isAbout(part, asked[0])
    const isSame = isMember || own.negations % 2 === wanted.negations % 2 || verb !== null
    if (
      missing.length === 0 &&
      isEnough &&
      isSame &&
      (asked.length > 1 || verb !== null || isClose || isMember)
    )
      return { clause, part, near: '' }
    if (missing.length > 0 && (nearest === null || missing.length < nearest.missing.length))
      nearest = { label: part.label, missing }
  }
  const near =
    nearest === null
      ? ''
      : `the nearest is ${nearest.label}, where nothing speaks of ${nearest.missing.join(', ')}`
  return { clause, part: null, near }
}

/** "Readings take …": the operation whose path ends in readings. */
const isAbout = ({ operation, status: code }: Part, word = ''): boolean =>
  operation !== undefined && code === undefined && wordsIn(lastOf(operation)).words.has(word)

// "phone number" may be `phone`, "start time" `startsAt`
const loose = wordsIn('date time number name address code value count text size amount').words
const isQuestion = /^\s*(?:when|why|where|who|how|whether)\b/i
const questions: Readonly<Record<string, RegExp>> = {
  why: /\b(?:reason|purpose|cause|why|motive)\b/i,
  where: /\b(?:place|location|address|where|position)\b/i,
  whether: /\bboolean\b/i,
}
const answersQuestion = (word: string, text: string): boolean =>
  Object.entries(questions).some(
    ([question, words]) => wordsIn(question).words.has(word) && words.test(text),
  )
