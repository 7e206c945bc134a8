import type { Issue, Part, Pass } from '../../evaluation.ts'
import { pagesOf, partOf } from '../page-issues.ts'
import { isIcon } from '../read/elements.ts'
import { kindOfUtility, utilityOf } from '../read/tailwind.ts'
import { inside, type Ui } from '../read/ui.ts'
import { componentIssues } from './components.ts'
import { iconIssues } from './icons.ts'
import { paletteIssues } from './palette.ts'
import { rhythmIssues } from './rhythm.ts'

/** Pass 2: what is the same looks the same. */
export function visualConsistency(ui: Ui): Pass {
  const own = ui.elements.filter(ui.isTouched)
  const looked =
    ui.unseen === null
      ? pagesOf(ui)
      : own.length > 0
        ? `${own.length} elements in the files were compared`
        : null
  const painted =
    own.some(({ classes }) =>
      classes.some((name) => kindOfUtility(utilityOf(name)) === 'colour'),
    ) || ui.styles.some(ui.isTouched)
  const part = (id: string, about: string, issues: readonly Issue[], isAsked = true): Part =>
    partOf(id, about, { issues, met: isAsked ? looked : null, open: ui.unseen })
  return {
    number: 2,
    name: 'Visual consistency',
    parts: [
      part('rhythm', 'Sections keep the same space above and below', rhythmIssues(ui)),
      part(
        'palette',
        'One palette: no colours that nearly are another',
        paletteIssues(ui),
        painted,
      ),
      part('same-component', 'The same component looks the same everywhere', componentIssues(ui)),
      part(
        'icon-size',
        'Icons that stand side by side have one size',
        iconIssues(ui),
        own.some(
          (each) => isIcon(ui, each) || [...inside(each)].some((one) => one.tag === 'svg'),
        ) || ui.unseen === null,
      ),
    ],
  }
}
