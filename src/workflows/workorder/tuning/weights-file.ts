import { type Document, isMap, isScalar, type ParsedNode, parseDocument, type YAMLMap } from 'yaml'
import { err, ok, type Result } from '../../../model/result.ts'
import type { ComplexityWeights } from '../../../model/workorder-config.ts'

const keys = ['workflows', 'workorder', 'weights'] as const

/** The weights as they stand in loopwright.yaml, from the outermost key on. */
export const weightsYaml = (weights: ComplexityWeights): string =>
  nested([...keys], Object.entries(weights), 0).join('\n')

/** The text of loopwright.yaml with other weights; every other letter stays, or it is refused. */
export function withWeights(text: string, weights: ComplexityWeights): Result<string, string> {
  const document = parseDocument(text)
  if (document.errors.length > 0) return err('it is not valid YAML')
  const edits = editsFor(text, document, weights)
  if (!edits.ok) return edits
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  return ok(
    edits.value
      .toSorted((one, other) => other.at - one.at)
      .reduce(
        (all, { at, end, put }) =>
          all.slice(0, at) + put.replaceAll('\n', newline) + all.slice(end),
        text,
      ),
  )
}

type Edit = { readonly at: number; readonly end: number; readonly put: string }
type Entries = readonly (readonly [string, number])[]
type Edits = Result<readonly Edit[], string>

function editsFor(text: string, document: Document.Parsed, weights: ComplexityWeights): Edits {
  let node: ParsedNode | null = document.contents
  const all = Object.entries(weights)
  if (isNothing(node)) return ok([atEnd(text, nested([...keys], all, 0))])
  for (const [depth, key] of keys.entries()) {
    if (!isMap(node)) return err(`${keys.slice(0, depth).join('.')} is not written as keys`)
    const pair: YAMLMap.Parsed['items'][number] | undefined = pairOf(node, key)
    const rest = keys.slice(depth)
    if (pair === undefined) return added(text, node, { keys: rest, entries: all })
    if (isNothing(pair.value)) return filled(text, pair, { keys: rest.slice(1), entries: all })
    node = pair.value
  }
  return isMap(node) ? changed(text, node, all) : err(`${keys.join('.')} is not written as keys`)
}

const isNothing = (node: ParsedNode | null): boolean =>
  node === null || (isScalar(node) && node.value === null)

const pairOf = (map: YAMLMap.Parsed, key: string) =>
  map.items.find((item) => isScalar(item.key) && item.key.value === key)

type Wanted = { readonly keys: readonly string[]; readonly entries: Entries }

/** Keys one below the other, then the entries. */
function nested(path: readonly string[], entries: Entries, indent: number): readonly string[] {
  const pad = (depth: number) => ' '.repeat(indent + depth * 2)
  return [
    ...path.map((key, depth) => `${pad(depth)}${key}:`),
    ...entries.map(([factor, weight]) => `${pad(path.length)}${factor}: ${weight}`),
  ]
}

const inFlow = ([key, ...rest]: readonly string[], entries: Entries): string =>
  key === undefined
    ? entries.map(([factor, weight]) => `${factor}: ${weight}`).join(', ')
    : `${key}: { ${inFlow(rest, entries)} }`

/** At the end of a map that is there. */
function added(text: string, map: YAMLMap.Parsed, { keys: path, entries }: Wanted): Edits {
  const last = map.items.at(-1)
  if (map.flow === true || last === undefined) {
    const inner = text.slice(map.range[0] + 1, map.range[1] - 1)
    const at = map.range[0] + 1 + inner.trimEnd().length
    const comma = last === undefined || inner.trimEnd().endsWith(',') ? ' ' : ', '
    const gap = last === undefined ? ' ' : ''
    return ok([{ at, end: at, put: `${comma}${inFlow(path, entries)}${gap}` }])
  }
  const at = lineEnd(text, (last.value ?? last.key).range[1])
  const lines = nested(path, entries, columnAt(text, last.key.range[0]))
  return ok([{ at, end: at, put: `\n${lines.join('\n')}` }])
}

/** Below a key that has no value. */
function filled(
  text: string,
  { key, value }: YAMLMap.Parsed['items'][number],
  { keys: path, entries }: Wanted,
): Edits {
  const lines = nested(path, entries, columnAt(text, key.range[0]) + 2)
  const put = `\n${lines.join('\n')}`
  // a null that is written out goes
  if (value !== null && value.range[1] > value.range[0])
    return ok([{ at: value.range[0], end: value.range[1], put }])
  const at = lineEnd(text, key.range[1])
  return ok([{ at, end: at, put }])
}

/** Numbers that are there are replaced where they stand; the others are added. */
function changed(text: string, map: YAMLMap.Parsed, entries: Entries): Edits {
  const edits: Edit[] = []
  const missing: (readonly [string, number])[] = []
  for (const [factor, weight] of entries) {
    const pair = pairOf(map, factor)
    if (pair === undefined) missing.push([factor, weight])
    else if (isScalar(pair.value)) {
      const [at, end] = pair.value.range
      edits.push({ at, end, put: String(weight) })
    } else return err(`${factor} is not written as a number`)
  }
  if (missing.length === 0) return ok(edits)
  const more = added(text, map, { keys: [], entries: missing })
  return more.ok ? ok([...edits, ...more.value]) : more
}

const atEnd = (text: string, lines: readonly string[]): Edit => ({
  at: text.length,
  end: text.length,
  put: `${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`,
})

const columnAt = (text: string, offset: number): number =>
  offset - (text.lastIndexOf('\n', offset - 1) + 1)

/** The end of the line on which something ends, before the line break. */
function lineEnd(text: string, after: number): number {
  const last = text.slice(0, after).trimEnd().length
  const newline = text.indexOf('\n', last)
  const end = newline < 0 ? text.length : newline
  return text[end - 1] === '\r' ? end - 1 : end
}
