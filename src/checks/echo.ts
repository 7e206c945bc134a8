const shingle = 6

type Word = { readonly text: string; readonly start: number; readonly end: number }

const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

const windowsOf = (words: readonly Word[]): readonly string[] =>
  words.slice(shingle - 1).map((_, index) =>
    words
      .slice(index, index + shingle)
      .map(({ text }) => text)
      .join(' '),
  )

/**
 * The text with everything blanked that was copied from the task: six or more words in a row. What the
 * task quotes or writes as code is asked for word for word and stays. Offsets and lines stay as they were.
 */
export function withoutEcho(text: string, task: string): string {
  const told = new Set(
    task
      .split(/```[\s\S]*?```|`[^`\n]+`|"[^"\n]+"|“[^”\n]+”/)
      .flatMap((part) => windowsOf(wordsOf(part))),
  )
  const words = wordsOf(text)
  const copied = windowsOf(words).flatMap((window, index) =>
    told.has(window) ? [{ start: words[index]!.start, end: words[index + shingle - 1]!.end }] : [],
  )
  const parts: string[] = []
  let from = 0
  for (const { start, end } of copied) {
    if (end <= from) continue
    const begin = Math.max(from, start)
    parts.push(text.slice(from, begin), text.slice(begin, end).replace(/[^\n]/g, ' '))
    from = end
  }
  return [...parts, text.slice(from)].join('')
}
