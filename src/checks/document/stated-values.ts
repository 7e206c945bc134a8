import { numberIn } from '../../kit/number-words.ts'
import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { stem } from '../../obligations/glue.ts'
import type { MarkdownDocument } from './document.ts'

const scale: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  ms: ['time', 1],
  millisecond: ['time', 1],
  s: ['time', 1_000],
  sec: ['time', 1_000],
  second: ['time', 1_000],
  min: ['time', 60_000],
  minute: ['time', 60_000],
  h: ['time', 3_600_000],
  hour: ['time', 3_600_000],
  day: ['time', 86_400_000],
  byte: ['size', 1],
  kb: ['size', 1e3],
  mb: ['size', 1e6],
  gb: ['size', 1e9],
}
const amounts = /(?<![\w.$-])v?(\d[\d_,]*(?:\.\d+)*)\s?(%|[a-z]{1,12}\b)?/gi

type Amount = { readonly value: string; readonly kind: string; readonly at: number }

function amountsIn(text: string): readonly Amount[] {
  return [...text.matchAll(amounts)].map((match) => {
    const unit = scale[stem((match[2] ?? '').toLowerCase())]
    const digits = match[1]!.replace(/[_,](?=\d{3})/g, '').replace(/[,_]$/, '')
    const value = unit === undefined ? digits : String(Number(digits) * unit[1])
    return { value, kind: unit?.[0] ?? 'plain', at: match.index }
  })
}

/** Where the document speaks of a name it gives the value that was stated, and no other. */
export function statedValue(document: MarkdownDocument, name: string, value: string): Answer {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const stems = words.map((word) => stem(word))
  const lines = document.text
    .split('\n')
    .map((line) => line.replace(/\b[a-z]{3,9}\b/gi, (word) => numberIn(word) ?? word))
  const about = lines.flatMap((line, index) => {
    const spoken = (
      `${line} ${headingAt(document, index + 1)}`.toLowerCase().match(/[\p{L}]+|\p{N}+/gu) ?? []
    ).map((word) => stem(word))
    return stems.every((one) => spoken.some((word) => word === one || word === `${one}js`))
      ? [{ line, number: index + 1 }]
      : []
  })
  const [wanted] = amountsIn(value)
  if (about.length === 0)
    return document.text.includes(value)
      ? undecided(`it does not speak of ${name}, and ${value} stands there`)
      : unmet(`it does not speak of ${name}`)
  if (wanted === undefined) {
    const found = about.find(({ line }) => line.toLowerCase().includes(value.toLowerCase()))
    return found === undefined
      ? undecided(`it speaks of ${name}, and ${value} is not beside it`)
      : met(found.line.trim().slice(0, 120), `line ${found.number}`)
  }
  const agrees = (one: Amount) =>
    one.value === wanted.value ||
    (wanted.kind === 'plain' && one.value.startsWith(`${wanted.value}.`))
  const right = about.find(({ line }) => amountsIn(line).some(agrees))
  if (right !== undefined) return met(right.line.trim().slice(0, 120), `line ${right.number}`)
  const other = about.find(({ line }) => isGiven(line, stems, wanted))
  if (other !== undefined)
    return unmet(
      `says "${other.line.trim().slice(0, 120)}" of ${name}, not ${value}`,
      `line ${other.number}`,
    )
  return lines.some((line) => amountsIn(line).some(agrees))
    ? undecided(`it speaks of ${name}, and ${value} stands elsewhere`)
    : unmet(`it speaks of ${name} and nowhere says ${value}`)
}

/** The heading right above a line, unless it is the title of the whole. */
const headingAt = ({ headings }: MarkdownDocument, line: number): string =>
  headings.findLast((heading) => heading.line < line && heading.depth > 1)?.text ?? ''

/** Another amount of the same kind right beside the name. */
function isGiven(line: string, stems: readonly string[], wanted: Amount): boolean {
  const lower = line.toLowerCase()
  return amountsIn(line).some(({ kind, at }) => {
    if (kind !== wanted.kind) return false
    const near = lower.slice(Math.max(0, at - 45), at + 30)
    return stems.every((one) => near.includes(one.slice(0, Math.max(3, one.length - 1))))
  })
}
