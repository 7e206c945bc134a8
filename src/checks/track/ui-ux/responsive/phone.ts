import { targetsOf } from '../read/selectors.ts'
import type { Style, Ui } from '../read/ui.ts'

export const phone = 375

export const isForWide = (conditions: readonly string[]): boolean =>
  conditions.some((each) =>
    /min-width|width\s*>|@container|print|^@(?:include|mixin|if|else|each|screen|variants|custom-media)\b/.test(
      each,
    ),
  )

/** Styles of the track that hold on a phone. */
export const onPhones = (ui: Ui): readonly Style[] =>
  ui.styles.filter((style) => ui.isTouched(style) && !isForWide(style.conditions))

const isForNarrow = (conditions: readonly string[]): boolean =>
  conditions.some((each) =>
    /max-width|width\s*<|@container|orientation|^@(?:include|screen|variants)\b/.test(each),
  )

/** Whether the same rule, or another for the same element, says something else for narrow screens. */
export function isOverruled(ui: Ui, style: Style, property: RegExp): boolean {
  const own = targetsOf(style.selector)
  return ui.styles.some(
    (each) =>
      each !== style &&
      property.test(each.property) &&
      (isForNarrow(each.conditions) ||
        (each.property !== style.property && each.selector === style.selector)) &&
      targetsOf(each.selector).some((target) =>
        own.some(
          (one) =>
            one.classes.some((name) => target.classes.includes(name)) ||
            (one.classes.length === 0 && one.tag !== null && one.tag === target.tag) ||
            (one.id !== null && one.id === target.id),
        ),
      ),
  )
}
