import { numberIn } from '../kit/number-words.ts'
import { commonGlue, stem } from './glue.ts'
import { maskQuoted } from './sentences.ts'

/** A part of a sentence that asks for something by itself. Offsets count in the sentence. */
export type Clause = { readonly start: number; readonly end: number; readonly text: string }

const asks =
  'how|why|what|when|where|which|who|whom|that|whether|say|explain|document|name|mention|list|give|show|describe|tell'
const cut = new RegExp(
  `:\\s+|,\\s+(?:and|or|but|plus)\\s+|,\\s+|;\\s+|(?<!\\b(?:how|why|what|when|where))\\s+and\\s+(?=(?:${asks})\\b)|(?<=\\d[^,]*)\\s+and\\s+(?=(?:an?|the)\\s+[\\p{L} ]+\\d)`,
  'giu',
)
const questions =
  /\b(?:when|where|which|what|whom|who|how (?:much|many|long|often))(?: and (?:when|where))?\b/gi

/** Words that make one part depend on another. */
const holdsTogether =
  /\b(?:if|unless|because|otherwise|instead|rather|except|so that|until|while|once|only|both|either)\b/i

/**
 * The parts of a sentence at its commas. A label before a colon belongs to each of them, and so does
 * what stands before brackets to each thing inside; single words stay with their neighbour.
 */
export function clausesOf(sentence: string): readonly Clause[] {
  const masked = maskQuoted(sentence)
  if (holdsTogether.test(masked)) return [{ start: 0, end: sentence.length, text: sentence }]
  const label = /^[^:()]{2,60}:\s+(?=\S)/.exec(masked)?.[0] ?? ''
  const isLabel = label !== '' && label.trim().split(/\s+/).length <= 5
  const from = isLabel ? label.length : 0
  const outside = masked.replace(/\([^()]*\)/g, (inside) => 'x'.repeat(inside.length))
  const pieces: { start: number; end: number }[] = []
  let start = from
  for (const match of [...outside.matchAll(cut), null]) {
    if (match !== null && match.index < from) continue
    // a colon parts what the sentence begins with from what it lists
    if (match?.[0].startsWith(':') && pieces.length > 0) continue
    const end = match?.index ?? sentence.length
    const last = pieces.at(-1)
    const isListed = last !== undefined && masked[last.end] === ':'
    if (
      last !== undefined &&
      !isListed &&
      [last, { start, end }].some((one) => isBare(sentence, one))
    )
      last.end = end
    else pieces.push({ start, end })
    start = end + (match?.[0].length ?? 0)
  }
  return pieces.flatMap((piece) =>
    opened(sentence.slice(piece.start, piece.end)).map((text) => ({
      start: isLabel ? 0 : piece.start,
      end: piece.end,
      text: isLabel ? `${label.replace(/:\s+$/, '')} ${text}` : text,
    })),
  )
}

const isBare = (sentence: string, { start, end }: Omit<Clause, 'text'>): boolean =>
  (sentence.slice(start, end).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => !commonGlue.has(word.toLowerCase()) && !commonGlue.has(stem(word)),
  ).length < 2

/** "the fee (60 euros, half for students)": what stands in brackets answers what is asked before them. */
function opened(piece: string): readonly string[] {
  const match = /\(([^()]*)\)/.exec(maskQuoted(piece))
  if (match === null) return [piece]
  const inner = piece.slice(match.index + 1, match.index + match[0].length - 1)
  const items = inner.split(/[,;]\s+/)
  const outer = `${piece.slice(0, match.index)}${piece.slice(match.index + match[0].length)}`
    .replace(questions, '')
    .replace(/ with (?:their|its) \p{L}+/u, '')
    // "three services (payroll, accounts, start-ups)": the brackets hold that many
    .replace(/\p{L}+|\d+/gu, (word) => (numberIn(word) === String(items.length) ? '' : word))
  return items.map((each) => `${outer.trim()} ${each}`.trim())
}

/** The stretches of a text between what `joints` finds outside of code and quotes. */
export function splitClauses(
  text: string,
  joints: RegExp,
  masked = maskQuoted(text),
): readonly string[] {
  const matches = [...masked.matchAll(joints)]
  return [0, ...matches.map(({ index, 0: joint }) => index + joint.length)]
    .map((start, at) => text.slice(start, matches[at]?.index).trim())
    .filter((clause) => clause !== '')
}
