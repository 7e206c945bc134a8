import type { Issue, Part, Pass } from '../../evaluation.ts'
import { pagesOf, partOf } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'
import { componentIssues } from './components.ts'
import { iconIssues } from './icons.ts'
import { paletteIssues } from './palette.ts'
import { rhythmIssues } from './rhythm.ts'

/** Pass 2: what is the same looks the same. */
export function visualConsistency(ui: Ui): Pass {
  const looked = ui.unseen === null ? pagesOf(ui) : null
  const part = (id: string, about: string, issues: readonly Issue[], met = looked): Part =>
    partOf(id, about, { issues, met, open: ui.unseen })
  return {
    number: 2,
    name: 'Visual consistency',
    parts: [
      part('rhythm', 'Sections keep the same space above and below', rhythmIssues(ui)),
      part(
        'palette',
        'One palette: no colours that nearly are another',
        paletteIssues(ui),
        ui.styles.some(ui.isTouched) ? 'the colours of the sheets were compared' : looked,
      ),
      part('same-component', 'The same component looks the same everywhere', componentIssues(ui)),
      part('icon-size', 'Icons that stand side by side have one size', iconIssues(ui)),
    ],
  }
}
