import { z } from 'zod'

export const LessonState = z.enum([
  'proposed',
  'queued',
  'candidate',
  'supported',
  'promoted',
  'demoted',
  'graduated',
  'rejected',
  'retired-harmful',
  'retired-futile',
  'retired',
  'superseded',
])
export type LessonState = z.infer<typeof LessonState>

/** A line of advice for a prompt. A text that is rewritten is a new version, with new evidence. */
export const Lesson = z.object({
  id: z.string().min(1),
  version: z.int().min(1),
  /** The error this lesson is meant to prevent, such as TS2304. */
  errorCode: z.string().min(1),
  text: z.string(),
  tokens: z.int().min(0),
  state: LessonState,
})
export type Lesson = z.infer<typeof Lesson>

/** What a work order showed for one lesson that was eligible for it; successes are logged too. */
export const LessonOutcome = z
  .object({
    lessonId: z.string().min(1),
    version: z.int().min(1),
    workOrderId: z.string().min(1),
    /** On the shortlist of this work order. Only such outcomes enter the comparison. */
    shortlisted: z.boolean(),
    /** The probability that the coin really used; 0 where the lesson was not on the shortlist. */
    probability: z.number().min(0).max(1),
    on: z.boolean(),
    /** Complexity band, proposer and type of output: `stratumOf` of src/learning writes it. */
    stratum: z.string(),
    /** The error that the lesson is meant to prevent occurred. */
    targetFailed: z.boolean(),
    /** The work order as a whole was not accepted. */
    guardrailFailed: z.boolean(),
    proposer: z.string(),
    model: z.string(),
    /** Hash of the prompt template without any lesson in it. */
    promptHash: z.string(),
    toolVersion: z.string(),
    at: z.string(),
    iteration: z.int().min(0),
  })
  .refine(
    ({ shortlisted, probability }) => !shortlisted || (probability > 0 && probability < 1),
    'a shortlisted lesson needs a probability above 0 and below 1',
  )
  .refine(
    ({ shortlisted, on }) => shortlisted || !on,
    'a lesson that is not on the shortlist cannot be on',
  )
export type LessonOutcome = z.infer<typeof LessonOutcome>
