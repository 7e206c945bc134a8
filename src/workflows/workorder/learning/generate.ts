import { tokensOf } from '../../../learning/lint.ts'
import { policy } from '../../../learning/policy.ts'
import type { Lesson } from '../../../model/lesson.ts'
import {
  type EnhancementRow,
  lessonOf,
  type NewEnhancement,
} from '../../../model/records-lessons.ts'
import type { OrderRow, OrderStatus } from '../../../model/records-orders.ts'
import { recordIdOf } from '../../../model/records-sampling.ts'
import { type AsyncResult, err, ok, type Result } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Records } from '../../../ports/records.ts'
import { lessonsFor } from '../lessons/catalogue.ts'
import {
  type Pattern,
  type SeenOrder,
  readTraining,
  trainerRequest,
  type Training,
  uncoveredPatterns,
} from '../lessons/generate.ts'
import { problemsOf } from '../lessons/lint.ts'
import { withRows } from './lesson-ledger.ts'

/** More lessons than this share too few orders to be told apart. */
export const mostActive = 40
/** New lessons in one pass. */
const mostNew = 10
/** Patterns are looked for in the orders of so many days. */
const windowDays = 30

const dayMs = 86_400_000
export const daysBefore = (at: string, days: number): string =>
  new Date(Date.parse(at) - days * dayMs).toISOString()

const low: readonly OrderStatus[] = ['needs_review', 'needs_rework', 'failed']
export const measured: readonly OrderStatus[] = [...low, 'completed', 'escalated']

/** What the orders of the last weeks showed. */
export async function seenOrders(
  records: Records,
  at: string,
  statuses: readonly OrderStatus[],
): Promise<readonly SeenOrder[]> {
  const since = daysBefore(at, windowDays)
  const failures = await records.failures({ since })
  const rows: OrderRow[] = []
  for (const status of statuses) rows.push(...(await records.ordersWith(status)))
  return [
    ...failures.map((row) => ({
      orderId: row.work_order_id,
      codes: row.error_codes,
      samples: row.error_samples.map(({ code, message }) => `${code}: ${message}`),
    })),
    ...rows
      .filter(({ updated_at: last }) => last >= since)
      .map(({ id, metadata }) => ({ orderId: id, codes: codesIn(metadata['codes']), samples: [] })),
  ]
}

const codesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

const inUse = ({ stage }: Pick<EnhancementRow, 'stage'>): boolean =>
  stage === 'candidate' || stage === 'supported' || stage === 'promoted'

/** Patterns that no lesson in use is against. */
export const patternsLeft = (
  shown: readonly SeenOrder[],
  rows: readonly Pick<EnhancementRow, 'stage' | 'error_code'>[],
): readonly Pattern[] =>
  uncoveredPatterns(shown, new Set(rows.filter(inUse).map((row) => row.error_code)))

/**
 * Lessons that somebody wrote into the table: on trial from now on, or rejected where they cannot be lessons. What is
 * not active waits.
 */
export function admitProposed(
  rows: readonly EnhancementRow[],
  at: string,
): readonly EnhancementRow[] {
  const isWaiting = ({ stage, is_active: isActive }: EnhancementRow) =>
    isActive && (stage === 'proposed' || stage === 'queued')
  const settled = rows.filter((row) => !isWaiting(row))
  return rows.filter(isWaiting).reduce<readonly EnhancementRow[]>((admitted, row) => {
    const others = [...settled, ...admitted].map(lessonOf)
    return [...admitted, judged(row, problemsOf(lessonOf(row), others), at)]
  }, [])
}

function judged(row: EnhancementRow, problems: readonly string[], at: string): EnhancementRow {
  const stamps = { stage_since: at, updated_at: at }
  if (problems.length === 0)
    return { ...row, ...stamps, stage: 'candidate', token_count: tokensOf(row.enhancement_text) }
  const reason = problems.join('; ')
  return { ...row, ...stamps, stage: 'rejected', is_active: false, stage_reason: reason }
}

/** Teaches what the catalogue knows about patterns that nothing covers yet; nobody is asked. */
export async function coverFromCatalogue(records: Records, at: string): Promise<void> {
  const before = await records.enhancements()
  const admitted = admitProposed(before, at)
  for (const row of admitted) await records.saveEnhancement(row)
  const rows = withRows(before, admitted)
  const patterns = patternsLeft(await seenOrders(records, at, low), rows)
  const { added } = await newLessons(rows, patterns, { at, trainer: null })
  for (const row of added) await records.saveEnhancement(row)
}

