import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { criticise } from '../../../checks/design/criticise.ts'
import {
  AttributeType,
  Cardinality,
  ComponentType,
  DesignIntent,
} from '../../../checks/design/intent.ts'
import { draftIntent } from './draft-intent.ts'
import { applyFeedback } from './feedback/apply-feedback.ts'
import { noFacts } from './read/facts.ts'
import type { Improver } from './refine/improver.ts'
import { judged, keepBetter } from './refine/keep-better.ts'
import { refineIntent } from './refine-intent.ts'

const requirements = `# Shop

## Goals

- Customers order without a phone call
- The kitchen sees every order at once

## Screens

- **Order page**: shows what the customer has chosen so far
  - Pay button that sends the order
  - List of dishes
- **Kitchen page**: shows the open orders of the evening

## User flows

### Check out

1. The customer opens the order page.
2. The customer checks the list of dishes.
3. The customer presses the Pay button. The order is sent to the kitchen.

## Data

- Customer: name, email
- Order: number, total, table

A customer has many orders.
`
const base = draftIntent(requirements, 'shop-orders').intent
const refine = (
  intent: DesignIntent,
  feedback: readonly string[] = [],
  findings = criticise(intent).criticisms,
) => refineIntent({ intent, findings, feedback, requirements, attempt: 2 })
// feedback alone, so that no repair hides what it breaks
const ask = (...feedback: readonly string[]) => applyFeedback(base, feedback)

const component = (intent: DesignIntent, id: string) =>
  intent.components.find((each) => each.id === id)
const attributes = (intent: DesignIntent, id: string) =>
  intent.dataModel.entities.find((each) => each.id === id)?.attributes ?? []
const attribute = (intent: DesignIntent, id: string, name: string) =>
  attributes(intent, id).find((each) => each.name === name)
const broken = (intent: DesignIntent) =>
  criticise(intent).criticisms.filter(({ ruleId }) => /unknown|duplicate-id|cycle/.test(ruleId))

