import type { Entry, Parsed, Problem, Source } from './configuration.ts'
import { scalarOf } from './configuration.ts'

/** One line of a source, with its offset in the artifact. */
export type Line = { readonly text: string; readonly start: number; readonly number: number }

/** Visits each line with its place in the artifact. */
export function eachLine(source: Source, visit: (line: Line) => void): void {
  let start = source.base
  let number = source.lines.lineAt(source.base)
  for (const raw of source.text.split('\n')) {
    visit({ text: raw.endsWith('\r') ? raw.slice(0, -1) : raw, start, number })
    start += raw.length + 1
    number += 1
  }
}

/** A value without the comment behind it. By hand, since a regex would go over long blanks again and again. */
export function withoutComment(text: string, marks: string): string {
  for (let at = 1; at < text.length; at += 1)
    if (marks.includes(text[at]!) && /\s/.test(text[at - 1]!)) return text.slice(0, at).trimEnd()
  return text.trimEnd()
}

type Pair = {
  readonly name: string
  readonly nameAt: number
  readonly value: string
  readonly at: number
}

function pairOf({ text, start }: Line, separator: number): Pair {
  const left = text.slice(0, separator)
  const name = left.trim().replace(/^export\s+/, '')
  const right = text.slice(separator + 1)
  const value = right.trimStart()
  return {
    name,
    nameAt: start + left.trimEnd().length - name.length,
    value: value.trimEnd(),
    at: start + text.length - value.length,
  }
}

