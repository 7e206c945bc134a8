import type { Entry, Parsed, Problem, Source } from './configuration.ts'
import { scalarOf } from './configuration.ts'

/** Visits each line with its offset in the artifact. */
export function eachLine(
  source: Source,
  visit: (line: string, start: number, number: number) => void,
): void {
  let offset = source.base
  let number = source.lines.lineAt(source.base)
  for (const raw of source.text.split('\n')) {
    visit(raw.replace(/\r$/, ''), offset, number)
    offset += raw.length + 1
    number += 1
  }
}

const goodName = /^[A-Za-z_][A-Za-z0-9_.]*$/

/** Reads a .env file line by line, as dotenv and the shells do. */
export function parseEnv(source: Source): Parsed {
  const entries: Entry[] = []
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  let openQuote: { readonly quote: string; readonly at: number; readonly lines: number } | null =
    null
  eachLine(source, (line, start, number) => {
    const text = line.trim()
    if (openQuote !== null) {
      openQuote = text.endsWith(openQuote.quote)
        ? null
        : { ...openQuote, lines: openQuote.lines + 1 }
      return
    }
    if (text === '' || text.startsWith('#')) return
    const match = /^\s*(?:export\s+)?([^=]*?)(\s*)=(\s*)(.*)$/.exec(line)
    if (!match) {
      problems.push({
        message: `"${text.slice(0, 40)}" is no NAME=value line`,
        at: start,
        fix: colonFix(line, start),
      })
      return
    }
    const [, name = '', before = '', after = '', rest = ''] = match
    if (!goodName.test(name))
      problems.push({ message: `"${name.slice(0, 40)}" is not a variable name`, at: start })
    if (before !== '' || after !== '') {
      const from = start + line.indexOf(name) + name.length
      problems.push({
        message: `spaces stand around the = of ${name.slice(0, 40)}`,
        at: start,
        fix: {
          title: 'drop the spaces',
          edits: [{ start: from, end: from + before.length + 1 + after.length, text: '=' }],
        },
      })
    }
    const value = valueOf(rest)
    const at = start + line.length - rest.length
    if (value === null && /^(["'])/.test(rest) && !closesLater(source, at))
      problems.push({ message: `the quote of ${name} is never closed`, at: start })
    else if (value === null) openQuote = { quote: rest[0]!, at: start, lines: 0 }
    if (value !== null && /\s/.test(value) && !/^["']/.test(value))
      problems.push({
        message: `the value of ${name} holds spaces and no quotes`,
        at: start,
        fix: {
          title: 'quote the value',
          edits: [{ start: at, end: at + value.length, text: `"${value.replaceAll('"', '\\"')}"` }],
        },
      })
    if (seen.has(name))
      problems.push({ message: `${name} stands twice, first on line ${seen.get(name)}`, at: start })
    else seen.set(name, number)
    const written = value ?? rest
    entries.push({
      path: [name],
      key: name,
      value: written === '' ? '' : scalarOf(written),
      raw: written,
      line: number,
      start: at,
      end: at + written.length,
    })
  })
  return { entries, problems }
}

// NAME: value is the usual slip
function colonFix(line: string, start: number) {
  const match = /^([A-Z][A-Z0-9_]*)\s*:\s*(\S+)\s*$/.exec(line)
  return match
    ? {
        title: 'write NAME=value',
        edits: [{ start, end: start + line.length, text: `${match[1]}=${match[2]}` }],
      }
    : undefined
}

const closesLater = (source: Source, at: number): boolean => {
  const rest = source.text.slice(at - source.base)
  return (
    rest.indexOf(rest[0]!, 1) !== -1 &&
    /\n/.test(rest.slice(0, rest.indexOf(rest[0]!, 1))) &&
    /["']\s*(?:\n|$)/.test(rest.slice(1))
  )
}

/** The value without a trailing comment, or null where its quote is not closed on the line. */
function valueOf(rest: string): string | null {
  const quote = rest[0]
  if (quote === '"' || quote === "'") {
    const end = new RegExp(`^${quote}(?:[^${quote}\\\\]|\\\\.)*${quote}`).exec(rest)
    return end ? end[0] : null
  }
  return rest.replace(/\s+#.*$/, '').trimEnd()
}

/** Reads INI and properties files: sections, key=value, comments after # or ;. */
export function parseIni(source: Source): Parsed {
  const entries: Entry[] = []
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  let section: readonly string[] = []
  let continued = false
  eachLine(source, (line, start, number) => {
    const text = line.trim()
    const wasContinued = continued
    continued = text.endsWith('\\')
    if (wasContinued || text === '' || /^[#;!]/.test(text)) return
    if (text.startsWith('[')) {
      const name = /^\[+([^\]]+)\]+\s*(?:[#;].*)?$/.exec(text)?.[1]
      if (name === undefined)
        problems.push({
          message: 'the section header is not closed',
          at: start,
          fix: {
            title: 'close the header',
            edits: [
              {
                start: start + line.trimEnd().length,
                end: start + line.trimEnd().length,
                text: ']',
              },
            ],
          },
        })
      section = [(name ?? text.slice(1)).trim()]
      return
    }
    const match = /^\s*([^=:]*?)\s*[=:]\s*(.*)$/.exec(line)
    if (!match || match[1] === '') {
      problems.push({ message: `"${text.slice(0, 40)}" is no key=value line`, at: start })
      return
    }
    const [, key = '', rest = ''] = match
    const value = rest.replace(/\s+[#;].*$/, '').trimEnd()
    const path = [...section, key]
    const id = path.join('\u0000')
    if (/^["'][^"']*$/.test(value) && value.length > 1)
      problems.push({ message: `the quote of ${key} is never closed`, at: start })
    if (seen.has(id))
      problems.push({
        message: `${key} stands twice in its section, first on line ${seen.get(id)}`,
        at: start,
      })
    else seen.set(id, number)
    const at = start + line.length - rest.length
    entries.push({
      path,
      key,
      value: value === '' ? '' : scalarOf(value),
      raw: value,
      line: number,
      start: at,
      end: at + value.length,
    })
  })
  return { entries, problems }
}
