import { createContext, runInContext } from 'node:vm'
import { applyEdits, modify } from 'jsonc-parser'
import { z } from 'zod'
import { wordsOf } from '../../../checks/track/business-logic/words.ts'
import { isJson, jsonOf } from '../../../kit/parse.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import { commonGlue } from '../../../obligations/glue.ts'

const text = z.string().catch('')

/** An error that was met before, as knowledge/errors.json has it. Other keys are kept. */
const KnownError = z.looseObject({
  id: text,
  /** A regular expression; an entry without one is never found. */
  pattern: text,
  category: text,
  context: text,
  problem: text,
  solution: text,
  code_fix: z.string().optional().catch(undefined),
  occurrences: z.int().nonnegative().catch(1),
  last_seen: text,
  discovered_in: text,
})
export type KnownError = z.output<typeof KnownError>

const isList = (json: string): boolean => Array.isArray(jsonOf(json))

/** The errors of knowledge/errors.json: a list, or an object with one. Null is a file that is not there. */
export function readErrors(json: string | null): Result<readonly KnownError[]> {
  if (json === null || json.trim() === '') return ok([])
  const source = json.replace(/^\uFEFF/, '')
  const wrong = (what: string): Result<never> =>
    err({ exit: 2, what, where: 'conductor/knowledge/errors.json', todo: 'repair the file' })
  if (!isJson(source)) return wrong('it is no JSON')
  const read = z
    .union([z.array(z.unknown()), z.looseObject({ errors: z.array(z.unknown()).default([]) })])
    .safeParse(jsonOf(source))
  if (!read.success) return wrong('it holds no list of errors')
  const all = Array.isArray(read.data) ? read.data : read.data.errors
  return ok(
    all.map((each) => {
      const known = KnownError.safeParse(each)
      return known.success ? known.data : KnownError.parse({})
    }),
  )
}

const mostPattern = 500
const mostMessage = 2_000
const matchingMilliseconds = 250

/** The error that a message is. A pattern that is broken or would take too long finds nothing. */
export function lookUp(errors: readonly KnownError[], message: string): KnownError | null {
  // only a script of its own can be stopped in the middle of a match
  const context = createContext({ pattern: '', message: message.slice(0, mostMessage) })
  const matches = ({ pattern }: KnownError): boolean => {
    if (pattern === '' || pattern.length > mostPattern) return false
    context['pattern'] = pattern
    try {
      return (
        runInContext('new RegExp(pattern, "i").test(message)', context, {
          timeout: matchingMilliseconds,
        }) === true
      )
    } catch {
      return false
    }
  }
  return errors.find(matches) ?? null
}

export type FoundError = {
  readonly message: string
  readonly solution: string
  readonly code_fix?: string
  readonly category: string
  readonly context: string
}

/** knowledge/errors.json with what a track met: known errors are counted, new ones get the next number. */
export function recordErrors(
  json: string | null,
  results: readonly FoundError[],
  at: string,
  trackId: string,
): Result<string> {
  const read = readErrors(json)
  if (!read.ok) return read
  let now = json === null || json.trim() === '' ? '{\n  "version": 1,\n  "errors": []\n}\n' : json
  const base = isList(now.replace(/^\uFEFF/, '')) ? [] : ['errors']
  const formattingOptions = { insertSpaces: true, tabSize: /\n(\s+)/.exec(now)?.[1]?.length ?? 2 }
  const set = (path: readonly (string | number)[], value: unknown) => {
    now = applyEdits(now, modify(now, [...base, ...path], value, { formattingOptions }))
  }
  const errors = [...read.value]
  for (const { message, solution, code_fix: code, category, context } of results) {
    const known = lookUp(errors, message)
    const index = known === null ? errors.length : errors.indexOf(known)
    if (known === null) {
      const added: KnownError = {
        id: nextId(errors),
        pattern: patternOf(message),
        category,
        context,
        problem: message.slice(0, mostMessage),
        solution,
        ...(code === undefined ? {} : { code_fix: code }),
        occurrences: 1,
        last_seen: at.slice(0, 10),
        discovered_in: trackId,
      }
      if (index === 0) set([], [added])
      else set([index], added)
      errors.push(added)
    } else {
      const observed = { ...known, occurrences: known.occurrences + 1, last_seen: at.slice(0, 10) }
      set([index, 'occurrences'], observed.occurrences)
      set([index, 'last_seen'], observed.last_seen)
      errors[index] = observed
    }
  }
  return ok(now)
}

