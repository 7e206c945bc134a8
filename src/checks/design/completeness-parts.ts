import { type DesignRule, type Seen, intentRule } from './rule.ts'
import type { DesignModel } from './design-model.ts'
import type { UserFlow } from './intent.ts'

const shortFlows = ({ intent }: DesignModel): readonly Seen[] =>
  intent.userFlows.flatMap(({ id, steps }, index) =>
    steps.length < 2
      ? [
          {
            path: `/userFlows/${index}/steps`,
            message: `the flow "${id}" has one step; expected at least two`,
          },
        ]
      : [],
  )

function lacking(flows: readonly UserFlow[], key: 'actor' | 'goal'): readonly Seen[] {
  const having = flows.filter((flow) => flow[key] !== undefined).length
  if (having < 2 || having < flows.length - 1) return []
  return flows.flatMap((flow, index) =>
    flow[key] === undefined
      ? [
          {
            path: `/userFlows/${index}`,
            message: `the flow "${flow.id}" has no ${key}, unlike the others`,
          },
        ]
      : [],
  )
}

function missingOutcomes({ intent }: DesignModel): readonly Seen[] {
  const steps = intent.userFlows.flatMap((flow, index) =>
    flow.steps.map(({ id, outcome }, place) => ({
      id,
      outcome,
      path: `/userFlows/${index}/steps/${place}`,
    })),
  )
  const having = steps.filter(({ outcome }) => outcome !== undefined).length
  if (steps.length < 4 || having * 10 < steps.length * 7) return []
  return steps
    .filter(({ outcome }) => outcome === undefined)
    .map(({ id, path }) => ({
      path,
      message: `the step "${id}" has no outcome, unlike the others`,
    }))
}

const noInteractions = ({ intent }: DesignModel): readonly Seen[] =>
  intent.interactions.length === 0
    ? [{ path: '/interactions', message: 'no interaction says how a component answers the user' }]
    : []

const bareInteractions = ({ intent }: DesignModel): readonly Seen[] =>
  intent.interactions.flatMap(({ id, componentIds }, index) =>
    componentIds.length === 0
      ? [
          {
            path: `/interactions/${index}/componentIds`,
            message: `the interaction "${id}" names no component`,
          },
        ]
      : [],
  )

export const completenessPartRules: readonly DesignRule[] = [
  intentRule('completeness/short-flow', shortFlows),
  intentRule('completeness/missing-actor', ({ intent }) => lacking(intent.userFlows, 'actor')),
  intentRule('completeness/missing-flow-goal', ({ intent }) => lacking(intent.userFlows, 'goal')),
  intentRule('completeness/missing-outcome', missingOutcomes),
  intentRule('completeness/no-interactions', noInteractions),
  intentRule('completeness/bare-interaction', bareInteractions),
]
