import type { Pass } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { asyncHandled } from './async-errors.ts'
import { emptyStates } from './empty-states.ts'
import { nothingSilent } from './silent-errors.ts'
import { userFeedback } from './user-feedback.ts'

export const errorsPass = (code: TrackCode): Pass => ({
  number: 4,
  name: 'Error handling',
  parts: [asyncHandled, nothingSilent, userFeedback, emptyStates].map((part) => part(code)),
})
