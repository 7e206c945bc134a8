import { lineStarts, placeAt } from '../../kit/lines.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { utf8Of } from '../../ports/disk.ts'
import { DesignIntent } from './intent.ts'
import { canonicalHash } from './intent-hash.ts'
import { type IntentProblem, mostProblems, schemaProblems } from './intent-problems.ts'
import { type JsonSlip, scanJson } from './json-text.ts'
import { locatePointers } from './locate.ts'

/** An intent that keeps the contract, and the SHA-256 of its canonical JSON. */
export type ReadIntent = { readonly intent: DesignIntent; readonly hash: string }

/** Larger files are refused before they are parsed. */
export const mostIntentBytes = 10 * 1024 * 1024

/**
 * Reads the text of an intent.json. Nothing in it can make this throw: every fault is a problem that
 * names its place and what was expected there. A byte order mark is tolerated, since it is no part
 * of the value.
 */
export function readIntent(
  source: string | Uint8Array,
): Result<ReadIntent, readonly IntentProblem[]> {
  const size = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength
  if (size > mostIntentBytes)
    return wholly(`the file has ${size} bytes; expected at most ${mostIntentBytes}`)
  const text = decode(source)
  if (text === null) return wholly('the file is not UTF-8 text; expected JSON in UTF-8')
  if (text.trim() === '') return wholly('the file is empty; expected a design intent as JSON')
  const slips = scanJson(text)
  if (slips.length > 0) return err(placed(slips, text))
  const value = parse(text)
  return value.ok ? located(validateIntent(value.value), text) : value
}

/** Holds a value, such as an agent's answer, against the contract of an intent. */
export function validateIntent(value: unknown): Result<ReadIntent, readonly IntentProblem[]> {
  const parsed = DesignIntent.safeParse(value)
  if (!parsed.success) return err(schemaProblems(parsed.error.issues, value))
  const hash = canonicalHash(parsed.data)
  if (hash.ok) return ok({ intent: parsed.data, hash: hash.value })
  const [path = '', ...rest] = hash.error.split(': ')
  return err([{ path: path.startsWith('/') ? path : '', message: rest.join(': ') }])
}

const wholly = (message: string) => err([{ path: '', message, line: 1, column: 1 }])

const decode = (source: string | Uint8Array): string | null =>
  typeof source === 'string' ? source : utf8Of(source, { ignoreBOM: true })

/** The scan has accepted the text, so that this fails only where the two would disagree. */
function parse(text: string): Result<unknown, readonly IntentProblem[]> {
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
    return ok(value)
  } catch (error) {
    return wholly(`the text is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}

function placed(slips: readonly JsonSlip[], text: string): readonly IntentProblem[] {
  const starts = lineStarts(text)
  return slips
    .slice(0, mostProblems)
    .map(({ pointer, offset, message }) => ({ path: pointer, message, ...placeAt(starts, offset) }))
}

function located(
  read: Result<ReadIntent, readonly IntentProblem[]>,
  text: string,
): Result<ReadIntent, readonly IntentProblem[]> {
  if (read.ok) return read
  const places = locatePointers(
    text,
    read.error.map(({ path }) => path),
  )
  return err(read.error.map((problem) => ({ ...problem, ...places.get(problem.path) })))
}
