import type { Entry, Parsed, Problem, Scalar, Source } from './configuration.ts'
import { pointerOf } from './configuration.ts'

const deepest = 200
const blankOrComment = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/y
const bareWord = /[^\s,:{}[\]"']+/y

/** Reads JSON and keeps going after a slip, so that one comma does not hide the rest. */
export function parseJson(source: Source, comments: boolean): Parsed {
  const { text, base, lines } = source
  const entries: Entry[] = []
  const problems: Problem[] = []
  let at = 0
  let stuck = false

  const report = (
    message: string,
    offset: number,
    path: readonly string[],
    edit?: { end: number; text: string; title: string },
  ) => {
    if (problems.length > 50) return
    const fix = edit
      ? {
          title: edit.title,
          edits: [{ start: base + offset, end: base + edit.end, text: edit.text }],
        }
      : undefined
    problems.push({ message, at: base + offset, pointer: pointerOf(path), fix })
  }
  const skip = (path: readonly string[]) => {
    for (;;) {
      blankOrComment.lastIndex = at
      const match = blankOrComment.exec(text)
      if (!match) return
      if (match[0].startsWith('/') && !comments) report('JSON knows no comments', at, path)
      at += match[0].length
    }
  }
  const readString = (path: readonly string[]): string => {
    const quote = text[at]!
    const from = at
    at += 1
    while (at < text.length && text[at] !== quote && text[at] !== '\n')
      at += text[at] === '\\' ? 2 : 1
    if (text[at] !== quote) {
      report('a quote is never closed', from, path)
      return text.slice(from + 1, at)
    }
    at += 1
    const inside = text.slice(from + 1, at - 1)
    if (quote === "'")
      report('JSON strings stand in double quotes', from, path, {
        end: at,
        text: JSON.stringify(inside),
        title: 'use double quotes',
      })
    return unescaped(inside)
  }
  const readScalar = (path: readonly string[]): Scalar => {
    if (text[at] === '"' || text[at] === "'") return readString(path)
    bareWord.lastIndex = at
    const word = bareWord.exec(text)?.[0] ?? ''
    const from = at
    at += Math.max(word.length, 1)
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) return Number(word)
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    const lower = word.toLowerCase()
    const known =
      lower === 'true' || lower === 'false' || lower === 'none'
        ? { end: at, text: lower === 'none' ? 'null' : lower, title: 'write it as JSON does' }
        : undefined
    report(
      word === ''
        ? `unexpected ${text[from] ?? 'end of text'}`
        : `${word.slice(0, 40)} is not a JSON value`,
      from,
      path,
      known,
    )
    return word
  }
  const readMembers = (path: readonly string[], close: '}' | ']', depth: number) => {
    const opened = at
    at += 1
    const seen = new Set<string>()
    let comma: number | null = null
    for (let index = 0; !stuck; index += 1) {
      skip(path)
      if (at >= text.length) {
        report(`the ${close === '}' ? '{' : '['} is never closed`, opened, path)
        stuck = true
        return
      }
      if (text[at] === '}' || text[at] === ']') {
        if (text[at] !== close) report(`expected ${close}, found ${text[at]}`, at, path)
        else if (comma !== null)
          report('a comma stands before the closing bracket', comma, path, {
            end: comma + 1,
            text: '',
            title: 'drop the comma',
          })
        at += 1
        return
      }
      if (index > 0 && comma === null) report('a comma is missing', at, path)
      comma = null
      const key = close === ']' ? String(index) : readKey(path, seen)
      readValue([...path, key], depth + 1)
      skip(path)
      if (text[at] === ',') {
        comma = at
        at += 1
      }
    }
  }
  const readKey = (path: readonly string[], seen: Set<string>): string => {
    const from = at
    const quoted = text[at] === '"' || text[at] === "'"
    const key = quoted ? readString(path) : String(readBare())
    if (!quoted)
      report(`the key ${key.slice(0, 40)} must stand in double quotes`, from, path, {
        end: at,
        text: JSON.stringify(key),
        title: 'quote the key',
      })
    if (seen.has(key)) report(`the key ${key} stands twice`, from, [...path, key])
    seen.add(key)
    skip(path)
    if (text[at] === ':') at += 1
    else report(`a colon is missing after ${key.slice(0, 40)}`, at, [...path, key])
    return key
  }
  const readBare = (): string => {
    bareWord.lastIndex = at
    const word = bareWord.exec(text)?.[0] ?? ''
    at += Math.max(word.length, 1)
    return word
  }
  const readValue = (path: readonly string[], depth: number) => {
    skip(path)
    const from = at
    const entry = {
      path,
      key: path.at(-1) ?? '',
      line: lines.lineAt(base + from),
      start: base + from,
    }
    if (depth > deepest) {
      report('nested too deeply', at, path)
      stuck = true
      return
    }
    const open = text[at]
    if (open === '{' || open === '[') {
      const slot = entries.length
      readMembers(path, open === '{' ? '}' : ']', depth)
      if (path.length > 0)
        entries.splice(slot, 0, { ...entry, value: undefined, raw: '', end: base + at })
      return
    }
    const value = readScalar(path)
    if (path.length > 0)
      entries.push({ ...entry, value, raw: text.slice(from, at), end: base + at })
  }

  readValue([], 0)
  skip([])
  if (at < text.length && !stuck) report('more text follows the end of the value', at, [])
  return { entries, problems }
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
