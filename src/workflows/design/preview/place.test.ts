import { describe, expect, test } from 'vitest'
import { libraryIntent } from './samples/library.contract.ts'
import { placeOf } from './place.ts'

describe('the place of a finding', () => {
  test.each([
    ['', 'Feature'],
    ['/featureId', 'Feature'],
    ['/goals', 'All of goals'],
    ['/goals/2', 'Goal 3'],
    ['/userFlows/1/steps', 'Flow Renew a loan'],
    ['/userFlows/1/steps/9', 'Flow Renew a loan'],
    ['/components/8/description', 'Component Due date filter'],
    ['/components/0/constructor', 'Component Self-service desk'],
    ['/dataModel', 'All of data'],
    ['/dataModel/relationships', 'All of data'],
    ['/dataModel/relationships/0/to', 'Relationship 1'],
    ['/dataModel/entities/4/attributes/1/type', 'Entity Reservation'],
    ['/interactions/1/states/0', 'Interaction renew-refused'],
  ])('at %j is called %j', (pointer, label) => {
    expect(placeOf(libraryIntent, pointer)).toMatchObject({ label })
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
    expect(placeOf(libraryIntent, pointer)).toBeNull()
  })
})
