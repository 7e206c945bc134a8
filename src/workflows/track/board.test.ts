import { expect, test } from 'vitest'
import { boardVerdict, type Vote } from './board.ts'

const votes = (letters: string): readonly Vote[] =>
  letters.split('').map((letter, index) => ({
    director: `director-${index}`,
    vote: letter === 'A' ? 'APPROVE' : letter === 'C' ? 'CONCERNS' : 'REJECT',
    reason: 'why',
    by: 'agent',
  }))

test.each([
  ['AAAAA', 'APPROVED'],
  ['AAAAR', 'APPROVED'],
  ['AAARR', 'APPROVED_WITH_REVIEW'],
  ['AAACC', 'APPROVED_WITH_REVIEW'],
  ['AARRC', 'ESCALATE'],
  ['AARRR', 'REJECTED'],
  ['ACCCR', 'ESCALATE'],
  ['A', 'APPROVED'],
  ['AC', 'APPROVED_WITH_REVIEW'],
  ['R', 'REJECTED'],
])('a board that votes %s is %s', (letters, status) => {
  expect(boardVerdict(votes(letters))).toMatchObject({ status })
})
