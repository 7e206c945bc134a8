import { notApplicable, type Pass, undecided } from '../evaluation.ts'
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

/** Design system, states and motion are told by the styles. */
const ofStyles = [1, 5, 6]
const stylesInScripts =
  /from\s+['"](?:styled-components|@emotion\/|@vanilla-extract\/|@stitches\/|@linaria\/|@mui\/|react-jss)/

/** eval-ui-ux: eight passes over what the track's files and the pages show. */
export async function evaluateUiUx(facts: TrackFacts): Promise<readonly Pass[]> {
  const ui = await readUi(facts)
  const hasUi = [...ui.elements, ...ui.styles].some(ui.isTouched) || ui.pages.length > 0
  const isUnread = ui.scripts.some(({ text }) => stylesInScripts.test(text))
  return passes.map((pass) => {
    const judged = pass(ui)
    const { name, number } = judged
    if (!hasUi)
      return {
        ...judged,
        parts: [notApplicable('ui', name, 'the track touches no user interface')],
      }
    return isUnread && ofStyles.includes(number)
      ? { ...judged, parts: [undecided('styles', name, 'styles that scripts make are not read')] }
      : judged
  })
}
