import { expect, test } from 'vitest'
import { casesIn } from './spec-statuses.ts'

test.each([
  '`POST /owners` returns 201, 409 for a known address',
  '`POST /owners` with `email`: 201, 409 for a known address',
  '| `POST /owners` | 201, 409 for a known address |',
])('statuses are read as they are written: %s', (text) => {
  expect(casesIn(text)).toEqual([
    { status: 201, when: '' },
    { status: 409, when: 'for a known address' },
  ])
})

test('a sentence without a status has no case', () => {
  expect(casesIn('`POST /owners` takes 200 letters')).toEqual([])
})
