import { describe, expect, test } from 'vitest'
import { contrastFailures } from './inputs/contrast.ts'
import { parseTokens } from './inputs/parse-tokens.ts'
import type { Tokens } from './inputs/tokens.ts'
import { contractFor, tokensOf } from './site-tokens.ts'
import type { SiteFiles } from './site.ts'

const source = (colors: Readonly<Record<string, string>>) =>
  JSON.stringify({
    colors,
    typography: { fontFamily: { body: 'Georgia' } },
    spacing: { base: 4, scale: [4, 8] },
  })
function tokens(colors: Readonly<Record<string, string>>): Tokens {
  const parsed = parseTokens(source(colors))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value.tokens
}
const siteWith = (content?: string): SiteFiles => [
  { path: 'index.html', content: '<h1>x</h1>', encoding: 'utf8' },
  ...(content === undefined ? [] : [{ path: 'tokens.json', content, encoding: 'utf8' as const }]),
]

/** Yellow on white that nobody can read, beside a green that all can. */
const given = tokens({
  background: '#FFFFFF',
  text: '#222222',
  primary: '#F5E663',
  accent: '#14532D',
  'accent.foreground': '#FFFFFF',
})
const repaired = (changes: Readonly<Record<string, string>>) =>
  tokensOf(given, siteWith(source({ ...given.colors, ...changes }))).colors

describe('the tokens a site is held against', () => {
  test('are those that were given where the site tells none, or none that can be read', () => {
    expect(contrastFailures(given).length).toBeGreaterThan(0)
    expect(tokensOf(given, siteWith())).toBe(given)
    expect(tokensOf(given, siteWith('{'))).toBe(given)
    expect(tokensOf(given, siteWith('{"colors": 3}'))).toBe(given)
  })

  test('take a repaired colour of a pair that failed, lighter or darker in the same hue', () => {
    expect(repaired({ primary: '#857804' })['primary']).toBe('#857804')
  })

  test('do not take another hue, nor a colour of a pair that could be read', () => {
    expect(repaired({ primary: '#1D4ED8' })['primary']).toBe(given.colors['primary'])
    const both = repaired({ primary: '#857804', accent: '#052E16' })
    expect(both['primary']).toBe('#857804')
    expect(both['accent']).toBe(given.colors['accent'])
  })

  test('do not take a change that makes nothing readable, nor anything but colours', () => {
    expect(repaired({ primary: '#F5E45A' })).toEqual(given.colors)
    const wider = tokensOf(
      given,
      siteWith(
        JSON.stringify({
          ...JSON.parse(source({ ...given.colors, primary: '#857804', extra: '#FF00FF' })),
          spacing: { base: 7, scale: [7, 13] },
        }),
      ),
    )
    expect(wider.spacing).toEqual(given.spacing)
    expect(Object.keys(wider.colors)).toEqual(Object.keys(given.colors))
  })

  test('are put into the contract of the page, where there are any', () => {
    const contract = { copy: null, sections: null, tokens: null, brand: null }
    expect(contractFor(contract, null, siteWith())).toBe(contract)
    const files = siteWith(source({ ...given.colors, primary: '#857804' }))
    expect(contractFor(contract, given, files).tokens).toMatchObject({
      colors: { primary: '#857804' },
    })
  })
})
