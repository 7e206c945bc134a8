import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { StyleLiteral } from '../../../model/page-static.ts'
import {
  aControl,
  aLiteral,
  aPage,
  inViews,
  noContract,
  noStyles,
  staticFacts,
  white,
} from '../score/sample-page.contract.ts'
import { readColour, hexOf } from '../../../kit/colour.ts'
import { tokenRules } from './rules.ts'
import { plainShadow } from './token-scale.ts'

const tokens = {
  colors: { ink: '#33210f', crust: { value: '#9a3d12' }, flour: 'hsl(43 100% 99%)' },
  typography: {
    fontFamily: { display: '"Palatino Linotype", serif', body: 'Verdana, sans-serif' },
    fontSize: { sm: '14px', base: '1rem', '2xl': 24 },
  },
  spacing: { base: 4, scale: [4, 8, 12, 16, 24] },
  radii: { sm: '0.25rem' },
  shadows: { sm: '0 1px 2px rgba(0, 0, 0, 0.1)' },
}
const contract = { ...noContract, tokens }

const all = (facts: Partial<PageFacts>, over = {}) =>
  tokenRules.flatMap((rule) => rule.run(aPage(facts), { ...contract, ...over }))
const literals = (...list: readonly StyleLiteral[]) =>
  all({ static: staticFacts({ literals: list }) })
const ids = (found: readonly { readonly ruleId: string }[]) => found.map(({ ruleId }) => ruleId)

