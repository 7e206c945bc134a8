import type { Workspace } from '../../../ports/workspace.ts'
import { locateRun } from '../../../engine/open-run.ts'
import { load } from '../../../engine/run.ts'
import { type AsyncResult, ok } from '../../../model/result.ts'
import type { ComplexityWeights } from '../../../model/workorder-config.ts'
import type { Factor } from '../complexity/factors.ts'
import { type Tuning, tuneWeights, tuningLimits } from '../complexity/tune-weights.ts'
import { orderMachine } from '../machine.ts'
import type { OrderLive, OrderState } from '../state.ts'
import { keptOrders, orderNames } from '../orders.ts'
import { type Evidence, evidenceIn, type LeftOut, type Rerouting, reroutingOf } from './evidence.ts'
import { weightsYaml } from './weights-file.ts'
import { type WeightsChange, weightsChanges } from './weights-log.ts'

export type Suggestion = {
  readonly weights: ComplexityWeights
  /** How strongly each factor went with failure, from -1 to 1. */
  readonly correlations: Readonly<Record<Factor, number>>
  readonly rerouting: Rerouting
  /** What to put into loopwright.yaml. */
  readonly yaml: string
}

export type TuningReport = {
  readonly at: string
  readonly present: ComplexityWeights
  readonly orders: Pick<Evidence, 'ended' | 'leftOut'> & {
    readonly told: number
    readonly unreadable: readonly string[]
  }
  /** The share of orders whose first attempt was accepted; null where none tells. */
  readonly accuracy: number | null
  readonly last: WeightsChange | null
  readonly suggestion: Suggestion | null
  /** Why these weights, or why no others. */
  readonly why: readonly string[]
}

/** What the ended orders suggest for the weights of complexity. Nothing is changed. */
export async function tuningReport(workspace: Workspace): AsyncResult<TuningReport> {
  const changes = await weightsChanges(workspace)
  if (!changes.ok) return changes
  const { states, unreadable } = await orderStates(workspace)
  const { weights } = workspace.config.workflows.workorder
  return ok(
    reportOn(states, {
      present: weights,
      last: changes.value.at(-1) ?? null,
      at: workspace.clock.now().toISOString(),
      unreadable,
    }),
  )
}

async function orderStates(
  workspace: Workspace,
): Promise<{ readonly states: readonly OrderLive[]; readonly unreadable: readonly string[] }> {
  const states: OrderLive[] = []
  const unreadable: string[] = []
  for (const runId of await orderNames(workspace)) {
    const state = await stateOf(workspace, runId)
    if (state === null) unreadable.push(runId)
    else if (state.at !== 'nowhere') states.push(state)
  }
  return { states, unreadable }
}

/** One journal that is damaged must not keep the others from telling. */
async function stateOf(workspace: Workspace, runId: string): Promise<OrderState | null> {
  try {
    const { store } = await locateRun(keptOrders, workspace, runId)
    const run = await load(orderMachine, store)
    return run.ok ? run.value.state : null
  } catch {
    return null
  }
}

export type Standing = Pick<TuningReport, 'present' | 'last' | 'at'> & {
  /** Orders whose journal cannot be read. */
  readonly unreadable: readonly string[]
}

export function reportOn(states: readonly OrderLive[], standing: Standing): TuningReport {
  const { present, last, at, unreadable } = standing
  const evidence = evidenceIn(states, { weights: present, acceptedAt: last?.at ?? null })
  const { ended, leftOut, told: message } = evidence
  const accepted = message.filter(({ failed }) => !failed).length
  const accuracy = message.length === 0 ? null : accepted / message.length
  const hoursSinceLast = last === null ? null : hoursBetween(last.at, at)
  const tuning = tuneWeights(present, {
    samples: message,
    routingAccuracy: accuracy ?? 0,
    hoursSinceLast,
  })
  const suggestion = suggestionOf(tuning, evidence, present)
  const report: Omit<TuningReport, 'why'> = {
    at,
    present,
    orders: { ended, told: message.length, leftOut, unreadable },
    accuracy,
    last,
    suggestion,
  }
  const reason = tuning.type === 'unchanged' ? tuning.reason : null
  const why = reason === null ? whySo(report, evidence) : [whyNot(report, reason)]
  return { ...report, why: [...why, ...whatIsMissing(report)] }
}

function suggestionOf(
  tuning: Tuning,
  { told: message }: Evidence,
  present: ComplexityWeights,
): Suggestion | null {
  if (tuning.type === 'unchanged') return null
  const { weights, correlations } = tuning
  return {
    weights,
    correlations,
    rerouting: reroutingOf(message, present, weights),
    yaml: weightsYaml(weights),
  }
}

const hoursBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 3_600_000

const percent = (share: number): string => `${Math.floor(share * 1_000) / 10} %`

type Told = Omit<TuningReport, 'why'>
type Reason = Extract<Tuning, { type: 'unchanged' }>['reason']

function whyNot({ orders, accuracy, last, at }: Told, reason: Reason): string {
  switch (reason) {
    case 'too-few-samples':
      return `not enough orders: ${orders.told} tell whether they went to the right proposer, ${tuningLimits.samples} are needed`
    case 'cooling-down': {
      const hours = Math.floor(hoursBetween(last?.at ?? at, at))
      return `the weights were changed ${hours} h ago; ${tuningLimits.coolDownHours} h must pass before they are changed again`
    }
    case 'accurate-enough':
      return `good as it is: ${percent(accuracy ?? 0)} of ${orders.told} orders were accepted at the first attempt; from ${percent(tuningLimits.goodAccuracy)} on nothing is changed`
    case 'no-correlation':
      return `no factor goes with failure or success clearly enough (a correlation beyond ${tuningLimits.correlation} is asked for), or its weight is at its limit`
    case 'weights-out-of-range':
      return 'the present weights are no weights to start from'
  }
}

function whySo(
  { orders, accuracy, suggestion }: Told,
  { told: message }: Evidence,
): readonly string[] {
  const moved = suggestion?.rerouting
  const few =
    new Set(message.flatMap(({ proposers }) => proposers.map(({ name }) => name))).size < 2
  return [
    `${percent(accuracy ?? 0)} of ${orders.told} orders were accepted at the first attempt; ${percent(tuningLimits.goodAccuracy)} would be good enough`,
    'factors that went with failure count more, factors that went with success count less',
    few || moved === undefined
      ? 'there was one proposer only: the weights do not change who is asked'
      : movedWords(moved, orders.told),
  ]
}

const movedWords = ({ orders, toStronger, toStrongerFailed }: Rerouting, message: number): string =>
  orders === 0
    ? 'with these weights no order would have gone to another proposer yet'
    : `with these weights ${orders} of the ${message} orders would have gone to another proposer, ${toStronger} of them to a stronger one; ${toStrongerFailed} of those had failed at first`

const leftOutWords: readonly (readonly [LeftOut, string])[] = [
  ['rework', 'went on with the change of another order'],
  ['no-verdict', 'ended too early to say'],
  ['no-factors', 'were added before factors were recorded'],
  ['other-weights', 'were routed by other weights'],
  ['earlier', 'were added before the weights were last changed'],
]

const whatIsMissing = ({ orders: { leftOut, unreadable } }: Told): readonly string[] => [
  ...leftOutWords
    .filter(([reason]) => leftOut[reason] > 0)
    .map(([reason, words]) => `not counted: ${leftOut[reason]} that ${words}`),
  ...unreadable.map((runId) => `not counted: ${runId}, see: loopwright verify ${runId}`),
]
