import { describe, expect, test } from 'vitest'
import { intentOf } from '../../../../test/support/design-preview/grown.ts'
import { placeOf } from './place.ts'

const intent = intentOf(12, 5)

describe('the place of a finding', () => {
  test.each([
    ['', 'Feature'],
    ['/featureId', 'Feature'],
    ['/goals', 'All of goals'],
    ['/goals/1', 'Goal 2'],
    ['/userFlows/1/steps', 'Flow Move an appointment'],
    ['/userFlows/1/steps/9', 'Flow Move an appointment'],
    ['/components/8/description', 'Component Confirm button'],
    ['/components/0/constructor', 'Component Day view 1'],
    ['/dataModel', 'All of data'],
    ['/dataModel/relationships', 'All of data'],
    ['/dataModel/relationships/0/to', 'Relationship 1'],
    ['/dataModel/entities/4/attributes/1/type', 'Entity Reason'],
    ['/interactions/1/states/0', 'Interaction interaction-1'],
  ])('at %j is called %j', (pointer, label) => {
    expect(placeOf(intent, pointer)).toMatchObject({ label })
  })

  test.each([
    '/components/12',
    '/goals/-1',
    '/goals/01',
    '/a~1b',
    'goals/0',
    '/dataModel/x/0',
    '/',
    '/goals/__proto__',
  ])('at %j is nowhere', (pointer) => {
    expect(placeOf(intent, pointer)).toBeNull()
  })
})
