import { inside, type UiElement } from '../read/ui.ts'

const inert = /^(?:div|span|li|p|td|tr|section|article|img|figure|h[1-6])$/

/** What can be clicked and not be reached by keyboard; parts that pass clicks on are not meant. */
export function isMouseOnly(element: UiElement): boolean {
  const click = element.attributes.get('onclick')
  if (!inert.test(element.tag) || click === undefined || element.hasSpread) return false
  if (
    ['role', 'tabindex', 'aria-hidden', 'onkeydown', 'onkeyup', 'onkeypress'].some((name) =>
      element.attributes.has(name),
    )
  )
    return false
  if (/^\(?\w*\)?\s*=>\s*\w+\.stopPropagation\(\)$/.test(click.raw.trim())) return false
  const covers = element.classes.some((name) => /overlay|backdrop|scrim|^inset-0$|mask/i.test(name))
  const holds = [...inside(element)].some(
    (each) => /^(?:a|button|input|select|textarea)$/.test(each.tag) || each.isComponent,
  )
  return !covers && !holds
}