describe('the tokens of a page', () => {
  test.each<[StyleLiteral['kind'], string, string, number]>([
    ['spacing', 'margin-bottom', '1.37em', 1],
    ['spacing', 'margin-bottom', '1em', 0],
    ['spacing', 'padding', '0.4em', 0],
    ['font-size', 'font-size', '1.19em', 1],
    ['font-size', 'font-size', '1.5em', 0],
    ['font-size', 'font-size', '0.9em', 0],
  ])('%s in %s: %s is held against the sizes of the text', (kind, property, value, count) => {
    expect(literals(aLiteral(kind, property, value))).toHaveLength(count)
  })

  test.each<[StyleLiteral['kind'], string, string]>([
    ['colour', 'color', '#33210F'],
    ['colour', 'color', 'rgb(51, 33, 15)'],
    ['colour', 'background', 'rgb(154 61 18 / 40%)'],
    ['colour', 'color', 'hsl(19 79% 34%)'],
    ['colour', 'color', 'currentColor'],
    ['colour', 'color', 'transparent'],
    ['colour', 'box-shadow', 'rgb(0 0 0 / 10%)'],
    ['spacing', 'padding', '1rem'],
    ['spacing', 'margin-top', '-16px'],
    ['spacing', 'padding', '0'],
    ['spacing', 'margin', '1px'],
    ['spacing', 'padding', '5%'],
    ['spacing', 'padding', '0.3em'],
    ['spacing', 'top', '-93px'],
    ['font-size', 'font-size', '16px'],
    ['font-size', 'font-size', '0.875rem'],
    ['font-size', 'font-size', '120%'],
    ['radius', 'border-radius', '4px'],
    ['radius', 'border-radius', '50%'],
    ['radius', 'border-radius', '999px'],
    ['font-family', 'font-family', "'Palatino Linotype', Georgia"],
    ['font-family', 'font-family', 'monospace'],
    ['shadow', 'box-shadow', '0 1px 2px rgb(0 0 0 / 10%)'],
    ['shadow', 'box-shadow', '0 0 0 3px #33210f'],
  ])('[PAGE-J-31] %s %s: %s is a token or needs none', (kind, property, value) => {
    expect(literals(aLiteral(kind, property, value))).toEqual([])
  })

  test.each<[StyleLiteral['kind'], string, string]>([
    ['colour', 'color', '#34220f'],
    ['colour', 'background', 'rebeccapurple'],
    ['colour', 'color', 'oklch(62% 0.2 29)'],
    ['spacing', 'padding', '13px'],
    ['spacing', 'gap', '1.1rem'],
    ['spacing', 'margin-bottom', '-10px'],
    ['font-size', 'font-size', '17.3px'],
    ['radius', 'border-radius', '7px'],
    ['font-family', 'font-family', "'Comic Neue', cursive"],
    ['shadow', 'box-shadow', '0 3px 11px rgb(0 0 0 / 31%)'],
  ])('[PAGE-J-31] %s %s: %s is no token', (kind, property, value) => {
    expect(literals(aLiteral(kind, property, value))).toMatchObject([
      {
        ruleId: `tokens/${kind}`,
        dimension: 'Design Quality',
        place: { file: 'style.css', line: 12 },
      },
    ])
  })

  test('[PAGE-J-31] a custom property that drifted from its token is found where it is defined', () => {
    const drifted = aLiteral('colour', '--color-ink', '#392618', {
      where: 'token',
      selector: ':root',
    })
    expect(ids(literals(drifted))).toEqual(['tokens/colour'])
    const own = aLiteral('spacing', '--header-height', '72px', { where: 'token' })
    expect(literals(own)).toEqual([])
    expect(ids(literals(aLiteral('spacing', '--space-4', '17px', { where: 'token' })))).toEqual([
      'tokens/spacing',
    ])
  })

  test('a repair names the nearest token, as the custom property that holds it', () => {
    const files = staticFacts({
      literals: [aLiteral('spacing', 'padding', '13px', { start: 40 })],
      customProperties: [
        {
          file: 'style.css',
          line: 1,
          column: 1,
          start: 5,
          name: '--space-3',
          value: '0.75rem',
          selector: ':root',
        },
      ],
    })
    expect(all({ static: files })).toMatchObject([
      {
        measured: { value: 13, needed: 12 },
        fix: { edits: [{ file: 'style.css', start: 40, end: 44, text: 'var(--space-3)' }] },
      },
    ])
  })

  test('a colour that drifted is taken back to its token; another colour is not', () => {
    const drifted = aLiteral('colour', 'color', '#392618', { start: 7 })
    expect(literals(drifted)).toMatchObject([
      { fix: { edits: [{ start: 7, end: 14, text: '#33210f' }] } },
    ])
    const strange = literals(aLiteral('colour', 'color', '#00ff00', { start: 7 }))
    expect(strange).toHaveLength(1)
    expect(strange[0]).not.toHaveProperty('fix')
  })

  test('the painted colours are held against the tokens; what browsers draw is not', () => {
    const painted = (colour: string, selector = 'main > p') => ({
      value: readColour(colour) ?? white,
      count: 1,
      selectors: [selector],
      use: 'text' as const,
      area: 100,
    })
    const views = (...colours: ReturnType<typeof painted>[]) => ({
      views: inViews({
        styles: { ...noStyles, colours: [painted('#33210f'), painted('#9a3d12'), ...colours] },
        controls: [aControl({ selector: '#name', tag: 'input' })],
      }),
    })
    expect(all(views(painted('#ffffff', '#name'), painted('#767676')))).toEqual([])
    expect(all(views(painted('#d6336c')))).toMatchObject([
      { ruleId: 'tokens/palette', place: { selector: 'main > p' } },
    ])
    expect(ids(all(views(painted('#ffffff'))))).toEqual(['tokens/palette'])
    const inFile = staticFacts({ literals: [aLiteral('colour', 'color', '#d6336c')] })
    expect(ids(all({ ...views(painted('#d6336c')), static: inFile }))).toEqual(['tokens/colour'])
  })

  test('a page that uses none of its colours is found', () => {
    const black = {
      value: { r: 0, g: 0, b: 0, a: 1 },
      count: 9,
      selectors: ['input'],
      use: 'text' as const,
      area: 1,
    }
    expect(ids(all({ views: inViews({ styles: { ...noStyles, colours: [black] } }) }))).toEqual([
      'tokens/unused',
    ])
  })

  test('a broken sheet is found without tokens', () => {
    const at = { file: 'style.css', line: 3, column: 1 }
    const files = staticFacts({
      styleErrors: [{ ...at, message: 'Unclosed block' }],
    })
    expect(ids(all({ static: files }, { tokens: null }))).toEqual(['tokens/style-error'])
    expect(literals()).toEqual([])
  })

  test.each([
    ['#ABC', '#aabbcc'],
    ['rgb(10% 20% 30%)', '#1a334d'],
    ['hsl(120deg 100% 25%)', '#008000'],
    ['hwb(0 0% 0%)', '#ff0000'],
    ['oklch(62.796% 0.25768 29.234)', '#ff0000'],
    ['lab(54.29% 80.81 69.89)', '#ff0000'],
    ['teal', '#008080'],
  ])('%s is %s', (css, hex) => {
    const colour = readColour(css)
    expect(colour === null ? null : hexOf(colour)).toBe(hex)
  })

  test('what is no colour is none, and shadows compare in any notation', () => {
    for (const text of ['', 'nope', '#12', 'rgb(a b c)', 'var(--x)'])
      expect(readColour(text)).toBeNull()
    expect(plainShadow('rgba(0,0,0,.1) 0px 1px 2px')).toBe(
      plainShadow('0 1px 2px rgb(0 0 0 / 10%)'),
    )
  })
})
