import { expect, test } from 'vitest'
import { supervisedRun } from '../../../test/support/improve-run.ts'
import { changedLater } from './undo.ts'

test('what stands in the way of taking an improvement back is what changed its files later and is in force', () => {
  const [first, second, third, fourth] = supervisedRun([1, 2, 3, 4]).state.improvements
  if (!first || !second || !third || !fourth) throw new Error('four were applied')
  const rolledBack = { by: 'ada', reason: '', commit: '', at: '', after: 4 }
  const all = [first, second, { ...third, rolledBack }, { ...fourth, files: ['loopwright.yaml'] }]
  expect(changedLater(all, first)).toEqual([second.id])
  expect(changedLater(all, second)).toEqual([])
})
