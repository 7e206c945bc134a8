import { notApplicable, type Pass } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
import { accessibility } from './accessibility/accessibility.ts'
import { visualConsistency } from './consistency/consistency.ts'
import { copyQuality } from './copy.ts'
import { designSystem } from './design-system/design-system.ts'
import { layoutStructure } from './layout.ts'
import { animation } from './motion/animation.ts'
import { readUi } from './read/read-ui.ts'
import type { Ui } from './read/ui.ts'
import { responsive } from './responsive.ts'
import { componentStates } from './states/states.ts'

const passes: readonly ((ui: Ui) => Pass)[] = [
  designSystem,
  visualConsistency,
  layoutStructure,
  responsive,
  componentStates,
  animation,
  accessibility,
  copyQuality,
]

/** eval-ui-ux: eight passes over what the track's files and the pages show. */
export async function evaluateUiUx(facts: TrackFacts): Promise<readonly Pass[]> {
  const ui = await readUi(facts)
  const hasUi = [...ui.elements, ...ui.styles].some(ui.isTouched) || ui.pages.length > 0
  return passes.map((pass) => {
    const judged = pass(ui)
    return hasUi
      ? judged
      : {
          ...judged,
          parts: [notApplicable('ui', judged.name, 'the track touches no user interface')],
        }
  })
}
