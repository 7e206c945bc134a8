import type { ComplexityWeights } from '../../../model/workorder-config.ts'
import { foundIn, keyword, type Keyword, plainWords } from './find-words.ts'
import { architectureStops, securityStops } from './hard-stops.ts'

export type Factor = keyof ComplexityWeights
export type Factors = Readonly<Record<Factor, number>>

/** What is known of an order before anybody works on it. */
export type Task = {
  readonly title: string
  readonly description: string
  readonly criteria: readonly string[]
  readonly files: readonly string[]
  /** Letters of other text that the proposer is given. */
  readonly contextChars: number
}

export type Factoring = {
  readonly factors: Factors
  readonly found: Readonly<Record<string, readonly string[]>>
}

/** Seven views of how hard an order is, each from 0 to 1, and the words that were found. */
export function factorsOf(task: Task): Factoring {
  const text = textOf(task)
  const words = plainWords(text)
  const code = keyworded(words, 'codeComplexity')
  const security = keyworded(words, 'securityImplications')
  const architecture = keyworded(words, 'architecturalImpact')
  const reasoning = keyworded(words, 'reasoningDepth')
  const files = filesTouched(task, text)
  return {
    factors: {
      codeComplexity: code.value,
      contextRequirements: contextStep(tokensOf(text.length + task.contextChars)),
      securityImplications: security.value,
      architecturalImpact: architecture.value,
      reasoningDepth: reasoning.value,
      memoryPressure: memoryPressure(task, files),
      coordinationComplexity: Math.min(1, Math.max(0.1, files / 10)),
    },
    found: {
      codeComplexity: code.found,
      securityImplications: security.found,
      architecturalImpact: architecture.found,
      reasoningDepth: reasoning.found,
    },
  }
}

/** All that an order says, its paths included: `src/auth/password.ts` is telling. */
export const textOf = ({ title, description, criteria, files }: Task): string =>
  [title, description, ...criteria, ...files].join('\n')

function keyworded(words: string, factor: keyof typeof factorWords) {
  const { baseline, words: known } = factorWords[factor]
  const hits = known.flatMap(([adds, ...keywords]) =>
    foundIn(words, keywords).map((name) => ({ name, adds })),
  )
  const value = hits.reduce((sum, { adds }) => sum + adds, baseline)
  return { value: Math.min(1, value), found: hits.map(({ name }) => name) }
}

const tokensOf = (chars: number): number => chars / 4

function contextStep(tokens: number): number {
  if (tokens > 40_000) return 0.9
  if (tokens > 20_000) return 0.7
  if (tokens > 10_000) return 0.5
  return tokens > 2_000 ? 0.3 : 0.1
}

/** The share of a usual model's room, a fifth of it kept free, that request and answer will fill. */
function memoryPressure(task: Task, files: number): number {
  const answer = files <= 1 ? 500 : files <= 3 ? 2_000 : 4_000
  const tokens = tokensOf(task.description.length) + tokensOf(task.contextChars) + answer
  return Math.min(1, tokens / (128_000 * 0.8))
}

/** The most files that scope and words speak of: "3 files", "multiple", "across", "entire". */
export function filesTouched({ files }: Task, text: string): number {
  const lower = text.toLowerCase()
  const counted = [...lower.matchAll(/\b(\d{1,4})\s+(?:\p{L}+\s+)?files\b/gu)].map(([, n]) =>
    Number(n),
  )
  return Math.max(
    files.length,
    ...counted,
    /\bmultiple\b/.test(lower) ? 3 : 0,
    /\bacross\b/.test(lower) ? 4 : 0,
    /\bentire\b/.test(lower) ? 10 : 0,
    1,
  )
}

type Wordy = 'codeComplexity' | 'securityImplications' | 'architecturalImpact' | 'reasoningDepth'
type Known = {
  readonly baseline: number
  readonly words: readonly (readonly [adds: number, ...keywords: Keyword[]])[]
}

/** Words that make a factor larger than its baseline. Each counts once; hard stops count most. */
const factorWords: Readonly<Record<Wordy, Known>> = {
  codeComplexity: {
    baseline: 0.1,
    words: [
      [0.3, keyword('algorithm'), keyword('concurrency', 'concurren*', 'race conditions?')],
      [0.3, keyword('distributed')],
      [0.2, keyword('parser', 'pars(?:e|es|er|ers|ing)'), keyword('recursion', 'recurs*')],
      [0.2, keyword('state machine', 'state machines?'), keyword('transaction')],
      [0.2, keyword('performance', 'performance', 'optimi[sz]*'), keyword('stream', 'stream*')],
      [0.2, keyword('refactoring', 'refactor*', 'rewrit*'), keyword('integration', 'integrat*')],
      [0.15, keyword('asynchronous', 'async*', 'queues?'), keyword('caching', 'cach*')],
      [0.1, keyword('validation', 'validat*')],
    ],
  },
  securityImplications: {
    baseline: 0.2,
    words: [
      [0.4, ...securityStops],
      [0.15, keyword('permission', 'permissions?', 'roles?'), keyword('session', 'sessions?')],
      [0.15, keyword('untrusted input', 'saniti[sz]*', 'uploads?', 'untrusted', 'user input')],
    ],
  },
  architecturalImpact: {
    baseline: 0.2,
    words: [
      [0.3, ...architectureStops, keyword('migration', 'migrat*')],
      [0.2, keyword('database', 'databases?', 'schemas?', 'tables?'), keyword('protocol')],
      [0.2, keyword('public interface', 'public (?:api|interface)s?', 'endpoints?')],
      [0.1, keyword('api', 'apis?'), keyword('dependency', 'dependenc*')],
      [0.1, keyword('module', 'modules?', 'packages?'), keyword('configuration', 'configur*')],
    ],
  },
  reasoningDepth: {
    baseline: 0.3,
    words: [
      [0.2, keyword('investigation', 'investigat*', 'root causes?', 'diagnos*')],
      [0.2, keyword('trade-off', 'trade ?offs?'), keyword('unclear', 'unclear', 'ambigu*')],
      [0.2, keyword('proof', 'prov(?:e|es|en|ing)', 'invariants?', 'correctness')],
      [0.15, keyword('decision', 'decid*', 'decisions?', 'design(?:s|ed|ing)?')],
      [0.15, keyword('debugging', 'debug*'), keyword('edge case', '(?:edge|corner) cases?')],
      [0.15, keyword('algorithm'), keyword('consistency', 'consisten*', 'conflict*')],
    ],
  },
}
