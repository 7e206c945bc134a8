import type { z } from 'zod'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { InputError } from './input-error.ts'
import { complaintOf, type InputSource } from './json-input.ts'

const longest = 500_000
const mostErrors = 20

/** YAML by a schema. Every complaint names its line; an unknown key names its own. */
export async function parseYamlWith<Value>(
  text: string,
  schema: z.ZodType<Value>,
  { path, code }: InputSource,
): AsyncResult<Value, readonly InputError[]> {
  const expected = 'YAML that can be read'
  if (text.length > longest)
    return err([
      {
        code,
        path,
        what: `the file has ${text.length} characters`,
        expected: `at most ${longest}`,
      },
    ])
  const read = await readYaml(text)
  if (!read.ok) return err(read.error.map((slip) => ({ code, path, ...slip, expected })))
  const { value, lineOf } = read.value
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues
      .slice(0, mostErrors)
      .flatMap(eachKey)
      .map(({ issue, keys }) => ({
        code,
        path,
        line: lineOf(keys),
        at: keys.join('.'),
        ...complaintOf(issue),
      })),
  )
}

type Slip = { readonly line?: number; readonly what: string }
type Read = {
  readonly value: unknown
  readonly lineOf: (keys: readonly PropertyKey[]) => number
}

/** The value of a YAML text, and a way to ask for the line of a key. */
export async function readYaml(text: string): AsyncResult<Read, readonly Slip[]> {
  const { isMap, isNode, isScalar, LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent' })
    if (document.errors.length > 0)
      return err(
        document.errors.slice(0, mostErrors).map((error) => ({
          line: Math.max(1, lines.linePos(error.pos[0]).line),
          what: error.message.split(/ at line|\n/)[0] ?? 'a syntax error',
        })),
      )
    // an unknown key is reported at the key itself, not at its value or its map
    const find = (keys: readonly PropertyKey[]): number | null => {
      const parent = keys.length > 1 ? document.getIn(keys.slice(0, -1), true) : document.contents
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(keys.at(-1)))
        : undefined
      const node = pair === undefined ? document.getIn(keys, true) : pair.key
      return isNode(node) && node.range ? lines.linePos(node.range[0]).line : null
    }
    const value: unknown = document.toJS()
    return ok({ value, lineOf: (keys) => nearestLine(keys, find) })
  } catch (error) {
    // an alias without its anchor, too many aliases, or absurd nesting
    return err([
      { what: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable' },
    ])
  }
}

type Complaint = { readonly issue: z.core.$ZodIssue; readonly keys: readonly PropertyKey[] }

function eachKey(issue: z.core.$ZodIssue): readonly Complaint[] {
  if (issue.code !== 'unrecognized_keys') return [{ issue, keys: issue.path }]
  return issue.keys.map((key) => ({ issue: { ...issue, keys: [key] }, keys: [...issue.path, key] }))
}

function nearestLine(
  keys: readonly PropertyKey[],
  find: (keys: readonly PropertyKey[]) => number | null,
): number {
  for (let length = keys.length; length > 0; length -= 1) {
    const line = find(keys.slice(0, length))
    if (line !== null) return line
  }
  return 1
}
