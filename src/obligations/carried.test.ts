import { expect, test } from 'vitest'
import { saidAt } from './said.ts'

const status = (sentence: string, text: string, under = '') =>
  saidAt(sentence, [{ text, where: '/interactions/0', under }])?.status ?? null

test.each([
  ['A parcel is at most 50 kilograms', 'It is taken where the parcel has at most 50 kilograms', ''],
  ['Volunteers weigh parcels', 'Each parcel is weighed at the gate', 'Volunteer'],
  ['Guests never see the prices', 'The guests do not see the prices', ''],
])('[SAID-1] a part of a plan carries "%s" in words of its own', (sentence, text, under) => {
  expect(status(sentence, text, under)).toBe('met')
})

test.each([
  ['A parcel is at most 50 kilograms', 'It is taken where the parcel has at most 500 kilograms'],
  ['A parcel has 50 kilograms and 3 labels', 'The parcel has 3 kilograms and 50 labels'],
  ['Guests see the prices', 'Guests do not see the prices'],
  ['Guests never see the prices', 'Guests see the prices'],
])('[SAID-1] a part of a plan does not carry "%s"', (sentence, text) => {
  expect(status(sentence, text)).not.toBe('met')
})
