import { labelKey } from '../business-logic/words.ts'
import { codeLeaves, dataTiers } from './data-file.ts'
import { documentsIn } from './documents.ts'
import { changedCode, type Drafted, type DraftInput, nothing } from './draft.ts'
import { type Period, type Price, pricesIn } from './prices.ts'
import { sourceOfTruth } from './verify-sync.ts'

type Change = {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly period: Period
  readonly path: string
}

/** Carries a price that the data file or code changed to the documents that state the old one. */
export function draftPrices(input: DraftInput): Drafted {
  const product = sourceOfTruth(input.files, 'product')
  if (product === null) return nothing
  const stated = pricesIn(product.text)
  const names = new Set(stated.map(({ key }) => key))
  const all = changedCode(input).flatMap((path) => changesIn(input, path, names))
  const groups = [...Map.groupBy(all, ({ key, period }) => `${key} ${period ?? ''}`).values()]
  const sure = groups.flatMap((group) => {
    const [first] = group
    const scaled = group.map((each) => inUnits(each, stated))
    const values = new Set(scaled.map(({ from, to }) => `${from} ${to}`))
    return first !== undefined && values.size === 1 && scaled[0] !== undefined ? [scaled[0]] : []
  })
  const torn = groups
    .filter((group) => new Set(group.map(({ to, from }) => to / from)).size > 1)
    .map(
      ([first]) =>
        `The code gives ${nameOf(first?.key ?? '', stated)} more than one new price; say which one is right.`,
    )
  const edits = new Map<string, string>()
  const changed = sure.map((change) => ({ change, paths: carry(input, change, { names, edits }) }))
  const done = changed.flatMap(({ change, paths }) =>
    paths.length === 0
      ? []
      : [
          `Changed the price of ${nameOf(change.key, stated)} from ${change.from} to ${change.to} in ${paths.join(', ')}.`,
        ],
  )
  return {
    edits,
    done,
    left: [...torn, ...remaining(input, sure, edits)],
    old: sure.map(({ key, from, to }) => ({
      now: `${nameOf(key, stated)} costs ${to}`,
      isStated: (text) => pricesIn(text, new Set([key])).some(({ value }) => value === from),
    })),
    handled: input.impact.filter(
      ({ kind, what, path }) =>
        kind === 'pricing' && /price/.test(what) && sure.some((each) => each.path === path),
    ),
  }
}

const nameOf = (key: string, stated: readonly Price[]): string =>
  stated.find((each) => each.key === key)?.name ?? key

/** 2900 is 29 where the document says 29. */
function inUnits(change: Change, stated: readonly Price[]): Change {
  const isCents = stated.some(
    ({ key, value }) =>
      key === change.key &&
      (value * 100 === change.from || value * 100 === change.to) &&
      value !== 0,
  )
  return isCents ? { ...change, from: change.from / 100, to: change.to / 100 } : change
}

function changesIn(
  { before, files }: DraftInput,
  path: string,
  names: ReadonlySet<string>,
): readonly Change[] {
  const [old, now] = [before.get(path), files.get(path)]
  if (old === undefined || now === undefined) return []
  const [was, is] = [pricesOf(path, old, names), pricesOf(path, now, names)]
  return was.flatMap(({ key, period, value: from }) => {
    const same = (each: { key: string; period: Period }) =>
      each.key === key && each.period === period
    const values = new Set(is.filter(same).map(({ value }) => value))
    const olds = new Set(was.filter(same).map(({ value }) => value))
    const [to = from] = values
    return values.size === 1 && olds.size === 1 && to !== from
      ? [{ key, from, to, period, path }]
      : []
  })
}

type CodePrice = { readonly key: string; readonly value: number; readonly period: Period }

/** The prices of tiers in a file: of entries with a price, of constants by their names, of texts. */
function pricesOf(path: string, text: string, names: ReadonlySet<string>): readonly CodePrice[] {
  const tiers = dataTiers(path, text).flatMap(({ keys, prices }) => {
    const key = keys.find((each) => names.has(each))
    return key === undefined ? [] : prices.map(({ value, period }) => ({ key, value, period }))
  })
  if (/\.(?:json|ya?ml)$/.test(path)) return tiers
  const constants = codeLeaves(text).flatMap(({ path: keys, value }) => {
    const words = keys.map(labelKey).join(' ')
    const key = [...names].find((name) => ` ${words} `.includes(` ${name} `))
    const isPrice = typeof value === 'number' && /\b(?:price|pricing|fee|cost)/.test(words)
    return key === undefined || !isPrice
      ? []
      : [{ key, value: /\bcent\b/.test(words) ? value / 100 : value, period: periodIn(words) }]
  })
  return [...tiers, ...constants, ...pricesIn(text, names)]
}

const periodIn = (words: string): Period =>
  /\b(?:year|annual)/.test(words) ? 'year' : /\bmonth/.test(words) ? 'month' : null

/** Changes the documents, and says which. */
function carry(
  { files }: DraftInput,
  { key, from, to, period }: Change,
  { names, edits }: { readonly names: ReadonlySet<string>; readonly edits: Map<string, string> },
): readonly string[] {
  return documentsIn(files).flatMap(({ path }) => {
    const text = edits.get(path) ?? files.get(path) ?? ''
    const lines = text.split('\n')
    const results = pricesIn(text, names).filter(
      (each) =>
        path.endsWith('.md') &&
        each.key === key &&
        each.value === from &&
        (each.period === null || period === null || each.period === period) &&
        // a sum would no longer be right
        !/[×x*]\s*[$€£]?\d.*=/.test(lines[each.line - 1] ?? ''),
    )
    if (results.length === 0) return []
    for (const { line, start, end } of results.toReversed()) {
      const raw = lines[line - 1] ?? ''
      lines[line - 1] = raw.slice(0, start) + likeIt(raw.slice(start, end), to) + raw.slice(end)
    }
    edits.set(path, lines.join('\n'))
    return [path]
  })
}

/** The figure as the document writes its figures: 29, 29.00, 29,00, 1,290. */
function likeIt(old: string, value: number): string {
  const [, point = '', decimals = ''] = /([.,])(\d{1,2})$/.exec(old) ?? []
  const places = Number.isInteger(value) ? decimals.length : Math.max(2, decimals.length)
  const fixed = value.toFixed(places)
  if (point === ',') return fixed.replace('.', ',')
  return value >= 1000 && (old.includes(',') || old.length < 4)
    ? fixed.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')
    : fixed
}

/** Lines that still hold the old amount may be about it or not. */
function remaining(
  { files }: DraftInput,
  changes: readonly Change[],
  edits: ReadonlyMap<string, string>,
): readonly string[] {
  return documentsIn(files).flatMap(({ path }) => {
    const lines = (edits.get(path) ?? files.get(path) ?? '').split('\n')
    return path.endsWith('.md')
      ? changes.flatMap(({ from, key }) => {
          const amount = new RegExp(
            String.raw`(?<![\d.,])${String(from).replace('.', String.raw`\.`)}(?:\.00)?(?![\d,.]*\d|%)`,
          )
          const at = lines.findIndex(
            (line) =>
              amount.test(line) &&
              /[$€£]|EUR|USD|GBP/.test(line) &&
              ` ${labelKey(line)} `.includes(` ${key} `),
          )
          return at === -1
            ? []
            : [
                `${path}:${at + 1} still says ${from} beside ${key}; read whether it is the price that changed.`,
              ]
        })
      : []
  })
}
