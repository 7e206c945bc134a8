import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/support/cpu-time.ts'
import { applyIntentFix } from './apply-intent-fix.ts'
import { criticise, rubricVersion } from './criticise.ts'
import { Dimension, Scorecard, weights } from './critique.ts'
import { fixIntent } from './fix-intent.ts'
import { DesignIntent } from './intent.ts'
import { designRules } from './rules.ts'
import { rulesPage } from './rules-page.ts'
import { dimensionScore } from './score.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A sound design, written out so that each case below changes one thing of it. */
const room = (): Draft => structuredClone(base)
type Draft = { -readonly [Key in keyof DesignIntent]: Loose<DesignIntent[Key]> }
type Loose<Value> = Value extends readonly (infer Item)[]
  ? Loose<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Loose<Value[Key]> }
    : Value extends string
      ? string
      : Value

const base = {
  schemaVersion: '1.0.0',
  featureId: 'room-booking',
  version: '1.0.0',
  title: 'Room booking',
  goals: [
    'Members book a meeting room without calling the front desk',
    'Nobody can book a room that is already taken',
  ],
  userFlows: [
    {
      id: 'book-room',
      name: 'Book a room',
      actor: 'Member',
      goal: 'A room is reserved for the meeting',
      steps: [
        {
          id: 'open',
          action: 'Opens the day plan and picks a date',
          componentIds: ['day-plan'],
          entityIds: ['room', 'booking'],
          outcome: 'The free rooms of that date are listed',
        },
        {
          id: 'confirm',
          action: 'Confirms the chosen room with the book button',
          componentIds: ['book-button'],
          entityIds: ['booking'],
          outcome: 'The booking is shown in the plan',
        },
      ],
    },
    {
      id: 'cancel-booking',
      name: 'Cancel a booking',
      actor: 'Member',
      goal: 'The room is free for others again',
      steps: [
        {
          id: 'find',
          action: 'Finds the own booking in the list',
          componentIds: ['booking-list'],
          entityIds: ['booking'],
          outcome: 'The booking is highlighted',
        },
        {
          id: 'cancel',
          action: 'Presses the cancel button and answers the question',
          componentIds: ['cancel-button'],
          entityIds: ['booking', 'member'],
          outcome: 'The room is free at that time',
        },
      ],
    },
    {
      id: 'filter-rooms',
      name: 'Narrow the plan down',
      actor: 'Member',
      goal: 'Only rooms that are large enough remain',
      steps: [
        {
          id: 'choose',
          action: 'Chooses the least number of chairs',
          componentIds: ['chair-filter'],
          entityIds: ['room'],
          outcome: 'The number stands beside the plan',
        },
        {
          id: 'compare',
          action: 'Compares the rooms that remain',
          componentIds: ['day-plan'],
          entityIds: ['room'],
          outcome: 'One room suits the meeting',
        },
      ],
    },
  ],
  components: [
    {
      id: 'day-plan',
      name: 'Day plan',
      type: 'view',
      description: 'Shows all rooms of a day with their free hours',
      children: ['booking-panel', 'booking-list', 'room-table'],
    },
    {
      id: 'booking-panel',
      name: 'Booking panel',
      type: 'container',
      description: 'Groups what a member fills in to reserve a room',
      children: ['book-button', 'chair-filter'],
    },
    {
      id: 'book-button',
      name: 'Book button',
      type: 'control',
      description: 'Sends the reservation when it is pressed',
    },
    {
      id: 'booking-list',
      name: 'Booking list',
      type: 'data',
      description: 'Lists the bookings of the signed-in member by date',
      binds: ['booking.startsAt', 'booking.endsAt'],
      children: ['cancel-button'],
    },
    {
      id: 'cancel-button',
      name: 'Cancel button',
      type: 'control',
      description: 'Gives a reserved room back after a question',
    },
    {
      id: 'chair-filter',
      name: 'Chair filter',
      type: 'control',
      description: 'Hides the rooms with fewer chairs than asked for',
    },
    {
      id: 'room-table',
      name: 'Room table',
      type: 'data',
      description: 'Names the floor and the chairs of each room',
      binds: ['room.name', 'room.capacity'],
    },
  ],
  dataModel: {
    entities: [
      {
        id: 'room',
        name: 'Room',
        attributes: [
          { name: 'id', type: 'string', required: true },
          { name: 'name', type: 'string' },
          { name: 'capacity', type: 'number' },
          { name: 'equipment', type: 'list', description: 'Screens, boards and lamps' },
        ],
      },
      {
        id: 'booking',
        name: 'Booking',
        attributes: [
          { name: 'id', type: 'string' },
          { name: 'roomId', type: 'reference' },
          { name: 'startsAt', type: 'date' },
          { name: 'endsAt', type: 'date' },
          { name: 'status', type: 'enum', description: 'Held, confirmed or cancelled' },
        ],
      },
      {
        id: 'member',
        name: 'Member',
        attributes: [
          { name: 'id', type: 'string' },
          { name: 'email', type: 'string' },
        ],
      },
    ],
    relationships: [
      { from: 'room', to: 'booking', cardinality: 'one-to-many' },
      { from: 'member', to: 'booking', cardinality: 'one-to-many' },
    ],
  },
  interactions: [
    {
      id: 'press-book',
      trigger: 'The member presses the book button',
      response: 'The room is reserved and a receipt appears',
      componentIds: ['book-button'],
      states: ['idle', 'sending', 'done'],
    },
    {
      id: 'press-cancel',
      trigger: 'The member presses the cancel button',
      response: 'A question appears before the room is freed',
      componentIds: ['cancel-button'],
    },
    {
      id: 'move-filter',
      trigger: 'The member moves the chair filter',
      response: 'Rooms with fewer chairs leave the plan',
      componentIds: ['chair-filter'],
    },
  ],
} satisfies DesignIntent

