import { pointerParts } from '../../kit/parse.ts'
import type { Data } from './data.ts'
import type { Found, Look } from './found.ts'

type Path = readonly (string | number)[]

const most = 10_000

/** The members of data that a pointer means, and those it names that are not there. `*` is any member, `**` any depth. */
export function findPath(pointer: string, data: Data): Look {
  const results: Found[] = []
  const missing: Found[] = []
  const parts = pointerParts(pointer)
  const foundAt = (path: Path, value: unknown): Found => ({
    value,
    text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    place: { ...data.placeOf(path), pointer: pointerOf(path) },
  })
  const walk = (value: unknown, path: Path, at: number): void => {
    if (results.length >= most) return
    const part = parts[at]
    if (part === undefined) return void results.push(foundAt(path, value))
    if (part === '**') {
      walk(value, path, at + 1)
      for (const [key, member] of membersOf(value)) walk(member, [...path, key], at)
      return
    }
    if (part === '*') {
      for (const [key, member] of membersOf(value)) walk(member, [...path, key], at + 1)
      return
    }
    const member = membersOf(value).find(([key]) => String(key) === part)
    if (member !== undefined) walk(member[1], [...path, member[0]], at + 1)
    // at any depth, most places have no such member, and need none
    else if (!parts.slice(0, at).includes('**'))
      missing.push({
        ...foundAt(path, undefined),
        text: `${pointerOf([...path, part])} is missing`,
      })
  }
  walk(data.value, [], 0)
  return { found: results, missing }
}

const membersOf = (value: unknown): readonly (readonly [string | number, unknown])[] =>
  Array.isArray(value)
    ? [...value.entries()]
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : []

const pointerOf = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
