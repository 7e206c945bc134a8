import type { OutcomeOf } from '../../../asking/outcome.ts'
import type { GanCommand } from '../state.ts'

export type Outcome = OutcomeOf<GanCommand>
