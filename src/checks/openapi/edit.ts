import { isMap, isScalar, isSeq, stringify } from 'yaml'
import type { ParsedNode, YAMLMap } from 'yaml'
import type { Fix, TextEdit } from '../../model/finding.ts'
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

export function addMember(
  spec: Spec,
  pointer: string,
  member: readonly [string, unknown],
  anchor: Anchor = 'first',
): TextEdit | null {
  return addMembers(spec, pointer, Object.fromEntries([member]), anchor)
}

export function addMembers(
  spec: Spec,
  pointer: string,
  members: JsonMap,
  anchor: Anchor = 'first',
): TextEdit | null {
  const located = locate(spec, pointer)
  if (located === null) return null
  const { value: node } = located
  if (isMap(node) && !node.flow && node.items.length > 0)
    return intoBlock(spec, node, members, anchor)
  if (isMap(node)) return intoFlow(spec, node, members, anchor)
  const start = located.pair?.key.range[0]
  if (start === undefined || (node !== null && !(isScalar(node) && node.value === null)))
    return null
  if (node !== null && node.range[1] > node.range[0])
    return edit(spec, node.range[0], node.range[1], JSON.stringify(members))
  const colon = spec.source.indexOf(':', located.pair?.key.range[1] ?? start)
  const pad = ' '.repeat(columnAt(spec, start) + 2)
  return edit(spec, colon + 1, colon + 1, `\n${pad}${yamlLines(members, pad)}`)
}

/** Adds items at the end of the list at the pointer, or a list of them where there is none. */
export function addItems(spec: Spec, pointer: string, values: readonly unknown[]): TextEdit | null {
  const node = locate(spec, pointer)?.value
  if (node === undefined) {
    const slash = pointer.lastIndexOf('/')
    return addMember(spec, pointer.slice(0, slash), [pointer.slice(slash + 1), values])
  }
  if (!isSeq(node)) return null
  if (node.flow || node.items.length === 0) {
    const texts = values.map((value) => JSON.stringify(value))
    const close = node.range[1] - 1
    const inner = spec.source.slice(node.range[0] + 1, close).trimEnd()
    const end = node.range[0] + 1 + inner.length
    return edit(spec, end, end, `${node.items.length === 0 ? '' : ', '}${texts.join(', ')}`)
  }
  const pad = ' '.repeat(columnAt(spec, node.range[0]))
  const end = lineEnd(spec, node)
  return edit(spec, end, end, `\n${pad}${yamlLines(values, pad)}`)
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
  node: YAMLMap.Parsed,
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

function intoFlow(spec: Spec, node: YAMLMap.Parsed, members: JsonMap, anchor: Anchor): TextEdit {
  const open = node.range[0]
  const close = node.range[1] - 1
  const inner = spec.source.slice(open + 1, close)
  const gap = /^\s*\n[ \t]*/.exec(inner)?.[0] ?? ''
  const indent = /[ \t]*$/.exec(gap)?.[0] ?? ''
  const parts = Object.entries(members).map(([key, value]) => {
    const text =
      gap === ''
        ? JSON.stringify(value)
        : JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
    return `${JSON.stringify(key)}: ${text}`
  })
  if (node.items.length === 0) return edit(spec, open + 1, close, parts.join(', '))
  const joint = gap === '' ? ', ' : `,\n${indent}`
  if (anchor === 'last') {
    const end = open + 1 + inner.trimEnd().length
    return edit(spec, end, end, `${joint}${parts.join(joint)}`)
  }
  return edit(spec, open + 1, open + 1, `${gap}${parts.join(joint)},${gap === '' ? ' ' : ''}`)
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

const isFlow = (spec: Spec): boolean => spec.tree !== null || isFlowMap(spec.document().contents)

const isFlowMap = (node: unknown): boolean => isMap(node) && node.flow === true

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
