import { readQuoted } from './scan-quoted.ts'
import { readComment } from './scan-text.ts'
import { lengthAt, push, pushToken, type Reader } from './token.ts'

const mostWasted = 2_000_000

/**
 * Tries to read a whole element from its `<` to the end of its closing tag. Null where it is none: a type
 * argument, an assertion, a comparison, or an element too damaged to be told from them.
 */
export function readElement(reader: Reader, at: number, depth: number): number | null {
  if (reader.noElement.has(at) || reader.wasted > mostWasted) return null
  if (!/[A-Za-z_$>]/.test(reader.code[at + 1] ?? '')) return null
  const before = {
    tokens: reader.tokens.length,
    significant: reader.significant,
    controls: reader.controls,
    closedControl: reader.closedControl,
  }
  reader.controls = []
  const end = element(reader, at, depth + 1)
  reader.controls = before.controls
  reader.closedControl = before.closedControl
  if (end !== null) {
    reader.afterElement = reader.significant + 1
    return end
  }
  reader.wasted += (reader.tokens.at(-1)?.end ?? at) - at + 1
  reader.tokens.length = before.tokens
  reader.significant = before.significant
  reader.noElement.add(at)
  return null
}

const name = /[A-Za-z_$][\w$]*(?:[-.:][A-Za-z_$][\w$-]*)*/y
const blank = /[ \t\n\r]+/y

function element(reader: Reader, from: number, depth: number): number | null {
  const { code } = reader
  let at = push(reader, 'punctuation', from, from + 1)
  const nameLength = Math.max(0, lengthAt(name, code, at))
  const tag = code.slice(at, at + nameLength)
  if (nameLength > 0) at = push(reader, 'word', at, at + nameLength)
  const attributed = attributes(reader, typeArguments(reader, at), depth)
  if (attributed === null) return null
  at = attributed
  if (code[at] === '/') {
    if (code[at + 1] !== '>') return null
    at = push(reader, 'punctuation', at, at + 1)
    return push(reader, 'punctuation', at, at + 1)
  }
  at = push(reader, 'punctuation', at, at + 1)
  return children(reader, at, tag, depth)
}

function typeArguments(reader: Reader, at: number): number {
  const length = lengthAt(/<[\w\s,.|&[\]'"<>]*?>(?=[\s/>])/y, reader.code, at)
  return length > 0 ? push(reader, 'punctuation', at, at + length) : at
}

/** Reads up to the `>` or `/` that ends the opening tag. */
function attributes(reader: Reader, from: number, depth: number): number | null {
  const { code } = reader
  let at = from
  while (at < code.length) {
    const gap = lengthAt(blank, code, at)
    const letter = code[at]
    if (gap > 0) at = push(reader, 'space', at, at + gap)
    else if (letter === '>') return at
    else if (letter === '/' && !/[/*]/.test(code[at + 1] ?? '')) return at
    else if (letter === '/') at = pushToken(reader, readComment(code, at))
    else {
      const next = attribute(reader, at, depth)
      if (next === null) return null
      at = next
    }
  }
  return null
}

function attribute(reader: Reader, from: number, depth: number): number | null {
  const { code } = reader
  if (code[from] === '{') return braced(reader, from, depth)
  const length = lengthAt(name, code, from)
  if (length <= 0) return null
  const at = push(reader, 'word', from, from + length)
  if (code[at] !== '=') return at
  return value(reader, push(reader, 'punctuation', at, at + 1), depth)
}

function value(reader: Reader, at: number, depth: number): number | null {
  const { code } = reader
  const letter = code[at]
  if (letter === '{') return braced(reader, at, depth)
  if (letter === '<') return readElement(reader, at, depth)
  if (letter === '"' || letter === "'") {
    const close = code.indexOf(letter, at + 1)
    return close === -1 ? null : push(reader, 'string', at, close + 1)
  }
  return readQuoted(reader, at)
}

function braced(reader: Reader, from: number, depth: number): number | null {
  const at = reader.readCode(reader, push(reader, 'punctuation', from, from + 1), depth)
  return reader.code[at] === '}' ? push(reader, 'punctuation', at, at + 1) : null
}

const text = /[^<>{}]+/y

function children(reader: Reader, from: number, tag: string, depth: number): number | null {
  const { code } = reader
  let at = from
  while (at < code.length) {
    const length = lengthAt(text, code, at)
    if (length > 0) at = push(reader, 'jsx-text', at, at + length)
    else if (code[at] === '{') {
      const next = braced(reader, at, depth)
      if (next === null) return null
      at = next
    } else if (code[at] !== '<') return null
    else if (code[at + 1] === '/') return closingTag(reader, at, tag)
    else {
      const next = depth > 200 ? null : readElement(reader, at, depth)
      if (next === null) return null
      at = next
    }
  }
  return null
}

function closingTag(reader: Reader, at: number, tag: string): number | null {
  const { code } = reader
  const length = lengthAt(/<\/\s*[\w$.:-]*\s*>/y, code, at)
  if (length <= 0) return null
  const expression = code.slice(at + 2, at + length - 1).trim()
  if (expression !== tag) return null
  return push(reader, 'punctuation', at, at + length)
}
