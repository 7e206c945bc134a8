import { met, undecided } from '../../obligations/examine.ts'
import type { Answer } from '../../obligations/examine.ts'
import { splitClauses } from '../../obligations/clauses.ts'
import { asksForText } from '../../obligations/said.ts'
import { wordsIn } from '../../obligations/sentence-words.ts'
import { numberIn } from '../../kit/number-words.ts'
import { sameValue } from './amount.ts'
import type { Fact } from './facts.ts'
import { placeOf, textOf } from './look.ts'
import { escaped } from './open-configuration.ts'
import { alike, isSaid, marked, partsOf, type Read, readFact } from './said-words.ts'

/**
 * Whether the settings say a sentence that no form has read. Each clause must be said: its code and numbers are
 * values in the part of the file that it names, each number under a key that the clause speaks of, and its other
 * words are keys or values. A clause without a value is said by one setting, and one that is off says "no".
 */
export function saysOf(
  facts: readonly Fact[],
  sentence: string,
  rest: readonly string[],
): Answer | null {
  if (
    rest.length === 0 ||
    asksForText.test(rest.filter((word) => !/^lists?$/i.test(word)).join(' ')) ||
    spreading.test(sentence)
  )
    return null
  const set = facts.filter(({ value }) => value !== undefined).map(readFact)
  let scope: readonly Read[] = set
  const results: Fact[] = []
  let before: readonly string[] = []
  for (const text of clausesOf(sentence)) {
    const clause = readClause(text, rest)
    const named = namedBy(clause, set)
    scope = named.length > 0 ? named : ownSubject.test(text) ? set : scope
    if (!clause.isOpen) continue
    const saying =
      factsSaying(clause, scope, set) ??
      // "… an aperture of 400, Vega 250": of what, the clause before has said
      (clause.amounts.length > 0 && named.length > 0
        ? factsSaying({ ...clause, all: [...clause.all, ...before] }, scope, set)
        : null)
    before = [...before, ...clause.all]
    if (saying === null) return undecided(`no setting was recognised as "${text}"`)
    results.push(...saying)
  }
  const [first] = results
  // what was left are words that ask for nothing
  if (first === undefined && set[0] !== undefined)
    return met('nothing is left that a setting could lack', placeOf(set[0].fact))
  return first === undefined
    ? null
    : met(`set by ${[...new Set(results.map(placeOf))].slice(0, 6).join('; ')}`, placeOf(first))
}

/** "open-in-view is off" speaks of something else than the clause before; "its lights are on" does not. */
const ownSubject =
  /^(?!(?:its?|their|they|is|are|has|have)\b)(?:(?:the|an?)\s+)?[\w-]+(?:\s+[\w-]+){0,2}\s+(?:is|are|has|have|must|should|may|will)\b/i

const spreading =
  /\b(?:each|all|unless|except|instead|if)\b|\bevery\b(?! (?:\d|second|minute|hour|day|night|week|month|two|three|four|five|six|ten|fifteen|thirty|monday|tuesday|wednesday|thursday|friday|saturday|sunday))/i

const filler =
  `hold holds kept keep sent send go goes come served get put placed switch switched turn turned stay stays take
  via over under traffic call back reach access file folder directory server know knows mean run off want set up update
  taken point read use available list listener user visitor people customer client guest staff`.split(
    /\s+/,
  )

const skipped = new Set(filler.flatMap((word) => [...wordsIn(word).words]))

const clausesOf = (text: string): readonly string[] =>
  splitClauses(text, /,\s+(?:and\s+|but\s+)?|\s+and\s+(?:also\s+)?|;\s+|\s+\(|\)/g)

type Amount = { readonly value: string; readonly unit: string }
type Clause = {
  /** All its words; those that nobody has read, and whether there are any. */
  readonly all: readonly string[]
  readonly words: readonly string[]
  readonly isOpen: boolean
  readonly codes: readonly string[]
  readonly amounts: readonly Amount[]
  readonly negations: number
}

