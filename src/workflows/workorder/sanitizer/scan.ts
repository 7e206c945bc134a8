import { readElement } from './scan-jsx.ts'
import { readQuoted } from './scan-quoted.ts'
import { readComment, readRegex, readString, readTemplatePiece } from './scan-text.ts'
import { lengthAt, push, pushToken, type Reader, type Token } from './token.ts'

/**
 * Cuts a text into tokens. It never fails: what cannot be code becomes `stray`, what never ends is not
 * `closed`. All tokens together are the whole text.
 */
export function scan(code: string): readonly Token[] {
  if (latest.code !== code) latest = { code, tokens: read(code) }
  return latest.tokens
}

// the corrections look at one text after each other
let latest: { readonly code: string; readonly tokens: readonly Token[] } = { code: '', tokens: [] }

function read(code: string): readonly Token[] {
  const reader: Reader = {
    code,
    tokens: [],
    significant: -1,
    controls: [],
    closedControl: false,
    afterElement: -1,
    noElement: new Set(),
    wasted: 0,
    readCode,
  }
  let at = 0
  while (at < code.length) {
    at = readCode(reader, at, 0)
    // a closing brace that nothing opened
    if (at < code.length) at = push(reader, 'punctuation', at, at + 1)
  }
  return reader.tokens
}

const space = /[ \t\v\f\u00a0\ufeff\u1680\u2000-\u200a\u202f\u205f\u3000]+/y
const newline = /\r\n|[\n\r\u2028\u2029]/y
const word = /[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*/uy
const number =
  /0[xX][\da-fA-F_]+n?|0[bB][01_]+n?|0[oO][0-7_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?/y
const punctuation =
  /=>|\.\.\.|\?\.(?!\d)|\+\+|--|[=!]==?|<=|>=|&&=?|\|\|=?|\?\?=?|\*\*=?|[-+*/%&|^]=|[-+*/%&|^{}()[\];,:.?~!@#\\<>=]/y
const deepest = 200

/** Reads until the text ends or a `}` comes that was not opened here, and answers where that is. */
function readCode(reader: Reader, from: number, depth: number): number {
  const { code } = reader
  let at = from
  let braces = 0
  while (at < code.length) {
    const letter = code[at]
    if (letter === '}' && braces === 0) return at
    const next = readText(reader, at, depth)
    if (next > at) {
      at = next
      continue
    }
    if (letter === '{') braces += 1
    if (letter === '}') braces -= 1
    at = readSimple(reader, at)
  }
  return at
}

/** Everything in which code means something else: strings, comments, templates, elements. */
function readText(reader: Reader, at: number, depth: number): number {
  const { code } = reader
  const letter: string = code[at] ?? ''
  switch (letter) {
    case '"':
    case "'":
      return pushToken(reader, readString(code, at))
    case '`':
      return readFence(reader, at) ?? readTemplate(reader, at, depth)
    case '~':
      return readFence(reader, at) ?? at
    case '#':
      return at === 0 && code[1] === '!' ? pushToken(reader, readComment(code, at)) : at
    case '/':
      if (code[at + 1] === '/' || code[at + 1] === '*')
        return pushToken(reader, readComment(code, at))
      return startsExpression(reader) ? (readRegex(reader, at) ?? at) : at
    case '<':
      return depth < deepest && startsExpression(reader)
        ? (readElement(reader, at, depth) ?? at)
        : at
    default:
      return readQuoted(reader, at) ?? at
  }
}

const simple = [
  ['space', space],
  ['word', word],
  ['newline', newline],
  ['number', number],
] as const

function readSimple(reader: Reader, at: number): number {
  const { code } = reader
  for (const [kind, pattern] of simple) {
    const length = lengthAt(pattern, code, at)
    if (length > 0) return push(reader, kind, at, at + length)
  }
  const length = lengthAt(punctuation, code, at)
  if (length <= 0) return push(reader, 'stray', at, at + (code.codePointAt(at)! > 0xffff ? 2 : 1))
  followParens(reader, code[at])
  return push(reader, 'punctuation', at, at + length)
}

const controlWords = new Set(['if', 'while', 'for', 'with'])

function followParens(reader: Reader, letter: string | undefined): void {
  if (letter === '(') {
    const before = reader.tokens[reader.significant]
    const isControl = before !== undefined && controlWords.has(textOf(reader, before))
    reader.controls.push(isControl)
  }
  if (letter === ')') reader.closedControl = reader.controls.pop() ?? false
}

const textOf = ({ code }: Reader, { start, end }: Token): string => code.slice(start, end)

const beforeExpression = new Set(
  'return typeof case in of delete void throw new else do yield await default instanceof'.split(
    ' ',
  ),
)

/** Whether a value may begin here, so that `/` opens a regular expression and `<` an element. */
function startsExpression(reader: Reader): boolean {
  const before = reader.tokens[reader.significant]
  if (before === undefined) return true
  if (reader.afterElement === reader.significant + 1) return false
  const text = textOf(reader, before)
  switch (before.kind) {
    case 'word': {
      const owner = reader.tokens[reader.significant - 1]
      const isMember = owner !== undefined && /^\??\.$/.test(textOf(reader, owner))
      return beforeExpression.has(text) && !isMember
    }
    case 'template':
      return text.endsWith('${')
    case 'punctuation':
      return punctuationBefore(reader, text)
    case 'fence':
    case 'stray':
      return true
    case 'string':
    case 'regex':
    case 'number':
    case 'quoted':
    case 'jsx-text':
    case 'space':
    case 'newline':
    case 'comment':
      return false
  }
}

function punctuationBefore(reader: Reader, text: string): boolean {
  if (text === ')') return reader.closedControl
  if (text === ']') return false
  if (text !== '!' && text !== '++' && text !== '--') return true
  // after a value they belong to it: `count++ / 2`, `value! / 2`
  const owner = reader.tokens[reader.significant - 1]
  if (owner === undefined) return true
  return !(owner.kind === 'word' || [')', ']'].includes(textOf(reader, owner)))
}

const fenceLine = /(?:`{3,}|~{3,})[ \t]*(?:[\w+#.-]+(?:[ \t][^`\n]*)?)?[ \t]*\r?(?=\n|$)/y

/** A fence stands alone on its line, or its last three backticks end the text. */
function readFence(reader: Reader, at: number): number | null {
  const { code } = reader
  const length = lengthAt(fenceLine, code, at)
  if (length <= 0) return null
  const lineStart = code.lastIndexOf('\n', at - 1) + 1
  const alone = /^[ \t]*$/.test(code.slice(lineStart, at))
  const endsText = code.slice(at).trim() === '```'
  if (!alone && !endsText) return null
  return push(reader, 'fence', at, at + length)
}

/** A template piece by piece, with the code between them. */
function readTemplate(reader: Reader, from: number, depth: number): number {
  let at = from
  for (;;) {
    const piece = readTemplatePiece(reader.code, at)
    at = pushToken(reader, piece)
    if (!piece.closed || reader.code[at - 1] === '`') return at
    if (depth >= deepest) return at
    const controls = reader.controls
    reader.controls = []
    at = readCode(reader, at, depth + 1)
    reader.controls = controls
    if (at >= reader.code.length) return at
  }
}
