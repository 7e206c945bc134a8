import { commonGlue } from '../../../obligations/glue.ts'
import { rootOf } from '../../../obligations/sentence-words.ts'
import { amountsIn } from './amounts.ts'
import { generic, measuring, type Statement } from './statements.ts'
import { wordsOf } from './words.ts'

/** Words that tell that a value changes, or who has it, and not of what it is. */
const others =
  /^(?:now|new|instead|raise[ds]?|rise|increase[ds]?|change[ds]?|become|go|lower|reduce[ds]?|drop|was|previously|formerly|rather|than|no|longer|not|today|currently|still|user|member|customer|account|people|everybody|everyone|somebody|once)$/

/** The words of a clause that tell of what its figure is; its verb stands before the figure. */
export function subjectOf({ clause }: Pick<Statement, 'clause'>): readonly string[] {
  const amount = amountsIn(clause).at(-1)
  const before = clause
    .slice(0, amount?.start ?? clause.length)
    .replace(/\b(?:up to|at most|at least|only|now|from|to|an?|the|exactly|of)\s*$/i, '')
    .replace(/(?:\bto|\bfor|\bof|\bis|\bare)?\s*[\p{L}']+\s*$/u, '')
  const noun = amount === undefined ? '' : `${amount.noun} ${clause.slice(amount.end)}`
  return specific(`${before} ${noun}`)
}

export const specific = (text: string): readonly string[] =>
  wordsOf(text).filter(
    (word) =>
      ![generic, commonGlue].some((known) => known.has(word)) &&
      ![others, measuring].some((known) => known.test(word)),
  )

/** What a product states, with the values that the spec of the track gives to the same things. */
export function withSpec(
  product: readonly Statement[],
  spec: readonly Statement[],
): readonly Statement[] {
  const links = linksOf(product, spec)
  return product.flatMap((own): readonly Statement[] => {
    const about = links.filter((each) => each.own === own)
    const changes = about
      .filter(({ said }) => said.value !== own.value)
      .map(({ changed }) => changed)
    // who only speaks of something like it leaves both values right
    const isWhole = about.every((each) => each.isExact && each.said.value !== own.value)
    return changes.length === 0 ? [own] : isWhole ? changes : [own, ...changes]
  })
}

export type Link = {
  readonly own: Statement
  readonly said: Statement
  /** What the product states, as the spec says it. */
  readonly changed: Statement
  /** The spec says nothing besides that could make it about something else. */
  readonly isExact: boolean
}

/** Which statement of the product each statement of the spec is about. */
export function linksOf(
  product: readonly Statement[],
  spec: readonly Statement[],
): readonly Link[] {
  const named = product.map((own) => ({
    own,
    words: own.words.size > 0 ? own.words : new Set(subjectOf(own)),
  }))
  return spec.flatMap((said) => {
    const alike = named.filter(
      ({ own, words }) =>
        own.kind === said.kind &&
        words.size > 0 &&
        typeof own.value === typeof said.value &&
        (own.period === 'year') === (said.period === 'year'),
    )
    const roots = rootsOf(wordsOf(said.clause))
    const inClause = alike.filter(({ words }) => isSaid(words, said, roots))
    const meant =
      inClause.length > 0 ? inClause : alike.filter(({ words }) => isSaid(words, said, said.said))
    const most = Math.max(...meant.map(({ words }) => words.size))
    const best = meant.filter(({ words }) => words.size === most)
    const [first] = best
    if (first === undefined || best.some(({ words }) => !hasSameWords(words, first.words)))
      return []
    return best.map(({ own, words }) => ({
      own,
      said,
      isExact: isExact(new Set([...words, ...own.someOf]), said),
      changed: {
        ...own,
        path: said.path,
        line: said.line,
        text: said.text,
        value: said.value,
        period: said.period ?? own.period,
      },
    }))
  })
}

const rootsOf = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].map((word) => rootOf(word)))

const hasSameWords = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((word) => other.has(word))

/** Behind a label the same words are the same thing; a sentence must say all of them. */
const isSaid = (words: ReadonlySet<string>, said: Statement, roots: ReadonlySet<string>): boolean =>
  said.clause === ''
    ? hasSameWords(words, said.words)
    : [...words].every((word) => roots.has(rootOf(word)) || said.words.has(word))

const isExact = (words: ReadonlySet<string>, said: Statement): boolean => {
  const known = rootsOf(words)
  return subjectOf(said).every((word) => known.has(rootOf(word)))
}
