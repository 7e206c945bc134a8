import { type Draft, declarationsOf, linesOf, placeOf, rulesOf, seen, tagged } from './draft.ts'
import { hexOf } from '../../../kit/colour.ts'
import { readOpaque } from './colour.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { shuffled, type Random } from './random.ts'
import { matches } from './selector.ts'
import { resolve, variablesOf } from './style.ts'
import { addStyle, hasOwnText, pathOf } from './tree.ts'

const about = (id: string) => ({ id, class: 'tokens', dimension: 'Design Quality' }) as const

const hasTokens = (draft: Draft): boolean => typeof draft.site.files['tokens.json'] === 'string'

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
  onPage(about(id), (draft, random) => changeDeclaration(draft, random, property, change))

function changeDeclaration(
  draft: Draft,
  random: Random,
  property: RegExp,
  change: (value: string) => string | null,
) {
  if (!hasTokens(draft)) return null
  const variables = variablesOf(draft, 'light')
  for (const declaration of shuffled(declarationsOf(draft, property), random)) {
    const rule = declaration.parent
    if (rule?.type !== 'rule' || rule.parent?.type === 'atrule' || !('selectors' in rule)) continue
    const found = seen(draft).filter((each) => matchesAny(each, rule.selectors))
    const after = change(resolve(declaration.value, variables))
    if (after === null || found.length === 0) continue
    declaration.value = after
    return { selectors: found.map((each) => pathOf(each)), files: linesOf(draft, declaration) }
  }
  return null
}

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

function driftedToken(draft: Draft, random: Random) {
  if (!hasTokens(draft)) return null
  const root = rulesOf(draft).find(
    (rule) => rule.selector === ':root' && rule.parent?.type === 'root',
  )
  const colours = (root?.nodes ?? []).flatMap((node) =>
    node.type === 'decl' && readOpaque(node.value) !== null ? [node] : [],
  )
  const [chosen] = shuffled(colours, random)
  const after = chosen === undefined ? null : beside(chosen.value)
  if (chosen === undefined || after === null) return null
  chosen.value = after
  const users = seen(draft).map((each) => pathOf(each))
  return {
    selectors: ['html', 'body', ...users],
    files: [...linesOf(draft, chosen), 'tokens.json'],
  }
}

export const tokenOperators: readonly Operator[] = [
  literal('colour-literal', /^color$/, beside),
  literal('background-literal', /^background(?:-color)?$/, beside),
  literal('border-colour-literal', /^border(?:-(?:top|bottom|left|right))?$/, (value) => {
    const after = beside(/#[\da-f]{3,6}$/i.exec(value)?.[0] ?? '')
    return after === null ? null : value.replace(/#[\da-f]{3,6}$/i, after)
  }),
  literal('spacing-literal', /^(?:padding|margin|margin-bottom|padding-top|margin-top)$/, odd),
  literal('gap-literal', /^gap$/, odd),
  literal('radius-literal', /^border-radius$/, (value) => (value === '0' ? null : '7px')),
  literal('font-size-literal', /^font-size$/, (value) =>
    /^[\d.]+(?:px|rem)$/.test(value)
      ? `${Number.parseFloat(value) * (value.endsWith('rem') ? 16 : 1) + 1.3}px`
      : null,
  ),
  literal('third-font', /^font-family$/, () => "'Comic Neue', 'Comic Sans MS', cursive"),
  onElement(
    about('shadow-literal'),
    (draft) => (hasTokens(draft) ? tagged(draft, 'section', 'article', 'table', 'figure') : []),
    (element) => {
      addStyle(element, 'box-shadow: 0 3px 11px rgb(0 0 0 / 31%)')
      return element
    },
  ),
  onElement(
    about('inline-colour'),
    (draft) =>
      hasTokens(draft) ? tagged(draft, 'p', 'li', 'h2').filter((each) => hasOwnText(each)) : [],
    (element) => {
      addStyle(element, 'border-bottom: 3px solid #d6336c')
      return placeOf(element)
    },
  ),
  onElement(
    about('inline-spacing'),
    (draft) => (hasTokens(draft) ? tagged(draft, 'section', 'article', 'h2', 'p') : []),
    (element) => {
      addStyle(element, 'margin-top: 37px')
      return placeOf(element)
    },
  ),
  onPage(about('token-drifted'), driftedToken),
]
