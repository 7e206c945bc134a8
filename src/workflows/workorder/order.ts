import { z } from 'zod'

/** A path or a pattern inside the repository. What leads out of it is no scope. */
export const ScopePath = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine(
    (path) => !path.startsWith('/') && !path.split(/[/\\]/).includes('..'),
    'must lie inside the repository',
  )

export const mostScopePaths = 200

/** Something that must stay as it is for those who use it. */
export const Contract = z.object({
  path: ScopePath,
  name: z.string().min(1).max(200),
  signature: z.string().max(2_000).optional(),
  /** It is asked of every order, and holds where the name is there before the change. */
  standing: z.literal(true).optional(),
})
export type Contract = z.infer<typeof Contract>

const Names = z.array(z.string().trim().min(1).max(200)).max(100).optional()

/** What a change may do that would otherwise count against it; `*` allows all of a kind. */
const Allowed = z.strictObject({
  /** Exported names that may be removed, renamed or changed. */
  exports: Names,
  /** Titles or files of tests that may be removed or switched off. */
  tests: Names,
  /** Titles or files of tests whose expected values may change. */
  expectations: Names,
  /** Packages that may be added, changed or removed. */
  dependencies: Names,
  /** Files with settings, scripts or workflows that may be loosened. */
  settings: Names,
})

/** One code change that is asked for, and how it will be known to be there. */
export const Order = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().min(1).max(50_000),
  risk_level: z.enum(['low', 'medium', 'high']).default('low'),
  acceptance_criteria: z.array(z.string().trim().min(1).max(2_000)).max(100).default([]),
  /** Empty: anywhere in the repository. */
  files_in_scope: z.array(ScopePath).max(mostScopePaths).default([]),
  expected_output_type: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a short word such as code, test, docs or config')
    .default('code'),
  context_budget_estimate: z.number().int().positive().max(1_000_000).default(2_000),
  /** Titles or ids of the orders that must be completed before. */
  depends_on: z.array(z.string().min(1).max(200)).max(50).default([]),
  contracts: z.array(Contract).max(100).default([]),
  allows: Allowed.optional(),
})
export type Order = z.infer<typeof Order>
