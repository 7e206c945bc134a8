import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Control } from '../../../model/page-view.ts'
import { allViews } from '../contrast/page-views.ts'
import type { PagePlace } from '../page-rule.ts'

type Placed = { readonly selector: string; readonly box?: Box; readonly visible?: boolean }

/** Everything of one kind that any view shows, each once, as the first view that shows it does. */
export function shownOnce<Item extends Placed>(
  facts: PageFacts,
  pick: (view: ViewFacts) => readonly Item[],
): readonly Item[] {
  const result = new Map<string, Item>()
  for (const item of allViews(facts).flatMap(pick)) {
    if (item.visible === false || result.has(item.selector)) continue
    result.set(item.selector, item)
  }
  return [...result.values()]
}

export const controlsOf = (facts: PageFacts): readonly Control[] =>
  shownOnce(facts, ({ controls }) => controls)

export const at = ({ selector, box }: Placed): PagePlace =>
  box === undefined ? { selector } : { selector, box }

/** Small letters, single spaces, no marks: how names and texts are compared. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const quote = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** What a control is called in a message. */
export const titleOf = ({ name, text, selector }: Control): string =>
  quote(name || text || selector)

/** The selector of the element around, or null at the top of a path. */
export function parentSelector(selector: string): string | null {
  const cut = selector.lastIndexOf(' > ')
  return cut === -1 ? null : selector.slice(0, cut)
}

/** Is the one inside the other, or the other itself? */
export const isWithin = (selector: string, outer: string): boolean =>
  selector === outer || selector.startsWith(`${outer} > `) || selector.startsWith(`${outer} >>> `)
