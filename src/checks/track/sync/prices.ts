import { type DocumentLine, documentLines } from '../business-logic/lines.ts'
import { labelKey } from '../business-logic/words.ts'

export type Period = 'month' | 'year' | null

/** A price that a document states, of what, and where the figure stands. */
export type Price = {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly period: Period
  /** `$`, `€`, `£` or empty where none is told. */
  readonly currency: string
  readonly line: number
  /** Of the digits, in the line. */
  readonly start: number
  readonly end: number
}

type Money = Pick<Price, 'value' | 'period' | 'currency' | 'start' | 'end'> & {
  /** Where the sign begins and the period ends. */
  readonly from: number
  readonly to: number
}

const digits = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d{1,2}(?!\d))?`
const period = String.raw`(?:\s*(?:\/|per|a|each)\s*(?:(?:user|seat|member)\s*(?:\/|per)?\s*)?(month|mo|year|yr|annum)\b|\s*(monthly|yearly|annually))?`
const money = new RegExp(
  String.raw`(?:([$€£])\s?(${digits})(?![\d.,]*\d|\s?(?:k|m|bn?|million|thousand)\b)|(?<![\w.,$€£])(${digits})\s?(USD|EUR|GBP|dollars?\b|euros?\b|[€£]))${period}`,
  'gi',
)
const signs: Readonly<Record<string, string>> = { u: '$', d: '$', e: '€', g: '£' }

export const numberOf = (text: string): number =>
  Number(/,\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', ''))

function moneyIn(text: string): readonly Money[] {
  return [...text.matchAll(money)].flatMap((match) => {
    const [all, sign, first, second, code = '', short, long] = match
    const figure = first ?? second ?? ''
    const start = match.index + all.indexOf(figure)
    const message = short ?? long ?? ''
    const to = match.index + all.length
    const isRange =
      /^\s?(?:[-–]|to )\s?[$€£]?\d|^\+/.test(text.slice(start + figure.length)) ||
      /\d\s?[-–]\s?$/.test(text.slice(0, match.index))
    if (isRange) return []
    const isYearly = /^[^.;|\d]{0,20}\b(?:annual|year)/i.test(text.slice(to))
    return [
      {
        value: numberOf(figure),
        currency: sign ?? signs[code[0]?.toLowerCase() ?? ''] ?? code,
        period: isYearly || /^(?:y|a)/i.test(message) ? 'year' : message === '' ? null : 'month',
        start,
        end: start + figure.length,
        from: match.index,
        to,
      },
    ]
  })
}

const tierWord = 'tiers?|plans?|packages?|subscriptions?|memberships?'
export const tierish = new RegExp(String.raw`\b(?:${tierWord}|pric(?:es?|ing)|fees?)\b`, 'i')
const priceColumn =
  /pric|\bfees?\b|\bper (?:month|year|box|seat|user)\b|^(?:monthly|annual(?:ly)?|yearly)$|\/\s?(?:mo|month|yr|year)\b/i
const otherColumn =
  /revenue|mrr|arr|total|margin|cogs|ltv|cac|competit|market|old|previous|our cost|discount|saving/i
const priceRow = /^(?:(?:monthly|annual|yearly|base|list)\s+)?(?:price|pricing|fee)s?\b/i
/** Of sections and sentences that speak of other amounts than what the product costs. */
const otherAmounts =
  /\b(?:sav(?:es?|ings?)|off|discount\w*|coupon|credits?|refund|extra|additional|add-?ons?|overage|set-?up|one-time|trial|deposit|revenue|mrr|arr|ltv|cac|arpu|margin|budget|competit\w*|versus|vs|was|were|previous\w*|formerly|used to|originally|instead of|increas\w*|rais\w*|lower\w*|dropp\w*|changed|from \S+ to|examples?|e\.g|invoice|hypothe\w*|would|could|might|experiment|a\/b|alternativ\w*|benchmark|history|projections?|scenarios?|economics|unlike|more than|less than|at least|up to|over)\b|→|->|~~/i
const known =
  /^(?:free|basic|starter|hobby|personal|standard|plus|pro|professional|premium|team|business|growth|scale|enterprise|unlimited|ultimate|lite)$/i
const general =
  /^(?:price|pricing|cost|fee|total|month|monthly|annual|year|yearly|revenue|target|budget|value|base|currency|discount|launch|note|example|the|our|it|this|that|from|starting|all|each|every|billing|payment|monetization|market|delivery)\b/i

/** One form for a tier however it is written: "Pro", `pro`, "the Pro plan". */
export const tierKey = (name: string): string =>
  labelKey(name.replaceAll(/\([^)]*\)/g, ' '))
    .split(' ')
    .filter((word) => !/^(?:tier|plan|package|subscription|membership|the)$/.test(word))
    .join(' ')

const unitPrice = /(?:@|\d\s*[×x])\s*[$€£]?\s?\d/
const longestLine = 2_000

/** The prices of a document: of what it names itself, or of the given names only. */
export function pricesIn(text: string, names?: ReadonlySet<string>): readonly Price[] {
  const lines = documentLines('', text)
  const around = new Map(lines.map((each) => [each.line, each]))
  const isName = (name: string, isPlain: boolean): boolean => {
    const key = tierKey(name)
    if (names !== undefined) return names.has(key)
    return (
      key !== '' && key.split(' ').length <= 3 && !general.test(key) && (isPlain || known.test(key))
    )
  }
  let headings: readonly string[] = []
  return text.split(/\r?\n/).flatMap((raw, index): readonly Price[] => {
    const line = around.get(index + 1)
    const isHeading = line === undefined && /^#{1,6}\s/.test(raw)
    headings = line?.headings ?? headings
    if ((line === undefined && !isHeading) || (line?.code ?? null) !== null) return []
    if (raw.length > longestLine) return []
    const section = headings.join(' ')
    // "200 Pro @ $19/month" of a projection states the price as well
    const isApart = otherAmounts.test(section) && !/pric/i.test(section)
    if (isApart && !unitPrice.test(raw)) return []
    const result =
      line !== undefined && line.cells !== null
        ? ofRow(raw, line, isName)
        : ofText(raw, line, (name, says) => isName(name, says || tierish.test(section)))
    return result.map((each) => ({ ...each, line: index + 1 }))
  })
}

type Found = Omit<Price, 'line'>

const asPrice = (name: string, amount: Money): Found => ({
  key: tierKey(name),
  name: name.replaceAll(/[*_`"]/g, '').trim(),
  value: amount.value,
  period: amount.period,
  currency: amount.currency,
  start: amount.start,
  end: amount.end,
})

