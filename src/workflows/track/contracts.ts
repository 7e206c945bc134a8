import { z } from 'zod'
import { readSyncFlag } from '../../checks/track/impact.ts'
import type { SyncNote } from './events.ts'

const path = z.string().min(1).max(500)
const files = z
  .array(z.object({ path, content: z.string().max(2_000_000) }))
  .max(500)
  .default([])
const deleted = z.array(path).max(500).default([])
const text = z.string().max(20_000)

export const PlanOutput = z.object({
  /** The whole plan.md. */
  plan: z.string().min(1).max(400_000),
  notes: z.array(text).max(50).default([]),
})

const work = {
  verdict: z.enum(['PASS', 'FAIL']).default('PASS'),
  summary: text.default(''),
  /** What whoever worked in the worktree printed besides. */
  notes: text.default(''),
  files,
  deleted,
  /** A question that only a person may decide. */
  question: text.optional(),
  business_doc_sync: z
    .object({
      required: z.boolean(),
      reason: text.default(''),
      affected_docs: z.array(path).max(100).default([]),
    })
    .optional(),
}

/** What an executor answers: whole files, or nothing where it worked in the worktree itself. */
export const TaskOutput = z.object({
  ...work,
  discovered_work: z.array(text).max(50).default([]),
})
export type TaskOutput = z.infer<typeof TaskOutput>

export const FixOutput = z.object({
  ...work,
  fixes: z
    .array(z.object({ issue: text, fix: text }))
    .max(500)
    .default([]),
  remaining: z.array(text).max(500).default([]),
  /** Another plan.md, where the plan itself was wrong. */
  plan: z.string().max(400_000).optional(),
})

export const SyncOutput = z.object({
  summary: text.default(''),
  notes: text.default(''),
  files,
  deleted,
})

export const VoteOutput = z.object({
  vote: z.enum(['APPROVE', 'CONCERNS', 'REJECT']),
  reason: text.min(1),
})

/** What a worker says of the documents: as a field, or in the lines of the source in its summary. */
export function syncNoteOf({
  business_doc_sync: said,
  summary,
  notes,
}: Pick<TaskOutput, 'business_doc_sync' | 'summary' | 'notes'>): SyncNote | null {
  if (said !== undefined)
    return { required: said.required, reason: said.reason, affected: said.affected_docs }
  const flag = readSyncFlag([{ path: 'summary', text: `${summary}\n${notes}` }])
  return flag === null
    ? null
    : { required: flag.required, reason: '', affected: [...flag.affected] }
}
