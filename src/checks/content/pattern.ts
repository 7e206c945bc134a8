import { runInNewContext } from 'node:vm'
import { err, ok, type Result } from '../../model/result.ts'

/** What `search` means: a regular expression when written `/…/flags`, otherwise literal text. */
export type Pattern =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'regex'; readonly source: string; readonly flags: string }

/** Where a pattern occurs. `offsets` holds only the first ones, `count` counts all. */
export type Matches = {
  readonly count: number
  readonly offsets: readonly number[]
}

const timeLimitMs = 500
const mostOffsets = 20

export function parsePattern(search: string): Pattern {
  const written = /^\/(.+)\/([dgimsuvy]*)$/s.exec(search)
  const [, source = '', flags = ''] = written ?? []
  const repeats = new Set(flags).size !== flags.length
  if (!written || repeats) return { type: 'literal', text: search }
  return { type: 'regex', source, flags }
}

/** Finds all matches, or says why the pattern cannot be used. Never runs longer than half a second. */
export function findMatches(pattern: Pattern, text: string): Result<Matches, string> {
  return pattern.type === 'literal'
    ? ok(findLiteral(pattern.text, text))
    : findRegex(pattern.source, pattern.flags, text)
}

function findLiteral(literal: string, text: string): Matches {
  const verbatim = occurrences([literal], text)
  return verbatim.count > 0 ? verbatim : occurrences(alternativesOf(literal), text)
}

/**
 * Agents write `TODO|FIXME` without slashes and mean either. Only a bar without blanks is taken so:
 * `string | null` and table rows stay what they are.
 */
export function alternativesOf(literal: string): readonly string[] {
  const parts = literal.split('|')
  const isChoice = parts.length > 1 && parts.every((part) => part !== '' && part === part.trim())
  return isChoice ? parts : []
}

function occurrences(literals: readonly string[], text: string): Matches {
  const offsets: number[] = []
  for (const literal of literals)
    for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
      offsets.push(at)
  offsets.sort((a, b) => a - b)
  return { count: offsets.length, offsets: offsets.slice(0, mostOffsets) }
}

// another context is the only way to interrupt a regular expression that never ends
const search = `
  const offsets = []
  let count = 0
  for (const match of text.matchAll(new RegExp(source, flags))) {
    if (offsets.length < most) offsets.push(match.index)
    count += 1
  }
  count + ':' + offsets.join(',')`

function findRegex(source: string, flags: string, text: string): Result<Matches, string> {
  const name = `/${source}/${flags}`
  const searchFlags = `${flags.replace(/[gy]/g, '')}g`
  try {
    const globals = { source, flags: searchFlags, text, most: mostOffsets }
    const answer: unknown = runInNewContext(search, globals, { timeout: timeLimitMs })
    const [count = '', offsets = ''] = String(answer).split(':')
    return ok({
      count: Number(count),
      offsets: offsets === '' ? [] : offsets.split(',').map(Number),
    })
  } catch (error) {
    const reason = reasonOf(error)
    return err(
      reason.includes('timed out')
        ? `the pattern ${name} did not finish within ${timeLimitMs} ms`
        : `the pattern ${name} cannot be used: ${reason}`,
    )
  }
}

// errors of another context are not instances of this context's Error
const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error)
