/** A part of a pattern that is matched as one, with how often. */
type Atom = { readonly body: string | null; readonly least: number; readonly isEndless: boolean }

const deepest = 20

/**
 * Whether a pattern can take time that grows out of bounds with the text: something endless is repeated
 * endlessly, and nothing that has to stand between keeps the rounds apart.
 */
export const canExplode = (pattern: string): boolean => explodes(pattern, 0)

function explodes(pattern: string, depth: number): boolean {
  if (depth > deepest) return false
  return branchesOf(pattern).some((branch) =>
    atomsOf(branch).some(
      ({ body, isEndless }) =>
        body !== null &&
        ((isEndless && branchesOf(body).some((each) => runsTogether(each, 0))) ||
          explodes(body, depth + 1)),
    ),
  )
}

/** Whether a branch holds something endless while all the rest may be missing. */
function runsTogether(branch: string, depth: number): boolean {
  const atoms = atomsOf(branch)
  return atoms.some((atom, at) => {
    const others = atoms.filter((_, index) => index !== at)
    if (others.some(({ least }) => least > 0)) return false
    if (atom.isEndless) return true
    return (
      atom.body !== null &&
      depth < deepest &&
      branchesOf(atom.body).some((each) => runsTogether(each, depth + 1))
    )
  })
}

/** The end of a character class that starts here. */
function classEnd(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === ']') return at
  }
  return pattern.length - 1
}

function groupEnd(pattern: string, from: number): number {
  let open = 0
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[') at = classEnd(pattern, at)
    else if (pattern[at] === '(') open++
    else if (pattern[at] === ')' && --open === 0) return at
  }
  return pattern.length - 1
}

function branchesOf(pattern: string): readonly string[] {
  const branches: string[] = []
  let start = 0
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[') at = classEnd(pattern, at)
    else if (pattern[at] === '(') at = groupEnd(pattern, at)
    else if (pattern[at] === '|') {
      branches.push(pattern.slice(start, at))
      start = at + 1
    }
  }
  return [...branches, pattern.slice(start)]
}

function atomsOf(branch: string): readonly Atom[] {
  const atoms: Atom[] = []
  for (let at = 0; at < branch.length;) {
    const isGroup = branch[at] === '('
    const end = isGroup
      ? groupEnd(branch, at)
      : branch[at] === '['
        ? classEnd(branch, at)
        : branch[at] === '\\'
          ? at + 1
          : at
    const often = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(branch.slice(end + 1))
    const sign = often?.[0] ?? ''
    const [, fewest = '', comma = '', most = ''] = often ?? []
    const inner = isGroup ? branch.slice(at + 1, end) : null
    // what only looks ahead or behind takes nothing up
    const isLook = inner !== null && /^\?<?[=!]/.test(inner)
    const isEdge =
      branch[at] === '^' || branch[at] === '$' || /^\\[bB]$/.test(branch.slice(at, end + 1))
    if (!isLook && !isEdge)
      atoms.push({
        body: inner?.replace(/^\?(?::|<\w+>)/, '') ?? null,
        least: /^[*?]/.test(sign) || fewest === '0' ? 0 : 1,
        isEndless: /^[*+]/.test(sign) || (comma === ',' && most === ''),
      })
    at = end + 1 + sign.length
  }
  return atoms
}
