import { declarationsOf, linesOf, seen } from './draft.ts'
import { hexOf } from '../../../kit/colour.ts'
import { readOpaque } from './colour.ts'
import type { Operator } from './operator.ts'
import { onPage } from './plant.ts'
import { shuffled } from './random.ts'
import { matches } from '../selector.ts'
import { resolve, variablesOf } from './style.ts'
import { pathOf } from './tree.ts'

const about = (id: string) => ({ id, class: 'tokens', dimension: 'Design Quality' }) as const

/** A colour one small step beside another: nobody's contrast suffers, the palette does. */
function beside(value: string): string | null {
  const colour = readOpaque(value)
  if (colour === null) return null
  const shift = (part: number, by: number): number => (part + by > 255 ? part - by : part + by)
  return hexOf({ r: shift(colour.r, 6), g: shift(colour.g, 5), b: shift(colour.b, 9) })
}

/** Puts a literal in the place of a declaration's value. */
const literal = (
  id: string,
  property: RegExp,
  change: (value: string) => string | null,
): Operator =>
  onPage(about(id), (draft, random) => {
    if (typeof draft.site.files['tokens.json'] !== 'string') return null
    const variables = variablesOf(draft, 'light')
    for (const declaration of shuffled(declarationsOf(draft, property), random)) {
      const rule = declaration.parent
      if (rule?.type !== 'rule' || rule.parent?.type === 'atrule' || !('selectors' in rule))
        continue
      const elements = seen(draft).filter((each) => matchesAny(each, rule.selectors))
      const after = change(resolve(declaration.value, variables))
      if (after === null || elements.length === 0) continue
      declaration.value = after
      return { selectors: elements.map((each) => pathOf(each)), files: linesOf(draft, declaration) }
    }
    return null
  })

const matchesAny = (element: Parameters<typeof matches>[0], selectors: unknown): boolean =>
  Array.isArray(selectors) &&
  selectors.some((each) => typeof each === 'string' && matches(element, each))

/** Lengths off any scale that is made of fours. */
const odd = (value: string): string | null => {
  const [first, ...rest] = value.split(/\s+(?![^(]*\))/)
  if (first === undefined || !/^[\d.]+(?:px|rem)$/.test(first)) return null
  const px = Number.parseFloat(first) * (first.endsWith('rem') ? 16 : 1)
  return px === 0 ? null : [`${Math.round(px) + 3.5}px`, ...rest].join(' ')
}

export const tokenOperators: readonly Operator[] = [
  literal('colour-literal', /^color$/, beside),
  literal('spacing-literal', /^(?:padding|margin|margin-bottom|padding-top|margin-top)$/, odd),
  literal('gap-literal', /^gap$/, odd),
  literal('font-size-literal', /^font-size$/, (value) =>
    /^[\d.]+(?:px|rem)$/.test(value)
      ? `${Number.parseFloat(value) * (value.endsWith('rem') ? 16 : 1) + 1.3}px`
      : null,
  ),
  literal('third-font', /^font-family$/, () => "'Comic Neue', 'Comic Sans MS', cursive"),
]
