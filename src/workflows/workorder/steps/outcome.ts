import type { OutcomeOf } from '../../../asking/outcome.ts'
import type { OrderCommand } from '../state.ts'

export type Outcome = OutcomeOf<OrderCommand>
