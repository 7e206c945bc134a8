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

export type Span = { readonly start: number; readonly end: number }

/**
 * The words of the new text that a change wrote, by offsets. A line that was only touched keeps what
 * stood on it before; around a gap whole lines count.
 */
export async function writtenSpans(before: string, after: string): Promise<readonly Span[]> {
  const { diffLines, diffWordsWithSpace } = await import('diff')
  const spans: Span[] = []
  const parts = diffLines(before, after)
  let at = 0
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    const previous = parts[index - 1]
    if (part.removed && next?.added !== true) spans.push(...edges(after, at))
    if (part.added && previous?.removed === true)
      spans.push(...wordsOf(diffWordsWithSpace(previous.value, part.value), at))
    else if (part.added) spans.push({ start: at, end: at + part.value.length })
    if (!part.removed) at += part.value.length
  }
  return spans
}

type Piece = { readonly value: string; readonly added: boolean; readonly removed: boolean }

function wordsOf(pieces: readonly Piece[], from: number): readonly Span[] {
  const spans: Span[] = []
  let at = from
  for (const { value, added, removed } of pieces) {
    // where a word is only gone, the letter behind it stands for the gap
    if (removed) spans.push({ start: Math.max(from, at - 1), end: at + 1 })
    else {
      if (added && value.trim() !== '') spans.push({ start: at, end: at + value.length })
      at += value.length
    }
  }
  return spans
}

/** The line before and the line behind a gap. */
function edges(text: string, at: number): readonly Span[] {
  const start = text.lastIndexOf('\n', at - 2) + 1
  const end = text.indexOf('\n', at)
  return [{ start, end: end < 0 ? text.length : end }]
}