describe('feedback that names things', () => {
  test.each([
    'Rename the order page to Basket page',
    'rename "Order page" to "Basket page".',
    'Please rename order-page to “Basket page”',
    'The order page should be called "Basket page"',
    'Change the name of the Order page to Basket page',
  ])('[DRAFT-15] renames a component and everything that refers to it: %s', (said) => {
    const { intent } = ask(said)
    expect(component(intent, 'order-page')).toBeUndefined()
    expect(component(intent, 'basket-page')).toMatchObject({
      name: 'Basket page',
      children: ['pay-button', 'list-of-dishes'],
    })
    expect(intent.userFlows[0]?.steps[0]).toMatchObject({
      action: 'The customer opens the basket page.',
      componentIds: ['basket-page'],
    })
    expect(broken(intent)).toEqual([])
  })

  test('[DRAFT-15] renames entities, attributes and flows with all that is wired to them', () => {
    const bound = refineIntent({
      intent: base,
      findings: [],
      feedback: ['The order page must show the total'],
      requirements,
      attempt: 2,
    }).intent
    const { intent } = refineIntent({
      intent: bound,
      findings: [],
      feedback: [
        'Rename the entity Order to Purchase. Rename total to sum. Rename the check out flow to "Pay for dishes".',
      ],
      requirements,
      attempt: 3,
    })
    expect(intent.dataModel.entities.map(({ id }) => id)).toContain('purchase')
    expect(component(intent, 'order-page')?.binds).toEqual(['purchase.sum'])
    expect(intent.dataModel.relationships).toMatchObject([{ from: 'customer', to: 'purchase' }])
    expect(intent.userFlows[0]).toMatchObject({ id: 'pay-for-dishes', name: 'Pay for dishes' })
    expect(broken(intent)).toEqual([])
  })

  test.each([
    ['Remove the kitchen page', (intent: DesignIntent) => component(intent, 'kitchen-page')],
    ['delete the Pay button, please', (intent: DesignIntent) => component(intent, 'pay-button')],
    [
      'We don’t need the table of the order',
      (intent: DesignIntent) => attribute(intent, 'order', 'table'),
    ],
    [
      'Drop the goal "The kitchen sees every order at once"',
      (intent: DesignIntent) => intent.goals[1],
    ],
    [
      'Remove the step "checks the list of dishes"',
      (intent: DesignIntent) => intent.userFlows[0]?.steps[2],
    ],
  ])('[DRAFT-15] removes what it names, and leaves nothing pointing at it: %s', (said, found) => {
    expect(found(base)).toBeDefined()
    const { intent } = ask(said)
    expect(found(intent)).toBeUndefined()
    expect(broken(intent)).toEqual([])
    expect(DesignIntent.safeParse(intent).success).toBe(true)
  })

  test.each([
    ["Add a field 'phone' (string) to Customer", 'customer', { name: 'phone', type: 'string' }],
    [
      'add an optional attribute birthday (date) to the customer entity',
      'customer',
      { name: 'birthday', type: 'date', required: false },
    ],
    ['The order entity needs a status', 'order', { name: 'status', type: 'enum' }],
    ['Each order should have a due date', 'order', { name: 'dueDate', type: 'date' }],
    ['Order is missing a "tip" (number)', 'order', { name: 'tip', type: 'number' }],
  ])('[DRAFT-15] adds attributes: %s', (said, id, expected) => {
    expect(attributes(ask(said).intent, id)).toContainEqual(expect.objectContaining(expected))
  })

  test('[DRAFT-15] sets what is required and of which type', () => {
    const { intent } = ask(
      'The email should be required',
      'Make the table of the order optional',
      'Change the type of total to string',
      'number must be a number',
    )
    expect(attribute(intent, 'customer', 'email')?.required).toBe(true)
    expect(attribute(intent, 'order', 'table')?.required).toBe(false)
    expect(attribute(intent, 'order', 'total')?.type).toBe('string')
    expect(attribute(intent, 'order', 'number')?.type).toBe('number')
  })

  test('[DRAFT-15] adds goals, steps at their place, flows, entities and relationships', () => {
    const { intent } = ask(
      'Add a goal: Nobody waits for the bill.',
      'Add a step "The customer adds a tip" to the check out flow after "checks the list of dishes"',
      'Insert a step "The customer signs in" into the check out flow at the start',
      'Add a flow "Cancel an order" for the customer: open the order page, press Cancel',
      'Add an entity Dish with name, price and is vegan',
      'An order has many dishes.',
    )
    expect(intent.goals.at(-1)).toBe('Nobody waits for the bill.')
    expect(intent.userFlows[0]?.steps.map(({ action }) => action)).toEqual([
      'The customer signs in.',
      'The customer opens the order page.',
      'The customer checks the list of dishes.',
      'The customer adds a tip.',
      'The customer presses the Pay button.',
    ])
    expect(new Set(intent.userFlows[0]?.steps.map(({ id }) => id)).size).toBe(5)
    expect(intent.userFlows[1]).toMatchObject({ name: 'Cancel an order', actor: 'Customer' })
    expect(intent.userFlows[1]?.steps.map(({ componentIds }) => componentIds)).toEqual([
      ['order-page'],
      ['order-page'],
    ])
    expect(attributes(intent, 'dish').map(({ name, type }) => [name, type])).toEqual([
      ['name', 'string'],
      ['price', 'number'],
      ['isVegan', 'boolean'],
    ])
    expect(intent.dataModel.relationships).toContainEqual(
      expect.objectContaining({ from: 'order', to: 'dish', cardinality: 'one-to-many' }),
    )
  })

  test('[DRAFT-15] adds screens and parts, and shows on a view what it must show', () => {
    const { intent } = ask(
      'Add a screen called "Bill page"',
      'Add a "Print" button to the bill page that prints the bill',
      'The kitchen page must show the number of the order and a clock',
      'Move the list of dishes to the kitchen page',
    )
    expect(component(intent, 'bill-page')).toMatchObject({
      type: 'view',
      children: ['print-button'],
    })
    expect(component(intent, 'print-button')).toMatchObject({
      type: 'control',
      description: expect.stringMatching(/^Prints the bill\./),
    })
    expect(component(intent, 'kitchen-page')).toMatchObject({
      binds: ['order.number'],
      children: ['clock', 'list-of-dishes'],
    })
    expect(component(intent, 'order-page')?.children).toEqual(['pay-button'])
  })

  test('[DRAFT-15] may come as bullets, as several sentences or as a requirement', () => {
    const { intent, notes } = ask(
      '- remove the kitchen page\n- rename the Pay button to "Send button"\n\nWhen the kitchen is closed, the system shall refuse orders.',
    )
    expect(notes).toHaveLength(3)
    expect(component(intent, 'kitchen-page')).toBeUndefined()
    expect(component(intent, 'send-button')).toBeDefined()
    expect(intent.interactions.at(-1)).toMatchObject({
      trigger: 'When the kitchen is closed.',
      response: 'The system refuses orders.',
    })
  })
})

