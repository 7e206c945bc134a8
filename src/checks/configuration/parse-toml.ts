import type { Entry, Parsed, Problem, Scalar, Source } from './configuration.ts'
import { scalarOf } from './configuration.ts'
import { eachLine, withoutComment } from './parse-lines.ts'

/** Judges TOML by its library and lists the settings by line. */
export async function parseToml(source: Source): Promise<Parsed> {
  const { parse, TomlError } = await import('smol-toml')
  const problems: Problem[] = []
  const lines = entriesOf(source)
  try {
    return { entries: placed(parse(source.text, { maxDepth: 200 }), [], placesOf(lines)), problems }
  } catch (error) {
    const first = source.lines.lineAt(source.base)
    const line = error instanceof TomlError ? error.line : 1
    const message =
      error instanceof Error
        ? error.message.split('\n')[0]!.replace('Invalid TOML document: ', '')
        : 'is not TOML'
    problems.push({ message, at: source.lines.startOf(first + line - 1) })
  }
  return { entries: lines, problems }
}

/** Lines by the path they set: the first of each, the last of each, and the first below each. */
type Places = {
  readonly exact: ReadonlyMap<string, Entry>
  readonly last: ReadonlyMap<string, readonly [index: number, entry: Entry]>
  readonly within: ReadonlyMap<string, Entry>
}

const keyOf = (path: readonly string[]): string => path.join('\u0000')

function placesOf(lines: readonly Entry[]): Places {
  const exact = new Map<string, Entry>()
  const last = new Map<string, readonly [number, Entry]>()
  const within = new Map<string, Entry>()
  for (const [index, entry] of lines.entries()) {
    const key = keyOf(entry.path)
    if (!exact.has(key)) exact.set(key, entry)
    last.set(key, [index, entry])
    for (let length = 0; length <= entry.path.length; length += 1) {
      const part = keyOf(entry.path.slice(0, length))
      if (!within.has(part)) within.set(part, entry)
    }
  }
  return { exact, last, within }
}

/** Of the lines that set the path or something around it, the last. */
const lastAround = (path: readonly string[], { last }: Places): Entry | undefined =>
  Array.from(path, (_, index) => last.get(keyOf(path.slice(0, index + 1))))
    .filter((each) => each !== undefined)
    .toSorted(([one], [other]) => other - one)[0]?.[1]

/** The values as the library reads them, each at the line that sets it or what it is part of. */
function placed(value: unknown, path: readonly string[], lines: Places): readonly Entry[] {
  const isTree = typeof value === 'object' && value !== null && !(value instanceof Date)
  const inner = isTree
    ? Object.entries(value).flatMap(([key, each]) => placed(each, [...path, key], lines))
    : []
  if (path.length === 0) return inner
  const bare = path.filter((part) => !/^\d+$/.test(part))
  const own =
    lines.exact.get(keyOf(path)) ?? lastAround(bare, lines) ?? lines.within.get(keyOf(bare))
  const isExact = own !== undefined && own.path.length === path.length && !isTree
  const entry: Entry = {
    path,
    key: path.at(-1)!,
    value: isTree ? undefined : isExact ? own.value : plain(value),
    raw: isExact ? own.raw : '',
    line: own?.line ?? 1,
    start: own?.start ?? 0,
    end: isExact ? own.end : (own?.start ?? 0),
  }
  return [entry, ...inner]
}

const plain = (value: unknown): Scalar => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return typeof value === 'bigint' ? Number(value) : String(value)
}

function entriesOf(source: Source): readonly Entry[] {
  const entries: Entry[] = []
  let table: readonly string[] = []
  let inString: string | null = null
  let openBrackets = 0
  eachLine(source, ({ text: line, start, number }) => {
    if (inString !== null) {
      if (line.includes(inString)) inString = null
      return
    }
    if (openBrackets > 0) {
      openBrackets += bracketsIn(line)
      return
    }
    const header = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)
    if (header && !/^\s*[\w"'.-]+\s*=/.test(line)) {
      table = keyPath(header[1]!)
      return
    }
    const match =
      /^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*(.*)$/.exec(
        line,
      )
    if (!match) return
    const rest = match[2]!
    const opening = /^("""|''')/.exec(rest)?.[1]
    if (opening !== undefined && !rest.slice(3).includes(opening)) inString = opening
    const raw = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')/.exec(rest)?.[0] ?? withoutComment(rest, '#')
    openBrackets = opening === undefined ? Math.max(0, bracketsIn(rest)) : 0
    const path = [...table, ...keyPath(match[1]!)]
    const at = start + line.length - rest.length
    entries.push({
      path,
      key: path.at(-1)!,
      value: scalarOf(raw),
      raw,
      line: number,
      start: at,
      end: at + raw.length,
    })
  })
  return entries
}

const keyPath = (text: string): readonly string[] =>
  (text.match(/"[^"]*"|'[^']*'|[^.\s]+/g) ?? []).map((part) => part.replace(/^["']|["']$/g, ''))

const bracketsIn = (line: string): number => {
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*$/g, '')
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0)
}
