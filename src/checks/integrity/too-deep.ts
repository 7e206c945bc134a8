/** Whether code could exhaust the parser's stack, which would end this process and not only the parse. */
export function isTooDeep(content: string): boolean {
  if (content.length < 4_000) return false
  let depth = 0
  for (const letter of content.replace(/[^()[\]{}<>]/g, '')) {
    depth = '([{'.includes(letter)
      ? depth + 1
      : ')]}'.includes(letter)
        ? Math.max(0, depth - 1)
        : depth
    if (depth > 500) return true
  }
  // what nests without brackets: arrows, assignments, conditions, prefixes, type arguments
  const nesting =
    /=>|=(?!=)|\?|\belse\b|\bif\b|\bfor\b|\bwhile\b|\bnew\b|\bawait\b|\btypeof\b|\bvoid\b|\*\*|:|<|!|~|-/g
  // what grows long chains, each link inside the next
  const chaining = /[.+*/&|%^]/g
  const count = (part: string, pattern: RegExp) => part.match(pattern)?.length ?? 0
  return content
    .split(/[;{},]|[\w'"`]\s*\n\s*(?=[\w@])/)
    .some(
      (part) =>
        part.length > 1_000 &&
        (count(part, nesting) > 1_000 ||
          count(part.replace(/(["'`]).*?\1/g, ''), chaining) > 2_000),
    )
}
