import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanIntent, weakIntent } from '../../../test/support/design-intents.ts'
import { pairs, sketched } from '../../../test/support/design-pairs.ts'
import { criticise } from './criticise.ts'
import { Dimension } from './critique.ts'
import type { DesignIntent } from './intent.ts'

const thin = (intent: DesignIntent): DesignIntent => ({
  ...intent,
  goals: intent.goals.slice(0, 1),
  userFlows: intent.userFlows.map((flow) => ({ ...flow, steps: flow.steps.slice(0, 1) })),
  components: intent.components.map((each, at) =>
    at % 2 === 0 ? { ...each, description: 'A list' } : each,
  ),
  interactions: [],
})
const designs = [
  cleanIntent('meter-readings'),
  weakIntent('meter-readings', 3),
  thin(cleanIntent('meter-readings')),
  ...pairs.flatMap(({ right }) => [sketched(right), thin(sketched(right))]),
]

const fillers = [
  'It works as needed.',
  'The system handles the data.',
  'This component shows the information to the user.',
  'The user can do what is needed.',
  'It provides a great experience for everyone.',
  'The result is displayed.',
]

type Padding = (intent: DesignIntent, filler: string, at: number) => DesignIntent
const one = <Each>(list: readonly Each[], at: number, change: (each: Each) => Each): Each[] =>
  list.map((each, index) => (index === at % list.length ? change(each) : each))

/** Ways to add words that say nothing. */
const paddings: readonly Padding[] = [
  (intent, filler, at) => ({
    ...intent,
    goals: one(intent.goals, at, (goal) => `${goal}. ${filler}`),
  }),
  (intent, filler) => ({ ...intent, goals: [...intent.goals, filler] }),
  (intent, filler, at) => ({
    ...intent,
    components: one(intent.components, at, (each) => ({
      ...each,
      description: `${each.description}. ${filler}`,
    })),
  }),
  (intent, filler, at) => ({
    ...intent,
    userFlows: one(intent.userFlows, at, (flow) => ({
      ...flow,
      steps: [...flow.steps, { ...flow.steps[0]!, id: `more-${at}`, action: filler }],
    })),
  }),
  (intent, _, at) => ({
    ...intent,
    userFlows: one(intent.userFlows, at, (flow) => ({
      ...flow,
      steps: [...flow.steps, { ...flow.steps[0]!, id: `again-${at}` }],
    })),
  }),
  (intent, _, at) => ({
    ...intent,
    userFlows: one(intent.userFlows, at, (flow) => ({
      ...flow,
      steps: [
        ...flow.steps,
        {
          id: `idle-${at}`,
          action: `The ${flow.actor ?? 'user'} can do them`,
          componentIds: flow.steps[0]!.componentIds ?? [],
        },
      ],
    })),
  }),
  (intent, filler, at) => ({
    ...intent,
    interactions: [
      ...intent.interactions,
      {
        id: `more-${at}`,
        trigger: filler,
        response: filler,
        componentIds: [intent.components[0]!.id],
      },
    ],
  }),
  (intent, filler, at) => ({
    ...intent,
    userFlows: one(intent.userFlows, at, (flow) => ({
      ...flow,
      steps: one(flow.steps, at, (step) => ({
        ...step,
        outcome: step.outcome === undefined ? filler : `${step.outcome}. ${filler}`,
      })),
    })),
  }),
]

describe('words that say nothing', () => {
  test('[TRACE-3] Law 16: raise no dimension, wherever they are added', () => {
    let raisedBefore = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...designs),
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: paddings.length - 1 }),
            fc.constantFrom(...fillers),
            fc.nat(20),
          ),
          { minLength: 1, maxLength: 5 },
        ),
        (design, added) => {
          const before = criticise(design).scorecard
          const padded = added.reduce(
            (intent, [way, filler, at]) => paddings[way]!(intent, filler, at),
            design,
          )
          const after = criticise(padded).scorecard
          for (const name of Dimension.options)
            expect(after.dimensions[name].score, name).toBeLessThanOrEqual(
              before.dimensions[name].score,
            )
          raisedBefore += before.overallScore < 95 ? 1 : 0
        },
      ),
      { numRuns: 100 },
    )
    // designs that have something to gain were among them
    expect(raisedBefore).toBeGreaterThan(20)
  })
})