function ofRow(
  raw: string,
  { cells }: DocumentLine,
  isName: (name: string, isPlain: boolean) => boolean,
): readonly Found[] {
  const [first, ...others] = cells ?? []
  if (first === undefined) return []
  const starts = cellStarts(raw)
  return others.flatMap(({ name: column }, index) => {
    const isTurned = priceRow.test(first.text)
    const name = isTurned ? column : first.text
    const message = isTurned ? first.text : column
    if (!isName(name, true) || !priceColumn.test(message) || otherColumn.test(message)) return []
    const [from = 0, to = 0] = starts[index + 1] ?? []
    const cell = raw.slice(from, to)
    const bare = new RegExp(String.raw`^\s*(?:\*\*)?(${digits})(?:\*\*)?\s*$`).exec(cell)
    const amounts = moneyIn(cell)
    const inYear = /year|annual|\byr\b/i.test(message)
    const start = cell.indexOf(bare?.[1] ?? '')
    const figure = bare?.[1] ?? ''
    const plain: readonly Money[] =
      bare === null
        ? []
        : [
            {
              value: numberOf(figure),
              currency: /[$€£]/.exec(message)?.[0] ?? '',
              period: null,
              start,
              end: start + figure.length,
              from: start,
              to: start + figure.length,
            },
          ]
    return [...amounts, ...plain].map((amount) => ({
      ...asPrice(name, amount),
      period: amount.period ?? (inYear ? 'year' : /month|\bmo\b/i.test(message) ? 'month' : null),
      start: from + amount.start,
      end: from + amount.end,
    }))
  })
}

/** Where the cells of a row begin and end. */
function cellStarts(raw: string): readonly (readonly [number, number])[] {
  const bars = [...raw.matchAll(/(?<!\\)\|/g)].map(({ index }) => index)
  const starts = /^\s*\|/.test(raw) ? bars : [-1, ...bars]
  return starts.map((bar, index) => [bar + 1, starts[index + 1] ?? raw.length] as const)
}

