import type { PageFacts } from '../../../model/page-facts.ts'
import type { ClickEffect } from '../../../model/page-probes.ts'
import type { Control } from '../../../model/page-view.ts'

const nothing: ReadonlySet<ClickEffect> = new Set(['none', 'not-clicked'])

/** What a click on it was seen to do; empty where nothing was seen. */
export function effectsOf({ probes }: PageFacts, selector: string): readonly ClickEffect[] {
  return probes.clicks
    .filter((click) => click.selector === selector)
    .flatMap(({ effects }) => effects)
    .filter((effect) => !nothing.has(effect))
}

/** Whether a click on a link that leads nowhere was seen to do something else. */
export const actsOnClick = (facts: PageFacts, selector: string): boolean =>
  effectsOf(facts, selector).some((effect) => effect !== 'scroll' && effect !== 'navigation')

/** The control as the widest view shows it, else as any view does. */
export function controlAt(facts: PageFacts, selector: string): Control | undefined {
  const views = [...facts.views].toReversed()
  return [...views, ...facts.opened]
    .flatMap(({ controls }) => controls)
    .find((control) => control.selector === selector)
}
