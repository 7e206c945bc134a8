import type { Form, Span } from './examine.ts'

/** \`isWon(votes)\` is true when …: names in place of values make it no example. */
const takesNames = (call: string): boolean =>
  /\(\s*(?!(?:true|false|null|undefined|new|await)\b)[a-z][\w$]*\s*(?:,\s*[a-z][\w$]*\s*)*\)$/.test(
    call,
  )

/** "\`f(2)\` gives 7 dates": a number of things is no result; one with its unit is. */
const countsThings = (after: string, read: string): boolean =>
  /\d$/.test(read) &&
  /^\s+(?!(?:cents?|euros?|dollars?|pounds?|m?s|(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|points?|k?g|grams?|k?m|metres?|meters?|litres?|degrees?|pixels|bytes|times|as|is|was|plus|minus|its|this|thus|unless|always)\b)(?:[a-z]+ )?[a-z]{2,}s\b/.test(
    after,
  )

/** The place after the bracket that closes the one at `open`, or null. */
function closing(text: string, open: number): number | null {
  let depth = 0
  let quote = ''
  for (let at = open; at < Math.min(text.length, open + 500); at++) {
    const letter = text[at] ?? ''
    if (quote !== '') {
      if (letter === '\\') at += 1
      else if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if ('([{'.includes(letter)) depth += 1
    else if (')]}'.includes(letter)) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

/** Where a call ends, with everything chained to it. */
function callEnd(text: string, open: number): number | null {
  const close = closing(text, open)
  const chained = close === null ? null : /^\.[A-Za-z_$][\w$]*(\()?/.exec(text.slice(close))
  if (close === null || chained === null) return close
  const next = close + chained[0].length
  return chained[1] === undefined ? next : callEnd(text, next - 1)
}

/** The length of the literal a text begins with; 0 where it begins with none. */
function literalLength(text: string): number {
  if (/^[[{]/.test(text)) return closing(text, 0) ?? 0
  const match =
    /^(?:(["'])(?:\\.|(?!\1)[^\\\n])*\1|(?:-?\d+(?:_\d+)*(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|undefined|NaN|-?Infinity|True|False|None)(?![\w]))/.exec(
      text,
    )
  return match?.[0].length ?? 0
}

/** \`59 s\` and \`1 h 30 min\`: a number with words between backticks is a text as a whole, and not its number. */
const plainText = (text: string): string | null =>
  /^(-?\d[\d.,:]*\s?[\p{L}%°€$][\p{L}\d\s%°.,:€$-]*)`/u.exec(text)?.[1] ?? null

/** A value by itself names nothing. */
export const isLiteral = (text: string): boolean => literalLength(text) === text.length

const relation =
  /^`?,?\s*(?:which\s+)?(?:(?:must|should|shall|will|has to)\s+)?(?:is|be|are|returns?|gives?|equals?|equal to|yields?|produces?|becomes|evaluates to|resolves (?:to|with)|===?|=|→|->|=>|⇒|\|)\s*`?/
/** "returns a repair with \`state\` \`"open"\`", "gives an object whose \`total\` is 5". */
const withPart =
  /^`?\s*(?:must |should )?(?:returns?|gives?|yields?|produces?|is|be)\s+(?:an?|the)\s+(?:[a-z]+\s+){1,3}(?:with|whose|where|in which)\s+(?:the\s+|an?\s+)?`([A-Za-z_$][\w$]*)`\s*(?:(?:is|of|set to|=|:|being|equal to|equals)\s*)?`?/
const throwing =
  /^`?(?:,|\s*\|)?\s*(?:(?:must|should|shall|will|does)\s+)?(?<not>not )?(?:throws?|raises?|rejects?)\b(?: with\b)?(?: an?\b)?(?: `?(?:new )?(?<error>[A-Za-z]*(?:[Ee]rror|[Ee]xception))`?)?(?:(?:(?:,? (?:with|saying)(?: the\b| an?\b)?(?: error)?(?: message| text)?(?: of)?| that says|,? whose message (?:is|says|reads))|:)?\s*\(?(?<quote>["“'])(?<message>[^"”\n]{3,}?)["”'](?<=\k<quote>|”)\)?`?)?/
/** "an error", "an Exception": of any class. */
const anyError = /^(?:error|exception)$/i

/** \`f(1)\` and \`f(2)\` throw: what is said of the last is said of all. */
const joined = /^`?(?:,? (?:and|or)|,) (?=`?(?:new |await )?[A-Za-z_$][\w$.]*\()/
type Thrown = { throws: true; error?: string; message?: string }
type Waiting = {
  readonly start: number
  readonly end: number
  readonly callee: string
  readonly call: string
}

/** \`f([[1], [2]])\` is [1, 2], f("x") → True, \`f("")\` throws a RangeError: what stands in brackets is kept whole. */
export const calls: Form = (sentence) => {
  const spans: Span[] = []
  let waiting: readonly Waiting[] = []
  const add = (call: Waiting, end: number, is: Thrown | { result: string }, negated = false) => {
    for (const one of [...waiting, { ...call, end }])
      spans.push({
        start: one.start,
        end: one.end,
        check: { type: 'call', callee: one.callee, call: one.call, ...is },
        negated,
      })
    waiting = []
  }
  for (const match of sentence.matchAll(
    /`?(?<![\w$.])((?:new |await )?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\()/g,
  )) {
    const from = match.index + (match[0].startsWith('`') ? 1 : 0)
    const end = callEnd(sentence, match.index + match[0].length - 1)
    if (end === null || spans.some((one) => match.index < one.end)) continue
    const call = sentence.slice(from, end)
    const callee = match[2]!
    if (takesNames(call)) continue
    const rest = sentence.slice(end)
    const own = { start: match.index, end, callee, call }
    const thrown = throwing.exec(rest)
    if (thrown !== null) {
      const { not, error, message } = thrown.groups ?? {}
      const named = error === undefined || anyError.test(error) ? {} : { error }
      const says = message === undefined ? {} : { message }
      const is = { throws: true as const, ...named, ...says }
      add(own, end + thrown[0].length, is, not !== undefined)
      continue
    }
    const part = withPart.exec(rest)
    const partLength = part === null ? 0 : literalLength(rest.slice(part[0].length))
    if (part !== null && partLength > 0) {
      const result = rest.slice(part[0].length, part[0].length + partLength)
      const check = { type: 'call', callee, call: `${call}.${part[1]}`, result } as const
      const stop = end + part[0].length + partLength
      const last = sentence[stop] === '`' ? stop + 1 : stop
      spans.push({ start: match.index, end: last, check, negated: false })
      continue
    }
    const lead = relation.exec(rest)?.[0]
    const text = lead === undefined ? '' : rest.slice(lead.length)
    const plain = lead?.endsWith('`') === true ? plainText(text) : null
    const length = plain?.length ?? literalLength(text)
    if (lead === undefined || length === 0) {
      const next = joined.exec(rest)?.[0]
      waiting = next === undefined ? [] : [...waiting, { ...own, end: end + next.length }]
      continue
    }
    if (countsThings(text.slice(length), rest.slice(0, lead.length + length))) continue
    const result = plain === null ? text.slice(0, length) : JSON.stringify(plain)
    const tick = rest[lead.length + length] === '`' ? 1 : 0
    add(own, end + lead.length + length + tick, { result })
  }
  return spans
}