const nextId = (errors: readonly KnownError[]): string => {
  const numbers = errors.map(({ id }) => Number(/^err-(\d+)$/.exec(id)?.[1] ?? 0))
  return `err-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

const varying =
  /(?<quoted>"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”)|(?<path>(?:[\w.@~-]*\/)+[\w.@-]+(?::\d+)*|\b[\w-]+\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml)\b(?::\d+)*)|(?<number>\d+(?:\.\d+)*)/g

/** The first line of a message, where quotes, paths and numbers may be others. */
export function patternOf(message: string): string {
  const line = (message.trim().split(/\r?\n/)[0] ?? '').slice(0, 200)
  let pattern = ''
  let end = 0
  for (const match of line.matchAll(varying)) {
    const { quoted, path } = match.groups ?? {}
    pattern += escape(line.slice(end, match.index))
    pattern +=
      quoted !== undefined
        ? String.raw`["'\x60“].*?["'\x60”]`
        : path !== undefined
          ? String.raw`\S+`
          : String.raw`[\d.]+`
    end = match.index + match[0].length
  }
  return pattern + escape(line.slice(end))
}

const escape = (plain: string): string => plain.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const mostBrief = 2_000

/** What the planner is told: patterns and errors that share words with the goal; empty where none do. */
export function brief(
  patternsMd: string | null,
  errors: readonly KnownError[],
  goal: string,
): string {
  const wanted = new Set(telling(goal))
  const shared = (said: string) => new Set(telling(said).filter((word) => wanted.has(word))).size
  const best = <Item>(items: readonly Item[], said: (item: Item) => string) =>
    items
      .map((item) => ({ item, score: shared(said(item)) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ item }) => item)
  const patterns = best(patternsIn(patternsMd ?? ''), (each) => each).map(
    (each) => `- ${each.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
  )
  const known = best(errors, (each) =>
    [each.pattern, each.category, each.context, each.problem, each.solution].join(' '),
  ).map(
    ({ id, problem, pattern, solution }) =>
      `- ${id}: ${(problem || pattern).slice(0, 150)} → ${solution.slice(0, 200)}`,
  )
  return cut([
    ...(patterns.length === 0 ? [] : ['## Patterns to apply', '', ...patterns.slice(0, 5), '']),
    ...(known.length === 0 ? [] : ['## Errors to avoid', '', ...known]),
  ])
}

/** Items of lists and sections of their own; headings that only group say nothing. */
const patternsIn = (md: string): readonly string[] =>
  md
    .split(/\r?\n(?=#{2,6}\s|[-*]\s)/)
    .map((part) => part.replace(/^(?:#{1,6}|[-*])\s+/, '').trim())
    .filter((part) => part.includes('\n') || /\s\S+\s/.test(part))
    .filter((part) => !/^#|\(add as discovered\)$/.test(part))

const telling = (said: string): readonly string[] =>
  wordsOf(said).filter((word) => word.length > 2 && !commonGlue.has(word))

function cut(lines: readonly string[]): string {
  const remaining: string[] = []
  let length = 0
  for (const line of lines) {
    if (length + line.length + 1 > mostBrief) break
    remaining.push(line)
    length += line.length + 1
  }
  const isHeading = (line: string) => line === '' || line.startsWith('## ')
  return remaining.slice(0, remaining.findLastIndex((line) => !isHeading(line)) + 1).join('\n')
}
