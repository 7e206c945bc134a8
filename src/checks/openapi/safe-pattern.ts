const longestPattern = 300

/** Whether a pattern is a regular expression at all. */
export const isPattern = (pattern: string): boolean =>
  pattern.length > longestPattern || compiles(pattern, 'u') || compiles(pattern, '')

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp
  } catch {
    return false
  }
}

const repeats = /^(?:[*+]|\{\d+,\d*\})/

/** Whether running a pattern could take for ever: a repeated group that itself repeats or branches, or many open repeats. */
export function mayExplode(pattern: string): boolean {
  if (pattern.length > longestPattern) return true
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const groups: { risky: boolean }[] = []
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at]
    const outer = groups.at(-1)
    if (sign === '(') groups.push({ risky: false })
    else if (sign === ')') {
      groups.pop()
      const isRepeated = repeats.test(plain.slice(at + 1))
      if (outer?.risky && isRepeated) return true
      const next = groups.at(-1)
      if (next && (outer?.risky || isRepeated)) next.risky = true
    } else if ((sign === '|' || repeats.test(plain.slice(at))) && outer) outer.risky = true
  }
  return (plain.match(/[*+]/g)?.length ?? 0) > 6
}