const parsed = (draft: unknown): DesignIntent => DesignIntent.parse(draft)
const judge = (draft: unknown) => criticise(parsed(draft))

const folder = join(root, 'bench/design-defects/clean')
const clean = readdirSync(folder).map((name) =>
  parsed(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
)

type Case = readonly [ruleId: string, path: string, change: (draft: Draft) => unknown]

/** One change a line: which rule must name it, and where. Every rule has at least one. */
const cases: readonly Case[] = [
  [
    'completeness/placeholder',
    '/components/0/description',
    (d) => (d.components[0]!.description = 'TBD'),
  ],
  ['completeness/placeholder', '/goals/0', (d) => (d.goals[0] = 'Lorem ipsum dolor sit amet')],
  [
    'completeness/placeholder',
    '/userFlows/0/steps/0/action',
    (d) => (d.userFlows[0]!.steps[0]!.action = '   '),
  ],
  ['completeness/placeholder', '/title', (d) => (d.title = 'Untitled')],
  [
    'completeness/placeholder',
    '/components/1/description',
    (d) => (d.components[1]!.description += ' TODO: ask the product owner'),
  ],
  [
    'completeness/thin-text',
    '/components/2/description',
    (d) => (d.components[2]!.description = 'A button'),
  ],
  [
    'completeness/thin-text',
    '/userFlows/1/steps/0/action',
    (d) => (d.userFlows[1]!.steps[0]!.action = 'Search'),
  ],
  ['completeness/few-goals', '/goals', (d) => d.goals.pop()],
  ['completeness/short-flow', '/userFlows/0/steps', (d) => d.userFlows[0]!.steps.pop()],
  ['completeness/no-interactions', '/interactions', (d) => (d.interactions = [])],
  [
    'completeness/bare-interaction',
    '/interactions/0/componentIds',
    (d) => (d.interactions[0]!.componentIds = []),
  ],
  ['completeness/idle-control', '/components/5', (d) => d.interactions.pop()],
  [
    'coherence/unknown-component',
    '/userFlows/0/steps/1/componentIds/0',
    (d) => (d.userFlows[0]!.steps[1]!.componentIds = ['bok-button']),
  ],
  [
    'coherence/unknown-component',
    '/interactions/1/componentIds/0',
    (d) => (d.interactions[1]!.componentIds = ['Cancel-Button']),
  ],
  [
    'coherence/unknown-entity',
    '/userFlows/1/steps/0/entityIds/0',
    (d) => (d.userFlows[1]!.steps[0]!.entityIds = ['bookings']),
  ],
  [
    'coherence/unknown-child',
    '/components/1/children/2',
    (d) => d.components[1]!.children!.push('book buton'),
  ],
  [
    'coherence/unknown-binding',
    '/components/3/binds/1',
    (d) => (d.components[3]!.binds = ['booking.startsAt', 'booking.endAt']),
  ],
  [
    'coherence/unknown-binding',
    '/components/3/binds/0',
    (d) => (d.components[3]!.binds = ['startsAt']),
  ],
  ['coherence/duplicate-id', '/components/4/id', (d) => (d.components[4]!.id = 'book-button')],
  [
    'coherence/duplicate-id',
    '/userFlows/0/steps/1/id',
    (d) => (d.userFlows[0]!.steps[1]!.id = 'open'),
  ],
  [
    'coherence/similar-id',
    '/components/7/id',
    (d) => d.components.push({ ...d.components[2]!, id: 'Book-Button', name: 'Second button' }),
  ],
  [
    'coherence/duplicate-name',
    '/components/4/name',
    (d) => (d.components[4]!.name = 'Book button'),
  ],
  [
    'coherence/self-containment',
    '/components/1/children/2',
    (d) => d.components[1]!.children!.push('booking-panel'),
  ],
  [
    'coherence/containment-cycle',
    '/components/1/children/2',
    (d) => d.components[1]!.children!.push('day-plan'),
  ],
  [
    'coherence/contained-twice',
    '/components/1/children/2',
    (d) => d.components[1]!.children!.push('room-table'),
  ],
  [
    'coherence/control-with-children',
    '/components/5/children',
    (d) => (
      (d.components[5]!.children = ['book-button']),
      (d.components[1]!.children = ['chair-filter'])
    ),
  ],
  [
    'coherence/orphan-component',
    '/components/7',
    (d) =>
      d.components.push({
        id: 'clock',
        name: 'Wall clock',
        type: 'data',
        description: 'Shows the time at the front desk',
      }),
  ],
  [
    'coherence/listed-twice',
    '/components/0/children/3',
    (d) => d.components[0]!.children!.push('booking-list'),
  ],
  [
    'coherence/listed-twice',
    '/interactions/0/states/3',
    (d) => d.interactions[0]!.states!.push('idle'),
  ],
  [
    'coherence/repeated-flow',
    '/userFlows/3',
    (d) =>
      d.userFlows.push({ ...structuredClone(d.userFlows[0]!), id: 'again', name: 'Reserve again' }),
  ],
  [
    'coherence/repeated-step',
    '/userFlows/0/steps/2',
    (d) => d.userFlows[0]!.steps.push({ ...d.userFlows[0]!.steps[0]!, id: 'open-again' }),
  ],
  [
    'coherence/repeated-interaction',
    '/interactions/3',
    (d) =>
      d.interactions.push({
        ...d.interactions[0]!,
        id: 'press-again',
        response: 'Nothing at all happens to the plan',
      }),
  ],
  [
    'coherence/echo',
    '/interactions/0/response',
    (d) => (d.interactions[0]!.response = d.interactions[0]!.trigger),
  ],
  [
    'clarity/vague-term',
    '/components/0/description',
    (d) => (d.components[0]!.description = 'Shows various rooms of a day'),
  ],
  [
    'clarity/vague-term',
    '/goals/1',
    (d) => (d.goals[1] = 'Rooms, desks and lamps are booked by phone and/or by mail'),
  ],
  [
    'clarity/shared-description',
    '/components/4/description',
    (d) => (d.components[4]!.description = d.components[3]!.description),
  ],
  [
    'clarity/shared-goal',
    '/goals/2',
    (d) => d.goals.push('Nobody can book a room that is already taken!'),
  ],
  [
    'clarity/doubled-word',
    '/userFlows/0/steps/0/action',
    (d) => (d.userFlows[0]!.steps[0]!.action = 'Opens the the day plan'),
  ],
  [
    'clarity/unfinished',
    '/components/0/description',
    (d) => (d.components[0]!.description = 'Shows the rooms of a day and the'),
  ],
  [
    'clarity/invisible-character',
    '/components/0/name',
    (d) => (d.components[0]!.name = 'Day\u200B plan'),
  ],
  [
    'clarity/hollow-text',
    '/userFlows/0/steps/1/action',
    (d) => (d.userFlows[0]!.steps[1]!.action = 'It does it'),
  ],
  ['clarity/hollow-text', '/goals/0', (d) => (d.goals[0] = 'Give users a great experience')],
  ['clarity/empty-name', '/components/0/name', (d) => (d.components[0]!.name = 'Component1')],
  [
    'framework/term',
    '/components/1/description',
    (d) => (d.components[1]!.description = 'A React component with what a member fills in'),
  ],
  [
    'framework/term',
    '/dataModel/entities/0/attributes/1/description',
    (d) => (d.dataModel.entities[0]!.attributes[1]!.description = 'VARCHAR(255)'),
  ],
  [
    'framework/term-in-id',
    '/components/7/id',
    (d) => d.components.push({ ...d.components[6]!, id: 'redux-table', name: 'Desk table' }),
  ],
  [
    'data/unknown-endpoint',
    '/dataModel/relationships/0/from',
    (d) => (d.dataModel.relationships[0]!.from = 'rooms'),
  ],
  [
    'data/repeated-relationship',
    '/dataModel/relationships/2',
    (d) =>
      d.dataModel.relationships.push({ from: 'booking', to: 'room', cardinality: 'many-to-many' }),
  ],
  [
    'data/repeated-attribute',
    '/dataModel/entities/1/attributes/5/name',
    (d) => d.dataModel.entities[1]!.attributes.push({ name: 'starts_at', type: 'date' }),
  ],
  [
    'data/type-against-name',
    '/dataModel/entities/1/attributes/2/type',
    (d) => (d.dataModel.entities[1]!.attributes[2]!.type = 'string'),
  ],
  [
    'data/enum-without-values',
    '/dataModel/entities/1/attributes/4',
    (d) => delete d.dataModel.entities[1]!.attributes[4]!.description,
  ],
  ['clarity/vague-actor', '/userFlows/0/actor', (d) => (d.userFlows[0]!.actor = 'Someone')],
  [
    'clarity/damaged-sign',
    '/components/0/description',
    (d) => (d.components[0]!.description = 'Shows the rooms of the cafÃ© on a day'),
  ],
  [
    'framework/code',
    '/components/0/description',
    (d) => (d.components[0]!.description = 'Reads the rooms from /api/v1/rooms'),
  ],
  [
    'framework/code',
    '/components/0/description',
    (d) => (d.components[0]!.description = 'Marks taken rooms with color: #ff0000'),
  ],
  [
    'framework/term-in-id',
    '/dataModel/entities/0/attributes/1/name',
    (d) =>
      Object.assign(
        d,
        { components: d.components.filter(({ id }) => id !== 'room-table') },
        ((d.components[0]!.children = ['booking-panel', 'booking-list']),
        (d.dataModel.entities[0]!.attributes[1]!.name = 'strName'),
        {}),
      ),
  ],
  [
    'data/unused-entity',
    '/dataModel/entities/3',
    (d) =>
      d.dataModel.entities.push({
        id: 'invoice',
        name: 'Invoice',
        attributes: [
          { name: 'id', type: 'string' },
          { name: 'sum', type: 'number' },
        ],
      }),
  ],
  [
    'data/no-relationships',
    '/dataModel/relationships',
    (d) => (
      (d.dataModel.relationships = []),
      (d.dataModel.entities[1]!.attributes[1] = { name: 'note', type: 'string' })
    ),
  ],
  [
    'data/repeated-entity',
    '/dataModel/entities/3/name',
    (d) => d.dataModel.entities.push({ ...d.dataModel.entities[0]!, id: 'chamber' }),
  ],
  [
    'coherence/type-against-description',
    '/components/2/description',
    (d) => (d.components[2]!.description = 'This page lists the rooms of a floor'),
  ],
  [
    'coherence/type-against-description',
    '/components/0/description',
    (d) => (d.components[0]!.description = 'A button that opens the plan of the day'),
  ],
  [
    'coherence/state-as-sentence',
    '/interactions/0/states/1',
    (d) => (d.interactions[0]!.states![1] = 'The button is pressed and the receipt appears'),
  ],
  [
    'coherence/component-as-actor',
    '/userFlows/0/actor',
    (d) => (d.userFlows[0]!.actor = 'Day plan'),
  ],
  [
    'coherence/echo',
    '/interactions/0/response',
    (d) => (d.interactions[0]!.response = 'The member presses the book button successfully'),
  ],
  [
    'coherence/echo',
    '/userFlows/0/steps/0/outcome',
    (d) =>
      (d.userFlows[0]!.steps[0]!.outcome = 'Opens the day plan and picks a date, and it is done'),
  ],
  ['coherence/echo', '/userFlows/0/goal', (d) => (d.userFlows[0]!.goal = 'To book a room')],
  ['clarity/leftover', '/goals/0', (d) => (d.goals[0] = `1. ${d.goals[0]}`)],
  [
    'clarity/leftover',
    '/components/0/description',
    (d) => (d.components[0]!.description = '**Shows** all rooms of a day'),
  ],
  ['clarity/leftover', '/goals/1', (d) => (d.goals[1] += ' 🎉')],
  [
    'clarity/leftover',
    '/components/0/description',
    (d) => (d.components[0]!.description += '. Effort: two days.'),
  ],
  [
    'clarity/leftover',
    '/components/0/description',
    (d) => (d.components[0]!.description += ' (ROOM-12)'),
  ],
  [
    'clarity/leftover',
    '/interactions/1/response',
    (d) => (d.interactions[1]!.response += ', as shown in figure 3'),
  ],
  [
    'clarity/leftover',
    '/interactions/1/response',
    (d) => (d.interactions[1]!.response = 'The receipt is sent to jane@example.com'),
  ],
  ['clarity/leftover', '/goals/0', (d) => (d.goals[0] += ' within X minutes')],
  [
    'clarity/leftover',
    '/components/0/description',
    (d) => (d.components[0]!.description += '. We decided on this in the workshop.'),
  ],
  ['clarity/leftover', '/goals/2', (d) => d.goals.push('Write unit tests for the room plan')],
  ['clarity/leftover', '/goals/2', (d) => d.goals.push('Take room booking to the next level')],
  ...(
    [
      ['secret', { name: 'password', type: 'string' }],
      ['flag-as-enum', { name: 'heated', type: 'enum', description: 'yes, no' }],
      [
        'required-yet-optional',
        { name: 'nick', type: 'string', required: true, description: 'May be left empty' },
      ],
      [
        'type-against-description',
        { name: 'handover', type: 'string', description: 'Date in the form YYYY-MM-DD' },
      ],
      [
        'type-against-description',
        { name: 'load', type: 'string', description: 'Weight in kilograms' },
      ],
      ['missing-unit', { name: 'distance', type: 'number' }],
      ['sentence-as-name', { name: 'who has to be told first', type: 'string' }],
    ] as const
  ).map(([rule, attribute]): Case => [
    `data/${rule}`,
    '/dataModel/entities/0/attributes/4',
    (d) => d.dataModel.entities[0]!.attributes.push(attribute),
  ]),
  ...['early, late, early', 'first'].map((description): Case => [
    'data/enum-values',
    '/dataModel/entities/0/attributes/4/description',
    (d) => d.dataModel.entities[0]!.attributes.push({ name: 'shift', type: 'enum', description }),
  ]),
  ...(
    [
      [
        'numbered-attributes',
        { name: 'phone1', type: 'string' },
        { name: 'phone2', type: 'string' },
      ],
    ] as const
  ).map(([rule, ...attributes]): Case => [
    `data/${rule}`,
    '/dataModel/entities/0/attributes/5',
    (d) => d.dataModel.entities[0]!.attributes.push(...attributes),
  ]),
  [
    'data/cardinality-against-note',
    '/dataModel/relationships/0/cardinality',
    (d) =>
      (d.dataModel.relationships[0] = {
        from: 'room',
        to: 'booking',
        cardinality: 'one-to-one',
        description: 'A room has many bookings',
      }),
  ],
]

const changedBy = (change: Case[2]): DesignIntent => {
  const draft = room()
  change(draft)
  return parsed(draft)
}

describe('the design critic', () => {
  test('[CRITIC-2] finds nothing in sound designs of many trades', () => {
    expect(clean.length).toBeGreaterThan(8)
    for (const intent of [parsed(base), ...clean]) {
      const { scorecard, criticisms } = criticise(intent)
      expect(criticisms.filter(({ severity }) => severity !== 'info')).toEqual([])
      expect(scorecard.overallScore).toBeGreaterThanOrEqual(95)
    }
    expect(judge(base).scorecard.overallScore).toBe(100)
  })

  test.each(cases)('[CRITIC-2] %s is seen at %s', (ruleId, path, change) => {
    const { criticisms } = criticise(changedBy(change))
    expect(criticisms.map((each) => `${each.ruleId} ${each.path}`)).toContain(`${ruleId} ${path}`)
  })

  test('has a case here for every rule, and every rule has an example', () => {
    const tried = new Set(cases.map(([ruleId]) => ruleId))
    expect(designRules.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([])
    expect(new Set(designRules.map(({ id }) => id)).size).toBe(designRules.length)
    for (const { id, about, example, dimension } of designRules) {
      expect(id).toMatch(/^(completeness|coherence|clarity|framework|data)\/[a-z-]+$/)
      expect([about, example.bad, example.better].every((text) => text.length > 4)).toBe(true)
      expect(Dimension.options).toContain(dimension)
    }
  })

  test.each(cases)(
    '[CRITIC-2] %s at %s lowers its dimension, and the whole',
    (ruleId, _, change) => {
      const { scorecard } = criticise(changedBy(change))
      const { dimension } = designRules.find(({ id }) => id === ruleId)!
      expect(scorecard.dimensions[dimension].score).toBeLessThan(100)
      expect(scorecard.overallScore).toBeLessThan(100)
      expect(Scorecard.safeParse(scorecard).success).toBe(true)
    },
  )

  test('[CRITIC-5] never scores higher for one defect more', () => {
    let steps = 0
    fc.assert(
      fc.property(fc.shuffledSubarray([...cases], { minLength: 2, maxLength: 6 }), (some) => {
        const draft = room()
        let before = judge(draft)
        for (const [, , change] of some) {
          try {
            change(draft)
          } catch {
            return // the defect before it took away what this one changes
          }
          const read = DesignIntent.safeParse(draft)
          if (!read.success) return
          const after = criticise(read.data)
          // one defect can hide another, as a lost flow hides its steps; then nothing is claimed
          if (holdsAll(after, before)) {
            steps += 1
            expect(after.scorecard.overallScore).toBeLessThanOrEqual(before.scorecard.overallScore)
          }
          before = after
        }
      }),
      { numRuns: 60 },
    )
    expect(steps).toBeGreaterThan(60)
  })
})

type Judged = ReturnType<typeof judge>
const counted = ({ criticisms }: Judged) => Map.groupBy(criticisms, ({ ruleId }) => ruleId)

/** Whether a critique has at least as many findings of every rule as another. */
const holdsAll = (after: Judged, before: Judged): boolean =>
  [...counted(before)].every(([rule, own]) => (counted(after).get(rule)?.length ?? 0) >= own.length)

describe('the score', () => {
  const findings = (errors: number, warnings = 0, infos = 0) => [
    ...Array.from({ length: errors }, () => ({ severity: 'error' as const })),
    ...Array.from({ length: warnings }, () => ({ severity: 'warning' as const })),
    ...Array.from({ length: infos }, () => ({ severity: 'info' as const })),
  ]

  test('[SCORE-DESIGN-1] is the weighted sum of five dimensions, rounded to two decimals', () => {
    expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
    for (const [, , change] of cases) {
      const { overallScore, dimensions } = criticise(changedBy(change)).scorecard
      const sum = Dimension.options.reduce(
        (total, each) => total + (dimensions[each].score * dimensions[each].weight) / 100,
        0,
      )
      expect(Math.abs(overallScore - sum)).toBeLessThanOrEqual(0.0051)
      expect(Math.round(overallScore * 100) / 100).toBe(overallScore)
    }
  })

  test('falls with every finding at any size, and stays between 0 and 100', () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.nat(300),
        fc.nat(300),
        fc.nat(50_000),
        (errors, warnings, infos, size) => {
          const score = dimensionScore(findings(errors, warnings, infos), size)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100)
          for (const more of [
            findings(errors + 1, warnings, infos),
            findings(errors, warnings + 1, infos),
            findings(errors, warnings, infos + 1),
          ]) {
            expect(dimensionScore(more, size)).toBeLessThanOrEqual(score)
            // a defect that comes as a part of its own; an info may be outweighed by the part
            if (more.filter(({ severity }) => severity === 'info').length === infos)
              expect(dimensionScore(more, size + 1)).toBeLessThanOrEqual(score)
          }
        },
      ),
    )
    // the floor: one slip among very many parts still shows
    expect(dimensionScore(findings(0, 1), 50_000)).toBeLessThan(98.5)
    expect(dimensionScore(findings(0, 1), 20)).toBeLessThan(90)
    expect(dimensionScore(findings(0, 100), 50_000)).toBeGreaterThan(
      dimensionScore(findings(0, 100), 60),
    )
    expect(dimensionScore(findings(20), 60)).toBeLessThan(5)
  })

  test('[SCORE-DESIGN-3] keeps a design with two references that lead nowhere below 80, whatever its size', () => {
    for (const intent of [parsed(base), ...clean]) {
      const draft = structuredClone(intent) as unknown as Draft
      draft.userFlows[0]!.steps[0]!.componentIds.push('nowhere', 'nowhere-either')
      expect(judge(draft).scorecard.overallScore).toBeLessThan(80)
    }
  })

  test('[SCORE-DESIGN-5] does not depend on the order of lists that have none, nor on that of keys', () => {
    for (const [ruleId, , change] of cases) {
      const intent = changedBy(change)
      const { dataModel } = intent
      const other = {
        interactions: intent.interactions.toReversed(),
        dataModel: {
          relationships: dataModel.relationships.toReversed(),
          entities: dataModel.entities.toReversed(),
        },
        components: intent.components.toReversed(),
        userFlows: intent.userFlows.toReversed(),
        goals: intent.goals.toReversed(),
        title: intent.title,
        version: intent.version,
        featureId: intent.featureId,
        schemaVersion: intent.schemaVersion,
      }
      expect([ruleId, judge(other).scorecard.overallScore]).toEqual([
        ruleId,
        criticise(intent).scorecard.overallScore,
      ])
    }
  })

  test('[SCORE-DESIGN-5] is the same at every look, and the rubric has a version', () => {
    expect(rubricVersion).toMatch(/^\d+\.\d+\.\d+$/)
    for (const intent of clean)
      expect(JSON.stringify(criticise(structuredClone(intent)))).toBe(
        JSON.stringify(criticise(intent)),
      )
  })
})

