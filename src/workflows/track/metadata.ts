import { applyEdits, modify, parse, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { z } from 'zod'
import type { Plan } from '../../checks/track/plan.ts'
import { err, ok, type Result } from '../../model/result.ts'

export const steps = [
  'BRAINSTORM',
  'PLAN',
  'EVALUATE_PLAN',
  'EXECUTE',
  'EVALUATE_EXECUTION',
  'FIX',
  'BUSINESS_SYNC',
  'COMPLETE',
] as const
export type Step = (typeof steps)[number]

const Json = z.record(z.string(), z.unknown())
const text = z.string().optional().catch(undefined)

/** What is read of metadata.json. Everything else in it is kept as it is. */
const Metadata = z.looseObject({
  version: z.coerce.number().optional().catch(undefined),
  track_id: text,
  name: text,
  type: text,
  status: text,
  evaluators: z.array(z.string()).optional().catch(undefined),
  loop_state: z
    .looseObject({
      current_step: text,
      step_status: text,
      fix_cycle_count: z.int().nonnegative().catch(0).default(0),
      max_fix_cycles: z.int().positive().catch(3).default(3),
      checkpoints: Json.optional().catch(undefined),
    })
    .nullish()
    .transform((state) => state ?? undefined)
    .optional(),
})
export type Metadata = z.output<typeof Metadata>

/** Reads metadata.json of either version. A file that is no JSON object is refused with its place. */
export function readMetadata(source: string, where: string): Result<Metadata> {
  const errors: ParseError[] = []
  const value: unknown = parse(source.replace(/^\uFEFF/, ''), errors, {
    allowTrailingComma: false,
    disallowComments: true,
  })
  const [error] = errors
  const wrong = (what: string): Result<never> =>
    err({ exit: 2, what, where, todo: 'repair the file, or take it from the last commit' })
  if (error !== undefined) {
    const line = source.slice(0, error.offset).split('\n').length
    return wrong(`it is no JSON: ${printParseErrorCode(error.error)} in line ${line}`)
  }
  if (!isObject(value)) return wrong('it is no JSON object')
  if ('track_id' in value && typeof value['track_id'] !== 'string')
    return wrong('its track_id is no text')
  const read = Metadata.safeParse(value)
  return read.success ? ok(read.data) : wrong('its loop_state is no JSON object')
}

export type Patch = { readonly [Key in string]: unknown }

/**
 * Merges a patch into the text: objects key by key, lists whole; a key that is undefined is taken away. Unknown
 * keys, order and layout stay (3.18).
 */
export function mergeInto(source: string, patch: Patch): string {
  const bom = source.startsWith('\uFEFF') ? '\uFEFF' : ''
  const indent = /\n([ \t]+)"/.exec(source)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: source.includes('\r\n') ? '\r\n' : '\n',
  }
  // a file of one line stays one
  const layout = /\n\s*\S/.test(source) || source.trim() === '' ? { formattingOptions } : {}
  let now = source.slice(bom.length)
  if (now.trim() === '') now = '{}\n'
  for (const [path, value] of leavesOf(patch, parse(now)))
    now = applyEdits(now, modify(now, [...path], value, layout))
  return bom + now
}

/**
 * A file that holds nothing else is written anew, always in the same order; any other is merged into. Of a
 * damaged one stays what can still be read.
 */
export function mergeMetadata(source: string, patch: Patch): string {
  const errors: ParseError[] = []
  const value: unknown = parse(source.replace(/^\uFEFF/, ''), errors)
  if (holdsOnly(value, patch)) return `${JSON.stringify(patch, null, 2)}\n`
  return mergeInto(errors.length === 0 ? source : JSON.stringify(value, null, 2), patch)
}

const shared = ['lead_consultations', 'blockers', 'discovered_work'] as const

/** What others wrote into the lists of a track, and when it was created, beside what is ours. */
export function withTheirs(source: string, patch: Patch): Patch {
  const there: unknown = parse(source)
  if (!isObject(there)) return patch
  const lists = shared.flatMap((key) => {
    const [theirs, ours] = [there[key], patch[key]]
    if (!Array.isArray(theirs) || !Array.isArray(ours)) return []
    const known = new Set(ours.map(nameOf))
    return [[key, [...theirs.filter((each) => !known.has(nameOf(each))), ...ours]]]
  })
  const created = there['created_at']
  return {
    ...patch,
    ...(typeof created === 'string' ? { created_at: created } : {}),
    ...Object.fromEntries(lists),
  }
}

const nameOf = (entry: unknown): string =>
  JSON.stringify(
    isObject(entry) && entry['id'] !== undefined ? [entry['id'], entry['blocked_at']] : entry,
  )

const holdsOnly = (value: unknown, patch: unknown): boolean =>
  !isObject(value) ||
  !isObject(patch) ||
  Object.entries(value).every(([key, each]) => key in patch && holdsOnly(each, patch[key]))

const isObject = (value: unknown): value is Patch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values of a patch with their paths; an object takes the place of what is none. */
function* leavesOf(
  patch: Patch,
  into: unknown,
  above: readonly string[] = [],
): Iterable<readonly [readonly string[], unknown]> {
  for (const [key, value] of Object.entries(patch)) {
    const there = isObject(into) ? into[key] : undefined
    const isDeeper = isObject(value) && Object.keys(value).length > 0
    if (isDeeper && (there === undefined || isObject(there)))
      yield* leavesOf(value, there, [...above, key])
    else if (value !== undefined || there !== undefined) yield [[...above, key], value]
  }
}

/** Version 1 knew no loop: the step is inferred from the plan (4.2). Null where nothing is to migrate. */
export function migration(metadata: Metadata, plan: Plan, at: string): Patch | null {
  const version = Math.max(2, metadata.version ?? 0)
  if (metadata.version === version && metadata.loop_state !== undefined) return null
  const status = metadata.status?.toLowerCase() ?? ''
  const isComplete = /^(?:complete|completed|done)$/.test(status)
  const { step, step_status } = isComplete
    ? ({ step: 'COMPLETE', step_status: 'PASSED' } as const)
    : stepOf(plan)
  return {
    version,
    ...(metadata.status === undefined ||
    !['new', 'in_progress', 'complete'].includes(metadata.status)
      ? { status: isComplete ? 'complete' : step === 'PLAN' ? 'new' : 'in_progress' }
      : {}),
    updated_at: at,
    loop_state: {
      current_step: step,
      step_status,
      fix_cycle_count: metadata.loop_state?.fix_cycle_count ?? 0,
      max_fix_cycles: metadata.loop_state?.max_fix_cycles ?? 3,
    },
  }
}

function stepOf({ tasks }: Plan): { readonly step: Step; readonly step_status: string } {
  if (tasks.length === 0) return { step: 'PLAN', step_status: 'NOT_STARTED' }
  const isBegun = tasks.some(({ status }) => status !== 'todo')
  if (!isBegun) return { step: 'EVALUATE_PLAN', step_status: 'NOT_STARTED' }
  const isOver = tasks.every(({ status }) => status === 'done' || status === 'blocked')
  return isOver
    ? { step: 'EVALUATE_EXECUTION', step_status: 'NOT_STARTED' }
    : { step: 'EXECUTE', step_status: 'IN_PROGRESS' }
}
