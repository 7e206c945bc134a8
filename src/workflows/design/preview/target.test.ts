import { describe, expect, test } from 'vitest'
import { libraryIntent } from './samples/library.contract.ts'
import { targetOf } from './target.ts'

const wordsFor = (pointer: string): string => {
  const { noun, name, field } = targetOf(libraryIntent, pointer)
  return [noun, name, field].filter((word) => word !== '').join(' | ')
}

describe('the target of a finding', () => {
  test.each([
    ['', 'Feature'],
    ['/featureId', 'Feature | feature id'],
    ['/goals', 'Goals'],
    ['/goals/2', 'Goal | 3'],
    ['/userFlows/1/steps', 'Flow | Renew a loan | steps'],
    ['/userFlows/1/steps/0/componentIds/1', 'Step | 1 of Renew a loan | component 2'],
    ['/userFlows/1/steps/9', 'Flow | Renew a loan | step 10'],
    ['/components/8/description', 'Component | Due date filter | description'],
    ['/components/0/children/2', 'Component | Self-service desk | part 3'],
    ['/components/0/constructor', 'Component | Self-service desk | constructor'],
    ['/dataModel', 'Data model'],
    ['/dataModel/relationships', 'Relationships'],
    ['/dataModel/relationships/0/to', 'Relationship | member to loan | to'],
    ['/dataModel/entities/4/attributes/1/type', 'Entity | Reservation | attribute until, type'],
    ['/dataModel/entities/4/attributes', 'Entity | Reservation | attributes'],
    ['/interactions/1/states/0', 'Interaction | renew-refused | state 1'],
  ])('at %j is called %j', (pointer, words) => {
    expect(wordsFor(pointer)).toBe(words)
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
  ])('at %j is nowhere, and keeps its pointer', (pointer) => {
    expect(targetOf(libraryIntent, pointer)).toMatchObject({ section: null, name: pointer })
  })
})
