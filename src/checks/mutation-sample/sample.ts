import { createHash } from 'node:crypto'
import type { Language } from '../code/code-units.ts'
import {
  child,
  children,
  parseUnit,
  walk,
  type Node,
  type Parsed,
  calleeName,
  isFunction,
  word,
} from '../code/syntax.ts'
import { isMutable, writtenSpans, type Span } from './changed-lines.ts'
import type { ChangedFile, Mutant, MutantSample, Site } from './mutant.ts'
import type { Idea } from './idea.ts'
import { ideasAt } from './operators.ts'
import { placeAt } from '../../kit/lines.ts'

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
      all.push(...mutantsOf(file, parsed.program, spans))
    }
    if (error === undefined && exportsNothing(parsed.program, file.text)) programs.push(file.path)
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

const exportsNothing = (program: Node, text: string): boolean =>
  !children(program, 'body').some(({ type }) => /^Export|^TSExport/.test(type)) &&
  children(program, 'body').some(({ type }) => type === 'ImportDeclaration') &&
  !/\bmodule\.exports\b|\bexports\.\w/.test(text)

export const mutated = (text: string, { edit }: Pick<Mutant, 'edit'>): string =>
  text.slice(0, edit.start) + edit.text + text.slice(edit.end)

export function parseFile(path: string, content: string): Promise<Parsed> {
  const ending = /\.[cm]?([jt]sx?)$/.exec(path)?.[1] ?? 'ts'
  const language: Language = ending === 'js' || ending === 'jsx' || ending === 'tsx' ? ending : 'ts'
  return parseUnit({ language, name: path, content, kind: 'source', start: 0, line: 1, label: '' })
}

async function parses(mutant: Mutant, files: readonly ChangedFile[]): Promise<boolean> {
  const text = files.find(({ path }) => path === mutant.path)?.text ?? ''
  return (await parseFile(mutant.path, mutated(text, mutant))).errors.length === 0
}

function mutantsOf(
  { path, text, lines }: ChangedFile,
  program: Node,
  spans: readonly Span[] | null,
): readonly Mutant[] {
  const starts = lineStarts(text)
  const seen = new Set<string>()
  return [...walk(program)].flatMap(({ node, above }) => {
    if (isIdleText(node, above)) return []
    return ideasAt({ node, above, source: text }).flatMap((idea) => {
      const { line, column } = placeAt(starts, idea.start)
      const id = `${path}:${line}:${column} ${idea.operator} ${idea.text}`
      // a pattern is one whole: whatever was written in it may change what it matches
      const place = idea.operator === 'pattern' ? node : idea
      if (!lines.has(line) || seen.has(id) || !isWritten(place, spans)) return []
      seen.add(id)
      const named = { id, path, line, column, operator: idea.operator }
      return [
        {
          ...named,
          ...shown(text, idea, node),
          scope: scopeOf([node, ...above]),
          edit: editOf(idea),
          site: siteOfBug(node, above),
        },
      ]
    })
  })
}

/** A bug in what an arrow hands back shows only when its body runs. */
function siteOfBug(node: Node, above: readonly Node[]): Site {
  const body = node.type === 'ArrowFunctionExpression' ? child(node, 'body') : null
  return body === null ? siteOf(node, above) : siteOf(body, [node, ...above])
}

const editOf = ({ start, end, text }: Idea) => ({ start, end, text })

const widest = 80

/** The code around the edit, before and after: the node itself, or as much of it as fits on a line. */
function shown(text: string, idea: Idea, node: Node): { before: string; after: string } {
  const from = idea.start - node.start > widest / 2 ? idea.start : node.start
  const until = node.end - idea.end > widest / 2 ? idea.end : node.end
  const before = text.slice(from, until)
  const after = text.slice(from, idea.start) + idea.text + text.slice(idea.end, until)
  return { before: oneLine(before), after: oneLine(after) || '(removed)' }
}

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > widest ? `${flat.slice(0, widest - 1)}…` : flat
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
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
function scopeOf(above: readonly Node[]): string {
  const names = above.flatMap((node, index) => {
    if (node.type === 'ClassDeclaration') return word(child(node, 'id'), 'name') || []
    return isFunction(node) ? functionName(node, above[index + 1] ?? null) : []
  })
  return names.length === 0 ? '(module)' : names.toReversed().join('.')
}

function functionName(node: Node, parent: Node | null): string | [] {
  const own = word(child(node, 'id'), 'name')
  if (own !== '') return own
  const kept =
    child(parent, 'key') ?? (parent?.type === 'VariableDeclarator' ? child(parent, 'id') : null)
  return word(kept, 'name') || []
}

const logs = /^(console|log|logger|debug|winston|pino)\.|(^|\.)(log|logger|debug|trace|warn)(\.|$)/i

/** Whether nobody would write a test for this text: messages of logs and of errors, types, imports. */
function isIdleText(node: Node, above: readonly Node[]): boolean {
  const inner = node.type === 'ExpressionStatement' ? child(node, 'expression') : null
  return [...(inner === null ? [] : [inner]), node, ...above].some(
    (each) =>
      (each.type.startsWith('TS') && !runtimeTypes.has(each.type)) ||
      each.type === 'ImportDeclaration' ||
      each.type === 'ImportExpression' ||
      each.type === 'ExportAllDeclaration' ||
      each.type === 'Decorator' ||
      (each.type === 'CallExpression' && logs.test(calleeName(each))) ||
      (each.type === 'NewExpression' && word(child(each, 'callee'), 'name').endsWith('Error')),
  )
}

/** TypeScript nodes that wrap code which runs. */
const runtimeTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSExportAssignment',
  'TSModuleBlock',
  'TSModuleDeclaration',
  'TSParameterProperty',
])

/** Nodes that hold statements one after the other. */
const lists = new Set(['BlockStatement', 'Program', 'StaticBlock', 'SwitchCase'])

/** Where a probe can stand that runs whenever the node is about to run. */
function siteOf(node: Node, above: readonly Node[]): Site {
  const chain = [node, ...above]
  for (const [index, each] of chain.entries()) {
    const parent = chain[index + 1]
    if (parent === undefined) break
    if (lists.has(parent.type) && /Statement$|Declaration$/.test(each.type))
      return { start: each.start, end: null }
    if (parent.type === 'ArrowFunctionExpression' && child(parent, 'body') === each)
      if (each.type !== 'BlockStatement') return { start: each.start, end: each.end }
  }
  return { start: 0, end: null }
}
