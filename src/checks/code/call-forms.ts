import type { Form, Span } from '../../obligations/examine.ts'
import { countsThings, takesNames } from '../../obligations/forms.ts'

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
  const found =
    /^(?:(["'])(?:\\.|(?!\1)[^\\\n])*\1|(?:-?\d+(?:_\d+)*(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|undefined|NaN|-?Infinity|True|False|None)(?![\w]))/.exec(
      text,
    )
  return found?.[0].length ?? 0
}

const relation =
  /^`?,?\s*(?:(?:must|should|shall|will|has to)\s+)?(?:is|be|are|returns?|gives?|equals?|equal to|yields?|produces?|becomes|evaluates to|resolves (?:to|with)|===?|=|→|->|=>|⇒)\s*`?/
/** "returns a repair with \`state\` \`"open"\`", "gives an object whose \`total\` is 5". */
const withPart =
  /^`?\s*(?:must |should )?(?:returns?|gives?|yields?|produces?|is|be)\s+(?:an?|the)\s+(?:[a-z]+\s+){1,3}(?:with|whose|where|in which)\s+(?:the\s+|an?\s+)?`([A-Za-z_$][\w$]*)`\s*(?:(?:is|of|set to|=|:|being|equal to|equals)\s*)?`?/
const throwing =
  /^`?,?\s*(?:(?:must|should|shall|will|does)\s+)?(not )?(?:throws?|raises?|rejects?)\b(?: an?)?(?: `?[A-Za-z]*(?:[Ee]rror|[Ee]xception)`?)?/

/** \`f([[1], [2]])\` is [1, 2], f("x") → True, \`f("")\` throws a RangeError: what stands in brackets is kept whole. */
export const calls: Form = (sentence) => {
  const spans: Span[] = []
  for (const found of sentence.matchAll(
    /`?(?<![\w$.])((?:new |await )?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\()/g,
  )) {
    const from = found.index + (found[0].startsWith('`') ? 1 : 0)
    const end = callEnd(sentence, found.index + found[0].length - 1)
    if (end === null || spans.some((one) => found.index < one.end)) continue
    const call = sentence.slice(from, end)
    const callee = found[2]!
    if (takesNames(call)) continue
    const rest = sentence.slice(end)
    const thrown = throwing.exec(rest)
    if (thrown !== null) {
      const check = { type: 'call', callee, call, throws: true } as const
      const negated = thrown[1] !== undefined
      spans.push({ start: found.index, end: end + thrown[0].length, check, negated })
      continue
    }
    const part = withPart.exec(rest)
    const partLength = part === null ? 0 : literalLength(rest.slice(part[0].length))
    if (part !== null && partLength > 0) {
      const result = rest.slice(part[0].length, part[0].length + partLength)
      const check = { type: 'call', callee, call: `${call}.${part[1]}`, result } as const
      const stop = end + part[0].length + partLength
      const last = sentence[stop] === '`' ? stop + 1 : stop
      spans.push({ start: found.index, end: last, check, negated: false })
      continue
    }
    const lead = relation.exec(rest)?.[0]
    const length = lead === undefined ? 0 : literalLength(rest.slice(lead.length))
    if (lead === undefined || length === 0) continue
    if (countsThings(rest.slice(lead.length + length), rest.slice(0, lead.length + length)))
      continue
    const result = rest.slice(lead.length, lead.length + length)
    const tick = rest[lead.length + length] === '`' ? 1 : 0
    const check = { type: 'call', callee, call, result } as const
    spans.push({
      start: found.index,
      end: end + lead.length + length + tick,
      check,
      negated: false,
    })
  }
  return spans
}
