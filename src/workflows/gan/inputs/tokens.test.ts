import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandConflict, brandConflictText } from './brand-conflict.ts'
import { contrastRatio } from '../../../model/colour.ts'
import { hexOf, parseColour } from './colour.ts'
import { checkPair, contrastFailures, neededContrast } from './contrast.ts'
import { inputErrorText } from './input-error.ts'
import { parseTokens } from './parse-tokens.ts'
import { parseVisualIdentity } from './parse-brand.ts'
import { customProperty, namedTokens, Tokens } from './tokens.ts'

const folder = resolve(import.meta.dirname, '../../../../examples/gan')
const example = readFileSync(resolve(folder, 'tokens.json'), 'utf8')
const identity = readFileSync(resolve(folder, 'brand/visual-identity.md'), 'utf8')

const read = (value: unknown) => {
  const parsed = parseTokens(typeof value === 'string' ? value : JSON.stringify(value))
  if (!parsed.ok) throw new Error(parsed.error.map(inputErrorText).join('\n'))
  return parsed.value
}
const colour = (hex: string) => {
  const parsed = parseColour(hex)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}
const swatch = (hex: string, name = 'x') => ({ name, hex })
const whole = {
  colors: { primary: '#123456' },
  typography: { fontFamily: { body: 'Arial' } },
  spacing: { base: 4 },
}

describe('tokens.json', () => {
  test('is brought to its normal form, with the default scales', () => {
    const { tokens, warnings } = read(whole)
    expect(warnings).toEqual([])
    expect(Tokens.parse(tokens)).toEqual(tokens)
    expect(tokens.typography.fontSize).toMatchObject({ xs: 12, base: 16, '4xl': 36 })
    expect(tokens.spacing).toMatchObject({
      base: 4,
      section: { desktop: 80, mobile: 48 },
      container: 1280,
    })
    expect([tokens.spacing.scale[0], tokens.spacing.scale.at(-1)]).toEqual([4, 96])
    expect(tokens.radii).toEqual({ sm: 4, md: 8, lg: 12, xl: 16, full: 9999 })
  })

  test('reads nested, dotted and typed tokens as one', () => {
    const forms = [
      { primary: { DEFAULT: '#123', foreground: '#FFF' } },
      { primary: '#112233', 'primary.foreground': 'rgb(255, 255, 255)' },
      { primary: '#112233', 'primary-foreground': 'hsl(0 0% 100%)' },
      { primary: { $value: '#112233', $type: 'color' }, primaryForeground: { value: '#ffffff' } },
    ]
    for (const colors of forms)
      expect(read({ ...whole, colors }).tokens.colors).toEqual({
        primary: '#112233',
        'primary.foreground': '#FFFFFF',
      })
  })

  test('has other names mapped, and tells which', () => {
    const { tokens, renamed } = read({
      brand_color: '#123456',
      heading_font: 'Georgia',
      base_spacing: '4px',
      spacing: { scale: ['4px', '0.5rem'] },
    })
    expect(tokens.colors['primary']).toBe('#123456')
    expect(tokens.typography.fontFamily['heading']).toBe('Georgia')
    expect(tokens.spacing).toMatchObject({ base: 4, scale: [4, 8] })
    expect(renamed).toEqual([
      { from: 'brand_color', to: 'colors.primary' },
      { from: 'heading_font', to: 'typography.fontFamily.heading' },
      { from: 'base_spacing', to: 'spacing.base' },
    ])
    expect(read({ ...whole, colors: { primary_color: '#abcdef' } }).tokens.colors).toEqual({
      primary: '#ABCDEF',
    })
  })

  test.each(['colors', 'typography', 'spacing'])('is warned of where %s is missing', (key) => {
    const { warnings } = read({ ...whole, [key]: undefined })
    expect(warnings.map(({ at, what }) => [at, what])).toEqual([[`/${key}`, `there is no ${key}`]])
  })

  test.each([
    [{ ...whole, spacing: { base: 5 } }, '/spacing/base', 'grid'],
    [{ ...whole, spacing: { base: 4, scale: [4, 6] } }, '/spacing/scale/1', 'off the grid'],
    [{ ...whole, colors: { brandish: '#123456' } }, '/colors/brandish', 'no component'],
  ])('is warned of a value off the grid or a name nobody knows: %j', (file, at, what) => {
    const { warnings } = read(file)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ code: 'DESIGN_TOKENS_INVALID', at, line: 1 })
    expect(`${warnings[0]?.what} ${warnings[0]?.expected}`).toContain(what)
  })

  test.each([
    ['[]', ''],
    ['{"colors": {"primary": "#12345"}}', '/colors/primary'],
    ['{"colors": {"primary": "#12345600"}}', '/colors/primary'],
    ['{"colors": {"primary": 7}}', '/colors/primary'],
    ['{"spacing": {"scale": ["wide"]}}', '/spacing/scale/0'],
    ['{"radii": {"md": "-4px"}}', '/radii/md'],
    ['{"typography": {"lineHeight": {"x": 0}}}', '/typography/lineHeight/x'],
    ['{"colors": {}, "colors": {}}', '/colors'],
    ['{"colors": {},}', '/colors'],
    ['', ''],
  ])('is refused for what cannot be read: %s', (text, at) => {
    const parsed = parseTokens(text)
    expect(parsed).toMatchObject({
      ok: false,
      error: [{ code: 'DESIGN_TOKENS_INVALID', at, line: 1 }],
    })
  })

  test('names its tokens as components do', () => {
    const names = new Map(namedTokens(read(example).tokens).map(({ name, value }) => [name, value]))
    expect(names.get('color.primary')).toBe('#1F4D3A')
    expect(names.get('space.1')).toBe('4px')
    expect(names.get('space.24')).toBe('96px')
    expect(names.get('radius.full')).toBe('9999px')
    expect(customProperty('color.primary.foreground')).toBe('--color-primary-foreground')
  })

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
        (text) => void parseTokens(text),
      ),
    )
    const odd = fc.dictionary(
      fc.constantFrom(
        'colors',
        'spacing',
        'radii',
        'typography',
        'brand_color',
        '__proto__',
        'DEFAULT',
        '$value',
        'value',
      ),
      fc.jsonValue(),
    )
    fc.assert(fc.property(odd, (value) => void parseTokens(JSON.stringify(value))))
    expect(parseTokens(`${'{"colors":'.repeat(5000)}1${'}'.repeat(5000)}`).ok).toBe(false)
  })
})