/** Sentences that hold a word of a list and mean something exact by it. */
const harmless = [
  'Members react to a message with a heart',
  'React to the question within a minute',
  'The nurse reacts when the lamp turns red',
  'The reactions of the readers are counted below the text',
  'Buyers express interest in a flat with one press',
  'Express delivery reaches the customer the next day',
  'The courier takes the Express route along the river',
  'The view shows the angular momentum of the wheel',
  'The spring season opens with three plays',
  'A spring in the valley feeds the fountain',
  'The rails of the shelf are counted',
  'A flask of water stands on the bench of the laboratory',
  'The ember of the fire is watched from the tower',
  'The singer uploads a remix of the song',
  'The props for the second act stand on the left',
  'The coat hangs on a hook beside the door',
  'Pupils of a class meet in the hall',
  'The docker unloads the ship before noon',
  'The electron microscope is booked by the hour',
  'A solid line marks the border of the plot',
  'The next step is marked with a dot',
  'The material of the coat is named',
  'An alpine route needs a guide',
  'The room is lit by four lamps',
  'The span of time between two trains is shown',
  'The state of the order is shown with a colour',
  'The table by the window seats four guests',
  'The index of the book lists every plant',
  'The key of the room lies at the desk',
  'The tailwind of the flight is shown in knots',
  'The python in the terrarium is fed on Mondays',
  'Coffee from Java is roasted on Tuesdays',
  'The film Apocalypse Now Redux runs for three hours',
  'The pilot bootstraps the engine with a battery',
  'The member presses "Some rooms" and waits for the list',
  'The label "Easy, fast and modern" stands on the poster',
  'Something borrowed is listed by the awesomeness of its handsome owner'.replace(
    'Something',
    'What is',
  ),
  'The trail is easy, medium or hard',
  'Guests fast until noon during the month',
  'How many chairs the room has is shown',
  'Museum of modern art, second floor',
  'The album of Various Artists is listed under V',
  'The train to Nice leaves from platform 4',
  'The reply is yes, no or maybe',
  'The list of frequently asked questions opens',
  'The kind of room is chosen from a list',
  'The todo list of the day opens with nine lines',
  'The door handle is replaced by the caretaker',
  'The team meets as soon as the whistle blows',
  'Members are told what they should bring',
  'The survey offers never, sometimes and always',
  'Tests of the water are taken every hour',
]

