import { describe } from 'vitest'
import { describeDecisions } from './records-decisions.contract.ts'
import { describeEffectiveness } from './records-effectiveness.contract.ts'
import { describeLessons } from './records-lessons.contract.ts'
import type { OpenedRecords } from './records-opened.contract.ts'
import { describeOrders, describeOutcomes } from './records-orders.contract.ts'
import { describeRows } from './records-rows.contract.ts'

/** What all records promise, whatever database they are kept in. */
export function describeRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`records in ${name}`, () => {
    describeRows(open)
    describeOrders(open)
    describeOutcomes(open)
    describeLessons(open)
    describeEffectiveness(open)
    describeDecisions(open)
  })
}
