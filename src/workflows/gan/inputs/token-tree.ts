import type { InputError } from './input-error.ts'
import { pointerOf } from './json-input.ts'

/** One value of a tokens file: the names that lead to it, as they were written. */
export type Leaf = { readonly keys: readonly string[]; readonly value: string | number }

const deepest = 8

/** Values of a tree of tokens. A token may be a plain value, or an object with `$value` or `value`. */
export function leavesOf(value: unknown, keys: readonly string[] = []): readonly Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ keys, value }]
  if (typeof value !== 'object' || value === null || keys.length >= deepest) return []
  if (Array.isArray(value))
    return value.flatMap((item, index) => leavesOf(item, [...keys, String(index)]))
  const inner: unknown = Reflect.get(value, '$value') ?? ownScalar(value)
  if (inner !== undefined) return leavesOf(inner, keys)
  return Object.entries(value)
    .filter(([key]) => !key.startsWith('$'))
    .flatMap(([key, item]) => leavesOf(item, key === 'DEFAULT' ? keys : [...keys, key]))
}

/** `{ "value": "#fff", "type": "color" }`: the older way to write one token. */
function ownScalar(value: object): unknown {
  const own: unknown = Reflect.get(value, 'value')
  return typeof own === 'string' || typeof own === 'number' ? own : undefined
}

/** A length in CSS pixels: `8`, `"8px"` or `"0.5rem"`. */
export function pixelsOf(value: string | number): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  const match = /^(\d{1,6}(?:\.\d{1,6})?)(px|rem|em)?$/.exec(value.trim())
  if (!match) return null
  const scale = match[2] === 'rem' || match[2] === 'em' ? 16 : 1
  return Number((Number(match[1]) * scale).toFixed(4))
}

/** `primaryForeground`, `primary-foreground` and `primary.foreground` are one name. */
export const dotted = (keys: readonly string[]): string =>
  keys
    .flatMap((key) =>
      key
        .replaceAll(/([a-z])([A-Z])/g, '$1.$2')
        .toLowerCase()
        .split(/[^a-z0-9]+/),
    )
    .filter((part) => part !== '')
    .join('.')

/** A complaint about one value. */
export const wrongToken = (
  path: string,
  keys: readonly string[],
  { what, expected }: { readonly what: string; readonly expected: string },
): InputError => ({ code: 'DESIGN_TOKENS_INVALID', path, at: pointerOf(keys), what, expected })
