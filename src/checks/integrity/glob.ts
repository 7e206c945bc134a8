const known = new Map<string, RegExp>()

/** A pattern of files as an expression; a folder stands for all that is in it. */
export function globExpression(pattern: string): RegExp {
  const seen = known.get(pattern)
  if (seen !== undefined) return seen
  const bare = pattern
    .replace(/^\.\//, '')
    .replace(/^\/|\/$/g, '')
    .replace(/^<rootDir>\//, '')
  let text = ''
  let depth = 0
  for (let at = 0; at < bare.length; at++) {
    const char = bare[at] ?? ''
    if (bare.startsWith('**/', at)) {
      text += '(?:.*/)?'
      at += 2
    } else if (bare.startsWith('**', at)) {
      text += '.*'
      at += 1
    } else if (char === '*') text += '[^/]*'
    else if (char === '?' && bare[at + 1] !== '(') text += '[^/]'
    else if (char === '{') {
      text += '(?:'
      depth++
    } else if (char === '}' && depth > 0) {
      text += ')'
      depth--
    } else if (char === ',' && depth > 0) text += '|'
    else if (char !== '?' && !'@+!'.includes(char))
      text += '()|[]'.includes(char) ? char : char.replace(/[.+^$\\]/g, '\\$&')
  }
  const made = compile(`^(?:${text}${')'.repeat(depth)})(?:/.*)?$`)
  known.set(pattern, made)
  return made
}

/** A pattern that can not be read matches nothing. */
function compile(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch {
    return /^(?!)/
  }
}

export const matches = (path: string, pattern: string): boolean =>
  globExpression(pattern).test(path)

/** Whether a list of patterns takes a file in; those with `!` take it out again. */
export const takesIn = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((each) => !each.startsWith('!') && matches(path, each)) &&
  !patterns.some((each) => each.startsWith('!') && matches(path, each.slice(1)))
