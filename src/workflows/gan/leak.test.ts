import { expect, test } from 'vitest'
import { leakIn } from './leak.ts'

test.each([
  ['Score: 0.6', 'a score'],
  ['the feedback : make it pop', 'feedback'],
  ['verdict: fail', 'a verdict'],
  ['In iteration 3 the hero was small', 'an iteration'],
  ['as the prior evaluator said', 'an earlier evaluator'],
])('[GAN-156] 0.20: a prompt with %s is not shown to an evaluator', (prompt, what) => {
  expect(leakIn(prompt)).toBe(what)
})

test('[GAN-156] 0.20: a prompt about the page alone is shown', () => {
  expect(leakIn('Judge the page against the contract. The score board shows results.')).toBeNull()
})
