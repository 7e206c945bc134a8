import { expect, test } from 'vitest'
import { timelineLine } from '../../views/timeline.ts'
import { orders, proposing } from './sample-order.contract.ts'

test('the history of an order tells what was changed, what the compiler said and what was measured', () => {
  const story = proposing().and(
    orders.propose(),
    orders.compile(),
    orders.measure(),
    orders.deliver,
  )
  const lines = story.entries.map(timelineLine).join('\n')
  expect(lines).toMatch(/proposed +small: 1 file, \+2 −0$/m)
  expect(lines).toMatch(/compiled +0 errors before corrections, 0 after$/m)
  expect(lines).toMatch(/measured +10 of 10, 0 objections$/m)
  expect(lines).toMatch(/delivered +loopwright\/wo1-round-prices$/m)
})
