import type { z } from 'zod'
import { escapeKey, scanJson } from '../../../checks/design/json-text.ts'
import { lineStarts, placeAt } from '../../../kit/lines.ts'
import { locatePointers } from '../../../checks/design/locate.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import type { InputCode, InputError } from './input-error.ts'

export type InputSource = { readonly path: string; readonly code: InputCode }

const longest = 2_000_000
const mostErrors = 20

/** Strict JSON as an unknown value: doubled keys, comments and deep nesting are refused by line. */
export function readJson(
  text: string,
  { path, code }: InputSource,
): Result<unknown, readonly InputError[]> {
  if (text.length > longest)
    return err([
      {
        code,
        path,
        what: `the file has ${text.length} characters`,
        expected: `at most ${longest}`,
      },
    ])
  const slips = scanJson(text)
  if (slips.length > 0) {
    const starts = lineStarts(text)
    return err(
      slips.map(({ pointer, offset, message }) => ({
        code,
        path,
        line: placeAt(starts, offset).line,
        at: pointer,
        what: message,
        expected: 'strict JSON, each key once',
      })),
    )
  }
  return ok(JSON.parse(text.replace(/^\uFEFF/, '')))
}

/** JSON by a schema; each complaint names its pointer and line. */
export function parseJsonWith<Value>(
  text: string,
  schema: z.ZodType<Value>,
  source: InputSource,
): Result<Value, readonly InputError[]> {
  const read = readJson(text, source)
  if (!read.ok) return read
  const parsed = schema.safeParse(read.value)
  if (parsed.success) return ok(parsed.data)
  const issues = parsed.error.issues.slice(0, mostErrors).map((issue) => ({
    pointer: pointerOf(issue.path),
    ...complaintOf(issue),
  }))
  const places = locatePointers(
    text,
    issues.map(({ pointer }) => pointer),
  )
  return err(
    issues.map(({ pointer, what, expected }) => ({
      code: source.code,
      path: source.path,
      line: places.get(pointer)?.line ?? 1,
      at: pointer,
      what,
      expected,
    })),
  )
}

export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${escapeKey(String(key))}`).join('')

/** What a schema complains of, cut into what is wrong and what was expected. */
export function complaintOf(issue: z.core.$ZodIssue): {
  readonly what: string
  readonly expected: string
} {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(', ')
    return {
      what: `unknown ${issue.keys.length === 1 ? 'key' : 'keys'} ${keys}`,
      expected: 'only the keys that are documented',
    }
  }
  if (issue.code === 'invalid_value')
    return {
      what: 'the value is not one of those allowed',
      expected: issue.values.map((value) => String(value)).join(', '),
    }
  if (issue.code === 'invalid_type')
    return { what: issue.message.replace(/^Invalid input: /, ''), expected: issue.expected }
  const [what = issue.message, expected] = issue.message.split('; expected ')
  return { what, expected: expected ?? 'a value within the limits' }
}
