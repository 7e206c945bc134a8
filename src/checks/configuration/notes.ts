import type { Configuration, Entry, Unit } from './configuration.ts'
import { keyWords } from './configuration-check.ts'

/** The note beside or above a setting, or what the surrounding text says about it; empty where there is none. */
export function noteFor(entry: Entry, unit: Unit, configuration: Configuration): string {
  const own = trailingNote(entry, configuration) || noteAbove(entry, unit, configuration)
  return meaningful(own, entry) ? own : proseNote(entry.key, configuration)
}

const meaningful = (note: string, entry: Entry): boolean => {
  const words = note.match(/[\p{L}]{2,}/gu) ?? []
  // a comment that is only the key again, or a commented-out setting, explains nothing
  return (
    words.length >= 2 &&
    !/^[\w.-]+\s*[=:]\s*\S*$/.test(note.trim()) &&
    note.trim().toLowerCase() !== entry.key.toLowerCase()
  )
}

const commentStart: Readonly<Record<Unit['format'], RegExp | null>> = {
  yaml: /^\s*#\s?/,
  toml: /^\s*#\s?/,
  env: /^\s*#\s?/,
  dockerfile: /^\s*#\s?/,
  nginx: /^\s*#\s?/,
  ini: /^\s*[#;]\s?/,
  lines: /^\s*[#;]\s?/,
  properties: /^\s*[#!;]\s?/,
  jsonc: /^\s*(?:\/\/|\/\*+|\*)\s?/,
  json: null,
}

export const canHoldComments = (unit: Unit): boolean => commentStart[unit.format] !== null

function trailingNote(entry: Entry, { lines, text }: Configuration): string {
  const line = lines.lineAt(entry.end)
  const rest = text.slice(entry.end, lines.startOf(line) + lines.textOf(line).length)
  return /^["']?[,;]?\s*(?:#|;|\/\/|\/\*)\s?(.*)$/.exec(rest)?.[1]?.replace(/\*\/\s*$/, '') ?? ''
}

// comment lines right above the setting; over a run of settings a comment counts for those it names
function noteAbove(entry: Entry, unit: Unit, { lines }: Configuration): string {
  const start = commentStart[unit.format]
  if (start === null) return ''
  const first = lines.lineAt(unit.base)
  let settingsBetween = 0
  for (let line = entry.line - 1; line >= first && line > entry.line - 40; line -= 1) {
    const text = lines.textOf(line)
    if (text.trim() === '') return ''
    if (!start.test(text)) {
      settingsBetween += 1
      continue
    }
    const note = commentBlock(lines, line, { start, first })
    return settingsBetween === 0 || names(note, entry) ? note : ''
  }
  return ''
}

function commentBlock(
  lines: Configuration['lines'],
  last: number,
  { start, first }: { start: RegExp; first: number },
): string {
  const parts: string[] = []
  for (let line = last; line >= first && start.test(lines.textOf(line)); line -= 1)
    parts.unshift(
      lines
        .textOf(line)
        .replace(start, '')
        .replace(/\*\/\s*$/, ''),
    )
  return parts.join(' ').trim()
}

function names(note: string, entry: Entry): boolean {
  const said = new Set(keyWords(note).map((word) => word.replace(/s$/, '')))
  return keyWords(entry.key).some((word) => word.length > 2 && said.has(word.replace(/s$/, '')))
}

/** The line of the surrounding text that speaks of a name, where it says more than the name. */
export function proseNote(name: string, { prose: whole }: Configuration): string {
  const prose = whole.slice(0, 100_000)
  if (prose === '' || name.length < 2) return ''
  const at = new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, '\\$&')}(?![\\w])`).exec(prose)?.index
  if (at === undefined) return ''
  const line = prose.slice(
    prose.lastIndexOf('\n', at) + 1,
    (prose.indexOf('\n', at) + 1 || prose.length + 1) - 1,
  )
  return (line.replaceAll(name, '').match(/[\p{L}]{2,}/gu)?.length ?? 0) >= 2 ? line.trim() : ''
}
