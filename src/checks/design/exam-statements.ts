import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import {
  anyone,
  carried,
  carriedBy,
  does,
  fails,
  isDeed,
  isOf,
  nearest,
  otherwise,
  says,
  short,
  type Statement,
  verbOf,
} from './exam-carried.ts'
import {
  asNumber,
  contradicts,
  covers,
  echoes,
  numbersIn,
  oppositeIn,
  type Part,
  rootOf,
  sameOrder,
  sharedWords,
  wordsOf,
} from './exam-words.ts'

/** Whether the parts of a design carry a statement: who can do what, what happens when, what is never so. */
export function examineStatement(parts: readonly Part[], said: Statement): Answer {
  const words = wordsOf(said.rest)
  if (words.length === 0) return undecided('it names nothing to look for')
  switch (said.role) {
    case 'cannot':
      return forbidden(parts, said, words)
    case 'when':
      return reaction(parts, said, words)
    case 'system':
      return carriedBy(parts.filter(isDeed), said, words) ?? otherwise(parts, said, words)
    case 'fact':
      return fact(parts, said, words) ?? otherwise(parts, said, words)
    case 'only': {
      const other = byOthers(parts, said, words)
      if (other !== undefined)
        return unmet(`${other.actor ?? ''} does it too, not only ${said.subject}`, other.path)
      return ability(parts, said, words)
    }
    case 'can':
      return ability(parts, said, words)
  }
}

/** "A permit is valid for 12 months": one part says all of it, in this order and in words of its own. */
function fact(
  parts: readonly Part[],
  { rest }: Statement,
  words: readonly string[],
): Answer | null {
  const found = parts.find(
    (part) =>
      (part.kind === 'step' || part.kind === 'interaction') &&
      covers(part.text, words) &&
      sameOrder(words, part.text) &&
      !contradicts(part.text, rest) &&
      !echoes(part.text, rest),
  )
  return words.length < 3 || found === undefined ? null : carried(parts, found, { words, rest })
}

function ability(parts: readonly Part[], said: Statement, words: readonly string[]): Answer {
  const own = parts.filter((part) => isOf(said.subject, part))
  const steps = own.filter(({ kind }) => kind === 'step' || kind === 'interaction')
  const step = carriedBy(steps, said, words)
  if (step !== null) return step
  // the name of a flow counts where its steps take up every word of it
  const flow = own.find(
    (part) =>
      part.kind === 'flow' && says(part, said, words) && covers(stepsOf(parts, part.flow), words),
  )
  if (flow !== undefined) return met(`the flow "${short(flow.text)}"`, flow.path)
  const other = byOthers(parts, said, words)
  const isActor = parts.some(
    ({ actor }) => actor !== undefined && sharedWords(actor, wordsOf(said.subject)).length > 0,
  )
  if (other !== undefined && isActor)
    return unmet(`the design lets ${other.actor ?? ''} do this, not ${said.subject}`, other.path)
  return otherwise(own, said, words, parts)
}

const stepsOf = (parts: readonly Part[], flow: number | undefined): string =>
  parts
    .filter((part) => part.kind === 'step' && part.flow === flow)
    .map(({ text }) => text)
    .join(' ')

/** "exports the approved claims" approves nothing. */
const isActive = (text: string, verb: string): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(
    (word) => rootOf(word) === verb && !/(?:ing|ed)$/.test(word),
  )

/** A flow or step of somebody else that does it. */
const byOthers = (
  parts: readonly Part[],
  said: Statement,
  words: readonly string[],
): Part | undefined =>
  parts.find(
    (part) =>
      part.actor !== undefined &&
      !anyone(said.subject) &&
      sharedWords(`${part.actor} ${part.text}`, wordsOf(said.subject)).length === 0 &&
      says(part, said, words) &&
      isActive(part.text, verbOf(said.rest)) &&
      !fails(part.text, said.rest),
  )

const likeVerbs: readonly (readonly string[])[] = [
  ['delete', 'remove', 'erase', 'discard', 'drop'],
  ['edit', 'change', 'update', 'modify', 'correct', 'adjust'],
  ['create', 'add', 'make', 'register', 'publish', 'post', 'submit'],
  ['see', 'view', 'read', 'look', 'open', 'browse', 'list', 'show'],
  ['book', 'reserve', 'order', 'buy', 'purchase'],
  ['cancel', 'withdraw', 'revoke'],
  ['approve', 'accept', 'confirm'],
]

/** Nobody who is barred from something does it in a flow, under whatever name. */
function forbidden(parts: readonly Part[], said: Statement, words: readonly string[]): Answer {
  const { subject, rest } = said
  const own = parts.filter((part) => isOf(subject, part))
  const done = own.find(
    (part) =>
      (part.kind === 'step' || part.kind === 'flow') &&
      part.actor !== undefined &&
      says(part, said, words) &&
      !fails(part.text, said.rest),
  )
  if (done !== undefined) return unmet(`the design lets ${subject} do this`, done.path)
  const denied = own.find(
    (part) =>
      isDeed(part) &&
      covers(part.text, words) &&
      contradicts(part.text, rest) &&
      !echoes(part.text, rest),
  )
  if (denied !== undefined) return met(`"${short(denied.text)}"`, denied.path)
  const steps = own.filter(({ kind, actor }) => kind === 'step' && actor !== undefined)
  const verb = verbOf(rest)
  const like = likeVerbs.find((group) => group.some((each) => rootOf(each) === verb)) ?? []
  const objects = words.slice(1)
  const maybe = steps.find(
    ({ text }) =>
      [verb, ...like.map(rootOf)].some((each) => does(text, each)) &&
      sharedWords(text, objects).length > 0,
  )
  if (steps.length === 0 || maybe !== undefined || anyone(subject) || objects.length === 0)
    return nearest(maybe === undefined ? parts : [maybe], words)
  return met(
    `none of the ${steps.length} steps of ${subject} does this`,
    steps[0]?.path.replace(/\/steps.*/, ''),
  )
}

/** "When X, Y": an interaction, or a step with its outcome, that has X first and Y after. */
function reaction(parts: readonly Part[], said: Statement, words: readonly string[]): Answer {
  const first = wordsOf(said.subject)
  const deeds = parts.filter(({ kind }) => kind === 'interaction' || kind === 'step')
  const same = deeds.filter(
    ({ trigger = '', text }) => covers(trigger, first) || covers(text, first),
  )
  const whole = same.find(
    ({ trigger = '', response = '' }) =>
      covers(trigger, first) &&
      covers(response, words) &&
      !contradicts(trigger, said.subject) &&
      !contradicts(response, said.rest),
  )
  if (whole !== undefined) return met(`"${short(whole.text)}"`, whole.path)
  const [, opposite] = deeds
    .map((part) => [part, oppositeIn(part.trigger ?? '', first)] as const)
    .find(([part, found]) => found !== null && covers(part.response ?? '', words)) ?? [null, null]
  if (opposite !== null) return unmet(`the design says "${opposite}" instead`)
  const numbers = [...first, ...words].filter((word) => asNumber(word) !== null)
  const told = [...first, ...words].filter((word) => asNumber(word) === null)
  const counted = deeds.find(
    ({ text }) =>
      covers(text, told) &&
      numbersIn(text).length > 0 &&
      numbers.some((each) => !numbersIn(text).includes(each)),
  )
  if (counted !== undefined)
    return unmet(
      `the design says ${numbersIn(counted.text).join(', ')}, not ${numbers.join(', ')}`,
      counted.path,
    )
  const responses = same.map((part) => ({ ...part, text: part.response ?? part.text }))
  return otherwise(responses, said, words, parts)
}
