import { z } from 'zod'
import { Anchor, Dimension, dimensions } from './inputs/rubrics.ts'

const sentence = z.string().trim().min(1).max(2_000)

export const ItemStatus = z.enum(['pending', 'passed', 'failed', 'refined', 'new'])
export type ItemStatus = z.infer<typeof ItemStatus>

/** Numbers from here on belong to what is implicit in every contract. */
const firstImplicit = 90

/** One thing the sprint promises, and how the engine verifies it. */
export const ContractItem = z.object({
  id: z.string().regex(/^AC-\d{2,3}$/, 'must be such as AC-01'),
  criterion: sentence,
  verification: sentence,
  status: ItemStatus,
  dimension: Dimension,
  /** Rules of the page gate that decide it, by id, family or dimension; without any, a judge does. */
  rules: z.array(z.string().min(1).max(100)).max(100).default([]),
  /** The parts of the contract it speaks of: a section by name, or a pointer into the copy. */
  about: z.array(z.string().min(1).max(200)).max(20).optional(),
  /** Holds in every contract, whether or not anybody wrote it down. */
  implicit: z.boolean().default(false),
  /** Passed before: only a regression is looked for. */
  carry_forward: z.boolean().default(false),
  score: z.number().optional(),
  rubric_anchor: Anchor.optional(),
  evidence: z.string().optional(),
})
export type ContractItem = z.infer<typeof ContractItem>

export const TestScenario = z.object({
  id: z.string().regex(/^TS-\d{2,3}$/, 'must be such as TS-01'),
  description: sentence,
  tool: z.enum(['Playwright', 'visual inspection']),
  command: z.string().max(2_000),
})
export type TestScenario = z.infer<typeof TestScenario>

export const Negotiation = z.object({
  round: z.number().int(),
  by: z.enum(['builder', 'evaluator']),
  answer: z.enum(['accept', 'adjust', 'resolve']),
  proposals: z.array(z.object({ id: z.string(), alternative: sentence, rationale: sentence })),
  resolution: z.string().optional(),
})
export type Negotiation = z.infer<typeof Negotiation>

const condition = z.number().min(0).max(1)
export const PassConditions = z.object({
  'Design Quality': condition,
  Originality: condition,
  Completeness: condition,
  Functionality: condition,
} satisfies Record<Dimension, z.ZodNumber>)
export type PassConditions = z.infer<typeof PassConditions>

/** What an evaluator proposes and a builder accepts before anything is built. */
export const Proposal = z.object({
  priority_dimension: Dimension,
  acceptance_checklist: z.array(ContractItem).min(1).max(60),
  test_scenarios: z.array(TestScenario).max(40),
  pass_conditions: PassConditions,
})
export type Proposal = z.infer<typeof Proposal>

/** sprint-N.json. */
export const SprintContract = z.object({
  sprint_id: z.string(),
  iteration: z.number().int().positive(),
  ...Proposal.shape,
  negotiation_history: z.array(Negotiation),
  created_at: z.string(),
  /** How often people had changed the criteria when it was signed, counted from 1. */
  criteria_version: z.number().int().positive().default(1),
})
export type SprintContract = z.infer<typeof SprintContract>

/** What holds in every contract: the conditions that no score outweighs, and the four rubrics. */
export const implicitItems: readonly ContractItem[] = [
  ['Copy equals copy.json or the copy of the BRIEF', 'Completeness', ['copy']],
  ['No purple gradient with generic white cards', 'Originality', ['slop/primary-purple']],
  ['Content fits a screen of 375 px and can be read', 'Design Quality', ['layout']],
  ['Every interactive element works', 'Functionality', ['interaction']],
  [
    'WCAG AA holds and the accessibility score is 80 or more',
    'Functionality',
    ['accessibility', 'contrast', 'keyboard'],
  ],
  ...dimensions.map((name) => [`${name} holds against its rubric`, name, [`dimension:${name}`]]),
].map(([criterion, dimension, rules], index) =>
  ContractItem.parse({
    id: `AC-${firstImplicit + index}`,
    criterion,
    verification: 'run by the page gate',
    status: 'pending',
    dimension,
    rules,
    implicit: true,
  }),
)

export type Judged = { readonly id: string; readonly passed: boolean }

/** The status a score gives an item: 0.75 and more passed, under 0.50 failed, between them refined. */
export const statusOf = (score: number): ItemStatus =>
  score >= 0.75 ? 'passed' : score < 0.5 ? 'failed' : 'refined'

/** The checklist of the next sprint: what failed is refined, what passed is carried for regressions only. */
export const nextChecklist = (
  items: readonly ContractItem[],
  judged: readonly Judged[],
): readonly ContractItem[] =>
  items.map((item) => {
    const passed = judged.some((each) => each.id === item.id && each.passed)
    return { ...withoutScore(item), status: passed ? 'passed' : 'refined', carry_forward: passed }
  })

/** Where a criterion stands, without what it scored and why: that is of one judgement only. */
export function withoutScore(item: ContractItem): ContractItem {
  const { id, criterion, verification, status, dimension, rules, implicit } = item
  const { carry_forward, about } = item
  return {
    id,
    criterion,
    verification,
    status,
    dimension,
    rules,
    implicit,
    carry_forward,
    ...(about === undefined ? {} : { about }),
  }
}

/** Nothing is left to reach; the sprint only shows that all of it still holds. */
export const isRegressionOnly = (checklist: readonly ContractItem[]): boolean =>
  checklist.length > 0 && checklist.every((item) => item.carry_forward)

/**
 * A proposal joined with what the run already owes. Whoever proposes can sharpen what failed and add
 * what a gap revealed; nothing that was agreed on is dropped, and nothing implicit is changed.
 */
export function joined(proposal: Proposal, checklist: readonly ContractItem[]): Proposal {
  const own = proposal.acceptance_checklist.map(withoutScore).filter(({ implicit }) => !implicit)
  const byId = new Map(own.map((item) => [item.id, item]))
  const old = checklist.filter(({ implicit }) => !implicit)
  const known = new Set(old.map(({ id }) => id))
  const carried = old.map((item): ContractItem => {
    const sharper = item.carry_forward ? undefined : byId.get(item.id)
    return sharper === undefined ? item : { ...sharper, status: 'refined', carry_forward: false }
  })
  const added = own
    .filter(({ id }) => !known.has(id))
    .map((item): ContractItem => ({
      ...item,
      status: checklist.length === 0 ? 'pending' : 'new',
      carry_forward: false,
    }))
  const standing = implicitItems.map((item) => checklist.find(({ id }) => id === item.id) ?? item)
  return { ...proposal, acceptance_checklist: [...carried, ...added, ...standing] }
}

/** What is wrong with a proposal in ways its schema cannot say. */
export function proposalProblems(proposal: Proposal): readonly string[] {
  const own = proposal.acceptance_checklist.filter(({ implicit }) => !implicit)
  const ids = own.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  const reserved = ids.find((id) => Number(id.slice(3)) >= firstImplicit)
  return [
    ...(own.length === 0 ? ['the checklist promises nothing of its own'] : []),
    ...(twice === undefined ? [] : [`${twice} stands twice in the checklist`]),
    ...(reserved === undefined
      ? []
      : [`${reserved} is reserved; use AC-01 to AC-${firstImplicit - 1}`]),
  ]
}

/** Criteria that passed before and do not any more. */
export const regressions = (
  items: readonly ContractItem[],
  judged: readonly Judged[],
): readonly ContractItem[] =>
  items.filter(
    (item) => item.carry_forward && judged.some(({ id, passed }) => id === item.id && !passed),
  )
