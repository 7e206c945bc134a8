import { type Colour, readOpaque } from './colour.ts'
import { type Draft, rulesOf } from './draft.ts'

export type Scheme = 'light' | 'dark'

/** The custom properties of the root, in one colour scheme. */
export function variablesOf(draft: Draft, scheme: Scheme): ReadonlyMap<string, string> {
  const result = new Map<string, string>()
  for (const rule of rulesOf(draft)) {
    if (!rule.selectors.includes(':root') && !rule.selectors.includes('html')) continue
    const condition = conditionOf(rule.parent)
    if (condition !== '' && !(scheme === 'dark' && /prefers-color-scheme:\s*dark/.test(condition)))
      continue
    rule.walkDecls(/^--/, ({ prop, value }) => void result.set(prop, value))
  }
  return result
}

const conditionOf = (parent: unknown): string =>
  typeof parent === 'object' &&
  parent !== null &&
  'params' in parent &&
  typeof parent.params === 'string'
    ? parent.params
    : ''

export function resolve(value: string, variables: ReadonlyMap<string, string>): string {
  const inner = value.replaceAll(/var\((--[\w-]+)(?:,\s*([^()]+))?\)/g, (_, name: string, other) =>
    String(variables.get(name) ?? other ?? ''),
  )
  return inner === value || !inner.includes('var(') ? inner : resolve(inner, variables)
}

/** The named colours of the page. */
export function palette(draft: Draft): readonly (readonly [string, Colour])[] {
  const variables = variablesOf(draft, 'light')
  return [...variables].flatMap(([name, value]) => {
    const colour = readOpaque(resolve(value, variables))
    return colour === null ? [] : [[name, colour] as const]
  })
}