const glue = String.raw`(?:[\s:*_\x60"'’”“(=@–—-]|\([^()$€£]{0,40}\)|\b\d[\d,]*\s*[×x]|\b(?:${tierWord}|users?|customers?|subscribers?|price[ds]?|pricing|costs?|is|at|for|starts?|starting|from|now|just|only|of|pays?|remains|stays)\b)*`
const namedBefore = new RegExp(
  String.raw`(?:["“\x60]([^"”\x60]{2,30})["”\x60]|((?:[\p{Lu}][\p{L}\p{N}+]*)(?:[ -][\p{Lu}][\p{L}\p{N}+]*){0,2}))(${glue})$`,
  'u',
)
const namedAfter = new RegExp(
  String.raw`^(?:[\s*_\x60"“(]|\b(?:for|the|our)\b)*((?:[\p{Lu}][\p{L}\p{N}+]*)(?: [\p{Lu}][\p{L}\p{N}+]*){0,2})`,
  'u',
)
const opening = /^(?:The|Our|A|An|And|With|For|In|On|While|Each|Every|All|When|Upgrade to)\s+/

function ofText(
  raw: string,
  line: DocumentLine | undefined,
  isName: (name: string, saysTier: boolean) => boolean,
): readonly Found[] {
  const amounts = moneyIn(raw)
  const owner = line?.parents.at(-1)?.replace(/[:(–—].*$/, '') ?? line?.headings.at(-1) ?? ''
  if (line !== undefined && priceRow.test(line.text) && isName(owner, false) && amounts.length > 0)
    return amounts
      .filter((each) => !otherAmounts.test(sentenceOf(raw, each)))
      .map((each) => asPrice(owner, each))
  return amounts.flatMap((amount, index): readonly Found[] => {
    const sentence = sentenceOf(raw, amount)
    if (otherAmounts.test(sentence)) return []
    const before = namedBefore.exec(raw.slice(amounts[index - 1]?.to ?? 0, amount.from))
    const name = (before?.[1] ?? before?.[2] ?? '').replace(opening, '')
    const saysTier = new RegExp(String.raw`\b(?:${tierWord})\b`, 'i').test(before?.[3] ?? '')
    if (name !== '' && isName(name, saysTier)) return [asPrice(name, amount)]
    if (before !== null) return []
    const after = namedAfter.exec(raw.slice(amount.to, amounts[index + 1]?.from))?.[1] ?? ''
    return after !== '' && isName(after, false) ? [asPrice(after, amount)] : []
  })
}

/** What stands around an amount until the next full stop or semicolon. */
function sentenceOf(raw: string, { from, to }: Money): string {
  const before =
    raw
      .slice(0, from)
      .replaceAll(/\([^()$€£]*\)/g, ' ')
      .split(/[.;!?]\s/)
      .at(-1) ?? ''
  return before + raw.slice(from, to) + (raw.slice(to).split(/[.;!?](?:\s|$)/)[0] ?? '')
}

export type TierList = { readonly line: number; readonly tiers: ReadonlyMap<string, string> }

/** The tiers that a document lists beside each other, with prices or under such a heading. */
export function tiersIn(text: string): TierList | null {
  const priced = new Set(pricesIn(text).map(({ key }) => key))
  const groups = new Map<string, { line: number; isTiers: boolean; tiers: Map<string, string> }>()
  const add = (group: string, name: string, { line, says }: { line: number; says: string }) => {
    const key = tierKey(name)
    if (key === '' || key.split(' ').length > 3) return
    const list = groups.get(group) ?? { line, isTiers: tierish.test(says), tiers: new Map() }
    list.tiers.set(key, name.replaceAll(/\s*\([^)]*\)/g, '').trim())
    groups.set(group, list)
  }
  for (const { cells, headings, isItem, parents, text: said, line, code } of documentLines(
    '',
    text,
  )) {
    if (code !== null) continue
    const under = headings.join('/')
    const section = headings.at(-1) ?? ''
    const [first] = cells ?? []
    if (first !== undefined && !priceRow.test(first.text))
      add(`table ${first.name} ${under}`, first.text, { line, says: `${first.name} ${section}` })
    else if (isItem && parents.length === 0)
      add(`list ${under}`, /^[^:($€£–—]{1,30}/.exec(said)?.[0] ?? '', { line, says: section })
    if (headings.length > 1)
      add(`parts ${headings.slice(0, -1).join('/')}`, section.replace(/[:($€£–—-].*$/, ''), {
        line,
        says: headings.at(-2) ?? '',
      })
  }
  const isPriced = (key: string) => priced.has(key)
  for (const [group, { line, isTiers, tiers: all }] of groups) {
    const own = [...all].filter(
      ([key]) => group.startsWith('table') || isPriced(key) || known.test(key),
    )
    if (isTiers && own.filter(([key]) => isPriced(key)).length > 1)
      return { line, tiers: new Map(own) }
  }
  return null
}
