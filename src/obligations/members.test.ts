import { describe, expect, test } from 'vitest'
import { fieldRow, membersAt, notesIn, ownerAbove } from './members.ts'

describe('notes on a field', () => {
  test.each([
    ['string, required', { type: 'string', required: true }],
    ['integer, 1 to 100, default 25', { type: 'integer', least: 1, most: 100, default: 25 }],
    ['string, at most 200 characters', { type: 'string', most: 200, counts: 'characters' }],
    ['integer, minimum 0', { type: 'integer', least: 0 }],
    ['one of `a`, `b` or `c`', { type: 'one of a, b, c' }],
    ['string: `stored`, `claimed` or `sold`', { type: 'one of stored, claimed, sold' }],
    ['read-only; `on` or `off`', { access: 'read-only', type: 'one of on, off' }],
    ['string, pattern `^D[0-9]{7}$`', { type: 'string', pattern: '^D[0-9]{7}$' }],
    ['integer, in cents', { type: 'integer', says: 'in cents' }],
    ['date-time, optional', { type: 'date-time', required: false }],
    ['string, `planned` by default', { type: 'string', default: 'planned' }],
  ])('%s', (text, notes) => {
    expect(notesIn(text).notes).toEqual(notes)
  })
})

describe('a list of fields', () => {
  test('takes types and rules in brackets for notes, not for members', () => {
    const text = 'name (string, required), deposit (integer, in cents), `open` (boolean, read-only)'
    expect(membersAt(text)).toEqual({
      members: [
        { name: 'name', type: 'string', required: true },
        { name: 'deposit', type: 'integer', says: 'in cents' },
        { name: 'open', type: 'boolean', access: 'read-only' },
      ],
      length: text.length,
      isPlain: false,
    })
  })

  test('ends where something else begins', () => {
    expect(membersAt('title and price, which must be positive').members).toEqual([
      { name: 'title' },
      { name: 'price' },
    ])
    expect(membersAt('`from` and `until`, both date-time').members).toEqual([
      { name: 'from' },
      { name: 'until' },
    ])
  })
})

test('a row of a table is read by its header', () => {
  const row = (cells: Record<string, string>) =>
    fieldRow(Object.entries(cells).map(([head, text]) => ({ head, text })))
  expect(row({ Field: '`seats`', Type: 'integer', Required: 'yes', Rule: '1 to 9' })).toEqual([
    '`seats`: integer; required; 1 to 9',
  ])
  expect(row({ 'Field of an item': 'train', Type: 'string', Required: 'no' })).toEqual([
    'Item: `train` (string; optional)',
  ])
  expect(row({ Service: '`web`', Image: '`nginx:1`' })).toBe(null)
})

test.each([
  ['Schema `Appointment`:', 'Appointment'],
  ['Fields of ObservingRequest:', 'ObservingRequest'],
  ['The fields of a booking:', 'booking'],
  ['It must be easy to read:', null],
])('the line above tells whose fields they are: %s', (lead, owner) => {
  expect(ownerAbove({ lead, under: [] })).toBe(owner)
})
