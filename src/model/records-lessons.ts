import { z } from 'zod'
import { type Lesson, type LessonOutcome, LessonState } from './lesson.ts'
import {
  ComplexityBand,
  count,
  JsonObject,
  Moment,
  orNull,
  RecordId,
  Share,
} from './records-values.ts'

/** prompt_enhancements: one row a version of a lesson's text. */
export const EnhancementRow = z.object({
  id: RecordId,
  created_at: Moment,
  updated_at: Moment,
  /** TS1443, COMPLETENESS_TODO and the like. */
  error_code: z.string().min(1),
  error_pattern: orNull(z.string()),
  enhancement_text: z.string().min(1),
  enhancement_version: z.number().int().positive().default(1),
  is_active: z.boolean().default(true),
  applications_count: count.default(0),
  success_count: count.default(0),
  failure_count: count.default(0),
  /** Between 0 and 1; the raw rate below tells of harm. */
  reduction_rate: orNull(Share),
  raw_reduction_rate: orNull(z.number().max(1)),
  parent_enhancement_id: orNull(RecordId),
  improvement_reason: orNull(z.string()),
  last_effectiveness_check: orNull(Moment),
  /** Null: all of them. */
  target_proposer_names: orNull(z.array(z.string())),
  target_complexity_min: orNull(Share),
  target_complexity_max: orNull(Share),
  target_output_types: orNull(z.array(z.string())),
  stage: LessonState.default('proposed'),
  stage_reason: orNull(z.string()),
  stage_since: orNull(Moment),
  token_count: count.default(0),
  /** What wrote it: a catalogue, a trainer, the loop over whole projects, a person. */
  origin: z.enum(['catalogue', 'trainer', 'macro', 'person']).default('catalogue'),
})
export type EnhancementRow = z.output<typeof EnhancementRow>
export type NewEnhancement = z.input<typeof EnhancementRow>

/** The row as learning knows it. */
export const lessonOf = (row: EnhancementRow): Lesson => ({
  id: row.id,
  version: row.enhancement_version,
  errorCode: row.error_code,
  text: row.enhancement_text,
  tokens: row.token_count,
  state: row.stage,
})

/** enhancement_applications: what became of every order a lesson was eligible for. */
export const ApplicationRow = z.object({
  enhancement_id: RecordId,
  enhancement_version: z.number().int().positive(),
  work_order_id: RecordId,
  applied_at: Moment,
  /** The probability that was really used for the coin. */
  probability: Share,
  is_on: z.boolean(),
  eligible: z.boolean().default(true),
  /** Only shortlisted orders enter the comparison. */
  shortlisted: z.boolean(),
  complexity_band: ComplexityBand,
  proposer_name: z.string().min(1),
  output_type: z.string().min(1),
  /** Did the error the lesson is against occur? Null: not measured. */
  target_failed: orNull(z.boolean()),
  /** Did the order miss acceptance? Null: not measured. */
  guardrail_failed: orNull(z.boolean()),
  model: z.string(),
  /** Hash of the prompt template without any lesson in it. */
  prompt_hash: z.string(),
  tool_version: z.string().default(''),
  iteration: count.default(0),
})
export type ApplicationRow = z.output<typeof ApplicationRow>
export type NewApplication = z.input<typeof ApplicationRow>

/** What learning is told of an application; nothing where the order was not measured. */
export function outcomeOf(
  row: ApplicationRow,
  { lessonId, version }: Pick<LessonOutcome, 'lessonId' | 'version'>,
  stratum: string,
): LessonOutcome | null {
  const { target_failed: targetFailed, guardrail_failed: guardrailFailed } = row
  if (targetFailed === null || guardrailFailed === null) return null
  return {
    lessonId,
    version,
    workOrderId: row.work_order_id,
    shortlisted: row.shortlisted,
    probability: row.probability,
    on: row.is_on,
    stratum,
    targetFailed,
    guardrailFailed,
    proposer: row.proposer_name,
    model: row.model,
    promptHash: row.prompt_hash,
    toolVersion: row.tool_version,
    at: row.applied_at,
    iteration: row.iteration,
  }
}

/** prompt_versions: the prompts there were, and the one of each type that is in use. */
export const PromptVersionRow = z.object({
  id: RecordId,
  created_at: Moment,
  /** base_proposer, refinement_cycle_1 and the like. */
  prompt_type: z.string().min(1),
  version_number: z.number().int().positive(),
  version_tag: orNull(z.string()),
  prompt_template: z.string(),
  template_variables: JsonObject.default({}),
  is_active: z.boolean().default(false),
  activated_at: orNull(Moment),
  deactivated_at: orNull(Moment),
  author: z.string().min(1).default('system'),
  change_notes: orNull(z.string()),
  parent_version_id: orNull(RecordId),
  usage_count: count.default(0),
  avg_success_rate: orNull(Share),
})
export type PromptVersionRow = z.output<typeof PromptVersionRow>
export type NewPromptVersion = z.input<typeof PromptVersionRow>
