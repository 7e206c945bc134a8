import { z } from 'zod'
import type { ComplexityWeights } from '../../../model/workorder-config.ts'
import { weighted } from '../complexity/complexity.ts'
import type { Factors } from '../complexity/factors.ts'
import type { TuningSample } from '../complexity/tune-weights.ts'
import type { BoundProposer } from '../events.ts'
import { chooseProposer } from '../routing/choose-proposer.ts'
import type { OrderLive } from '../state.ts'

/** An order that tells whether it went to the right proposer. */
export type ToldOrder = TuningSample & {
  readonly runId: string
  readonly strongest: boolean
  readonly proposers: readonly BoundProposer[]
}

/** Why an order says nothing about the weights. */
export type LeftOut = 'rework' | 'no-verdict' | 'no-factors' | 'other-weights' | 'earlier'

export type Evidence = {
  readonly ended: number
  readonly told: readonly ToldOrder[]
  readonly leftOut: Readonly<Record<LeftOut, number>>
}

export type Since = {
  readonly weights: ComplexityWeights
  /** When these weights were accepted; null: never changed. */
  readonly acceptedAt: string | null
}

/** What ended orders say about the weights by which they were routed. */
export function evidenceIn(states: readonly OrderLive[], since: Since): Evidence {
  const reported: ToldOrder[] = []
  const leftOut = { rework: 0, 'no-verdict': 0, 'no-factors': 0, 'other-weights': 0, earlier: 0 }
  const ended = states.filter((state) => state.at === 'ended')
  for (const state of ended) {
    const read = toldBy(state, since)
    if (typeof read === 'string') leftOut[read] += 1
    else reported.push(read)
  }
  return { ended: ended.length, told: reported, leftOut }
}

type Ended = Extract<OrderLive, { at: 'ended' }>

const share = z.number().min(0).max(1)
const AllFactors = z.object({
  codeComplexity: share,
  contextRequirements: share,
  securityImplications: share,
  architecturalImpact: share,
  reasoningDepth: share,
  memoryPressure: share,
  coordinationComplexity: share,
}) satisfies z.ZodType<Factors>

function toldBy(state: Ended, { weights, acceptedAt }: Since): ToldOrder | LeftOut {
  const { setup, runId } = state
  // it starts from somebody's change, so its words do not say how hard it was
  if (setup.parent !== null) return 'rework'
  const factors = AllFactors.safeParse(setup.complexity.factors)
  if (!factors.success) return 'no-factors'
  // what led to the present weights must not speak for the next ones too
  if (acceptedAt !== null && Date.parse(state.startedAt) <= Date.parse(acceptedAt)) return 'earlier'
  if (!wereIn(setup.complexity.weights, weights)) return 'other-weights'
  const failed = firstAttemptFailed(state)
  if (failed === null) return 'no-verdict'
  const { strongest } = setup.complexity
  return { runId, factors: factors.data, failed, strongest, proposers: setup.proposers }
}

/** An order that does not tell its weights is taken to have had the present ones. */
const wereIn = (given: Readonly<Record<string, number>> | undefined, now: ComplexityWeights) =>
  given === undefined ||
  Object.entries(now).every(([factor, weight]) => Math.abs((given[factor] ?? 0) - weight) < 1e-9)

/** Whether who was asked first did not bring the order through; null where nobody can know. */
function firstAttemptFailed({ briefing, failed, outcome, round }: Ended): boolean | null {
  if (briefing === null) return null
  if (failed.length > 0) return true
  // a person stepped in before anything was measured
  if (round > 1) return null
  switch (outcome) {
    case 'completed':
      return false
    case 'needs_review':
    case 'needs_rework':
    case 'cap_reached':
      return true
    case 'failed':
    case 'stopped':
      return null
  }
}

export type Rerouting = {
  /** Orders that would have gone to somebody else. */
  readonly orders: number
  readonly toStronger: number
  /** Of those that would have gone to somebody stronger: whose first attempt failed. */
  readonly toStrongerFailed: number
}

/** Who would have been asked first with other weights, money aside. */
export function reroutingOf(
  reported: readonly ToldOrder[],
  before: ComplexityWeights,
  after: ComplexityWeights,
): Rerouting {
  const moved = reported.flatMap((order) => {
    const [from, to] = [askedWith(order, before), askedWith(order, after)]
    return from === null || to === null || from.name === to.name
      ? []
      : [{ failed: order.failed, up: to.complexity_threshold > from.complexity_threshold }]
  })
  const up = moved.filter((each) => each.up)
  return {
    orders: moved.length,
    toStronger: up.length,
    toStrongerFailed: up.filter(({ failed }) => failed).length,
  }
}

function askedWith({ proposers, factors, strongest }: ToldOrder, weights: ComplexityWeights) {
  const team = proposers.map((each) => ({ ...each, active: true }))
  const score = weighted(factors, weights)
  const route = chooseProposer(team, { score, strongest, budget: 'normal' })
  return route.type === 'proposer' ? route.proposer : null
}
