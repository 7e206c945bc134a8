import { z } from 'zod'
import type { AnyRun } from '../../engine/define-workflow.ts'
import type { HostQuestion, HostRun } from '../../ports/host-desk.ts'
import type { McpContext } from './context.ts'
import { handleOf } from './run-handle.ts'

const states = {
  your_turn: 'a step waits for you: next_step',
  working: 'Loopwright is at work: run_wait',
  waits_for_person: 'a person must decide: gate_answer',
  waits_for_agent: 'a step waits for another agent, which is connected elsewhere',
  resting: 'nobody works on it: run_resume',
  ended: 'nothing more will happen to it: run_report',
} as const

export const StateName = z
  .enum(['your_turn', 'working', 'waits_for_person', 'waits_for_agent', 'resting', 'ended'])
  .describe(
    Object.entries(states)
      .map(([name, meaning]) => `${name}: ${meaning}`)
      .join('; '),
  )
export type StateName = z.infer<typeof StateName>

export const GateShape = z.object({
  question: z.string(),
  options: z.array(z.object({ name: z.string(), effect: z.string() })),
  /** The hash of what the person sees. */
  shown: z.string(),
  person_types: z.array(z.string()),
})

/** How a run stands, as far as clients are told. */
export const RunStatus = z.object({
  run: z.string(),
  state: StateName,
  status: z.string(),
  iteration: z.number(),
  max_iterations: z.number(),
  phase: z.string(),
  score: z.number().nullable(),
  accepted: z.boolean().nullable().describe('null until the run has ended'),
  reason: z.string().nullable(),
  doing: z.string().nullable(),
  problem: z.string().nullable(),
  gate: GateShape.nullable(),
  unmet: z.array(
    z.object({ id: z.string(), statement: z.string(), status: z.string(), reason: z.string() }),
  ),
  used: z.object({
    seconds: z.number(),
    tokens: z.number(),
    cost_usd: z.number(),
    /** Calls whose money nobody knows. */
    unpriced: z.number(),
    calls: z.number(),
  }),
  updated_at: z.string(),
  todo: z.string(),
})
export type RunStatus = z.infer<typeof RunStatus>

/** A run as its requests name it. */
export const hostRunOf = ({ workflow, view }: AnyRun): HostRun => ({ workflow, runId: view.runId })

/** What waits for hosts, those of this connection first. */
export async function questionsOf(
  { loopwright, agent }: McpContext,
  run: AnyRun,
): Promise<{ readonly own: readonly HostQuestion[]; readonly others: readonly HostQuestion[] }> {
  const open = await loopwright.workspace.hostDesk.open(hostRunOf(run))
  return {
    own: open.filter((each) => each.agent === agent),
    others: open.filter((each) => each.agent !== agent),
  }
}

export async function stateOf(context: McpContext, run: AnyRun): Promise<StateName> {
  if (run.gate !== null) return 'waits_for_person'
  if (run.isOver) return 'ended'
  if (context.carrier.isAt(handleOf(run))) return 'working'
  const { own, others } = await questionsOf(context, run)
  if (own.length > 0) return 'your_turn'
  return others.length > 0 ? 'waits_for_agent' : 'resting'
}

/** What a person types to answer. */
export const gateShape = ({ name, workflow, gate }: AnyRun) =>
  gate === null
    ? null
    : {
        question: gate.question,
        options: gate.options.map(({ name: option, effect }) => ({ name: option, effect })),
        shown: gate.shown,
        person_types: gate.options.map(
          (option) =>
            `loopwright answer ${handleOf({ workflow, name })} ${option.name} --gate ${gate.shown.slice(0, 12)}`,
        ),
      }

export async function statusOf(context: McpContext, run: AnyRun): Promise<RunStatus> {
  const { view } = run
  const handle = handleOf(run)
  const state = await stateOf(context, run)
  const problem = context.carrier.problem(handle)
  return {
    run: handle,
    state,
    status: view.status,
    iteration: view.iteration,
    max_iterations: view.maxIterations,
    phase: view.phase,
    score: view.evaluation === null ? null : view.lastScore,
    accepted: run.isOver && run.gate === null ? (view.stop?.passed ?? false) : null,
    reason: view.stop?.reason ?? null,
    doing: state === 'working' ? context.carrier.doing(handle) : null,
    problem: problem === null ? null : [problem.what, problem.todo].join(' → '),
    gate: gateShape(run),
    unmet: (view.obligations ?? [])
      .filter(
        ({ status, weight }) => weight === 'must' && (status === 'unmet' || status === 'undecided'),
      )
      .map(({ id, statement, status, reason }) => ({ id, statement, status, reason })),
    used: {
      seconds: view.used.seconds,
      tokens: view.used.tokens,
      cost_usd: view.used.costUsd,
      unpriced: view.used.unpriced ?? 0,
      calls: view.used.calls,
    },
    updated_at: view.updatedAt,
    todo: states[state],
  }
}
