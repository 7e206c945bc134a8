const longestPattern = 300
const longestSubject = 2_000

/** Whether a text matches a pattern of the description; null where running it could take for ever. */
export function matchesPattern(pattern: string, text: string): boolean | null {
  if (text.length > longestSubject) return null
  const compiled = compile(pattern)
  return compiled === null || mayExplode(pattern) ? null : compiled.test(text)
}

/** Whether a pattern is a regular expression at all. */
export const isPattern = (pattern: string): boolean =>
  pattern.length > longestPattern || compile(pattern) !== null

function compile(pattern: string): RegExp | null {
  if (pattern.length > longestPattern) return null
  try {
    return new RegExp(pattern, 'u')
  } catch {
    try {
      return new RegExp(pattern)
    } catch {
      return null
    }
  }
}

// a repeated group that itself repeats or branches is where backtracking explodes; so do long runs of open repeats
function mayExplode(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const groups: { risky: boolean }[] = []
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at]
    if (sign === '(') groups.push({ risky: false })
    else if (sign === ')') {
      const group = groups.pop()
      const repeated = /^(?:[*+]|\{\d+,\d*\})/.test(plain.slice(at + 1))
      if (group?.risky && repeated) return true
      const outer = groups.at(-1)
      if (outer && (group?.risky || repeated)) outer.risky = true
    } else if (
      sign === '*' ||
      sign === '+' ||
      sign === '|' ||
      /^\{\d+,\d*\}/.test(plain.slice(at))
    ) {
      const inner = groups.at(-1)
      if (inner) inner.risky = true
    }
  }
  return (plain.match(/[*+]/g)?.length ?? 0) > 6
}
