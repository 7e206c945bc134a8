import { createHash } from 'node:crypto'
import { lineStarts, placeAt, squeeze } from '../../kit/lines.ts'
import { parseFile } from '../code/syntax.ts'
import { dotted, keyName } from '../integrity/names.ts'
import { above, is, isFunction, type Node, type Source } from '../integrity/source.ts'
import { isMutable, writtenSpans, type Span } from './changed-lines.ts'
import type { ChangedFile, Mutant, MutantSample, Site } from './mutant.ts'
import { type Idea, ideasAt, isUntested } from './operators.ts'

export type SampleOptions = { readonly seed: string; readonly most: number }

/** The bugs to plant in a change, the same for the same files, seed and number. */
export async function sampleMutants(
  files: readonly ChangedFile[],
  { seed, most }: SampleOptions,
): Promise<MutantSample> {
  const mutable = files
    .filter(({ path, lines }) => isMutable(path) && lines.size > 0)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const unreadable: { path: string; reason: string }[] = []
  const all: Mutant[] = []
  const programs: string[] = []
  for (const file of mutable) {
    const parsed = await parseFile(file.path, file.text)
    const [error] = parsed.errors
    if (error === undefined) {
      const before = file.before ?? null
      const spans = before === null ? null : await writtenSpans(before, file.text)
      all.push(...mutantsOf(file, parsed, spans))
    }
    if (error === undefined && exportsNothing(parsed)) programs.push(file.path)
    if (error !== undefined) unreadable.push({ path: file.path, reason: error.message })
  }
  const order = spread(all, seed)
  const mutants: Mutant[] = []
  for (const mutant of order) {
    if (mutants.length >= most) break
    if (await parses(mutant, mutable)) mutants.push(mutant)
  }
  return { files: mutable, mutants, possible: all.length, programs, unreadable }
}

const isWritten = (place: Span, spans: readonly Span[] | null): boolean =>
  spans === null || spans.some(({ start, end }) => place.start < end && place.end > start)

const exportsNothing = ({ program, text }: Source): boolean =>
  !program.body.some(({ type }) => /^Export|^TSExport/.test(type)) &&
  program.body.some(is('ImportDeclaration')) &&
  !/\bmodule\.exports\b|\bexports\.\w/.test(text)

export const mutated = (text: string, { edit }: Pick<Mutant, 'edit'>): string =>
  text.slice(0, edit.start) + edit.text + text.slice(edit.end)

async function parses(mutant: Mutant, files: readonly ChangedFile[]): Promise<boolean> {
  const text = files.find(({ path }) => path === mutant.path)?.text ?? ''
  return (await parseFile(mutant.path, mutated(text, mutant))).errors.length === 0
}

function mutantsOf(
  { path, lines }: ChangedFile,
  source: Source,
  spans: readonly Span[] | null,
): readonly Mutant[] {
  const starts = lineStarts(source.text)
  const visited = new Set<string>()
  return source.nodes.flatMap((node) => {
    const ideas = isUntested(node, source) ? [] : ideasAt(node, source)
    return ideas.flatMap((idea) => {
      const { line, column } = placeAt(starts, idea.start)
      const { operator, start, end, text } = idea
      const id = `${path}:${line}:${column} ${operator} ${text}`
      // a pattern is one whole: whatever was written in it may change what it matches
      const place = operator === 'pattern' ? node : idea
      if (!lines.has(line) || visited.has(id) || !isWritten(place, spans)) return []
      visited.add(id)
      return [
        {
          id,
          path,
          line,
          column,
          operator,
          ...shown(source, idea, node),
          scope: scopeOf(source, node),
          edit: { start, end, text },
          site: siteOf(source, is('ArrowFunctionExpression')(node) ? node.body : node),
        },
      ]
    })
  })
}

const widest = 80

/** The code around the edit, before and after: the node itself, or as much of it as fits on a line. */
function shown({ text }: Source, idea: Idea, node: Node): { before: string; after: string } {
  const from = idea.start - node.start > widest / 2 ? idea.start : node.start
  const until = node.end - idea.end > widest / 2 ? idea.end : node.end
  const before = text.slice(from, until)
  const after = text.slice(from, idea.start) + idea.text + text.slice(idea.end, until)
  return { before: oneLine(before), after: oneLine(after) || '(removed)' }
}

const oneLine = (text: string): string => {
  const flat = squeeze(text)
  return flat.length > widest ? `${flat.slice(0, widest - 1)}…` : flat
}

/** One of every function first, then one of every line, so that a short sample still sees much. */
function spread(mutants: readonly Mutant[], seed: string): readonly Mutant[] {
  const drawn = mutants
    .map((mutant) => ({
      mutant,
      rank: createHash('sha256').update(`${seed}\n${mutant.id}`).digest('hex'),
    }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ mutant }) => mutant)
  const byScope = [...Map.groupBy(drawn, ({ path, scope }) => `${path} ${scope}`).values()]
  return inTurns(
    byScope.map((group) => inTurns([...Map.groupBy(group, ({ line }) => line).values()])),
  )
}

function inTurns<Item>(groups: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat()
}

/** What a function is called: by itself, by the variable or property it is kept in, or by its class. */
function scopeOf(source: Source, node: Node): string {
  const names = [node, ...above(source, node)].flatMap((each) => {
    if (is('ClassDeclaration')(each)) return each.id?.name ?? []
    return isFunction(each) ? (each.id?.name ?? keptAs(source.parentOf.get(each)) ?? []) : []
  })
  return names.length === 0 ? '(module)' : names.toReversed().join('.')
}

const keptAs = (up: Node | undefined): string | undefined =>
  is('MethodDefinition', 'PropertyDefinition', 'Property')(up)
    ? keyName(up.key).replace(/^#/, '')
    : is('VariableDeclarator')(up)
      ? dotted(up.id) || undefined
      : undefined

const isList = is('BlockStatement', 'Program', 'StaticBlock', 'SwitchCase')

/** Where a probe can stand that runs whenever the node is about to run. */
function siteOf(source: Source, node: Node): Site {
  let inner = node
  for (const up of above(source, node)) {
    if (isList(up) && /Statement$|Declaration$/.test(inner.type))
      return { start: inner.start, end: null }
    if (is('ArrowFunctionExpression')(up) && up.body === inner && !is('BlockStatement')(inner))
      return { start: inner.start, end: inner.end }
    inner = up
  }
  return { start: 0, end: null }
}
