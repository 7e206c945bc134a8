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
  return (2 * (commonFrom(a, b)[0]?.[0] ?? 0)) / (a.length + b.length)
}

/** How many words the rests of two texts have in common in their order, by where the rests begin. */
function commonFrom(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0))
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (const [row, word] of [...a.entries()].toReversed())
    for (const [column, other] of [...b.entries()].toReversed()) {
      const line = table[row]
      if (line === undefined) continue
      line[column] = sameWord(word, other)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  return table
}

const mostWords = 400

/** The change from one text to another, gone words as `[-…-]` and new ones as `{+…+}`. */
export function wordDiff(from: string, to: string): string {
  const a = wordsIn(from).slice(0, mostWords)
  const b = wordsIn(to).slice(0, mostWords)
  const common = commonFrom(
    a.map(({ text }) => text),
    b.map(({ text }) => text),
  )
  const runs: { kind: 'same' | 'gone' | 'new'; words: Word[] }[] = []
  const note = (kind: (typeof runs)[number]['kind'], word: Word) => {
    const last = runs.at(-1)
    if (last?.kind === kind) last.words.push(word)
    else runs.push({ kind, words: [word] })
  }
  for (let row = 0, column = 0; row < a.length || column < b.length;) {
    const [old, now] = [a[row], b[column]]
    const isSame = old !== undefined && now !== undefined && sameWord(old.text, now.text)
    const isGone =
      now === undefined || (common[row + 1]?.[column] ?? -1) >= (common[row]?.[column + 1] ?? 0)
    if (now !== undefined && (isSame || !isGone)) note(isSame ? 'same' : 'new', now)
    else if (old !== undefined) note('gone', old)
    if (isSame || isGone) row += 1
    if (isSame || !isGone) column += 1
  }
  const marks = { same: ['', ''], gone: ['[-', '-]'], new: ['{+', '+}'] } as const
  return runs
    .map(({ kind, words }, index) => {
      const [open, close] = marks[kind]
      const space = index === 0 || words[0]?.joined === true ? '' : ' '
      return `${space}${open}${joinWords(words)}${close}`
    })
    .join('')
}

/** Words as they stood, with spaces where there were some. */
export const joinWords = (words: readonly Word[]): string =>
  words.map(({ text, joined }, index) => (index === 0 || joined ? text : ` ${text}`)).join('')
