import type { PlanTask } from '../../src/checks/track/plan-task.ts'
import type { AgentFailure, AgentRequest } from '../../src/model/agent.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Agent } from '../../src/ports/agent.ts'
import { draftPlan } from '../../src/offline/track/draft-plan.ts'
import type { Chance } from './random.ts'
import type { SimulatedRepository } from './track-repository.ts'
import type { Process, World } from './world.ts'

export const callTokens = 100
export const trackSpec = `# Quotes
## Requirements
- FR-1: Work out quotes in \`src/quote.ts\`
- FR-2: Round sums in \`src/round.ts\`
- FR-3: Print totals in \`src/print.ts\`
`
export const soundPlan =
  draftPlan({ trackId: 'sim-run', title: 'Quotes', spec: trackSpec, files: [] })?.plan ?? ''

type Output = Readonly<Record<string, unknown>>
type Texts = Readonly<Record<string, string>>
/** What an agent answers, and what it writes: into its answer, or into its worktree. */
type Work = { readonly output?: Output; readonly wrote?: Texts; readonly touches?: boolean }

/** Everybody who may be asked. The same request is always answered in the same way. */
export function trackAgent(world: World, process: Process, repository: SimulatedRepository): Agent {
  // some planners hardly ever write a plan that holds
  const poorPlans = world.chanceOf('planner').happens(0.1) ? 0.9 : 0.15
  return {
    identity: { kind: 'simulated' },
    ceiling: () => ({ tokens: callTokens, costUsd: 0.01 }),
    async ask(request) {
      const chance = world.chanceOf(JSON.stringify(request))
      world.calls.push(`${request.iteration} ${request.phase}`)
      await process.hook.before('ask', request.phase)
      const failure = chance.happens(0.05) ? failureBy(chance) : null
      const { output = {}, wrote = {}, touches = false } = answerOf(request, chance, poorPlans)
      if (touches && !world.isSteady) repository.checkout['file:notes.txt'] = `${chance.below(1e6)}`
      const worktree = request.workspace === null ? undefined : repository.at(request.workspace)
      const isEdited = worktree !== undefined && (failure !== null || chance.happens(0.5))
      if (isEdited) worktree.files = new Map([...worktree.files, ...Object.entries(wrote)])
      await process.hook.after('ask', request.phase)
      if (failure !== null) return err(failure)
      const files = Object.entries(wrote).map(([path, content]) => ({ path, content }))
      return ok({
        output: chance.happens(0.04)
          ? chance.pick<unknown>(['garbage', '', { plan: 1, files: 1 }, null])
          : { ...output, ...(isEdited || files.length === 0 ? {} : { files }) },
        usage: { input_tokens: chance.below(60), output_tokens: chance.below(40), cost_usd: 0 },
      })
    },
  }
}

const failureBy = (chance: Chance): AgentFailure =>
  chance.pick<AgentFailure>([
    { type: 'timed-out', afterMs: 1_000 },
    { type: 'unavailable', reason: 'down', retryable: true },
    { type: 'unavailable', reason: 'gone', retryable: false },
    { type: 'bad-output', issues: ['cut off'] },
  ])

function answerOf({ role, input }: AgentRequest, chance: Chance, poorPlans: number): Work {
  switch (role) {
    case 'planner':
      return { output: planBy(String(input['plan']), chance.happens(poorPlans) ? null : chance) }
    case 'executor':
      return executed(input['task'] as PlanTask, chance)
    case 'fixer':
      return fixed(input['issues'] as readonly string[], String(input['plan']), chance)
    case 'writer':
      return synced(chance)
    default:
      return {
        output: { vote: chance.pick(['APPROVE', 'APPROVE', 'CONCERNS', 'REJECT']), reason: 'so' },
      }
  }
}

const planBy = (before: string, chance: Chance | null): Output => ({
  plan:
    chance === null
      ? '# Plan\n\n- [ ] Task 1.1: Do it\n'
      : before.includes('1.3') && chance.happens(0.6)
        ? before
        : soundPlan,
})

/** What a file says is what it is worth; nobody can tell of `odd`, and of `thin` only who wrote it. */
const textBy = (chance: Chance): string =>
  `${chance.pick(['good', 'good', 'good', 'good', 'bad', 'odd', 'thin', 'price'])} ${chance.below(1e6)}`

function executed({ id, files }: PlanTask, chance: Chance): Work {
  if (chance.happens(0.04)) return { output: { question: 'How many decimals?' } }
  if (chance.happens(0.05)) return { output: { verdict: 'FAIL', summary: 'it cannot be done' } }
  if (chance.happens(0.04)) return { output: { summary: 'nothing to do' } }
  // the last one only verifies; the others may write where another task does
  const path = files[0] ?? (id.startsWith('F') ? 'src/fixed.ts' : null)
  const wrote: Texts = path === null ? {} : { [path]: textBy(chance) }
  return {
    output: {
      summary: `did ${id}`,
      ...(chance.happens(0.1) ? { discovered_work: ['Rename it'] } : {}),
      ...(chance.happens(0.1)
        ? { business_doc_sync: { required: true, reason: 'so', affected_docs: [] } }
        : {}),
    },
    wrote: {
      ...wrote,
      ...(path !== null && chance.happens(0.05) ? { 'src/print.ts': textBy(chance) } : {}),
      ...(chance.happens(0.1) ? { 'conductor/tracks/sim-run/metadata.json': '{}' } : {}),
    },
    touches: chance.happens(0.04),
  }
}

function fixed(issues: readonly string[], plan: string, chance: Chance): Work {
  const paths = issues.flatMap((issue) => /src\/\w+\.ts/.exec(issue) ?? [])
  const wrote = paths
    .filter(() => chance.happens(0.8))
    .map((path) => [path, chance.happens(0.6) ? `good ${chance.below(1e6)}` : textBy(chance)])
  return {
    output: {
      summary: 'fixed',
      remaining: [],
      ...(chance.happens(0.08) ? { plan: `${plan}\nRead again.\n` } : {}),
    },
    wrote: Object.fromEntries(wrote) as Texts,
    touches: chance.happens(0.04),
  }
}

const synced = (chance: Chance): Work => ({
  output: { summary: 'the documents follow' },
  wrote: chance.happens(0.1)
    ? { 'src/wrong.ts': 'good 0' }
    : { 'conductor/product.md': `# Product ${chance.below(1e6)}\n` },
  touches: chance.happens(0.04),
})
