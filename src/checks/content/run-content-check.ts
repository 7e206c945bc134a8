import type { CheckOutcome, ContentCheck } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { findMatches, parsePattern, type Matches } from './pattern.ts'

type Bounds = { readonly min: number; readonly max: number }

/** Looks for a text or pattern in the artifact and compares how often it occurs with what is expected. */
export function runContentCheck(check: ContentCheck, artifact: string): CheckOutcome {
  const result = findMatches(parsePattern(check.search), artifact)
  if (!result.ok) return { verdict: 'error', details: result.error, findings: [] }

  const bounds = boundsOf(check.expected)
  const { count } = result.value
  const details = `${quote(check.search)} occurs ${times(count)}, expected ${wanted(bounds)}`
  if (count < bounds.min)
    return { verdict: 'fail', details, findings: [{ message: details, place: {} }] }
  if (count > bounds.max)
    return { verdict: 'fail', details, findings: surplus(check, artifact, result.value, bounds) }
  return { verdict: 'pass', details, findings: [] }
}

export function boundsOf(expected: ContentCheck['expected']): Bounds {
  if (expected === 'present') return { min: 1, max: Infinity }
  if (expected === 'absent') return { min: 0, max: 0 }
  return { min: expected.min ?? 0, max: expected.max ?? Infinity }
}

function surplus(
  check: ContentCheck,
  artifact: string,
  matches: Matches,
  bounds: Bounds,
): Finding[] {
  const lines = linesAt(artifact, matches.offsets.slice(bounds.max))
  const forbidden = bounds.max === 0 ? 'is forbidden' : `may occur only ${times(bounds.max)}`
  return lines.map(({ line, text }) => ({
    message: `${quote(check.search)} ${forbidden}, but stands on line ${line}`,
    place: { line },
    evidence: text,
  }))
}

function linesAt(text: string, offsets: readonly number[]) {
  let line = 1
  let from = 0
  return offsets.map((offset) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line += 1
      from = at + 1
    }
    const end = text.indexOf('\n', from)
    return { line, text: text.slice(from, end < 0 ? undefined : end).slice(0, 200) }
  })
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function wanted({ min, max }: Bounds): string {
  if (max === 0) return 'never'
  if (max === Infinity) return `at least ${times(min)}`
  return min === 0 ? `at most ${times(max)}` : `from ${min} to ${max} times`
}

const quote = (search: string): string =>
  JSON.stringify(search.length > 80 ? `${search.slice(0, 79)}…` : search)
