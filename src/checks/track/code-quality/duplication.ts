import { shape } from '../../integrity/canonical.ts'
import { functionsOf } from '../../integrity/functions.ts'
import { lineAt, type Source } from '../../integrity/source.ts'
import { holdsUnless, type Issue, type Part } from '../evaluation.ts'
import { packageFolder, type TrackCode } from '../track-code.ts'

const about = 'no more than 10 lines are there twice'
const mostLines = 10
const fewestTelling = 7

type Line = { readonly path: string; readonly line: number; readonly text: string }

/** Lines of product code that the track wrote and that stand elsewhere as well. */
export function noDuplication(code: TrackCode): Part {
  const sources = code.sources('source', 'script')
  const issues = [
    ...copiedLines(code, sources),
    ...renamedCopies(code, sources),
    ...sameFunctions(code, sources),
  ]
  const visited = new Set<string>()
  return holdsUnless('no-duplication', about, {
    issues: issues.filter(({ path = '', line = 0 }) => {
      const key = `${path}:${Math.floor(line / 20)}`
      const isFirst = !visited.has(key)
      visited.add(key)
      return isFirst
    }),
    reason: 'nothing that the track wrote stands elsewhere as well',
  })
}

function copiedLines(code: TrackCode, sources: readonly Source[]): readonly Issue[] {
  const windows = new Map<string, Line>()
  const issues: Issue[] = []
  for (const source of sources) {
    const own = code.ownLines(source.path)
    const lines = codeLines(source)
    let skipTo = 0
    for (let at = 0; at + mostLines < lines.length; at++) {
      const part = lines.slice(at, at + mostLines + 1)
      if (part.filter(({ text }) => /\w{2}/.test(text)).length < fewestTelling) continue
      const key = part.map(({ text }) => text).join('\n')
      const [first] = part
      const twin = windows.get(key)
      if (first === undefined) continue
      if (twin === undefined) windows.set(key, first)
      const isNear =
        twin !== undefined && packageFolder(code, twin.path) === packageFolder(code, first.path)
      const isApart =
        twin !== undefined && (twin.path !== first.path || first.line - twin.line > mostLines)
      if (twin === undefined || !isApart || !isNear || at < skipTo) continue
      const isOwn = part.every(({ line }) => own.has(line))
      const isTwins = code.ownLines(twin.path).has(twin.line)
      if (!isOwn && !isTwins) continue
      skipTo = at + mostLines
      const [mine, other] = isOwn ? [first, twin] : [twin, first]
      issues.push(issueOf(mine, other))
    }
  }
  return issues
}

const issueOf = (mine: Pick<Line, 'path' | 'line'>, other: Pick<Line, 'path' | 'line'>): Issue => ({
  message: `more than ${mostLines} lines here are the same as in ${other.path}:${other.line}`,
  path: mine.path,
  line: mine.line,
  fix: 'make it one function and call it from both places',
})

/** Lines with code on them; imports and comments are alike everywhere. */
function codeLines({ path, text, comments, module }: Source): readonly Line[] {
  const blank = [...comments, ...module.staticImports].reduce(
    (now, { start, end }) =>
      now.slice(0, start) + now.slice(start, end).replaceAll(/[^\n]/g, ' ') + now.slice(end),
    text,
  )
  return blank
    .split('\n')
    .map((line, index) => ({ path, line: index + 1, text: line.trim() }))
    .filter(({ text: line }) => line !== '')
}

/** Whole functions that differ in their names alone. */
function renamedCopies(code: TrackCode, sources: readonly Source[]): readonly Issue[] {
  const known = new Map<
    string,
    { readonly path: string; readonly line: number; readonly isOwn: boolean }
  >()
  const issues: Issue[] = []
  for (const source of sources)
    for (const { node } of functionsOf(source)) {
      const line = lineAt(source.text, node.start)
      if (node.body === null || lineAt(source.text, node.end) - line < mostLines) continue
      const key = shape(node.body)
      const place = { path: source.path, line, isOwn: code.isOwn(source, node) }
      const twin = known.get(key)
      if (twin === undefined) known.set(key, place)
      else if (
        (place.isOwn || twin.isOwn) &&
        packageFolder(code, twin.path) === packageFolder(code, source.path)
      )
        issues.push(place.isOwn ? issueOf(place, twin) : issueOf(twin, place))
    }
  return issues
}

const fewestLines = 3
const mostlySame = 0.6

type Whole = Pick<Line, 'path' | 'line'> & {
  readonly lines: readonly string[]
  readonly isOwn: boolean
}

/** Functions with the same name and mostly the same lines in two files, which come to more lines than allowed. */
function sameFunctions(code: TrackCode, sources: readonly Source[]): readonly Issue[] {
  const functions = sources.flatMap((source) =>
    functionsOf(source)
      .filter(({ isMethod, node }) => !isMethod && node.body !== null)
      .map(({ short, node }) => ({
        short,
        path: source.path,
        line: lineAt(source.text, node.start),
        lines: source.text
          .slice(node.start, node.end)
          .split('\n')
          .map((each) => each.trim()),
        isOwn: code.isOwn(source, node),
      }))
      .filter(({ lines }) => lines.length >= fewestLines),
  )
  const pairs = functions.flatMap((one, index) =>
    functions
      .slice(index + 1)
      .filter(
        (other) =>
          one.path !== other.path &&
          (one.short === other.short ||
            Math.min(one.lines.length, other.lines.length) >= mostLines) &&
          areSame(code, one, other),
      )
      .map((other) => (other.isOwn ? { mine: other, other: one } : { mine: one, other })),
  )
  const byFiles = Map.groupBy(pairs, ({ mine }) => mine.path)
  return [...byFiles.values()].flatMap((same) => {
    const [first] = same
    const lines = same.reduce((sum, { mine }) => sum + mine.lines.length, 0)
    return first !== undefined && lines > mostLines ? [issueOf(first.mine, first.other)] : []
  })
}

const areSame = (code: TrackCode, one: Whole, other: Whole): boolean =>
  (one.isOwn || other.isOwn) &&
  packageFolder(code, one.path) === packageFolder(code, other.path) &&
  one.lines.filter((line) => other.lines.includes(line)).length >=
    mostlySame * Math.max(one.lines.length, other.lines.length)
