import { err, ok, type Result } from './result.ts'

const deepest = 1_000

/** Why a value cannot be written. The path is gathered on the way out, so that good values cost none. */
type Refusal = { readonly path: readonly string[]; readonly why: string }
type Written = Result<string, Refusal>

/**
 * The one spelling of a JSON value (RFC 8785): keys sorted by code unit, no white space, numbers as
 * ECMAScript writes them. What JSON cannot say is refused rather than dropped, so that two values
 * with the same text are the same value.
 */
export function canonicalJson(value: unknown): Result<string, string> {
  const written = write(value, 0)
  if (written.ok) return written
  const { path, why } = written.error
  return err(`${path.length === 0 ? 'the value' : pointerOf(path)}: ${why}`)
}

function write(value: unknown, depth: number): Written {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed()
        ? ok(JSON.stringify(value))
        : refused('the text holds half of a surrogate pair, which no encoding can write')
    case 'number':
      // JSON.stringify writes -0 as 0, and the rest exactly as the standard asks
      return Number.isFinite(value)
        ? ok(JSON.stringify(value))
        : refused(`${value} is not a number that JSON can hold`)
    case 'boolean':
      return ok(String(value))
    case 'object':
      return value === null ? ok('null') : writeNested(value, depth)
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      return refused(`JSON cannot hold a value of type ${typeof value}`)
  }
}

function writeNested(value: object, depth: number): Written {
  if (depth >= deepest) return refused(`nested deeper than ${deepest} levels`)
  if (Array.isArray(value)) return writeArray(value, depth)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype)
    return refused('only plain objects and arrays can be written as JSON')
  return writeObject(value, depth)
}

function writeArray(items: readonly unknown[], depth: number): Written {
  const written: string[] = []
  for (let index = 0; index < items.length; index += 1) {
    const item = write(items[index], depth + 1)
    if (!item.ok) return below(String(index), item.error)
    written.push(item.value)
  }
  return ok(`[${written.join(',')}]`)
}

function writeObject(members: object, depth: number): Written {
  const written: string[] = []
  for (const key of Object.keys(members).sort()) {
    if (!key.isWellFormed()) return refused('a key holds half of a surrogate pair')
    const member = write(Reflect.get(members, key), depth + 1)
    if (!member.ok) return below(key, member.error)
    written.push(`${JSON.stringify(key)}:${member.value}`)
  }
  return ok(`{${written.join(',')}}`)
}

const below = (key: string, { path, why }: Refusal) => err({ path: [key, ...path], why })

const refused = (why: string) => err({ path: [], why })

const pointerOf = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
