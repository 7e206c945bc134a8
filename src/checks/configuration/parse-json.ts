import type { TextEdit } from '../../model/finding.ts'
import type { Entry, Parsed, Problem, Scalar, Source } from './configuration.ts'
import { pointerOf } from './configuration.ts'

const deepest = 200
const blankOrComment = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/y
const bareWord = /[^\s,:{}[\]"']+/y

type Path = readonly string[]
type Reader = Source & {
  readonly comments: boolean
  readonly entries: Entry[]
  readonly problems: Problem[]
  at: number
  stuck: boolean
}

/** Reads JSON and keeps going after a slip, so that one comma does not hide the rest. */
export function parseJson(source: Source, comments: boolean): Parsed {
  const reader: Reader = { ...source, comments, entries: [], problems: [], at: 0, stuck: false }
  readValue(reader, [], 0)
  skipBlank(reader, [])
  if (reader.at < source.text.length && !reader.stuck)
    report(reader, 'more text follows the end of the value', { at: reader.at, path: [] })
  return { entries: reader.entries, problems: reader.problems }
}

function readValue(reader: Reader, path: Path, depth: number): void {
  skipBlank(reader, path)
  const { text, base, lines, at: from, entries } = reader
  if (depth > deepest) {
    report(reader, 'nested too deeply', { at: from, path })
    reader.stuck = true
    return
  }
  const entry = {
    path,
    key: path.at(-1) ?? '',
    line: lines.lineAt(base + from),
    start: base + from,
  }
  const open = text[from]
  if (open === '{' || open === '[') {
    const slot = entries.length
    readMembers(reader, path, { close: open === '{' ? '}' : ']', depth })
    if (path.length > 0)
      entries.splice(slot, 0, { ...entry, value: undefined, raw: '', end: base + reader.at })
    return
  }
  const value = readScalar(reader, path)
  if (path.length > 0)
    entries.push({ ...entry, value, raw: text.slice(from, reader.at), end: base + reader.at })
}

type Members = { readonly close: '}' | ']'; readonly depth: number }

function readMembers(reader: Reader, path: Path, { close, depth }: Members): void {
  const opened = reader.at
  reader.at += 1
  const seen = new Set<string>()
  let comma: number | null = null
  for (let index = 0; !reader.stuck; index += 1) {
    skipBlank(reader, path)
    const next = reader.text[reader.at]
    if (next === undefined) {
      report(reader, `the ${close === '}' ? '{' : '['} is never closed`, { at: opened, path })
      reader.stuck = true
      return
    }
    if (next === '}' || next === ']') {
      if (next !== close)
        report(reader, `expected ${close}, found ${next}`, { at: reader.at, path })
      else if (comma !== null) reportComma(reader, comma, path)
      reader.at += 1
      return
    }
    if (next === ',') {
      report(
        reader,
        'a comma too many',
        { at: reader.at, path },
        { title: 'drop the comma', end: reader.at + 1, text: '' },
      )
      reader.at += 1
      continue
    }
    if (index > 0 && comma === null) report(reader, 'a comma is missing', { at: reader.at, path })
    const key = close === ']' ? String(index) : readKey(reader, path, seen)
    readValue(reader, [...path, key], depth + 1)
    skipBlank(reader, path)
    comma = reader.text[reader.at] === ',' ? reader.at : null
    if (comma !== null) reader.at += 1
  }
}

function readKey(reader: Reader, path: Path, seen: Set<string>): string {
  const from = reader.at
  const quoted = reader.text[from] === '"' || reader.text[from] === "'"
  const key = quoted ? readString(reader, path) : readWord(reader)
  if (!quoted)
    report(
      reader,
      `the key ${key.slice(0, 40)} must stand in double quotes`,
      { at: from, path },
      {
        title: 'quote the key',
        end: reader.at,
        text: JSON.stringify(key),
      },
    )
  if (seen.has(key))
    report(reader, `the key ${key} stands twice`, { at: from, path: [...path, key] })
  seen.add(key)
  skipBlank(reader, path)
  if (reader.text[reader.at] === ':') reader.at += 1
  else
    report(reader, `a colon is missing after ${key.slice(0, 40)}`, {
      at: reader.at,
      path: [...path, key],
    })
  return key
}

function readString(reader: Reader, path: Path): string {
  const { text, at: from } = reader
  const quote = text[from]!
  let at = from + 1
  while (at < text.length && text[at] !== quote && text[at] !== '\n')
    at += text[at] === '\\' ? 2 : 1
  if (text[at] !== quote) {
    reader.at = Math.min(at, text.length)
    report(reader, 'a quote is never closed', { at: from, path })
    return text.slice(from + 1, at)
  }
  reader.at = at + 1
  const inside = text.slice(from + 1, at)
  if (quote === "'")
    report(
      reader,
      'JSON strings stand in double quotes',
      { at: from, path },
      {
        title: 'use double quotes',
        end: at + 1,
        text: JSON.stringify(inside),
      },
    )
  return unescaped(inside)
}

function readScalar(reader: Reader, path: Path): Scalar {
  const from = reader.at
  if (reader.text[from] === '"' || reader.text[from] === "'") return readString(reader, path)
  const word = readWord(reader)
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) return Number(word)
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  const lower = word.toLowerCase()
  const meant = /^(?:true|false|none)$/.test(lower) ? (lower === 'none' ? 'null' : lower) : null
  const message =
    word === ''
      ? `unexpected ${reader.text[from] ?? 'end of text'}`
      : `${word.slice(0, 40)} is not a JSON value`
  const fix = { title: 'write it as JSON does', end: reader.at, text: meant ?? '' }
  report(reader, message, { at: from, path }, meant === null ? undefined : fix)
  return word
}

function readWord(reader: Reader): string {
  bareWord.lastIndex = reader.at
  const word = bareWord.exec(reader.text)?.[0] ?? ''
  reader.at += Math.max(word.length, 1)
  return word
}

function skipBlank(reader: Reader, path: Path): void {
  for (;;) {
    blankOrComment.lastIndex = reader.at
    const match = blankOrComment.exec(reader.text)
    if (!match) return
    if (match[0].startsWith('/') && !reader.comments)
      report(reader, 'JSON knows no comments', { at: reader.at, path })
    reader.at += match[0].length
  }
}

const reportComma = (reader: Reader, at: number, path: Path): void =>
  report(
    reader,
    'a comma stands before the closing bracket',
    { at, path },
    {
      title: 'drop the comma',
      end: at + 1,
      text: '',
    },
  )

function report(
  reader: Reader,
  message: string,
  { at, path }: { readonly at: number; readonly path: Path },
  repair?: { readonly title: string } & Pick<TextEdit, 'end' | 'text'>,
): void {
  if (reader.problems.length > 50) return
  const start = reader.base + at
  const fix = repair && {
    title: repair.title,
    edits: [{ start, end: reader.base + repair.end, text: repair.text }],
  }
  reader.problems.push({ message, at: start, pointer: pointerOf(path), fix })
}

function unescaped(inside: string): string {
  if (!inside.includes('\\')) return inside
  try {
    const parsed: unknown = JSON.parse(`"${inside}"`)
    return typeof parsed === 'string' ? parsed : inside
  } catch {
    return inside
  }
}
