import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairs, sketched } from '../../../test/support/design-pairs.ts'
import { criticise } from '../../checks/design/criticise.ts'
import { DesignIntent } from '../../checks/design/intent.ts'
import { changeIntent } from './answer.ts'
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

describe('feedback', () => {
  const intent = sketched(right)

  test('is carried out where it names one change', () => {
    const { intent: changed, notes } = changeIntent(intent, [
      'Rename Room to Space. Add a field colour (text, required) to Booking. Make the note of a booking required.',
    ])
    expect(notes).toEqual([])
    expect(JSON.stringify(changed)).not.toMatch(/\bRoom\b/)
    expect(changed.dataModel.entities[1]).toMatchObject({
      attributes: [
        { name: 'day' },
        { name: 'room' },
        { name: 'note', required: true },
        { name: 'colour', type: 'string', required: true },
      ],
    })
    expect(DesignIntent.safeParse(changed).success).toBe(true)
  })

  test('is named where it is something else, and changes nothing', () => {
    const words = 'The tone is too cold, make people feel welcome.'
    const { intent: same, notes } = changeIntent(intent, [words])
    expect(same).toBe(intent)
    expect(notes).toEqual([expect.stringContaining('The tone is too cold')])
  })

  test('takes a component away with all that refers to it', () => {
    const named = intent.components[2]!.name
    const { intent: changed } = changeIntent(
      { ...intent, userFlows: intent.userFlows.slice(0, 2) },
      [`Remove the ${named}.`],
    )
    expect(changed.components.map(({ name }) => name)).not.toContain(named)
    expect(criticise(changed).criticisms.filter(({ ruleId }) => /unknown/.test(ruleId))).toEqual([])
  })
})
