import { z } from 'zod'
import { Anchor, Dimension, dimensions } from './inputs/rubrics.ts'

const sentence = z.string().trim().min(1).max(2_000)

export const ItemStatus = z.enum(['pending', 'passed', 'failed', 'refined', 'new'])
export type ItemStatus = z.infer<typeof ItemStatus>

/** One thing the sprint promises, and how the engine verifies it. */
export const ContractItem = z.object({
  id: z.string().regex(/^AC-\d{2,3}$/, 'must be such as AC-01'),
  criterion: sentence,
  verification: sentence,
  status: ItemStatus,
  dimension: Dimension,
  /** Rules of the page gate that decide it; without any, a judge does. */
  rules: z.array(z.string()).default([]),
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

const conditions = Object.fromEntries(dimensions.map((name) => [name, z.number().min(0).max(1)]))

/** What an evaluator proposes and a builder accepts before anything is built. */
export const Proposal = z.object({
  priority_dimension: Dimension,
  acceptance_checklist: z.array(ContractItem).min(1).max(60),
  test_scenarios: z.array(TestScenario).max(40),
  pass_conditions: z.object(conditions),
})
export type Proposal = z.infer<typeof Proposal>

/** sprint-N.json. */
export const SprintContract = z.object({
  sprint_id: z.string(),
  iteration: z.number().int().positive(),
  ...Proposal.shape,
  negotiation_history: z.array(Negotiation),
  created_at: z.string(),
})
export type SprintContract = z.infer<typeof SprintContract>

/** What holds in every contract: the conditions that no score outweighs. */
export const implicitItems: readonly ContractItem[] = [
  ['Copy equals copy.json or the copy of the BRIEF', 'Completeness', ['copy/']],
  ['No purple gradient with generic white cards', 'Originality', ['slop/primary']],
  ['Content fits a screen of 375 px', 'Design Quality', ['layout/']],
  ['Every interactive element works', 'Functionality', ['interaction/']],
  [
    'WCAG AA holds and the accessibility score is 80 or more',
    'Functionality',
    ['accessibility/', 'contrast/'],
  ],
].map(([criterion, dimension, rules], index) =>
  ContractItem.parse({
    id: `AC-${90 + index}`,
    criterion,
    verification: 'run by the page gate',
    status: 'pending',
    dimension,
    rules,
    implicit: true,
  }),
)

export type Judged = { readonly id: string; readonly passed: boolean; readonly score: number }

/** The status a score gives an item: 0.75 and more passed, under 0.50 failed, between them refined. */
export const statusOf = (score: number): ItemStatus =>
  score >= 0.75 ? 'passed' : score < 0.5 ? 'failed' : 'refined'

/**
 * The checklist of the next sprint: what failed is refined, what passed is carried along for
 * regressions only, and what the evaluation newly revealed is added.
 */
export function nextChecklist(
  items: readonly ContractItem[],
  judged: readonly Judged[],
  revealed: readonly ContractItem[] = [],
): readonly ContractItem[] {
  const byId = new Map(judged.map((each) => [each.id, each]))
  const old = items.map((item): ContractItem => {
    const verdict = byId.get(item.id)
    const passed = verdict?.passed ?? false
    return { ...item, status: passed ? 'passed' : 'refined', carry_forward: passed }
  })
  const known = new Set(old.map(({ criterion }) => criterion))
  const added = revealed
    .filter(({ criterion }) => !known.has(criterion))
    .map((item): ContractItem => ({ ...item, status: 'new', carry_forward: false }))
  return [...old, ...renumbered(added, old)]
}

/** New items get numbers that no item of the run ever had. */
function renumbered(
  added: readonly ContractItem[],
  old: readonly ContractItem[],
): readonly ContractItem[] {
  const highest = Math.max(0, ...old.map(({ id }) => Number(id.slice(3))).filter((n) => n < 90))
  return added.map((item, index) => ({
    ...item,
    id: `AC-${String(highest + index + 1).padStart(2, '0')}`,
  }))
}

/** Criteria that passed before and do not any more. */
export const regressions = (
  items: readonly ContractItem[],
  judged: readonly Judged[],
): readonly ContractItem[] =>
  items.filter(
    (item) => item.carry_forward && judged.some(({ id, passed }) => id === item.id && !passed),
  )
