import type { Scorecard } from '../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { readIntent, type Reading } from './reading.ts'
import { remarksOf, type Remarks } from './remarks.ts'
import { shownOf, type Shown } from './shown.ts'

/** All that a section of the page is made from. */
export type Sheet = Reading & {
  readonly shown: Shown
  readonly remarks: Remarks
  readonly scored: boolean
}

export function sheetOf(intent: DesignIntent, scorecard: Scorecard | null): Sheet {
  const reading = readIntent(intent)
  return {
    ...reading,
    shown: shownOf(reading),
    remarks: remarksOf(intent, scorecard),
    scored: scorecard !== null,
  }
}
