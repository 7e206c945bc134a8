import { type DesignRule, type Seen, intentRule } from './rule.ts'
import type { DesignModel } from './design-model.ts'

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
  intentRule('completeness/no-interactions', noInteractions),
  intentRule('completeness/bare-interaction', bareInteractions),
]
