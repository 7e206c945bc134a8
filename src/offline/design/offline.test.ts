import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairs, sketched } from '../../../test/support/design-pairs.ts'
import { criticise } from '../../checks/design/criticise.ts'
import { DesignIntent } from '../../checks/design/intent.ts'
import type { AgentRequest } from '../../model/agent.ts'
import { answerOfflineDesign } from './answer.ts'
import { draftIntent } from './draft-intent.ts'

const [{ requirements, right }] = pairs as [(typeof pairs)[number]]

describe('the embedded drafter', () => {
  test('[DRAFT-1] makes a design of the sentences it reads, and names those it does not', () => {
    const drafted = draftIntent(`${requirements}- Rooms smell of lavender.\n`, 'room-booking')
    expect(drafted?.intent).toMatchObject({
      title: 'Room booking',
      userFlows: [
        {
          actor: 'Employee',
          steps: [
            { action: 'The employee books a room' },
            { action: 'The employee cancels a booking' },
          ],
        },
        { actor: 'Admin', steps: [{ action: 'The admin deletes rooms' }] },
      ],
      dataModel: {
        entities: [
          { name: 'Room', attributes: [{ name: 'name', required: true }, { type: 'number' }] },
          { name: 'Booking' },
        ],
        relationships: [{ from: 'room', to: 'booking', cardinality: 'one-to-many' }],
      },
      interactions: [{ trigger: 'A booking is cancelled' }],
    })
    expect(drafted?.notes).toEqual(['not drafted: "Rooms smell of lavender"'])
  })

  test('[OFFLINE-3] makes nothing of a title, of prose, or of rules without data', () => {
    for (const text of ['# x', 'We want something great.', '- A member can book a room.'])
      expect(draftIntent(text, 'any-thing'), text).toBeNull()
  })

  test('gives a valid intent whose references resolve, the same each time, or none', () => {
    const sentences = [
      ...pairs.flatMap((pair) => pair.requirements.split('\n')),
      '## Screens',
      '- List: x',
      '1. a',
      '| a | b |',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...sentences), fc.string())), (lines) => {
        const text = lines.join('\n')
        const drafted = draftIntent(text, 'any-thing')
        expect(draftIntent(text, 'any-thing')).toEqual(drafted)
        if (drafted === null) return
        expect(DesignIntent.safeParse(drafted.intent).error).toBeUndefined()
        const { criticisms } = criticise(drafted.intent)
        expect(criticisms.filter(({ ruleId }) => /unknown|duplicate-id/.test(ruleId))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

test('feedback changes nothing: only a model can do what it asks, and that is said', async () => {
  const intent = sketched(right)
  const answer = await answerOfflineDesign({
    workflow: 'design',
    role: 'generator',
    phase: 'GENERATE',
    input: {
      feature_id: 'rooms',
      requirements: '# Rooms',
      previous_intent: intent,
      feedback: ['Rename Room to Space.'],
    },
  } as unknown as AgentRequest)
  expect(answer).toMatchObject({
    ok: true,
    value: { output: intent, notes: [expect.stringContaining('Rename Room to Space.')] },
  })
})