const codePattern =
  /`([^`\n]+)`|"([^"\n]+)"|(?<![\w/.])(?!km\/h|m\/s|l\/h)((?:(?:[a-z][a-z+]*:)+\/\/|\/|\.{1,2}\/)[\w.\-/:@*{}$%?=&]*[\w/*]|[\w.*-]*[\w*]\/[\w.*/-]+(?::[\w.-]*\w)?|(?:[a-z0-9-]+\.)+[a-z0-9-]+:\d+|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|\d{1,2}:\d{2}|[\w.-]+:[\w.-]*\d[\w.-]*|[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Za-z]+\d[\w.]*|\d+(?:m|Mi|Gi|Ki|[kKMG]))(?![\w])/g
const counted =
  /(?<![\w.-])(\d+(?:\.\d+)?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty)(?:\s?(°?\s?C\b|%|km\/h|m\/s|l\/h|[a-z]+))?/gi
const everyUnit = /\bevery (second|minute|hour|day|week)\b/gi

function readClause(text: string, rest: readonly string[]): Clause {
  const codes: string[] = []
  const amounts: Amount[] = []
  const left = rest.filter((word) => new RegExp(`(?<![\\w])${escaped(word)}(?![\\w])`).test(text))
  const isLeft = (word: string) =>
    left.some((each) => each.toLowerCase().includes(word.toLowerCase()))
  const plain = text
    .replace(codePattern, (_, ...groups: readonly unknown[]) => {
      codes.push(String(groups.slice(0, 3).find((one) => typeof one === 'string')))
      return ' '
    })
    .replace(everyUnit, (_, unit: string) => {
      if (isLeft(unit)) amounts.push({ value: '1', unit })
      return ' every '
    })
    .replace(counted, (_, number: string, unit: string | undefined) => {
      const isNone = /^one$/i.test(number) && (unit === undefined || !isUnit(unit))
      if (isLeft(number) && !isNone)
        amounts.push({ value: numberIn(number) ?? number, unit: unit ?? '' })
      return unit === undefined || isUnit(unit) || unit.includes('/') ? ' ' : ` ${unit} `
    })
  const all = [...wordsIn(marked(plain)).words]
  const open = wordsIn(marked(left.join(' ')))
  const isOff = left.some((word) => /^(?:off|disabled|forbidden|hidden)$/i.test(word)) ? 1 : 0
  return {
    all,
    words: all.filter((word) => open.words.has(word) && !skipped.has(word) && !bounds.has(word)),
    isOpen: left.length > 0,
    codes,
    amounts,
    negations: open.negations + isOff,
  }
}

const bounds = new Set(['most', 'least', 'under', 'over'])
const isUnit = (unit: string): boolean =>
  /^(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?|weeks?|[kmgt]i?b?|bytes?|°?\s?c|%|percent|degrees?|cpus?|cores?)$/i.test(
    unit.trim(),
  )

const nameKeys = /^(?:name|id|key|job_name|alert|kind|package-ecosystem|host|title|record)$/

/** The settings of the part that a clause names, by its key or by its `name`; of parts within each other the innermost. */
function namedBy({ all, codes }: Clause, set: readonly Read[]): readonly Read[] {
  const said = new Set([...all, ...codes.flatMap(partsOf)])
  const names = new Map<string, string>()
  for (const { fact } of set) {
    const path = [String(fact.document), ...fact.path]
    for (let depth = 1; depth < path.length; depth += 1) {
      const key = path[depth - 1] ?? ''
      const parts = partsOf(key)
      const isWhole = parts.length === (key.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).length
      const isKey =
        depth > 1 &&
        !/^\d+$/.test(key) &&
        parts.length > 0 &&
        isWhole &&
        parts.every((part) => said.has(part)) &&
        !/^\d+$/.test(path[depth] ?? '')
      const isNamed =
        depth === path.length - 1 &&
        nameKeys.test(path[depth] ?? '') &&
        (codes.includes(textOf(fact)) || partsOf(textOf(fact)).every((part) => said.has(part)))
      // the name of a resource is that of its document
      const end = isNamed && key === 'metadata' ? depth - 1 : depth
      if (isKey || isNamed)
        names.set(path.slice(0, end).join('\u0000'), isNamed ? textOf(fact) : key)
    }
  }
  const isWithin = (
    [one, name]: readonly [string, string],
    [other, same]: readonly [string, string],
  ) => one.startsWith(`${other}\u0000`) && name !== same
  const inner = [...names]
    .filter((one) => ![...names].some((other) => isWithin(other, one)))
    .map(([at]) => at)
  return set.filter(({ fact }) => {
    const path = [String(fact.document), ...fact.path]
    return inner.some((at) => at.split('\u0000').every((part, index) => path[index] === part))
  })
}

const bare = (text: string): string =>
  text
    .replaceAll(/["'`[\],]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const holdsCode = ({ fact }: Read, code: string): boolean =>
  new RegExp(
    `${code.startsWith('/') ? '' : '(?:^|[^\\w.-])'}${escaped(bare(code)).replace(/\\\/$/, '\\/?')}(?:$|[^\\w])`,
    'i',
  ).test(`${fact.path.join(' ')} ${bare(textOf(fact))}`)

