import type { Obligation } from '../../model/obligation.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import { examine, type Exam } from '../../obligations/exam.ts'
import {
  type Answer,
  type Examiner,
  met,
  type Place,
  undecided,
  unmet,
} from '../../obligations/examine.ts'
import { examineFields, examineRelation } from './exam-data.ts'
import { designVocabulary } from './exam-forms.ts'
import { withContrary } from './exam-contrary.ts'
import { isOpened, isTakenBack, speaksFor } from './exam-order.ts'
import { bare, joined, type Joined } from './exam-sentence.ts'
import {
  asNumber,
  covers,
  isEcho,
  isNegative,
  numbersIn,
  type Part,
  partsOf,
  rootOf,
  sentenceWith,
  sharedWords,
  wordsOf,
} from './exam-words.ts'
import { disputed, traced } from './exam-traced.ts'
import type { DesignIntent } from './intent.ts'

/** Answers what a requirement asks of a design, by its parts. */
export function designExaminer(intent: DesignIntent): Examiner {
  const parts = partsOf(intent)
  const actors = [...new Set(intent.userFlows.flatMap(({ actor }) => actor ?? []))]
  return {
    vocabulary: designVocabulary,
    examine: (check) => answer(intent, parts, check),
    places: (sentence) =>
      parts
        .filter((part) => isDeed(part) && !isEcho(part, sentence))
        .filter((part) => speaksFor(part, bare(sentence), actors))
        .map(asPlace),
  }
}

/** What happens in a design, and what it keeps. Goals only wish, and a repeated requirement shows nothing. */
const isDeed = ({ kind }: Part): boolean => kind !== 'goal' && kind !== 'flow'

const asPlace = ({ text, path, actor }: Part): Place => ({
  text,
  where: path,
  ...(actor === undefined ? {} : { under: actor }),
})

/** Holds an exam against a design, and says of what no machine decides which parts speak of it. */
export async function examineDesign(
  exam: Exam,
  intent: DesignIntent,
  subject: string,
): Promise<readonly Obligation[]> {
  const parts = partsOf(intent)
  const asked = exam.items.map(({ source }) => source.text)
  const obligations = await examine(exam, designExaminer(intent), subject)
  return obligations.map((answered, at) => {
    const each = disputed(answered, parts, asked)
    const check = exam.items[at]?.check ?? null
    const isJoined = check?.type === 'name' && joined.some((role) => role === check.role)
    if (check === null || isJoined) {
      const result = traced({ ...each, statement: each.source.text }, parts)
      return withContrary(result, check, { parts, intent })
    }
    // feedback speaks of the design in words of its own, and need not want to read them there
    const isFeedback = each.source.kind === 'feedback' && each.status === 'unmet'
    if (isFeedback && check.type === 'phrase')
      return { ...each, status: 'undecided' as const, decided_by: 'judge' as const, evidence: [] }
    return { ...each, ...(each.status === 'undecided' ? { decided_by: 'judge' as const } : {}) }
  })
}

function answer(intent: DesignIntent, parts: readonly Part[], check: DemandCheck): Answer {
  switch (check.type) {
    case 'name': {
      const role = joined.find((each) => each === check.role)
      return role === undefined
        ? named(intent, parts, check)
        : join(intent, parts, check.name, role)
    }
    case 'phrase':
      return phrase(parts, check.text)
    case 'value':
      return value(parts, check.name, String(check.value))
    case 'limit':
      return limit(parts, check)
    case 'fields':
      return examineFields(intent, parts, check)
    case 'topic':
      return topic(parts, check.words)
    case 'resource':
      return topic(parts, [check.noun])
    case 'pattern':
      return new RegExp(check.pattern, check.flags).test(JSON.stringify(intent))
        ? met(`the design matches /${check.pattern}/`)
        : unmet(`nothing in the design matches /${check.pattern}/`)
    case 'endpoint':
    case 'call':
    case 'command':
      return undecided('a design holds no code that could be tried')
  }
}

function join(intent: DesignIntent, parts: readonly Part[], name: string, role: Joined): Answer {
  const [subject = '', rest = ''] = name.split(' | ')
  return role === 'many' || role === 'one'
    ? examineRelation(intent, parts, { from: subject, to: rest, count: role })
    : role === 'only' || role === 'cannot'
      ? rightOf(parts, role, { subject, rest })
      : undecided('no part says it in these words')
}

/** "exports the approved claims" approves nothing. */
const does = (text: string, verb: string): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(
    (word) => rootOf(word) === verb && !/(?:ing|ed)$/.test(word),
  )

/** Who alone may do something, or may not: the flows say who does it. */
function rightOf(
  parts: readonly Part[],
  role: 'only' | 'cannot',
  { subject, rest }: { readonly subject: string; readonly rest: string },
): Answer {
  const deeds = parts.filter(
    ({ kind, actor, text }) =>
      kind === 'step' &&
      actor !== undefined &&
      covers(text, wordsOf(rest)) &&
      does(text, wordsOf(rest)[0] ?? '') &&
      !isNegative(sentenceWith(text, wordsOf(rest))) &&
      !isTakenBack({ text }, rest),
  )
  const isTheirs = ({ actor = '' }: Part) => covers(actor, wordsOf(subject))
  const [own, other] = [deeds.find(isTheirs), deeds.find((part) => !isTheirs(part))]
  const [wanted, barred] = role === 'only' ? [own, other] : [other, own]
  if (barred !== undefined) return unmet(`${barred.actor ?? ''} does it, who may not`, barred.path)
  return wanted === undefined
    ? undecided('no flow says who does it')
    : met(`${wanted.actor ?? ''} does it, and nobody else`, wanted.path)
}

