import { z } from 'zod'

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Something a machine can read in a task and look for in a piece of work. Plain data. */
export const DemandCheck = z.discriminatedUnion('type', [
  /** A name that must be there: a key, a function, a section, a file, a flag. `role` is the word beside it. */
  z.object({ type: z.literal('name'), name: z.string(), role: z.string().optional() }),
  /** Text in quotation marks that must stand there word for word. */
  z.object({ type: z.literal('phrase'), text: z.string() }),
  /** A name with a value: `PORT=3000`, "port 8080", "postgres 16". */
  z.object({ type: z.literal('value'), name: z.string(), value: Scalar }),
  /** A bound: "at most 5 retries", "up to 2 MB". */
  z.object({
    type: z.literal('limit'),
    name: z.string(),
    bound: z.enum(['most', 'least', 'exactly']),
    value: z.number(),
    unit: z.string().optional(),
  }),
  z.object({ type: z.literal('endpoint'), method: z.string(), path: z.string() }),
  /** `parsePrice("5.00 EUR") is 500`: expressions as they stand in the task. */
  z.object({
    type: z.literal('call'),
    callee: z.string(),
    call: z.string(),
    result: z.string().optional(),
    throws: z.boolean().optional(),
    /** The class of what it throws, and what its message says; any error will do where neither is asked for. */
    error: z.string().optional(),
    message: z.string().optional(),
  }),
  /** "books with CRUD", "authors (list and get)". */
  z.object({
    type: z.literal('resource'),
    noun: z.string(),
    operations: z.array(z.enum(['list', 'get', 'create', 'update', 'delete'])).min(1),
  }),
  /** "a book has title, price (number) and isbn". */
  z.object({
    type: z.literal('fields'),
    owner: z.string().optional(),
    fields: z
      .array(
        z.object({
          name: z.string(),
          type: z.string().optional(),
          required: z.boolean().optional(),
          least: z.number().optional(),
          most: z.number().optional(),
          /** What its bounds count; without it they bound the value. */
          counts: z.enum(['characters', 'items']).optional(),
          default: Scalar.optional(),
          pattern: z.string().optional(),
          access: z.enum(['read-only', 'write-only']).optional(),
          /** Words about it that no form has read. */
          says: z.string().optional(),
        }),
      )
      .min(1),
  }),
  /** What the work is about: "a README for the package tiny-queue". Every word must be spoken of. */
  z.object({ type: z.literal('topic'), words: z.array(z.string()).min(1) }),
  /** A regular expression, written by an agent. */
  z.object({ type: z.literal('pattern'), pattern: z.string().max(1_000), flags: z.string() }),
  /** A command in the sandbox that must exit with 0, written by an agent or a person. */
  z.object({ type: z.literal('command'), command: z.string().max(4_000) }),
])
export type DemandCheck = z.infer<typeof DemandCheck>

/** One demand of one sentence: what to look for, and the words that ask for it. */
export const Demand = z.object({
  /** The number of the sentence in the source, from 1. */
  sentence: z.number().int().positive(),
  /** The words of the sentence that ask for it. */
  quote: z.string(),
  negated: z.boolean(),
  guessed: z.boolean().optional(),
  weight: z.enum(['must', 'should']),
  check: DemandCheck,
})
export type Demand = z.infer<typeof Demand>