describe('ordinary words', () => {
  test.each(harmless)('are not taken for slips: %s', (sentence) => {
    for (const place of ['description', 'outcome', 'response'] as const) {
      const draft = room()
      if (place === 'description') draft.components[0]!.description = sentence
      if (place === 'outcome') draft.userFlows[0]!.steps[0]!.outcome = sentence
      if (place === 'response') draft.interactions[0]!.response = sentence
      const criticisms = judge(draft).criticisms.filter(({ severity }) => severity !== 'info')
      expect(criticisms.map(({ ruleId, message }) => `${ruleId} ${message}`)).toEqual([])
    }
  })

  test.each([
    'Built with Vue and stored in MongoDB',
    'A React component shows the rooms',
    'The list is rendered with React hooks',
    'Uses useState to keep the chosen room',
    'Kept in localStorage until the member leaves',
    'An Angular directive colours the rooms',
    'A Svelte store holds the rooms of the day',
    'The Next.js page lists the rooms',
    'Styled with Tailwind classes',
    'A Bootstrap modal asks for the reason',
    'The <button> sends the form',
    'A div with the className active',
    'The v-model of the field holds the name',
    'An Express server answers the request',
    'A Django view lists the rooms',
    'The Flask blueprint answers',
    'Runs on Rails and PostgreSQL',
    'A Spring Boot service keeps the rooms',
    'The onClick handler opens the plan',
    'The props from the parent component hold the room',
    'Written in TypeScript with JSX',
    'A Redux store keeps the rooms',
    'SELECT name FROM rooms',
    'The SwiftUI screen lists the rooms',
    'RoomList.tsx draws the rooms',
    'Sends GET /rooms when it opens',
    'A Flutter widget draws the plan',
    'Imports @mui/material for the buttons',
  ])('names of products are: %s', (sentence) => {
    const draft = room()
    draft.components[1]!.description = sentence
    const seen = judge(draft).criticisms.map(({ ruleId, path }) => `${ruleId} ${path}`)
    expect(seen).toContain('framework/term /components/1/description')
  })
})

