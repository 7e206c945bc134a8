import { conditionalParts } from './conditionals.ts'
import type { Pass } from '../../evaluation.ts'
import type { Ui } from '../read/ui.ts'
import { asyncPart } from './async-states.ts'
import { buttonPart, cardPart } from './buttons.ts'
import { inputPart } from './fields.ts'
import { modalPart, toastPart } from './overlays.ts'

/** Pass 5: components show the state they are in, and the code that decides it does not break. */
export function componentStates(ui: Ui): Pass {
  return {
    number: 5,
    name: 'Component states',
    parts: [
      buttonPart(ui),
      inputPart(ui),
      cardPart(ui),
      modalPart(ui),
      toastPart(ui),
      asyncPart(ui),
      ...conditionalParts(ui),
    ],
  }
}
