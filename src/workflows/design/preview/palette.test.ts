import { describe, expect, test } from 'vitest'
import { pairs, palettes } from './palette.ts'
import { pageStyle } from './style.ts'

const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (colour: string): number =>
  0.2126 * channel(colour.slice(1, 3)) +
  0.7152 * channel(colour.slice(3, 5)) +
  0.0722 * channel(colour.slice(5, 7))

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('the %s palette', (scheme) => {
  test('keeps text at 4.5 and lines with a meaning at 3 to what they stand on', () => {
    const poor = pairs
      .map(([on, ground, least]) => {
        const found = contrast(palettes[scheme][on], palettes[scheme][ground])
        return { on, ground, least, found }
      })
      .filter(({ found, least }) => !(found >= least))
    expect(poor).toEqual([])
    expect(pairs.length).toBeGreaterThan(40)
  })
})

describe('the style', () => {
  test('measures as the guidelines do', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  test('takes every colour from the palette, in both schemes and on paper', () => {
    const own = pageStyle
      .replaceAll(/--[a-z-]+:#[0-9a-f]{6}/g, '')
      .match(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/gi)
    // paper is white
    expect(own).toEqual(['#fff'])
    for (const query of ['prefers-color-scheme:dark', '@media print', 'forced-colors:active'])
      expect(pageStyle).toContain(query)
    const used = [...pageStyle.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name]) => name)
    expect(used.filter((name) => !(String(name) in palettes.light))).toEqual([])
    expect(Object.keys(palettes.dark)).toEqual(Object.keys(palettes.light))
  })

  test('moves only for people who did not ask for stillness', () => {
    const still = pageStyle.replaceAll(
      /@media \(prefers-reduced-motion:no-preference\)\{[^}]*\}\}/g,
      '',
    )
    expect(still).not.toMatch(/scroll-behavior|animation|transition/)
    expect(pageStyle).toContain('scroll-behavior')
  })
})