describe('large and broken designs', () => {
  const many = (count: number, part: (index: number) => Draft['components'][number]) => ({
    ...room(),
    components: [...room().components, ...Array.from({ length: count }, (_, index) => part(index))],
  })
  const shapes: Readonly<Record<string, (count: number) => unknown>> = {
    'components that nothing uses': (count) =>
      many(count, (index) => ({
        id: `part-${index}`,
        name: `Part ${index} of it`,
        type: 'data',
        description: `Shows the part ${index} of the whole`,
      })),
    'a chain of containers': (count) =>
      many(count, (index) => ({
        id: `part-${index}`,
        name: `Frame ${index} of it`,
        type: 'container',
        description: `Frames the part ${index} of the whole`,
        children: [`part-${index + 1}`],
      })),
    'a chain that bites its tail everywhere': (count) =>
      many(count, (index) => ({
        id: `part-${index}`,
        name: `Frame ${index} of it`,
        type: 'container',
        description: `Frames the part ${index} of the whole`,
        children: [`part-${(index + 1) % count}`, 'part-0'],
      })),
    'children that do not exist': (count) =>
      many(count, (index) => ({
        id: `part-${index}`,
        name: `Frame ${index} of it`,
        type: 'container',
        description: `Frames the part ${index} of the whole`,
        children: [`prt-${index}`],
      })),
    'one id for all': (count) =>
      many(count, (index) => ({
        id: 'part',
        name: 'Part',
        type: 'data',
        description: `Shows the part ${index % 3} of the whole`,
      })),
    'one list of unknown ids': (count) => {
      const draft = room()
      draft.userFlows[0]!.steps[0]!.componentIds = Array.from(
        { length: count },
        (_, index) => `x-${index}`,
      )
      return draft
    },
    'one long text': (count) => {
      const draft = room()
      draft.goals = Array.from(
        { length: Math.ceil(count / 400) },
        (_, index) => `some "TBD ${'React etc. “ '.repeat(1_400)}${index}`,
      )
      return draft
    },
    'references with long names': (count) => {
      const draft = room()
      draft.dataModel.entities[0]!.attributes = Array.from({ length: count }, (_, index) => ({
        name: `${'aB'.repeat(90)}${index}`,
        type: 'reference',
      }))
      return draft
    },
  }

  test.each(Object.entries(shapes))('%s: thousands are judged in linear time', (_, shape) => {
    const timeOf = (count: number) => {
      const intent = parsed(shape(count))
      const before = cpuMs()
      criticise(intent)
      return cpuMs() - before
    }
    timeOf(100)
    // five times the size; a square would take twenty-five times as long
    const isLinear = () => timeOf(2_500) < Math.max(timeOf(500), 5) * 14
    expect([1, 2, 3].some(isLinear)).toBe(true)
  })

  test('judges any intent the contract allows without throwing', () => {
    const word = fc.oneof(
      fc.constantFrom('a', 'some', 'React', 'TBD', '{{x}}', '(', '"', 'of', '…', '\u0000', 'É'),
      fc.string({ minLength: 1, maxLength: 12 }),
    )
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
    const id = fc.constantFrom(
      'a',
      'b',
      'A',
      'c.d',
      'é',
      'e\u0301',
      ' ',
      '__proto__',
      'constructor',
    )
    const intents = fc.record({
      goals: fc.array(text, { minLength: 1, maxLength: 3 }),
      userFlows: fc.array(
        fc.record({
          id,
          name: text,
          steps: fc.array(
            fc.record({
              id,
              action: text,
              componentIds: fc.array(id, { minLength: 1, maxLength: 3 }),
              entityIds: fc.array(id, { maxLength: 2 }),
            }),
            { minLength: 1, maxLength: 3 },
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      components: fc.array(
        fc.record({
          id,
          name: text,
          type: fc.constantFrom('view', 'control', 'data', 'container', 'utility'),
          description: text,
          children: fc.array(id, { maxLength: 3 }),
          binds: fc.array(
            fc.oneof(
              text,
              fc.tuple(id, id).map((both) => both.join('.')),
            ),
            { maxLength: 2 },
          ),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      dataModel: fc.record({
        entities: fc.array(
          fc.record({
            id,
            name: text,
            attributes: fc.array(
              fc.record({
                name: fc.oneof(id, fc.constantFrom('createdAt', 'isOpen', 'ownerId')),
                type: fc.constantFrom('string', 'reference', 'date', 'boolean'),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        relationships: fc.array(
          fc.record({
            from: id,
            to: id,
            cardinality: fc.constantFrom('one-to-one', 'one-to-many', 'many-to-many'),
          }),
          { maxLength: 3 },
        ),
      }),
      interactions: fc.array(
        fc.record({
          id,
          trigger: text,
          response: text,
          componentIds: fc.array(id, { maxLength: 2 }),
        }),
        { maxLength: 2 },
      ),
    })
    let fixed = 0
    fc.assert(
      fc.property(intents, (parts) => {
        const read = DesignIntent.safeParse({
          schemaVersion: '1.0.0',
          featureId: 'any-thing',
          version: '1.0.0',
          ...parts,
        })
        if (!read.success) return
        const before = criticise(read.data)
        expect(before.scorecard.overallScore).toBeGreaterThanOrEqual(0)
        const after = fixIntent(read.data)
        fixed += after.applied.length
        expect(DesignIntent.safeParse(after.intent).success).toBe(true)
        expect(criticise(after.intent).scorecard.overallScore).toBeGreaterThanOrEqual(
          before.scorecard.overallScore,
        )
      }),
      { numRuns: 60 },
    )
    expect(fixed).toBeGreaterThan(100)
  })
})

type Mend = readonly [
  what: string,
  damage: (draft: Draft) => unknown,
  look: (intent: DesignIntent) => unknown,
  expected: unknown,
]

const mends: readonly Mend[] = [
  [
    'parts that stand nowhere, where there is one view only',
    (d) =>
      ['clock', 'wall-map'].forEach((id) =>
        d.components.push({
          id,
          name: `The ${id}`,
          type: 'data',
          description: `Shows the ${id} beside the front desk`,
          binds: ['room.name'],
        }),
      ),
    (i) => i.components[0]!.children,
    ['booking-panel', 'booking-list', 'room-table', 'clock', 'wall-map'],
  ],
  [
    'the nearest id',
    (d) => (d.userFlows[0]!.steps[1]!.componentIds = ['bok-button']),
    (i) => i.userFlows[0]!.steps[1]!.componentIds,
    ['book-button'],
  ],
  [
    'a child listed twice',
    (d) => d.components[0]!.children!.push('booking-list'),
    (i) => i.components[0]!.children,
    ['booking-panel', 'booking-list', 'room-table'],
  ],
  [
    'a component inside itself',
    (d) => d.components[1]!.children!.push('booking-panel'),
    (i) => i.components[1]!.children,
    ['book-button', 'chair-filter'],
  ],
  [
    'an entity that does not exist',
    (d) => d.userFlows[0]!.steps[1]!.entityIds!.push('zeppelin'),
    (i) => i.userFlows[0]!.steps[1]!.entityIds,
    ['booking'],
  ],
  [
    'a relationship stated twice',
    (d) => d.dataModel.relationships.push({ ...d.dataModel.relationships[0]! }),
    (i) => i.dataModel.relationships.length,
    2,
  ],
  [
    'the type of an attribute',
    (d) => (d.dataModel.entities[1]!.attributes[2]!.type = 'string'),
    (i) => i.dataModel.entities[1]!.attributes[2]!.type,
    'date',
  ],
  [
    'a misspelt binding',
    (d) => (d.components[3]!.binds = ['booking.startAt']),
    (i) => i.components[3]!.binds,
    ['booking.startsAt'],
  ],
  [
    'an empty optional text',
    (d) => (d.userFlows[0]!.steps[1]!.outcome = 'TBD'),
    (i) => i.userFlows[0]!.steps[1]!.outcome,
    undefined,
  ],
  ['a goal stated twice', (d) => d.goals.push(d.goals[0]!), (i) => i.goals.length, 2],
  [
    'a doubled word',
    (d) => (d.components[1]!.description = 'Groups the the fields of a room'),
    (i) => i.components[1]!.description,
    'Groups the fields of a room',
  ],
]

describe('the fixers', () => {
  test.each(mends)('mend %s', (_, damage, look, expected) => {
    const draft = room()
    damage(draft)
    const before = judge(draft)
    const after = fixIntent(parsed(draft))
    expect(look(after.intent)).toEqual(expected)
    expect(after.applied.length).toBeGreaterThan(0)
    expect(criticise(after.intent).scorecard.overallScore).toBeGreaterThan(
      before.scorecard.overallScore,
    )
  })

  test('leave a sound design alone, and what they are given untouched', () => {
    for (const intent of [parsed(base), ...clean]) {
      const copy = structuredClone(intent)
      expect(fixIntent(intent)).toEqual({ intent: copy, applied: [] })
    }
    const draft = room()
    draft.components[0]!.children!.push('day-plan')
    const given = parsed(draft)
    const copy = structuredClone(given)
    fixIntent(given)
    expect(given).toEqual(copy)
  })

  test('[FIX-DESIGN-3] mend every case that carries a fix, add no error, and never lower the score', () => {
    let mended = 0
    for (const [ruleId, , change] of cases) {
      const intent = changedBy(change)
      const before = criticise(intent)
      const after = fixIntent(intent)
      const now = criticise(after.intent)
      expect(now.scorecard.overallScore).toBeGreaterThanOrEqual(before.scorecard.overallScore)
      const errors = ({ criticisms }: typeof now) =>
        criticisms.filter(({ severity }) => severity === 'error').length
      expect(errors(now)).toBeLessThanOrEqual(errors(before))
      const left = now.criticisms.filter((each) => each.ruleId === ruleId && each.fix !== undefined)
      expect([ruleId, left.map(({ message }) => message)]).toEqual([ruleId, []])
      mended += after.applied.length
    }
    expect(mended).toBeGreaterThan(15)
  })

  test('[FIX-DESIGN-3] refuse a repair that would break something else', () => {
    const draft = room()
    // the nearest id is that of the component around it: taking it would close a circle
    draft.components[1]!.children!.push('day-plann')
    const given = parsed(draft)
    expect(criticise(given).criticisms.some(({ fix }) => fix?.title.includes('"day-plan"'))).toBe(
      true,
    )
    const { intent, applied } = fixIntent(given)
    expect(applied).toEqual([])
    expect(intent).toEqual(given)
  })

  test('apply edits as data: add, replace and remove, in an order that keeps pointers true', () => {
    const done = applyIntentFix(parsed(base), {
      edits: [
        { op: 'remove', path: '/components/0/children/0' },
        { op: 'remove', path: '/components/0/children/2' },
        { op: 'add', path: '/goals/2', value: 'A third goal is stated here' },
        { op: 'replace', path: '/title', value: 'Rooms' },
      ],
    })
    expect(done).toMatchObject({ ok: true, value: { title: 'Rooms' } })
    expect(done.ok && done.value.components[0]!.children).toEqual(['booking-list'])
    for (const path of ['/nowhere/0', '/components/99', '/components/0/binds', '/goals/x', ''])
      expect(applyIntentFix(parsed(base), { edits: [{ op: 'remove', path }] }).ok).toBe(false)
    expect(applyIntentFix(parsed(base), { edits: [{ op: 'remove', path: '/goals' }] }).ok).toBe(
      false,
    )
  })

  test('mend a design with hundreds of slips in reasonable time', () => {
    const draft = room()
    for (let index = 0; index < 300; index += 1)
      draft.components.push({
        id: `part-${index}`,
        name: `Part ${index} of it`,
        type: 'data',
        description: `Shows the the part ${index} of the whole`,
        binds: ['booking.startAt', 'booking.startAt'],
      })
    draft.components[0]!.children!.push(
      ...Array.from({ length: 300 }, (_, index) => `part-${index}`),
    )
    const start = cpuMs()
    const { intent, applied } = fixIntent(parsed(draft))
    expect(cpuMs() - start).toBeLessThan(5_000)
    expect(applied.length).toBeGreaterThan(600)
    expect(criticise(intent).criticisms.filter(({ fix }) => fix !== undefined)).toEqual([])
  })
})

test('the page of rules is made from the rules', () => {
  expect(readFileSync(join(root, 'docs/design-rules.md'), 'utf8')).toBe(rulesPage())
})
