import { isMap, isScalar, isSeq, stringify } from 'yaml'
import type { ParsedNode, YAMLMap, YAMLSeq } from 'yaml'
import type { Fix, TextEdit } from '../../model/finding.ts'
import { child, isMap as isJsonMap, pointerOf } from './json.ts'
import type { JsonMap } from './json.ts'
import { locate } from './locate.ts'
import type { Spec } from './spec.ts'

/**
 * Edits that add to the source of a description and leave the rest as it stands. Members go in
 * front of others unless told: the front of an object is a place no other object shares, so
 * edits of several findings can be applied together in any order.
 */
export type Anchor = 'first' | 'last' | { readonly before: string }

/** A fix of the edits that could be made, or nothing where one of them could not. */
export function fixOf(title: string, edits: readonly (TextEdit | null)[]): { fix?: Fix } {
  const made = edits.filter((edit) => edit !== null)
  return made.length === 0 || made.length < edits.length ? {} : { fix: { title, edits: made } }
}

/** Adds a member to the object at the pointer. */
export function addMember(
  spec: Spec,
  pointer: string,
  [key, value]: readonly [string, unknown],
  anchor: Anchor = 'first',
): TextEdit | null {
  const found = locate(spec, pointer)
  if (found === null) return null
  const { value: node } = found
  if (isMap(node) && !node.flow && node.items.length > 0)
    return intoBlock(spec, node, { [key]: value }, anchor)
  if (isMap(node)) return intoFlow(spec, node, [`${JSON.stringify(key)}: `, value], anchor)
  const start = found.pair?.key.range[0]
  if (start === undefined || (node !== null && !(isScalar(node) && node.value === null)))
    return null
  if (node !== null && node.range[1] > node.range[0])
    return edit(spec, node.range[0], node.range[1], JSON.stringify({ [key]: value }))
  const colon = spec.source.indexOf(':', found.pair?.key.range[1] ?? start)
  const pad = ' '.repeat(columnAt(spec, start) + 2)
  return edit(spec, colon + 1, colon + 1, `\n${pad}${yamlLines({ [key]: value }, pad)}`)
}

/** Adds an item at the end of the list at the pointer, or a list with that item where there is none. */
export function addItem(spec: Spec, pointer: string, value: unknown): TextEdit | null {
  const node = locate(spec, pointer)?.value
  if (node === undefined) {
    const slash = pointer.lastIndexOf('/')
    return addMember(spec, pointer.slice(0, slash), [pointer.slice(slash + 1), [value]])
  }
  if (!isSeq(node)) return null
  if (node.flow || node.items.length === 0) return intoFlow(spec, node, ['', value], 'last')
  const pad = ' '.repeat(columnAt(spec, node.range[0]))
  const end = lineEnd(spec, node)
  return edit(spec, end, end, `\n${pad}${yamlLines([value], pad)}`)
}

/** Adds what is missing of a tree of objects; members that exist stay as they are. */
export function addTree(
  spec: Spec,
  tree: JsonMap,
  keys: readonly string[] = [],
): readonly TextEdit[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = [...keys, key]
    const existing = here.reduce((node, name) => child(node, name), {
      value: spec.root as unknown,
      pointer: '',
    })
    if (existing.value === undefined) {
      const anchor: Anchor =
        keys.length === 0 && 'paths' in spec.root ? { before: 'paths' } : 'first'
      return addMember(spec, pointerOf(...keys), [key, value], anchor) ?? []
    }
    return isJsonMap(existing.value) && isJsonMap(value) ? addTree(spec, value, here) : []
  })
}

/** Replaces the value at the pointer, keeping its key. */
export function replaceValue(spec: Spec, pointer: string, value: unknown): TextEdit | null {
  const node = locate(spec, pointer)?.value
  if (!node) return null
  if (!isScalar(node) && !(isMap(node) && node.flow) && !(isSeq(node) && node.flow)) return null
  const text = isFlow(spec) || !isScalar(node) ? JSON.stringify(value) : stringify(value).trimEnd()
  return edit(spec, node.range[0], node.range[1], text)
}

/** Renames the member at the pointer, keeping its quotes. */
export function renameKey(spec: Spec, pointer: string, name: string): TextEdit | null {
  const key = locate(spec, pointer)?.pair?.key
  if (!key) return null
  const quote = /["']/.exec(spec.source[key.range[0]] ?? '')?.[0] ?? "'"
  return edit(spec, key.range[0], key.range[1], `${quote}${name}${quote}`)
}

function intoBlock(
  spec: Spec,
  node: YAMLMap.Parsed<ParsedNode, ParsedNode | null>,
  member: JsonMap,
  anchor: Anchor,
): TextEdit | null {
  const [first] = node.items
  const last = node.items.at(-1)
  if (first === undefined || last === undefined) return null
  const pad = ' '.repeat(columnAt(spec, first.key.range[0]))
  const lines = yamlLines(member, pad)
  if (anchor === 'last') {
    const end = lineEnd(spec, last.value ?? last.key)
    return edit(spec, end, end, `\n${pad}${lines}`)
  }
  const before =
    anchor === 'first'
      ? first
      : node.items.find(({ key }) => isScalar(key) && key.value === anchor.before)
  const at = (before ?? first).key.range[0]
  return edit(spec, at, at, `${lines}\n${pad}`)
}

type FlowNode = YAMLMap.Parsed<ParsedNode, ParsedNode | null> | YAMLSeq.Parsed

function intoFlow(
  spec: Spec,
  node: FlowNode,
  [label, value]: readonly [string, unknown],
  anchor: Anchor,
): TextEdit | null {
  const open = node.range[0]
  const close = node.range[1] - 1
  const inner = spec.source.slice(open + 1, close)
  const gap = /^\s*\n[ \t]*/.exec(inner)?.[0] ?? ''
  const indent = /[ \t]*$/.exec(gap)?.[0] ?? ''
  const text =
    gap === ''
      ? JSON.stringify(value)
      : JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
  if (node.items.length === 0) return edit(spec, open + 1, close, `${label}${text}`)
  if (anchor === 'last') {
    const end = open + 1 + inner.trimEnd().length
    return edit(spec, end, end, `,${gap === '' ? ' ' : `\n${indent}`}${label}${text}`)
  }
  return edit(spec, open + 1, open + 1, `${gap}${label}${text},${gap === '' ? ' ' : ''}`)
}

const edit = (spec: Spec, start: number, end: number, text: string): TextEdit => ({
  start: spec.offset + start,
  end: spec.offset + end,
  text,
})

const yamlLines = (value: unknown, pad: string): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
    .trimEnd()
    .split('\n')
    .join(`\n${pad}`)

const isFlow = (spec: Spec): boolean =>
  isMap(spec.document.contents) && spec.document.contents.flow === true

function columnAt(spec: Spec, offset: number): number {
  return offset - (spec.source.lastIndexOf('\n', offset - 1) + 1)
}

// the end of the line on which a node's last character stands, before the line break
function lineEnd(spec: Spec, node: ParsedNode): number {
  let last = node.range[1]
  while (last > 0 && /\s/.test(spec.source[last - 1] ?? '')) last -= 1
  const newline = spec.source.indexOf('\n', last)
  const end = newline < 0 ? spec.source.length : newline
  return spec.source[end - 1] === '\r' ? end - 1 : end
}
