import { lineStarts, placeAt } from '../../kit/lines.ts'

/** What is wrong with a JSON text, and where. */
export type JsonSlip = {
  readonly pointer: string
  readonly offset: number
  readonly message: string
}

type Reader = {
  readonly text: string
  readonly onValue: (pointer: string, offset: number) => void
  readonly slips: JsonSlip[]
  at: number
  stopped: boolean
}
type Spot = { readonly pointer: string; readonly depth: number }

const deepest = 100
const mostSlips = 20

/**
 * Reads a text as strict JSON without building its value: reports doubled keys, and the first place
 * where the text stops being JSON. `onValue` hears where each value begins.
 */
export function scanJson(
  text: string,
  onValue: (pointer: string, offset: number) => void = () => {},
): readonly JsonSlip[] {
  // a byte order mark is no part of the value
  const at = text.startsWith('\uFEFF') ? 1 : 0
  const reader: Reader = { text, onValue, slips: [], at, stopped: false }
  readValue(reader, { pointer: '', depth: 0 })
  skipBlank(reader)
  if (!reader.stopped && reader.at < text.length)
    stop(reader, '', `expected the end of the text, found ${shown(reader)}`)
  return reader.slips
}

function readValue(reader: Reader, spot: Spot): void {
  skipBlank(reader)
  if (reader.stopped) return
  reader.onValue(spot.pointer, reader.at)
  const open = reader.text[reader.at]
  if ((open === '{' || open === '[') && spot.depth >= deepest)
    return stop(reader, spot.pointer, `nested deeper than ${deepest} levels`)
  if (open === '{') return readObject(reader, spot)
  if (open === '[') return readArray(reader, spot)
  if (open === '"') return void readString(reader, spot.pointer)
  readWord(reader, spot.pointer)
}

function readArray(reader: Reader, { pointer, depth }: Spot): void {
  reader.at += 1
  if (closes(reader, ']')) return
  for (let index = 0; !reader.stopped; index += 1) {
    readValue(reader, { pointer: `${pointer}/${index}`, depth: depth + 1 })
    if (!goesOn(reader, pointer, ']')) return
  }
}

function readObject(reader: Reader, { pointer, depth }: Spot): void {
  reader.at += 1
  if (closes(reader, '}')) return
  const seen = new Map<string, number>()
  while (!reader.stopped) {
    skipBlank(reader)
    const start = reader.at
    if (reader.text[start] !== '"')
      return stop(reader, pointer, `expected a key in double quotes, found ${shown(reader)}`)
    const key = readString(reader, pointer)
    const below = `${pointer}/${escapeKey(key)}`
    noteDouble(reader, { key, below, start }, seen)
    skipBlank(reader)
    if (!reader.stopped && reader.text[reader.at] !== ':')
      return stop(reader, below, `expected a colon after the key, found ${shown(reader)}`)
    reader.at += 1
    readValue(reader, { pointer: below, depth: depth + 1 })
    if (!goesOn(reader, pointer, '}')) return
  }
}

function noteDouble(
  reader: Reader,
  { key, below, start }: { key: string; below: string; start: number },
  seen: Map<string, number>,
): void {
  const first = seen.get(key)
  if (first === undefined) seen.set(key, start)
  else if (reader.slips.length < mostSlips) {
    const line = placeAt(lineStarts(reader.text.slice(0, first)), first).line
    const message = `the key ${JSON.stringify(key.slice(0, 60))} stands twice in one object, first on line ${line}`
    reader.slips.push({ pointer: below, offset: start, message })
  }
}

/** Whether the list or object ends here at once, as `[]` does. */
function closes(reader: Reader, close: string): boolean {
  skipBlank(reader)
  if (reader.text[reader.at] !== close) return false
  reader.at += 1
  return true
}

/** Steps over a comma or the closing bracket; true where another member must follow. */
function goesOn(reader: Reader, pointer: string, close: string): boolean {
  skipBlank(reader)
  if (reader.stopped) return false
  const next = reader.text[reader.at]
  if (next === close) {
    reader.at += 1
    return false
  }
  if (next !== ',') {
    stop(reader, pointer, `expected a comma or ${close}, found ${shown(reader)}`)
    return false
  }
  const comma = reader.at
  reader.at += 1
  skipBlank(reader)
  if (reader.stopped || reader.text[reader.at] !== close) return !reader.stopped
  reader.at = comma
  stop(reader, pointer, `a comma stands before the closing ${close}; strict JSON has none there`)
  return false
}

// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these inside a text
const plain = /[^"\\\u0000-\u001f]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function readString(reader: Reader, pointer: string): string {
  const start = reader.at
  reader.at += 1
  let escaped = false
  for (;;) {
    reader.at += lengthAt(plain, reader)
    const next = reader.text[reader.at]
    if (next === '"') break
    const length = next === '\\' ? lengthAt(escape, reader) : 0
    if (length === 0) {
      stop(reader, pointer, wrongInString(next, reader.text[reader.at + 1]))
      return ''
    }
    escaped = true
    reader.at += length
  }
  reader.at += 1
  if (!escaped) return reader.text.slice(start + 1, reader.at - 1)
  const key: unknown = JSON.parse(reader.text.slice(start, reader.at))
  return typeof key === 'string' ? key : ''
}

const wrongInString = (next: string | undefined, after: string | undefined): string => {
  if (next === undefined) return 'a text in double quotes is never closed'
  if (next === '\\')
    return `\\${after ?? ''} is no escape of JSON; expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits`
  return 'a control character or line break stands inside a text; expected it escaped, such as \\n'
}

const word = /[^\s,:{}[\]"]{1,40}/y
const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
const longNumber = /-?\d[\d.eE+-]*/y

function readWord(reader: Reader, pointer: string): void {
  const length = Math.max(lengthAt(word, reader), lengthAt(longNumber, reader))
  const found = reader.text.slice(reader.at, reader.at + length)
  if (scalar.test(found)) {
    if (/^[-\d]/.test(found) && !Number.isFinite(Number(found)))
      return stop(reader, pointer, `${found.slice(0, 40)} is too large for a number of JSON`)
    reader.at += length
    return
  }
  stop(
    reader,
    pointer,
    /^[-+]?(?:NaN|Infinity)$/.test(found)
      ? `${found} is not a number that JSON can hold`
      : `expected a JSON value, found ${shown(reader)}`,
  )
}

function lengthAt(pattern: RegExp, { text, at }: Reader): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

const blank = /[ \t\n\r]*/y

function skipBlank(reader: Reader): void {
  reader.at += lengthAt(blank, reader)
  const next = reader.text[reader.at]
  const after = reader.text[reader.at + 1]
  if (!reader.stopped && next === '/' && (after === '/' || after === '*'))
    stop(reader, '', 'strict JSON has no comments')
}

function stop(reader: Reader, pointer: string, message: string): void {
  if (!reader.stopped) reader.slips.push({ pointer, offset: reader.at, message })
  reader.stopped = true
}

function shown(reader: Reader): string {
  if (reader.at >= reader.text.length) return 'the end of the text'
  const length = Math.max(lengthAt(word, reader), 1)
  return JSON.stringify(reader.text.slice(reader.at, reader.at + Math.min(length, 20)))
}

/** A key as a part of a JSON pointer (RFC 6901). */
export const escapeKey = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