const holdsAmount = (
  { fact, key }: Read,
  { value, unit }: Amount,
  words: readonly string[],
): boolean => {
  const text = textOf(fact)
  const last = fact.path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const unitWords = [...wordsIn(unit.replace(/°\s?/, '')).words]
  const inKey = unitWords.some((word) => isSaid(word, key))
  const isEqual =
    (unit !== '' && isUnit(unit) && sameValue(text, `${value} ${unit}`, last)) ||
    (/^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === Number(value) && (!isUnit(unit) || inKey))
  return isEqual && (inKey || words.some((word) => isSaid(word, key)))
}

/** "two tanks": as many things stand under that key. */
function countOf(scope: readonly Read[], { unit }: Amount): number | null {
  const [noun] = wordsIn(unit).words
  const groups = new Map<string, Set<string>>()
  for (const { fact } of scope)
    fact.path.forEach((part, index) => {
      // `jobs.a`, or a `job_name` in each
      const next = fact.path[index + 1] ?? fact.path.join('.')
      if (
        noun === undefined ||
        next === undefined ||
        !partsOf(part).some((each) => alike(each, noun))
      )
        return
      const at = fact.path[index + 1] === undefined ? part : fact.path.slice(0, index + 1).join('.')
      groups.set(at, (groups.get(at) ?? new Set()).add(next))
    })
  const [first] = [...groups.values()]
  return first?.size ?? null
}

/** The settings that say a clause, or null. */
function factsSaying(
  clause: Clause,
  scope: readonly Read[],
  set: readonly Read[],
): readonly Fact[] | null {
  const { all: spoken, words, codes, amounts, negations } = clause
  if (words.length + codes.length + amounts.length === 0) return negations === 0 ? [] : null
  if (codes.length + amounts.length === 0) {
    const read = scope.find(
      ({ fact, words: own }) =>
        words.every((word) => isSaid(word, own) || (word === 'only' && saysValue(fact, words))) &&
        isOffAt(fact) === (negations % 2 === 1),
    )
    return read === undefined ? null : [read.fact]
  }
  if (negations > 0) return null
  const all = scope.flatMap(({ words: own }) => own)
  const isAlone = (word: string) =>
    word === 'only' && codes.length === 1 && isOnlyOne(codes[0]!, scope)
  if (!words.every((word) => isSaid(word, all) || isAlone(word))) return null
  const results = [
    ...codes.map((code) => scope.find((each) => holdsCode(each, code))?.fact),
    ...amounts.map((amount) => {
      const tied = scope.find((each) => holdsAmount(each, amount, spoken))
      if (tied !== undefined) return tied.fact
      return countOf(set, amount) === Number(amount.value) ? set[0]?.fact : undefined
    }),
  ]
  return results.some((fact) => fact === undefined)
    ? null
    : results.filter((fact) => fact !== undefined)
}

/** "only for the profile `dev`": the list that holds it holds nothing else. */
const isOnlyOne = (code: string, scope: readonly Read[]): boolean => {
  const holding = scope.filter((each) => textOf(each.fact) === code)
  const lists = holding.map(({ fact }) => fact.path.slice(0, -1).join('.'))
  return (
    holding.length === 1 &&
    /^\d+$/.test(holding[0]?.fact.path.at(-1) ?? '') &&
    scope.filter(
      ({ fact }) =>
        /^\d+$/.test(fact.path.at(-1) ?? '') && lists.includes(fact.path.slice(0, -1).join('.')),
    ).length === 1
  )
}

/** "only warnings": a setting has but one value. */
const saysValue = (fact: Fact, words: readonly string[]): boolean =>
  partsOf(textOf(fact)).some((part) => words.some((word) => alike(word, part)))

const isOffAt = (fact: Fact): boolean =>
  /^(?:false|off|no|none|never|disabled?|0)$/i.test(textOf(fact))
