import { z } from 'zod'
import { nearestName } from './near-name.ts'
import { DesignIntent } from './intent.ts'
import { escapeKey } from './json-text.ts'

/** What keeps a value from being an intent: where, what is wrong, and what was expected. */
export type IntentProblem = {
  readonly path: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** Beyond these a list of problems helps nobody. */
export const mostProblems = 20

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** The complaints of the schema in plain words. */
export function schemaProblems(issues: readonly Issue[], value: unknown): readonly IntentProblem[] {
  const problems = issues.slice(0, mostProblems).flatMap((issue) => problemsOf(issue, value))
  const left = issues.length - mostProblems
  if (left <= 0) return problems.slice(0, mostProblems)
  const more = { path: '', message: `and ${left} more problems of this kind` }
  return [...problems.slice(0, mostProblems - 1), more]
}

function problemsOf(issue: Issue, value: unknown): readonly IntentProblem[] {
  const path = pointerOf(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, mostProblems).map((key) => ({
      path: `${path}/${escapeKey(key)}`,
      message: unknownKey(key, keysAt(issue.path)),
    }))
  const result = valueAt(value, issue.path)
  const last = issue.path.at(-1)
  if (result === undefined && typeof last === 'string')
    return [{ path: pointerOf(issue.path.slice(0, -1)), message: missing(last, issue) }]
  return [{ path, message: `${wrong(issue)}, found ${described(result)}` }]
}

const unknownKey = (key: string, known: readonly string[]): string => {
  const meant = nearestName(key, known)
  const hint = meant === null ? `expected one of ${known.join(', ')}` : `did you mean ${meant}?`
  return `the key ${JSON.stringify(key.slice(0, 60))} is not known here; ${hint}`
}

const missing = (key: string, issue: Issue): string => `${key} is missing; ${wrong(issue)}`

function wrong(issue: Issue): string {
  if (issue.code === 'invalid_type') return `expected ${article(issue.expected)}`
  if (issue.code !== 'invalid_value') return issue.message
  const values = issue.values.map((each) => JSON.stringify(each)).join(', ')
  return `expected ${issue.values.length > 1 ? 'one of ' : ''}${values}`
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

function described(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string')
    return typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : article(typeof value)
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}… (${text.length - 2} characters)` : text
}

const pointerOf = (path: Path): string => path.map((part) => `/${escapeKey(String(part))}`).join('')

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, part) => {
    if (typeof inside !== 'object' || inside === null) return undefined
    return Object.hasOwn(inside, part) ? Reflect.get(inside, part) : undefined
  }, value)
}

/** The keys that the contract knows at a place. */
function keysAt(path: Path): readonly string[] {
  const schema = path.reduce<unknown>((around, part) => {
    const inside = unwrapped(around)
    if (inside instanceof z.ZodArray) return inside.element
    return inside instanceof z.ZodObject ? inside.shape[String(part)] : undefined
  }, DesignIntent)
  const inside = unwrapped(schema)
  return inside instanceof z.ZodObject ? Object.keys(inside.shape) : []
}

const unwrapped = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema
