import { doubleQuotes, push, type Reader, singleQuotes } from './token.ts'

const longestText = 2_000

/** A text between curly quotes, or between a curly quote and a straight one, on one line. */
export function readQuoted(reader: Reader, at: number): number | null {
  const { code } = reader
  const opener = code[at] ?? ''
  const family = familyOf(opener)
  if (family === null) return null
  const line = /^[^\n\r]*/.exec(code.slice(at + 1, at + 1 + longestText))?.[0] ?? ''
  const length = closingIndex(line, family)
  return length === null ? null : push(reader, 'quoted', at, at + 1 + length + 1)
}

type Family = { readonly curly: string; readonly straight: string }

export function familyOf(letter: string): Family | null {
  // most letters come before all of these
  if (letter < '‘') return null
  if (doubleQuotes.includes(letter)) return { curly: doubleQuotes, straight: '"' }
  return singleQuotes.includes(letter) ? { curly: singleQuotes, straight: "'" } : null
}

/** Where in the rest of the line the text ends: at a curly quote that no letter follows, else at a straight one. */
function closingIndex(line: string, { curly, straight }: Family): number | null {
  const openers = '“„‘‚'
  let fallback: number | null = null
  for (let index = 0; index < line.length; index += 1) {
    const letter = line[index]!
    if (letter === '\\') index += 1
    else if (curly.includes(letter) && !openers.includes(letter)) {
      // an apostrophe in a word closes nothing
      if (!isApostrophe(line, index)) return index
      fallback ??= index
    }
  }
  const straightEnd = line.indexOf(straight)
  if (straightEnd !== -1) return straightEnd
  return fallback
}

const isApostrophe = (line: string, index: number): boolean =>
  '’‛＇'.includes(line[index]!) &&
  /[\p{L}\d]/u.test(line[index - 1] ?? '') &&
  /[\p{L}\d]/u.test(line[index + 1] ?? '')