export type Writer = {
  readonly at: string
  readonly trainer: Agent | null
  /** Lessons that will be in use besides. */
  readonly taken?: number
}
export type NotWritten = { readonly code: string; readonly why: string }
export type NewLessons = {
  readonly added: readonly NewEnhancement[]
  readonly left: readonly NotWritten[]
}

/** New lessons against these patterns, as many as there is room for. */
export async function newLessons(
  rows: readonly EnhancementRow[],
  patterns: readonly Pattern[],
  writer: Writer,
): Promise<NewLessons> {
  const added: NewEnhancement[] = []
  const left: NotWritten[] = []
  const active = rows.filter(({ is_active: isActive }) => isActive).length
  const room = Math.min(mostNew, Math.max(0, mostActive - active - (writer.taken ?? 0)))
  for (const pattern of patterns) {
    if (added.length >= room) {
      left.push({ code: pattern.code, why: `no room: ${mostActive} lessons are in use at most` })
      continue
    }
    const written = await write(rows, { pattern, weak: null }, writer)
    if (written.ok) added.push(lessonRow(written.value, writer.at))
    else left.push({ code: pattern.code, why: written.error })
  }
  return { added, left }
}

export type Written = {
  readonly code: string
  readonly pattern: string
  readonly text: string
  readonly reason: string
  readonly origin: EnhancementRow['origin']
  readonly parent?: EnhancementRow
}

/** A lesson as it is recorded first: on trial. A rewritten text is a new version of its parent. */
export function lessonRow(written: Written, at: string): NewEnhancement {
  const { code, pattern, text, reason, origin, parent } = written
  return {
    id: recordIdOf('lesson', code, text, parent?.id ?? ''),
    created_at: at,
    updated_at: at,
    error_code: code,
    error_pattern: pattern,
    enhancement_text: text,
    enhancement_version: (parent?.enhancement_version ?? 0) + 1,
    parent_enhancement_id: parent?.id ?? null,
    improvement_reason: reason,
    target_proposer_names: parent?.target_proposer_names ?? null,
    target_complexity_min: parent?.target_complexity_min ?? null,
    target_complexity_max: parent?.target_complexity_max ?? null,
    target_output_types: parent?.target_output_types ?? null,
    stage: 'candidate',
    stage_reason: reason,
    stage_since: at,
    token_count: tokensOf(text),
    origin,
  }
}

type Task = Pick<Training, 'pattern' | 'weak'>

/** Writes one lesson: the trainer does, or the catalogue where nobody can be asked. */
export async function write(
  rows: readonly EnhancementRow[],
  task: Task,
  { trainer }: Writer,
): AsyncResult<Written, string> {
  const { code } = task.pattern
  const earlier = rows.filter((row) => row.error_code === code).map((row) => row.enhancement_text)
  const others = rows.map(lessonOf)
  if (trainer === null) return fromCatalogue(task, others)
  return fromTrainer(trainer, { ...task, earlier, mostTokens: policy.lessonTokens }, others)
}

function fromCatalogue(
  { pattern, weak }: Task,
  others: readonly Lesson[],
): Result<Written, string> {
  const { code, orders } = pattern
  const fitting = lessonsFor(code).find(
    ({ text }) => problemsOf({ errorCode: code, text }, others).length === 0,
  )
  if (fitting === undefined) return err('the catalogue has nothing new against it')
  const reason = weak === null ? `${code} occurred in ${orders} orders` : weak.measured
  return ok({ ...fitting, reason, origin: 'catalogue' })
}

const trainerTries = 2

async function fromTrainer(
  trainer: Agent,
  training: Training,
  others: readonly Lesson[],
): AsyncResult<Written, string> {
  const { code } = training.pattern
  let error: string | undefined
  for (let attempt = 1; attempt <= trainerTries; attempt += 1) {
    const request = trainerRequest(training, { attempt, ...(error === undefined ? {} : { error }) })
    const answer = await trainer.ask(request, AbortSignal.timeout(trainerMs))
    if (!answer.ok) return err(`the trainer gave no answer (${answer.error.type})`)
    const read = readTraining(answer.value.output, code, others)
    if (read.ok) return ok({ ...read.value, code, origin: 'trainer' })
    error = read.error
  }
  return err(`the trainer's text was refused: ${error ?? ''}`)
}

const trainerMs = 600_000
