import { lengthAt, push, type Reader, type Token } from './token.ts'

const doubleQuoted = /"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*"/y
const singleQuoted = /'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*'/y
const unclosedQuote = /["'](?:[^\\\n\r]|\\[^\n\r])*/y

/** A string in quotes. Without its closing quote it ends with the line. */
export function readString(code: string, start: number): Token {
  const length = lengthAt(code[start] === '"' ? doubleQuoted : singleQuoted, code, start)
  if (length > 0) return { kind: 'string', start, end: start + length, closed: true }
  const rest = Math.max(1, lengthAt(unclosedQuote, code, start))
  return { kind: 'string', start, end: start + rest, closed: false }
}

const lineComment = /[^\n\r\u2028\u2029]*/y

export function readComment(code: string, start: number): Token {
  if (code[start + 1] !== '*') {
    const length = lengthAt(lineComment, code, start)
    return { kind: 'comment', start, end: start + length, closed: true }
  }
  const close = code.indexOf('*/', start + 2)
  const end = close === -1 ? code.length : close + 2
  return { kind: 'comment', start, end, closed: close !== -1 }
}

const regex = /\/(?![*/])(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[a-zA-Z]*/y

/** A regular expression closes on its line; a slash that does not is a slash. */
export function readRegex(reader: Reader, at: number): number | null {
  const length = lengthAt(regex, reader.code, at)
  return length > 0 ? push(reader, 'regex', at, at + length) : null
}

const templatePiece = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y

/** From a backtick or `}` to the next backtick or `${`. Without one it is all the rest. */
export function readTemplatePiece(code: string, start: number): Token {
  const length = lengthAt(templatePiece, code, start)
  return length > 0
    ? { kind: 'template', start, end: start + length, closed: true }
    : { kind: 'template', start, end: code.length, closed: false }
}
