import { type Target, targetsOf } from '../read/selectors.ts'
import type { Ui } from '../read/ui.ts'
import type { Motion } from './motions.ts'

const generic = ({ tag, classes, id }: Target): boolean =>
  classes.length === 0 && id === null && (tag === null || /^(?:html|body)$/.test(tag))

export const overlap = (one: Target, other: Target): boolean =>
  one.classes.some((each) => other.classes.includes(each)) ||
  (one.id !== null && one.id === other.id) ||
  (one.tag !== null && one.tag === other.tag && other.classes.length === 0)

/** Whether readers who ask for less motion are spared this one. */
export function isCalmed(ui: Ui, { style, element }: Motion): boolean {
  const isReduced = (condition: string) =>
    /\bnot\b/.test(condition) === /prefers-reduced-motion\s*:\s*no-preference/.test(condition) &&
    /prefers-reduced-motion/.test(condition)
  if (style?.conditions.some((each) => /prefers-reduced-motion/.test(each)) === true) return true
  const calming = ui.styles.filter(
    ({ conditions, property }) =>
      conditions.some(isReduced) &&
      /^(?:animation|transition|transform|translate|scroll-behavior)/.test(property),
  )
  const targets = calming.flatMap(({ selector }) => targetsOf(selector))
  if (targets.some((each) => generic(each) && each.pseudos.every((name) => name === 'root')))
    return true
  if (style !== null && style.origin !== 'attribute')
    return targetsOf(style.selector).every((own) => targets.some((each) => overlap(own, each)))
  const hasUtility = element?.classes.some((each) => /^motion-(?:safe|reduce):/.test(each)) === true
  const byScript = [...ui.files.values()].some((text) =>
    /useReducedMotion|reducedMotion|prefers-reduced-motion/.test(text),
  )
  return hasUtility || byScript
}
