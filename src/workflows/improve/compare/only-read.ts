import type { Records } from '../../../ports/records.ts'

const nothing = () => Promise.resolve()

/**
 * Records as the applications of a comparison use them: they read what real work taught, and leave nothing behind. What
 * one set-up did may not teach the other, and counts neither as work nor as evidence about lessons.
 */
export const onlyRead = (records: Records): Records => ({
  ...records,
  saveOrder: nothing,
  recordAttempt: nothing,
  addFailure: nothing,
  recordApplications: nothing,
  savePromptUse: nothing,
})
