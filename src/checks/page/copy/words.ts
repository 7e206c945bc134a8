/** A word or a mark of a text, ready to be compared. */
export type Word = {
  readonly text: string
  /** Stands right behind the word before it, without a space. */
  readonly joined: boolean
}

// joiners, soft hyphens and marks of direction have no shape of their own
const shapeless = /[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e]/g

/** The text as a reader has it: no matter how white space, line breaks and hyphens are written. */
export function normalise(text: string): string {
  return text.normalize('NFC').replace(shapeless, '').replace(/\s+/g, ' ').trim()
}

/** Quotes and dots as a keyboard has them. */
const plainMarks = (text: string): string =>
  text
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replaceAll('…', '...')

/** Words and marks apart, so that a comma behind a link is no part of its last word. */
export function wordsIn(text: string): readonly Word[] {
  const words: Word[] = []
  const parts = normalise(text).matchAll(/[\p{L}\p{N}\p{M}]+|\.{3}|[^\s]/gu)
  let end = -1
  for (const part of parts) {
    words.push({ text: part[0], joined: part.index === end })
    end = part.index + part[0].length
  }
  return words
}

/** Whether the page may show this for that: typographic marks may stand for plain ones, not the other way. */
export const sameWord = (wanted: string, shown: string): boolean =>
  wanted === shown || wanted === plainMarks(shown)

export const isSpoken = (word: string): boolean => /[\p{L}\p{N}]/u.test(word)

/** Ends a sentence; what follows a copied text without a space changes it. */
export const endsSentence = (word: string): boolean => /^[.!?…]/.test(word)

const mostWords = 400
/** Enough to know a text again. */
const enoughWords = 120

/** The length of the longest common subsequence, as a share of both texts. */
export function likeness(one: readonly string[], two: readonly string[]): number {
  const [a, b] = [one.slice(0, enoughWords), two.slice(0, enoughWords)]
  if (a.length === 0 || b.length === 0) return 0
  const known = new Set(b)
  const common = a.filter((word) => known.has(word)).length
  // too few words in common for any order of them to matter
  if (common * 4 < Math.max(a.length, b.length)) return 0
  const last = commonTable(a, b).at(-1) ?? []
  return (2 * (last.at(-1) ?? 0)) / (a.length + b.length)
}

function commonTable(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table: number[][] = [Array.from({ length: b.length + 1 }, () => 0)]
  for (const [row, word] of a.entries()) {
    const above = table[row] ?? []
    const line = [0]
    for (const [column, other] of b.entries())
      line.push(
        sameWord(word, other)
          ? (above[column] ?? 0) + 1
          : Math.max(above[column + 1] ?? 0, line[column] ?? 0),
      )
    table.push(line)
  }
  return table
}

/** The change from one text to another, gone words as `[-…-]` and new ones as `{+…+}`. */
export function wordDiff(from: string, to: string): string {
  const a = wordsIn(from).slice(0, mostWords)
  const b = wordsIn(to).slice(0, mostWords)
  const table = commonTable(
    a.map(({ text }) => text),
    b.map(({ text }) => text),
  )
  const steps: { readonly kind: '=' | '-' | '+'; readonly word: Word }[] = []
  let [row, column] = [a.length, b.length]
  while (row > 0 || column > 0) {
    const [old, now] = [a[row - 1], b[column - 1]]
    if (old && now && sameWord(old.text, now.text)) {
      steps.push({ kind: '=', word: now })
      row--
      column--
    } else if (
      now &&
      (row === 0 || (table[row]?.[column - 1] ?? 0) >= (table[row - 1]?.[column] ?? 0))
    ) {
      steps.push({ kind: '+', word: now })
      column--
    } else if (old) {
      steps.push({ kind: '-', word: old })
      row--
    } else break
  }
  return grouped(steps.toReversed())
}

function grouped(
  steps: readonly { readonly kind: '=' | '-' | '+'; readonly word: Word }[],
): string {
  const runs: { kind: '=' | '-' | '+'; text: string; joined: boolean }[] = []
  for (const { kind, word } of steps) {
    const last = runs.at(-1)
    const text = word.text
    if (last?.kind === kind) last.text += word.joined ? text : ` ${text}`
    else runs.push({ kind, text, joined: word.joined })
  }
  const marked = { '=': ['', ''], '-': ['[-', '-]'], '+': ['{+', '+}'] } as const
  return runs
    .map(({ kind, text, joined }, index) => {
      const [open, close] = marked[kind]
      return `${index === 0 || joined ? '' : ' '}${open}${text}${close}`
    })
    .join('')
}
