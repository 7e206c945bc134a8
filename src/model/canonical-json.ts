import { err, ok, type Result } from './result.ts'

const deepest = 1_000

type Place = { readonly pointer: string; readonly depth: number }

/**
 * The one spelling of a JSON value (RFC 8785): keys sorted by code unit, no white space, numbers as
 * ECMAScript writes them. What JSON can't say is refused rather than dropped, so that two values
 * with the same text are the same value.
 */
export function canonicalJson(value: unknown): Result<string, string> {
  return write(value, { pointer: '', depth: 0 })
}

function write(value: unknown, at: Place): Result<string, string> {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed()
        ? ok(JSON.stringify(value))
        : refused(at, 'the text holds half of a surrogate pair, which no encoding can write')
    case 'number':
      // JSON.stringify writes -0 as 0, and the rest exactly as the standard asks
      return Number.isFinite(value)
        ? ok(JSON.stringify(value))
        : refused(at, `${value} is not a number that JSON can hold`)
    case 'boolean':
      return ok(String(value))
    case 'object':
      return value === null ? ok('null') : writeNested(value, at)
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      return refused(at, `JSON can't hold a value of type ${typeof value}`)
  }
}

function writeNested(value: object, at: Place): Result<string, string> {
  if (at.depth >= deepest) return refused(at, `nested deeper than ${deepest} levels`)
  if (Array.isArray(value)) return writeArray(value, at)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype)
    return refused(at, 'only plain objects and arrays can be written as JSON')
  return writeObject(value, at)
}

function writeArray(items: readonly unknown[], at: Place): Result<string, string> {
  const written: string[] = []
  for (let index = 0; index < items.length; index += 1) {
    const item = write(items[index], below(at, String(index)))
    if (!item.ok) return item
    written.push(item.value)
  }
  return ok(`[${written.join(',')}]`)
}

function writeObject(members: object, at: Place): Result<string, string> {
  const written: string[] = []
  const sorted = Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1))
  for (const [key, value] of sorted) {
    if (!key.isWellFormed()) return refused(at, 'a key holds half of a surrogate pair')
    const member = write(value, below(at, key))
    if (!member.ok) return member
    written.push(`${JSON.stringify(key)}:${member.value}`)
  }
  return ok(`{${written.join(',')}}`)
}

const below = ({ pointer, depth }: Place, key: string): Place => ({
  pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  depth: depth + 1,
})

const refused = ({ pointer }: Place, why: string) =>
  err(`${pointer === '' ? 'the value' : pointer}: ${why}`)
