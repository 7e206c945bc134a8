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
  '%': ['percent', 1],
  percent: ['percent', 1],
  '€': ['euro', 1],
  eur: ['euro', 1],
  euro: ['euro', 1],
  $: ['dollar', 1],
  usd: ['dollar', 1],
  dollar: ['dollar', 1],
  '£': ['pound', 1],
  gbp: ['pound', 1],
}
const amounts = /(?<![\w.-])([€$£])?v?(\d[\d_,]*(?:\.\d+)*)\s?([%€$£]|[a-z]{1,12}\b)?/gi

type Amount = {
  readonly value: string
  readonly kind: string
  readonly at: number
  readonly end: number
}

function amountsIn(text: string): readonly Amount[] {
  return [...text.matchAll(amounts)].map((match) => {
    const unit = scale[stem((match[1] ?? match[3] ?? '').toLowerCase())]
    const digits = match[2]!.replace(/[_,](?=\d{3})/g, '').replace(/[,_]$/, '')
    const value = unit === undefined ? digits : String(Number(digits) * unit[1])
    const end = match.index + match[0].length
    return { value, kind: unit?.[0] ?? 'plain', at: match.index, end }
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
    const match = about.find(({ line }) => line.toLowerCase().includes(value.toLowerCase()))
    return match === undefined
      ? undecided(`it speaks of ${name}, and ${value} is not beside it`)
      : met(match.line.trim().slice(0, 120), `line ${match.number}`)
  }
  const agrees = (one: Amount) =>
    (one.value === wanted.value && (one.kind === wanted.kind || wanted.kind === 'plain')) ||
    (wanted.kind === 'plain' && one.value.startsWith(`${wanted.value}.`))
  const beside = about.map((each) => ({ ...each, given: givenIn(stems, each.line, wanted.kind) }))
  const right = beside.find(({ given }) => given.some(agrees))
  if (right !== undefined) return met(right.line.trim().slice(0, 120), `line ${right.number}`)
  const other = beside.find(({ given }) =>
    given.some(({ isClose, kind }) => isClose && kind === wanted.kind),
  )
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

/**
 * The amount that stands nearest to each mention of the name in a line. Where the name has a unit of its own
 * kind, amounts of other kinds are about something else; where only the heading names it, the line has one amount.
 */
function givenIn(
  stems: readonly string[],
  line: string,
  kind: string,
): readonly (Amount & { readonly isClose: boolean })[] {
  const all = amountsIn(line)
  const own = kind === 'plain' ? all : all.filter((one) => one.kind === kind)
  const names = [...line.toLowerCase().matchAll(/[\p{L}]+|\p{N}+/gu)].filter(({ 0: word }) =>
    stems.some((one) => stem(word) === one || stem(word) === `${one}js`),
  )
  if (names.length === 0) return own.length === 1 ? [{ ...own[0]!, isClose: false }] : []
  return names.flatMap(({ index, 0: word }) => {
    const away = (amount: Amount): number =>
      amount.at >= index ? amount.at - index - word.length : index - amount.end
    const [first] = own.toSorted((one, next) => away(one) - away(next))
    return first === undefined ? [] : [{ ...first, isClose: away(first) <= 30 }]
  })
}