describe('feedback that can not be placed', () => {
  test('[DRAFT-16] is told, and changes nothing', () => {
    const { intent, notes } = ask(
      'Make it pop.',
      'Rename the unicorn to horse',
      'Add a field to Nothing',
    )
    expect(intent).toBe(base)
    expect(notes).toEqual([
      'I could not place: Make it pop',
      'I could not place: Rename the unicorn to horse',
      'I could not place: Add a field to Nothing',
    ])
  })

  test('[DRAFT-16] is not guessed where a name means several things', () => {
    const two = ask('Add a field "name" to Order').intent
    const { intent, notes } = refineIntent({
      intent: two,
      findings: [],
      feedback: ['name should be required'],
      requirements,
      attempt: 3,
    })
    expect(intent).toEqual(two)
    expect(notes).toEqual(['I could not place: name should be required'])
  })

  test('[DRAFT-16] never takes the last of what a design must have', () => {
    const one = { ...base, goals: ['One goal only, and it stays'] }
    expect(
      refineIntent({
        intent: one,
        findings: [],
        feedback: ['Remove the goal "One goal only, and it stays"', 'Remove the check out flow'],
        requirements,
        attempt: 2,
      }).intent,
    ).toEqual(one)
  })
})

describe('refining by findings', () => {
  const changed = (change: Partial<DesignIntent>): DesignIntent => ({ ...base, ...change })
  const withPart = (id: string, change: Partial<DesignIntent['components'][number]>) =>
    changed({
      components: base.components.map((each) => (each.id === id ? { ...each, ...change } : each)),
    })

  test('[DRAFT-17] tells a thin description anew from what the design knows', () => {
    const { intent } = refine(withPart('pay-button', { description: 'Pay button.' }))
    expect(component(intent, 'pay-button')?.description).toBe(
      'On the order page, the customer presses the Pay button. The order is sent to the kitchen.',
    )
  })

  test('[DRAFT-17] leaves out vague words and technologies, and keeps the rest of the sentence', () => {
    const { intent } = refine(
      withPart('order-page', {
        description:
          'Shows the dishes in a suitable order, built with React, and keeps them in Redux so that nothing is lost.',
      }),
    )
    expect(component(intent, 'order-page')?.description).toMatch(/dishes/)
    expect(component(intent, 'order-page')?.description).toMatch(/so that nothing is lost/)
    expect(JSON.stringify(intent)).not.toMatch(/React|Redux|suitable/)
  })

  test('[DRAFT-17] wires what nothing uses to the step that speaks of it', () => {
    const parts = [
      ...base.components,
      {
        id: 'kitchen-bell',
        name: 'Kitchen bell',
        type: 'utility' as const,
        description: 'Rings when an order is sent to the kitchen.',
      },
    ]
    const { intent } = refine(changed({ components: parts }))
    expect(
      intent.userFlows
        .flatMap(({ steps }) => steps)
        .some(({ componentIds }) => componentIds.includes('kitchen-bell')),
    ).toBe(true)
  })

  test('[DRAFT-17] makes two steps of one that says two things', () => {
    const [flow] = base.userFlows
    const only = flow?.steps.at(-1)
    const short = changed({ userFlows: flow && only ? [{ ...flow, steps: [only] }] : [] })
    expect(refine(short).intent.userFlows[0]?.steps.map(({ action }) => action)).toEqual([
      'The customer presses the Pay button.',
      'The order is sent to the kitchen.',
    ])
  })

  test('[DRAFT-18] keeps no change that lowers the score, nor what was said of it', () => {
    const weak = judged(
      changed({ goals: ['Various things, etc.', 'Customers order without a phone call'] }),
    )
    const notes: string[] = ['said before']
    const harmful: Improver = {
      rules: ['clarity/vague-term'],
      improve: (intent, _, around) => {
        around.notes.push('made it worse')
        return { ...intent, goals: ['TBD', 'Various things, etc.'] }
      },
    }
    expect(keepBetter(weak, harmful, { facts: noFacts, notes })).toBe(weak)
    expect(notes).toEqual(['said before'])
  })

  test('[DRAFT-17] returns the intent itself where nothing is found and nothing asked', () => {
    expect(
      refineIntent({ intent: base, findings: [], feedback: [], requirements, attempt: 2 }).intent,
    ).toBe(base)
  })

  const word = fc.constantFrom(
    'order',
    'dish',
    'page',
    'etc.',
    'TBD',
    'React',
    'various',
    'The customer pays.',
    'shows the total',
    'x',
    'and',
    '',
    '予約',
    'button',
  )
  const text = fc
    .array(word, { minLength: 1, maxLength: 6 })
    .map((words) => words.join(' ').trim() || 'x')
  const id = fc.constantFrom(
    'a',
    'b',
    'order',
    'order-page',
    'pay-button',
    'A b',
    '__proto__',
    'constructor',
  )
  const some = <T>(value: fc.Arbitrary<T>, most = 3) =>
    fc.array(value, { minLength: 1, maxLength: most })
  const intents = fc.record(
    {
      schemaVersion: fc.constant('1.0.0' as const),
      featureId: fc.constant('shop-orders'),
      version: fc.constant('1.0.0'),
      title: text,
      goals: some(text),
      userFlows: some(
        fc.record(
          {
            id,
            name: text,
            actor: text,
            goal: text,
            steps: some(
              fc.record(
                { id, action: text, componentIds: some(id), entityIds: some(id), outcome: text },
                { requiredKeys: ['id', 'action', 'componentIds'] },
              ),
            ),
          },
          { requiredKeys: ['id', 'name', 'steps'] },
        ),
      ),
      components: some(
        fc.record(
          {
            id,
            name: text,
            type: fc.constantFrom(...ComponentType.options),
            description: text,
            children: some(id),
            binds: some(id.map((each) => `${each}.total`)),
          },
          { requiredKeys: ['id', 'name', 'type', 'description'] },
        ),
        5,
      ),
      dataModel: fc.record({
        entities: some(
          fc.record({
            id,
            name: text,
            attributes: some(
              fc.record(
                { name: id, type: fc.constantFrom(...AttributeType.options), description: text },
                { requiredKeys: ['name', 'type'] },
              ),
            ),
          }),
        ),
        relationships: fc.array(
          fc.record({ from: id, to: id, cardinality: fc.constantFrom(...Cardinality.options) }),
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
        { maxLength: 3 },
      ),
    },
    {
      requiredKeys: [
        'schemaVersion',
        'featureId',
        'version',
        'goals',
        'userFlows',
        'components',
        'dataModel',
        'interactions',
      ],
    },
  )
  const feedback = fc.array(
    fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.constantFrom(
        'remove order',
        'rename order page to X',
        'rename a to b',
        'add a field "x" to order',
        'order needs a total',
        'move a to b',
        'move order-page to pay-button',
        'the order page must show the total',
        'remove the pay button',
        'add a step "x" to a before "b"',
      ),
    ),
    { maxLength: 4 },
  )

  test('[DRAFT-18] never throws, keeps to the schema, is the same each time and never lowers the score by itself', () => {
    let better = 0
    fc.assert(
      fc.property(intents, feedback, (intent, said) => {
        const before = criticise(intent).scorecard.overallScore
        const alone = refine(intent).intent
        expect(DesignIntent.safeParse(alone).error?.issues ?? []).toEqual([])
        const after = criticise(alone).scorecard.overallScore
        expect(after).toBeGreaterThanOrEqual(before)
        if (after > before) better += 1
        const asked = refine(intent, said)
        expect(DesignIntent.safeParse(asked.intent).error?.issues ?? []).toEqual([])
        expect(refine(intent, said)).toEqual(asked)
      }),
      { numRuns: 100, seed: 6 },
    )
    expect(better).toBeGreaterThan(50)
  })
})
