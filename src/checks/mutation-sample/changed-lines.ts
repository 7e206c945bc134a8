/** Which files of a change can carry a mutant: code, but neither tests nor types nor settings. */
export function isMutable(path: string): boolean {
  if (!/\.[cm]?[jt]sx?$/.test(path) || /\.d\.[cm]?ts$/.test(path)) return false
  if (/(^|\/)(node_modules|dist|build|coverage|__tests__|__mocks__|tests?|fixtures)\//.test(path))
    return false
  return !/\.(test|spec|bench|stories|config|setup|contract)\.[cm]?[jt]sx?$/.test(path)
}

/**
 * The lines of the new text that a change wrote. Where it only took lines away, the two lines around
 * the gap count, because what happens there is what changed.
 */
export async function changedLines(
  before: string | null,
  after: string,
): Promise<ReadonlySet<number>> {
  const total = after === '' ? 0 : after.replace(/\n$/, '').split('\n').length
  if (before === null) return new Set(Array.from({ length: total }, (_, index) => index + 1))
  const { diffLines } = await import('diff')
  const lines = new Set<number>()
  let at = 1
  let removed = false
  for (const part of diffLines(before, after)) {
    if (part.added) for (let each = 0; each < part.count; each += 1) lines.add(at + each)
    else if (removed)
      for (const edge of [at - 1, at]) if (edge >= 1 && edge <= total) lines.add(edge)
    removed = part.removed
    if (!part.removed) at += part.count
  }
  if (removed && total > 0) lines.add(total)
  return lines
}
