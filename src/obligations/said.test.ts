import { describe, expect, test } from 'vitest'
import { saidAt } from './said.ts'

const places = [
  { text: 'Cancelling less than two hours before the start answers 409.', where: 'a' },
  { text: 'One change per request, 400 lines at the most.', where: 'b', under: 'Pull requests' },
  { text: 'Members never see the phone numbers of others.', where: 'c' },
]
const status = (sentence: string) => saidAt(sentence, places)?.status ?? null

describe('a sentence that no form has read', () => {
  test('[SAID-1] is met where one place says all of it, whatever the endings', () => {
    expect(status('Who cancels less than 2 hours before the start gets 409')).toBe('met')
    expect(status('It is cancelled less than 2 hours before the start: answer 409')).toBe('met')
    expect(status('Pull requests: one change each, at most 400 lines')).toBe('met')
    expect(status('Others see the phone number of members')).toBe('undecided')
    expect(status('Members never see the phone numbers of others')).toBe('met')
    expect(status('Pull requests: one change each, at most 300 lines')).toBe('undecided')
  })

  test('[SAID-3] may be said clause by clause in one section, each number where it belongs', () => {
    const rows = ['Dormitory bed: 24 € a night', 'Double room: 62 €', 'No dogs'].map((text) => ({
      text,
      where: text,
      under: 'Beds and prices',
      within: 'prices',
    }))
    const priced = (sentence: string) => saidAt(sentence, rows)?.status
    expect(priced('Beds and prices: dormitory bed 24 €, double room 62 €')).toBe('met')
    expect(priced('Beds and prices: dormitory bed 62 €, double room 24 €')).not.toBe('met')
    expect(priced('Beds and prices: dormitory bed 24 €, double room 62 €, dogs')).not.toBe('met')
  })

  test('[SAID-2] stays open where it asks for an explanation, or nothing is near', () => {
    expect(status('Explain pull requests, one change each, at most 400 lines')).toBeNull()
    expect(status('Refunds are paid within a week')).toBeNull()
  })
})
