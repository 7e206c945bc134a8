import { isMap, isScalar, stringify } from 'yaml'
import type { YAMLMap } from 'yaml'
import type { Fix, TextEdit } from '../../model/finding.ts'
import { locate } from './locate.ts'
import type { Spec } from './spec.ts'

/**
 * Edits that change one place of the source of a description and leave the rest as it stands. A new member
 * goes to the front of its object, a place no other object shares, so edits of several findings do not collide.
 */
type Edit = TextEdit | null

/** A fix of the edits that could be made, or nothing where one of them could not. */
export function fixOf(title: string, edits: readonly Edit[]): { fix?: Fix } {
  const made = edits.filter((edit) => edit !== null)
  return made.length === 0 || made.length < edits.length ? {} : { fix: { title, edits: made } }
}

/** Adds a member with a plain value to the object at the pointer. */
export function addMember(
  spec: Spec,
  pointer: string,
  [key, value]: readonly [string, unknown],
): Edit {
  const node = locate(spec, pointer)?.value
  if (!isMap(node)) return null
  if (node.flow) return intoFlow(spec, node, `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  const start = node.items[0]?.key.range[0]
  if (start === undefined) return null
  const pad = ' '.repeat(start - (spec.source.lastIndexOf('\n', start - 1) + 1))
  return edit(spec, [start, start], `${stringify({ [key]: value }).trimEnd()}\n${pad}`)
}

function intoFlow(spec: Spec, node: YAMLMap.Parsed, member: string): Edit {
  const open = node.range[0] + 1
  const gap = /^\s*/.exec(spec.source.slice(open))?.[0] ?? ''
  if (node.items.length === 0) return edit(spec, [open, node.range[1] - 1], member)
  return edit(spec, [open, open], `${gap}${member},${gap === '' ? ' ' : ''}`)
}

/** Replaces the plain value at the pointer, keeping its key. */
export function replaceValue(spec: Spec, pointer: string, value: unknown): Edit {
  const node = locate(spec, pointer)?.value
  if (!node || !isScalar(node)) return null
  const isJson = spec.tree !== null || /["']/.test(spec.source[node.range[0]] ?? '')
  const text = isJson ? JSON.stringify(value) : stringify(value).trimEnd()
  return edit(spec, [node.range[0], node.range[1]], text)
}

/** Renames the member at the pointer, keeping its quotes. */
export function renameKey(spec: Spec, pointer: string, name: string): Edit {
  const key = locate(spec, pointer)?.pair?.key
  if (!key) return null
  const quote = /["']/.exec(spec.source[key.range[0]] ?? '')?.[0] ?? "'"
  return edit(spec, [key.range[0], key.range[1]], `${quote}${name}${quote}`)
}

const edit = (spec: Spec, [start, end]: readonly [number, number], text: string): TextEdit => ({
  start: spec.offset + start,
  end: spec.offset + end,
  text,
})
