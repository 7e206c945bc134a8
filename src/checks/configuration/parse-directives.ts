import type { Entry, Parsed, Problem, Source } from './configuration.ts'
import { scalarOf } from './configuration.ts'
import type { Line } from './parse-lines.ts'
import { eachLine } from './parse-lines.ts'
import { nearest } from '../../kit/near.ts'

const instructions = new Set([
  'FROM',
  'RUN',
  'CMD',
  'LABEL',
  'MAINTAINER',
  'EXPOSE',
  'ENV',
  'ADD',
  'COPY',
  'ENTRYPOINT',
  'VOLUME',
  'USER',
  'WORKDIR',
  'ARG',
  'ONBUILD',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'SHELL',
])

type Logical = { readonly first: Line; readonly text: string; readonly end: number }

/** Reads a Dockerfile: one instruction per logical line, which comments may interrupt. */
export function parseDockerfile(source: Source): Parsed {
  const entries: Entry[] = []
  const problems: Problem[] = []
  let open: Logical | null = null
  let heredoc: string | null = null
  const close = (logical: Logical) => {
    const entry = instructionOf(logical, source)
    heredoc = /<<-?["']?(\w+)["']?/.exec(entry.raw)?.[1] ?? null
    const started = entries.some(({ key }) => key === 'FROM')
    problems.push(...instructionProblems(entry, logical.first, started))
    if (instructions.has(entry.key)) entries.push(entry)
    open = null
  }
  eachLine(source, (line) => {
    const text = line.text.trim()
    if (heredoc !== null) {
      if (text === heredoc) heredoc = null
      return
    }
    if (text === '' || text.startsWith('#')) return
    const isContinued = text.endsWith('\\')
    const own = isContinued ? text.slice(0, -1).trimEnd() : text
    const end = line.start + line.text.trimEnd().length
    const now: Logical =
      open === null
        ? { first: line, text: own, end }
        : { ...open, text: `${open.text} ${own}`, end }
    open = now
    if (!isContinued) close(now)
  })
  if (open !== null) close(open)
  if (!entries.some(({ key }) => key === 'FROM') && source.text.trim() !== '')
    problems.push({ message: 'no FROM names the base image', at: source.base })
  return { entries, problems }
}

/** The value is the logical line; `raw` is as it stands, so that places in it are places in the file. */
function instructionOf({ first, text, end }: Logical, { text: whole, base }: Source): Entry {
  const [word = ''] = text.split(/\s/, 1)
  const from = first.text.indexOf(word) + word.length
  const blank = /^\s*/.exec(first.text.slice(from))?.[0].length ?? 0
  const start = Math.min(first.start + from + blank, end)
  const raw = whole.slice(start - base, end - base)
  const key = word.toUpperCase()
  const value = text.slice(word.length).trim()
  return { path: [key], key, value, raw, line: first.number, start, end }
}

function instructionProblems(
  { key, value }: Entry,
  line: Line,
  started: boolean,
): readonly Problem[] {
  const at = line.start
  if (!instructions.has(key)) {
    const near = nearest(key.slice(0, 30), instructions)
    const start = at + line.text.length - line.text.trimStart().length
    const edits = [{ start, end: start + key.length, text: near ?? key }]
    const fix = near === null ? undefined : { title: `write ${near}`, edits }
    return [{ message: `${key.slice(0, 30)} is not a Dockerfile instruction`, at, fix }]
  }
  const raw = String(value)
  const problems: Problem[] = []
  if (raw === '') problems.push({ message: `${key} has no argument`, at })
  if (!started && key !== 'FROM' && key !== 'ARG')
    problems.push({ message: `${key} stands before FROM`, at })
  const listed = (key === 'CMD' || key === 'ENTRYPOINT') && raw.startsWith('[')
  if (listed && !isStringArray(raw))
    problems.push({ message: `the list of ${key} is not valid JSON`, at })
  return problems
}

function isStringArray(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) && parsed.every((part) => typeof part === 'string')
  } catch {
    return false
  }
}

/** Reads nginx directives: words up to a semicolon, blocks in braces. */
export function parseNginx(source: Source): Parsed {
  const { text, base, lines } = source
  const entries: Entry[] = []
  const problems: Problem[] = []
  const open: { readonly name: string; readonly at: number }[] = []
  const token =
    /#[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|["'][^\n]*|[{};]|\$\{\w+\}|[^\s{};"'#]+/g
  let words: { readonly text: string; readonly at: number }[] = []
  for (const match of text.matchAll(token)) {
    const [part] = match
    if (part.startsWith('#')) continue
    if (part === ';' || part === '{') {
      problems.push(...swallowed(words, text, base))
      if (words.length > 0)
        entries.push(
          directive(
            words,
            open.map(({ name }) => name),
            {
              base,
              line: lines.lineAt(base + words[0]!.at),
              block: part === '{',
              blocks: open.map(({ at }) => at),
            },
          ),
        )
      else problems.push({ message: `${part} stands alone`, at: base + match.index })
      if (part === '{')
        open.push({
          name: words.map((word) => word.text).join(' '),
          at: base + (words[0]?.at ?? match.index),
        })
      words = []
    } else if (part === '}') {
      if (words.length > 0) problems.push(missingSemicolon(words, base))
      words = []
      if (open.pop() === undefined)
        problems.push({ message: 'a } closes nothing', at: base + match.index })
    } else {
      if (/^["']/.test(part) && !/^(["']).*\1$/s.test(part))
        problems.push({ message: 'a quote is never closed', at: base + match.index })
      words.push({ text: part, at: match.index })
    }
  }
  if (words.length > 0) problems.push(missingSemicolon(words, base))
  for (const { name, at } of open)
    problems.push({ message: `the block "${name.slice(0, 40)}" is never closed`, at })
  return { entries, problems }
}

type Word = { readonly text: string; readonly at: number }

const missingSemicolon = (words: readonly Word[], base: number): Problem => {
  const last = words.at(-1)!
  const end = base + last.at + last.text.length
  return {
    message: `${words[0]!.text} lacks its semicolon`,
    at: base + words[0]!.at,
    fix: { title: 'add the semicolon', edits: [{ start: end, end, text: ';' }] },
  }
}

// a directive that runs over a line end into another known directive lost its semicolon
function swallowed(words: readonly Word[], text: string, base: number): readonly Problem[] {
  const known =
    /^(?:listen|server_name|root|index|location|proxy_\w+|ssl_\w+|add_header|return|try_files|access_log|error_log|client_\w+|keepalive_\w+|gzip\w*|include|worker_\w+|server|upstream|expires|rewrite|set|charset|server_tokens|autoindex|sendfile|limit_\w+|allow|deny|user|pid|types)$/
  const at = words.findIndex(
    (word, index) =>
      index > 0 && known.test(word.text) && /\n/.test(text.slice(words[index - 1]!.at, word.at)),
  )
  return at === -1 ? [] : [missingSemicolon(words.slice(0, at), base)]
}

function directive(
  words: readonly Word[],
  path: readonly string[],
  where: {
    readonly base: number
    readonly line: number
    readonly block: boolean
    readonly blocks: readonly number[]
  },
): Entry {
  const [first, ...rest] = words
  const raw = rest.map(({ text }) => text).join(' ')
  const start = where.base + (rest[0]?.at ?? first!.at + first!.text.length)
  const last = rest.at(-1) ?? first!
  return {
    path: [...path, first!.text],
    key: first!.text,
    value: where.block ? undefined : scalarOf(raw),
    raw,
    line: where.line,
    start,
    end: where.base + last.at + last.text.length,
    blocks: where.blocks,
  }
}
