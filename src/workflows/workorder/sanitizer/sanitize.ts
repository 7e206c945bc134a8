import { createHash } from 'node:crypto'
import type { SanitizerTelemetry, TriedCorrection } from '../refining/records.ts'
import { corrections } from './catalog.ts'
import type { Correction, CorrectionName, LiteralRule } from './correction.ts'
import { scan } from './scan.ts'
import type { Token } from './token.ts'

/** Asks the compiler about a text: how many errors, or which. */
export type CountErrors = (code: string) => Promise<number | readonly unknown[]>

export type Sanitized = {
  readonly sanitized: string
  /** What was done, in the order in which it was done. */
  readonly changes_made: readonly string[]
  /** The corrections that were kept, each once. */
  readonly functions: readonly CorrectionName[]
  readonly telemetry: SanitizerTelemetry
  readonly pre_errors: number
  readonly post_errors: number
  readonly tried: readonly TriedCorrection[]
}

export type SanitizeOptions = {
  /** Corrections that are off unless somebody asks for them. */
  readonly also?: readonly CorrectionName[]
}

// one mended thing may uncover the next, so the list is gone through again while it helps
const mostRounds = 3
const longestCode = 1_000_000

/**
 * Runs the corrections one at a time. Each is kept only when the compiler then has fewer errors and no
 * text changed its meaning; else the code is what it was before. Code without errors is not touched.
 */
export async function sanitize(
  code: string,
  countErrors: CountErrors,
  { also = [] }: SanitizeOptions = {},
): Promise<Sanitized> {
  const errorsOf = async (text: string) => countOf(await countErrors(text))
  const before = await errorsOf(code)
  const chosen = corrections.filter(({ enabled, name }) => enabled || also.includes(name))
  let state: State = { code, errors: before, changes: [], functions: [], tried: [] }
  for (let round = 0; round < mostRounds && code.length <= longestCode; round += 1) {
    const start = state
    for (const correction of chosen) {
      if (state.errors === 0) break
      state = await attempt(state, correction, errorsOf)
    }
    if (state.code === start.code || state.errors === 0) break
  }
  const { changes, functions, tried, errors } = state
  return {
    sanitized: state.code,
    changes_made: changes,
    functions,
    telemetry: {
      functions_triggered: functions.length,
      pre_size: code.length,
      post_size: state.code.length,
      pre_hash: hashOf(code),
      post_hash: hashOf(state.code),
    },
    pre_errors: before,
    post_errors: errors,
    tried,
  }
}

type State = {
  readonly code: string
  readonly errors: number
  readonly changes: readonly string[]
  readonly functions: readonly CorrectionName[]
  readonly tried: readonly TriedCorrection[]
}

async function attempt(
  state: State,
  { name, apply, literals }: Correction,
  errorsOf: (code: string) => Promise<number>,
): Promise<State> {
  const result = apply(state.code)
  if (!result.changed) return state
  const note = (stored: boolean, after: number | null, why: string): TriedCorrection => ({
    name,
    kept: stored,
    errors_before: state.errors,
    errors_after: after,
    why,
  })
  const broken = brokenLiteral(state.code, result.code, literals)
  if (broken !== null) return { ...state, tried: [...state.tried, note(false, null, broken)] }
  const after = await errorsOf(result.code)
  if (after >= state.errors) {
    const why =
      after > state.errors ? 'there would be more errors' : 'there are as many errors with it'
    return { ...state, tried: [...state.tried, note(false, after, why)] }
  }
  return {
    code: result.code,
    errors: after,
    changes: [...state.changes, `${name}: ${result.description}`],
    functions: state.functions.includes(name) ? state.functions : [...state.functions, name],
    tried: [...state.tried, note(true, after, result.description)],
  }
}

const countOf = (counted: number | readonly unknown[]): number =>
  typeof counted === 'number' ? counted : counted.length

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const literalKinds: ReadonlySet<Token['kind']> = new Set([
  'string',
  'comment',
  'template',
  'regex',
  'jsx-text',
])

/** What people and machines read as text: strings, comments, templates, expressions, text of elements. */
export const literalsOf = (code: string): readonly string[] =>
  scan(code)
    .filter(({ kind, closed }) => closed && literalKinds.has(kind))
    .map(({ start, end }) => code.slice(start, end))

/** Null where a correction kept to its rule, else what it did to a text. */
export function brokenLiteral(before: string, after: string, rule: LiteralRule): string | null {
  const old = literalsOf(before)
  const now = literalsOf(after)
  switch (rule) {
    case 'same': {
      if (old.length === now.length && old.every((text, index) => text === now[index])) return null
      return named(old.find((text, index) => text !== now[index]) ?? now.at(-1) ?? '')
    }
    case 'more':
      return missingFrom(old, now)
    case 'fewer': {
      const present = new Set(now)
      const lost = old.find((text) => !present.has(text))
      return lost === undefined ? missingFrom(now, old) : named(lost)
    }
    case 'later':
      // a delimiter moved, so later text is cut anew; its letters must be the same ones
      return bare(before) === bare(after) ? null : 'it would change more than delimiters'
  }
}

/** The first text of one list that the other does not have in the same order. */
function missingFrom(wanted: readonly string[], present: readonly string[]): string | null {
  let next = 0
  for (const text of present) if (text === wanted[next]) next += 1
  const missing = wanted[next]
  return missing === undefined ? null : named(missing)
}

const named = (text: string): string =>
  `it would change the text ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`

const bare = (code: string): string =>
  scan(code)
    .filter(({ kind }) => kind !== 'fence')
    .map(({ start, end }) => code.slice(start, end))
    .join('')
    .replace(/[`'"\\\s]/g, '')