/** Reads lines of a word and what belongs to it, as sshd, mosquitto or haproxy do; their programs know more. */
export function parseWords(source: Source): Parsed {
  const entries: Entry[] = []
  eachLine(source, ({ text, start, number }) => {
    const [, key, gap = '', raw = ''] = /^\s*([^\s#;}][^\s=]*)(\s*=?\s*)(.*)$/.exec(text) ?? []
    if (key === undefined) return
    const value = withoutComment(raw, '#').replace(/\s*\{$/, '')
    const at = start + text.indexOf(key) + key.length + gap.length
    entries.push({
      path: [key],
      key,
      value: scalarOf(value),
      raw: value,
      line: number,
      start: at,
      end: at + value.length,
    })
  })
  return { entries, problems: [] }
}

/** Reads a .env file line by line, as dotenv and the shells do. */
export function parseEnv(source: Source): Parsed {
  const entries: Entry[] = []
  const problems: Problem[] = []
  const visited = new Map<string, number>()
  let open: string | null = null
  eachLine(source, (line) => {
    const text = line.text.trim()
    if (open !== null) {
      if (text.endsWith(open)) open = null
      return
    }
    if (text === '' || text.startsWith('#')) return
    const separator = line.text.indexOf('=')
    if (separator === -1) {
      problems.push({
        message: 'the line is no NAME=value pair',
        at: line.start,
        fix: colonFix(line),
      })
      return
    }
    const pair = pairOf(line, separator)
    const value = valueOf(pair.value)
    problems.push(...nameProblems(line, pair, separator))
    if (value === null && closesLater(source, pair.at)) open = pair.value[0]!
    else if (value === null)
      problems.push({ message: `the quote of ${pair.name} is never closed`, at: line.start })
    const first = visited.get(pair.name)
    if (first !== undefined)
      problems.push({
        message: `${pair.name} stands twice, first on line ${first}`,
        at: line.start,
      })
    else visited.set(pair.name, line.number)
    entries.push(entryOf([pair.name], value ?? pair.value, { line, at: pair.at }))
  })
  return { entries, problems }
}

function entryOf(
  path: readonly string[],
  raw: string,
  { line, at }: { line: Line; at: number },
): Entry {
  const value = raw === '' ? '' : scalarOf(raw)
  return { path, key: path.at(-1)!, value, raw, line: line.number, start: at, end: at + raw.length }
}

function nameProblems(line: Line, pair: Pair, separator: number): readonly Problem[] {
  const problems: Problem[] = []
  if (!/^[A-Za-z_][A-Za-z0-9_.]*$/.test(pair.name))
    problems.push({ message: `"${pair.name.slice(0, 40)}" is not a variable name`, at: line.start })
  const end = pair.nameAt + pair.name.length
  const blankBefore = end < line.start + separator
  const blankAfter = pair.value !== '' && pair.at > line.start + separator + 1
  if (!blankBefore && !blankAfter) return problems
  const edits = [
    { start: end, end: pair.value === '' ? line.start + separator + 1 : pair.at, text: '=' },
  ]
  const message = `spaces stand around the = of ${pair.name.slice(0, 40)}`
  return [...problems, { message, at: line.start, fix: { title: 'drop the spaces', edits } }]
}

// NAME: value is the usual slip
function colonFix({ text, start }: Line) {
  const match = /^([A-Z][A-Z0-9_]*):[ \t]?(\S+)$/.exec(text.trim())
  const edits = [{ start, end: start + text.length, text: `${match?.[1]}=${match?.[2]}` }]
  return match ? { title: 'write NAME=value', edits } : undefined
}

// a quoted value may run over several lines, if some later line ends with its quote
function closesLater(source: Source, at: number): boolean {
  const rest = source.text.slice(at - source.base)
  const closing = rest.indexOf(rest[0]!, 1)
  return (
    closing !== -1 &&
    rest.lastIndexOf('\n', closing) !== -1 &&
    /^\s*(?:\n|$)/.test(rest.slice(closing + 1, closing + 3))
  )
}

/** The value without a trailing comment, or null where its quote is not closed on the line. */
function valueOf(rest: string): string | null {
  const quote = rest[0]
  if (quote !== '"' && quote !== "'") return withoutComment(rest, '#')
  for (let at = 1; at < rest.length; at += 1) {
    if (rest[at] === '\\') at += 1
    else if (rest[at] === quote) return rest.slice(0, at + 1)
  }
  return null
}

/** Reads INI and properties files: sections, key=value, comments after # or ;. */
export function parseIni(source: Source): Parsed {
  const entries: Entry[] = []
  const problems: Problem[] = []
  const visited = new Map<string, number>()
  let section: readonly string[] = []
  let continued = false
  eachLine(source, (line) => {
    const text = line.text.trim()
    const wasContinued = continued
    continued = text.endsWith('\\')
    if (wasContinued || text === '' || /^[#;!]/.test(text)) return
    if (text.startsWith('[')) {
      const closed = withoutComment(text, '#;').endsWith(']')
      if (!closed) problems.push(unclosedHeader(line))
      section = [text.replace(/^\[+/, '').split(']')[0]!.trim()]
      return
    }
    const separator = line.text.search(/[=:]/)
    if (separator <= 0) {
      // an indented line goes on with the value above; a bare word is a switch
      const fits = separator === -1 && (/^[ \t]/.test(line.text) || /^[\w.-]+$/.test(text))
      if (!fits) problems.push({ message: 'the line is no key=value pair', at: line.start })
      return
    }
    const pair = pairOf(line, separator)
    const value = withoutComment(pair.value, '#;')
    const path = [...section, pair.name]
    const id = path.join('\u0000')
    if (/^["'][^"']*$/.test(value) && value.length > 1)
      problems.push({ message: `the quote of ${pair.name} is never closed`, at: line.start })
    const first = visited.get(id)
    if (first !== undefined)
      problems.push({
        message: `${pair.name} stands twice in its section, first on line ${first}`,
        at: line.start,
      })
    else visited.set(id, line.number)
    entries.push(entryOf(path, value, { line, at: pair.at }))
  })
  return { entries, problems }
}

function unclosedHeader({ text, start }: Line): Problem {
  const end = start + text.trimEnd().length
  const fix = { title: 'close the header', edits: [{ start: end, end, text: ']' }] }
  return { message: 'the section header is not closed', at: start, fix }
}
