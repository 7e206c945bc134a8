import { pointerParts } from '../../kit/parse.ts'

/** A JSON object whose members nobody has checked yet. */
export type JsonMap = { readonly [key: string]: unknown }

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const mapOf = (value: unknown): JsonMap => (isMap(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const stringsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item) => typeof item === 'string')

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A value together with the JSON pointer at which it stands. */
export type Node = { readonly value: unknown; readonly pointer: string }

export const child = (node: Node, key: string): Node => ({
  value: Array.isArray(node.value) ? node.value[Number(key)] : ownMember(node.value, key),
  pointer: `${node.pointer}/${escapeKey(key)}`,
})

/** The members of an object or the items of a list, each with its pointer. */
export function children(node: Node): readonly (Node & { readonly key: string })[] {
  if (typeof node.value !== 'object' || node.value === null) return []
  return Object.keys(node.value).map((key) => ({ ...child(node, key), key }))
}

// most keys need no escaping, and this runs once for every member of the document
export const escapeKey = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

export const pointerOf = (...keys: readonly string[]): string =>
  keys.map((key) => `/${escapeKey(key)}`).join('')

function ownMember(value: unknown, key: string): unknown {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The value at a pointer; undefined where there is none. */
export const at = (root: unknown, pointer: string): unknown =>
  pointerParts(pointer).reduce((value, key) => child({ value, pointer: '' }, key).value, root)