describe('contrast', () => {
  test('follows the formula of WCAG', () => {
    expect(contrastRatio(colour('#000'), colour('#fff'))).toBe(21)
    expect(contrastRatio(colour('#777777'), colour('#ffffff'))).toBeCloseTo(4.478, 2)
    expect(contrastRatio(colour('#767676'), colour('#ffffff'))).toBeGreaterThanOrEqual(4.5)
    expect(neededContrast).toEqual({ body: 4.5, large: 3, ui: 3 })
  })

  test('of #EEEEEE on #FFFFFF is refused with three alternatives that pass (AC-SKILL-003)', () => {
    const failure = checkPair(swatch('#EEEEEE', 'text'), swatch('#FFFFFF', 'page'), 'body')
    expect(failure).toMatchObject({ ratio: 1.16, needed: 4.5 })
    const alternatives = failure?.alternatives ?? []
    expect(alternatives).toHaveLength(3)
    for (const { foreground, background } of alternatives)
      expect(contrastRatio(colour(foreground), colour(background))).toBeGreaterThanOrEqual(4.5)
    expect(checkPair(swatch('#767676'), swatch('#FFFFFF'), 'body')).toBeNull()
    expect(checkPair(swatch('#949494'), swatch('#FFFFFF'), 'ui')).toBeNull()
    expect(checkPair(swatch('#959595'), swatch('#FFFFFF'), 'large')).not.toBeNull()
  })

  const hex = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(([r, g, b]) => hexOf({ r, g, b }))

  test('has three distinct alternatives for every failing pair, each time the same', () => {
    let failing = 0
    fc.assert(
      fc.property(hex, hex, fc.constantFrom('body', 'ui'), (front, back, use) => {
        const failure = checkPair(swatch(front), swatch(back), use)
        if (failure === null) return
        failing += 1
        const { alternatives, needed } = failure
        expect(failure.ratio).toBeLessThan(needed)
        expect(
          new Set(alternatives.map((each) => `${each.foreground}${each.background}`)).size,
        ).toBe(3)
        for (const each of alternatives) {
          expect(
            contrastRatio(colour(each.foreground), colour(each.background)),
          ).toBeGreaterThanOrEqual(needed)
        }
        expect(checkPair(swatch(front), swatch(back), use)).toEqual(failure)
      }),
      { numRuns: 500 },
    )
    expect(failing).toBeGreaterThan(100)
  })

  test('of the example is poor, and is mended without a colour of the brand moving', async () => {
    const { tokens } = read(example)
    const look = await parseVisualIdentity(identity)
    if (!look.ok) throw new Error('the example has an identity')
    const failing = contrastFailures(tokens).map(({ foreground }) => foreground.name)
    expect(new Set(failing)).toEqual(
      new Set([
        'color.text',
        'color.text.muted',
        'color.primary.foreground',
        'color.secondary.foreground',
        'color.accent.foreground',
      ]),
    )
  })
})

describe('a conflict of brand and design', () => {
  test('halts with BRAND_DESIGN_CONFLICT, what is defined, what was generated, and options', async () => {
    const look = await parseVisualIdentity(identity)
    if (!look.ok) throw new Error('the example has an identity')
    const { tokens } = read(
      example.replace('"DEFAULT": "#1F4D3A"', '"DEFAULT": "#8B5CF6"').replace('Georgia', 'Inter'),
    )
    const conflict = brandConflict(look.value, tokens)
    expect(conflict).toEqual([
      { name: 'color.primary', defined: '#1F4D3A', generated: '#8B5CF6' },
      {
        name: 'font.heading',
        defined: 'Georgia, Times New Roman, serif',
        generated: "Inter, 'Times New Roman', serif",
      },
    ])
    const text = brandConflictText(conflict)
    expect(text).toContain('color.primary: defined #1F4D3A, generated #8B5CF6')
    expect(text).toContain('BRAND_DESIGN_CONFLICT')
    expect(text).toContain('option keep-defined')
  })

  test('is none where the tokens follow the brand', () => {
    const { tokens } = read({
      ...whole,
      colors: { primary: '#123456', 'primary.foreground': '#fff' },
    })
    expect(brandConflict(null, tokens)).toEqual([])
  })
})
