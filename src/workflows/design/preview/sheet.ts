import type { Scorecard } from '../../../checks/design/critique.ts'
import type { DesignIntent, Entity, FlowStep } from '../../../checks/design/intent.ts'
import { readIntent, type Reading, nameOf } from './reading.ts'
import { remarksOf, type Remarks } from './remarks.ts'
import { growForest, type Forest } from './component-forest.ts'
import { bytesOf } from './escape.ts'
import { budgets, fitting, lengths, most } from './limits.ts'

/** All that a section of the page is made from. */
export type Sheet = Reading & {
  readonly shown: Shown
  readonly remarks: Remarks
  readonly scored: boolean
}

export function sheetOf(intent: DesignIntent, scorecard: Scorecard | null): Sheet {
  const reading = readIntent(intent)
  return {
    ...reading,
    shown: shownOf(reading),
    remarks: remarksOf(intent, scorecard),
    scored: scorecard !== null,
  }
}

/** What of the intent is drawn. All of it, unless it is vast. */
type Shown = {
  readonly forest: Forest
  readonly goals: number
  /** Steps drawn of each flow that is drawn. */
  readonly steps: readonly number[]
  readonly entities: number
  readonly relationships: number
  readonly interactions: number
}

function shownOf(reading: Reading): Shown {
  const { intent, componentAt } = reading
  const { goals, components, dataModel, interactions } = intent
  const component = componentLabel(reading)
  return {
    forest: growForest(components, componentAt, componentPurse(reading)),
    goals: fitting(goals, (goal) => 80 + bytesOf(goal), budgets.goals),
    steps: stepsShown(reading),
    entities: fitting(dataModel.entities, entityWeight, budgets.entities),
    relationships: fitting(
      dataModel.relationships,
      ({ from, to, description = '' }) => 200 + bytesOf(description) + chipsWeight([from, to]),
      budgets.relationships,
    ),
    interactions: fitting(
      interactions,
      ({ trigger, response, componentIds, states = [] }) =>
        500 +
        bytesOf(trigger) +
        bytesOf(response) +
        chipsWeight(componentIds.slice(0, most.chips).map(component)) +
        chipsWeight(states),
      budgets.interactions,
    ),
  }
}

const componentLabel =
  ({ intent, componentAt }: Reading) =>
  (id: string): string =>
    nameOf(intent.components, componentAt, id)

const chipsWeight = (labels: readonly string[]): number =>
  labels.slice(0, most.chips).reduce((sum, label) => sum + 160 + bytesOf(label, lengths.chip), 0)

/** A purse for components: once one no longer fits, none does, so that no tree has holes. */
function componentPurse(reading: Reading): (index: number) => boolean {
  const { intent, componentUse } = reading
  let left = budgets.components
  return (index) => {
    const component = intent.components[index]
    if (left <= 0 || component === undefined) return false
    const { name, description, id, binds = [] } = component
    const flows = (componentUse.get(id) ?? []).slice(0, most.chips)
    left -=
      450 +
      bytesOf(name, lengths.heading) +
      bytesOf(description) +
      chipsWeight(binds) +
      chipsWeight(mentioned(reading, index)) +
      chipsWeight(flows.map(({ flow }) => intent.userFlows[flow]?.name ?? ''))
    return left > 0
  }
}

// a part that is drawn weighs for itself; it is the mentions of strangers and shared parts that weigh here
const mentioned = ({ intent, componentAt }: Reading, index: number): readonly string[] =>
  (intent.components[index]?.children ?? []).filter((id) => !componentAt.has(id))

function stepsShown(reading: Reading): readonly number[] {
  const weigh = stepWeight(reading)
  let left = budgets.flows
  const shown: number[] = []
  for (const { name, goal = '', actor = '', steps } of reading.intent.userFlows) {
    left -= 600 + bytesOf(name, lengths.heading) + bytesOf(goal) + bytesOf(actor, lengths.heading)
    if (left <= 0) break
    const fit = fitting(steps, weigh, left)
    left -= steps.slice(0, fit).reduce((sum, step) => sum + weigh(step), 0)
    shown.push(fit)
    if (fit < steps.length) break
  }
  return shown
}

function stepWeight(reading: Reading): (step: FlowStep) => number {
  const { intent, entityAt } = reading
  const component = componentLabel(reading)
  const entity = (id: string) => nameOf(intent.dataModel.entities, entityAt, id)
  return ({ action, outcome = '', componentIds, entityIds = [] }) =>
    300 +
    bytesOf(action) +
    bytesOf(outcome) +
    chipsWeight(componentIds.slice(0, most.chips).map(component)) +
    chipsWeight(entityIds.slice(0, most.chips).map(entity))
}

const entityWeight = ({ name, attributes }: Entity): number =>
  900 +
  bytesOf(name, lengths.heading) +
  attributes
    .slice(0, most.attributes)
    .reduce(
      (sum, { name: attribute, description = '' }) =>
        sum + 120 + bytesOf(attribute) + bytesOf(description, lengths.message),
      0,
    )