const plain = (text: string): string => wordsOf(text).join(' ')

/** A name: of a screen, an entity, a role, an attribute, or of anything. */
function named(
  intent: DesignIntent,
  parts: readonly Part[],
  { name, role }: { readonly name: string; readonly role?: string | undefined },
): Answer {
  const words = wordsOf(name)
  const isSo = (text: string | undefined) =>
    text !== undefined && words.length > 0 && covers(text, words)
  const places: readonly (readonly [string, string | undefined, string])[] = [
    ...intent.components.map((each, at) => ['screen', each.name, `/components/${at}`] as const),
    ...intent.userFlows.map((each, at) => ['actor', each.actor, `/userFlows/${at}/actor`] as const),
    ...intent.dataModel.entities.flatMap((each, at) => [
      ['entity', each.name, `/dataModel/entities/${at}`] as const,
      ...each.attributes.map(
        (one, place) =>
          ['attribute', one.name, `/dataModel/entities/${at}/attributes/${place}`] as const,
      ),
    ]),
    ...intent.interactions.flatMap((each, at) =>
      (each.states ?? []).map((state) => ['state', state, `/interactions/${at}/states`] as const),
    ),
  ]
  const kind = role !== undefined && ['screen', 'actor', 'entity'].includes(role) ? role : undefined
  const match = places.find(([of, text]) => (kind === undefined || of === kind) && isSo(text))
  if (match !== undefined) return met(`the ${match[0]} "${match[1] ?? ''}"`, match[2])
  const spoken = parts.find(({ text }) => isSo(text))
  return spoken === undefined
    ? unmet(`no part of the design is called "${name}"`)
    : undecided(`"${name}" is spoken of at ${spoken.path}, but nothing is called so`)
}

function phrase(parts: readonly Part[], text: string): Answer {
  const wanted = text.toLowerCase().trim()
  const match = parts.find((part) => part.text.toLowerCase().includes(wanted))
  return match === undefined
    ? unmet(`no text of the design says "${text}"`)
    : met(`it says "${text}"`, match.path)
}

function value(parts: readonly Part[], name: string, wanted: string): Answer {
  const words = [...wordsOf(name), ...wordsOf(wanted)]
  const part = parts.find(({ text }) => covers(text, words))
  if (part !== undefined) return met(`"${name}" with ${wanted}`, part.path)
  const number = wordsOf(wanted)
  return parts.some(({ text }) => covers(text, number))
    ? undecided(`${wanted} is spoken of, but not beside "${name}"`)
    : undecided(`no part of the design says ${wanted}`)
}

const bounding = {
  most: /\b(?:at most|no more than|not more than|up to|maximum(?: of)?|max\.?|limit(?:ed)?(?: of| to)?|more than|over|exceeds?)\s+$/i,
  least:
    /\b(?:at least|no fewer than|no less than|minimum(?: of)?|min\.?|fewer than|less than|under)\s+$/i,
  exactly: /\b(?:exactly|precisely|always)?\s*$/i,
}

/** A bound is carried where a part names its number and what is counted; another number denies it. */
function limit(
  parts: readonly Part[],
  { name, bound, value: amount, unit }: Extract<DemandCheck, { type: 'limit' }>,
): Answer {
  const counted = wordsOf(unit ?? name)
  if (counted.length === 0) return undecided(`what is bounded by ${amount} cannot be told`)
  const words = `${amount}${unit === undefined ? '' : ` ${unit}`} ${name}`
  const stated = parts.flatMap((part) => {
    const matches = [...part.text.matchAll(/\d+(?:[.,]\d+)*|\p{L}+/gu)]
    return matches.flatMap((match) => {
      const number = asNumber(match[0])
      const after = part.text.slice(match.index + match[0].length).match(/\p{L}+/gu) ?? []
      if (number === null || !covers(after.slice(0, 3).join(' '), counted.slice(0, 1))) return []
      const before = part.text.slice(0, match.index)
      const isBound =
        bounding[bound].test(before) &&
        !isOpened(part.text, bound === 'most' ? 'at most' : 'at least')
      return [{ part, number: Number(number), isBound }]
    })
  })
  const right = stated.find(({ number, isBound }) => number === amount && isBound)
  const wrong = stated.find(({ number, isBound }) => number !== amount && isBound)
  if (wrong !== undefined)
    return unmet(`it says ${wrong.number}, not ${words.trim()}`, wrong.part.path)
  if (right !== undefined) return met(`it says ${words.trim()}`, right.part.path)
  if (!parts.some(({ text }) => numbersIn(text).includes(String(amount)))) {
    const message = `no part of the design says ${amount}`
    // "300 households share a shed" counts what is there, and asks for nothing
    return bound === 'exactly' ? undecided(message) : unmet(message)
  }
  const near = stated.find(({ number }) => number === amount)
  const opposite = { most: bounding.least, least: bounding.most, exactly: null }[bound]
  if (near !== undefined && opposite?.test(near.part.text.split(String(amount))[0] ?? ''))
    return unmet(`it bounds ${amount} ${name} the other way`, near.part.path)
  return undecided(`${amount} is spoken of, but not as a bound of ${name}`)
}

function topic(parts: readonly Part[], words: readonly string[]): Answer {
  const wanted = words.flatMap((word) => wordsOf(word))
  const text = parts.map((part) => part.text).join(' ')
  const there = sharedWords(text, wanted)
  if (there.length === wanted.length) return met(`it speaks of ${plain(words.join(' '))}`)
  return there.length === 0
    ? unmet(`no part of the design speaks of ${words.join(' ')}`)
    : undecided(`it speaks of ${there.join(' ')} only`)
}
