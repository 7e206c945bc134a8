import type { DesignModel, DesignRule, Seen } from './design-model.ts'
import type { Attribute, UserFlow } from './intent.ts'

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

/** What nearly all others have, this one lacks: then it was forgotten rather than left out. */
export const expectedOf = (having: number, others: number): boolean =>
  others >= 1 && having * 3 >= others * 2

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

const isIdentifier = ({ name }: Attribute): boolean =>
  /^(?:_?id|uuid|key|.*(?:Id|_id|-id))$/.test(name)

const bareEntities = ({ intent }: DesignModel): readonly Seen[] =>
  intent.dataModel.entities.flatMap(({ id, attributes }, index) =>
    attributes.every((attribute) => isIdentifier(attribute) && attribute.type !== 'reference')
      ? [
          {
            path: `/dataModel/entities/${index}/attributes`,
            message: `the entity "${id}" has nothing but an identifier`,
          },
        ]
      : [],
  )

const completeness = { dimension: 'completeness', over: 'intent', severity: 'warning' } as const

export const completenessPartRules: readonly DesignRule[] = [
  {
    ...completeness,
    id: 'completeness/short-flow',
    about: 'A flow has at least two steps.',
    example: {
      bad: 'a flow with the only step "Pays"',
      better: '"Chooses a card", then "Confirms the amount"',
    },
    run: shortFlows,
  },
  {
    ...completeness,
    id: 'completeness/missing-actor',
    about: 'Where flows name their actor, each of them does.',
    example: { bad: 'one flow of four without "actor"', better: '"actor": "Member"' },
    run: ({ intent }) => lacking(intent.userFlows, 'actor'),
  },
  {
    ...completeness,
    id: 'completeness/missing-flow-goal',
    severity: 'info',
    about: 'Where flows state their goal, each of them does.',
    example: {
      bad: 'one flow of four without "goal"',
      better: '"goal": "A room is booked for the meeting"',
    },
    run: ({ intent }) => lacking(intent.userFlows, 'goal'),
  },
  {
    ...completeness,
    id: 'completeness/missing-outcome',
    severity: 'info',
    about: 'Where steps state their outcome, each of them does.',
    example: {
      bad: 'one step of ten without "outcome"',
      better: '"outcome": "The seat is held for ten minutes"',
    },
    run: missingOutcomes,
  },
  {
    ...completeness,
    id: 'completeness/no-interactions',
    about: 'A design says how its components answer the user.',
    example: { bad: '"interactions": []', better: 'an interaction for each control' },
    run: noInteractions,
  },
  {
    ...completeness,
    id: 'completeness/bare-interaction',
    about: 'An interaction names the components that take part.',
    example: { bad: '"componentIds": []', better: '"componentIds": ["pay-button"]' },
    run: bareInteractions,
  },
  {
    ...completeness,
    id: 'completeness/bare-entity',
    about: 'An entity has attributes besides its identifier.',
    example: {
      bad: 'an entity with the only attribute "id"',
      better: '"id", "name" and "capacity"',
    },
    run: bareEntities,
  },
]
