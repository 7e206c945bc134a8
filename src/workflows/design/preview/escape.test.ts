import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clip, escapeText, html, prose } from './escape.ts'

describe('text on the page', () => {
  test('[PREVIEW-6] can neither open a tag nor leave an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeText(text)).not.toMatch(/[<>"'`]/)
        expect(html`<p>${text}</p>`.markup).toBe(`<p>${escapeText(text)}</p>`)
      }),
    )
    expect(escapeText('a & b &amp; <c>')).toBe('a &amp; b &amp;amp; &lt;c&gt;')
  })

  test('spells out what nobody could see', () => {
    expect(escapeText('\u202eabc\u202c')).toBe('[U+202E]abc[U+202C]')
    expect(escapeText('a\u0000b\u001b[0m')).toBe('a[U+0000]b[U+001B][0m')
    expect(escapeText('a\u{e0041}\u200bb\ufeff')).toBe('a[U+E0041][U+200B]b[U+FEFF]')
    expect(escapeText('one\r\ntwo\rthree\tfour')).toBe('one\ntwo\nthree\tfour')
  })

  test('leaves words of every script and joined emoji as they are', () => {
    for (const text of ['שלום', 'مرحبا', '日本語', 'naïve', '👩‍👩‍👧', 'می‌خواهم'])
      expect(escapeText(text)).toBe(text)
  })

  test('shows half a character as a missing one, and never makes one by cutting', () => {
    expect(escapeText('a\ud800b')).toBe('a\ufffdb')
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 2, max: 20 }),
        (text, limit) => {
          const kept = clip(text, limit)
          expect(kept.length).toBeLessThanOrEqual(limit)
          expect(kept.isWellFormed()).toBe(true)
        },
      ),
    )
  })

  test('is cut when nobody would read on, and says how much is left', () => {
    expect(prose('x'.repeat(1200)).markup).toBe('x'.repeat(1200))
    expect(prose('x'.repeat(1300)).markup).toContain('(100 more characters in intent.json)')
    expect(prose('one\ntwo').markup).toBe('one<br>two')
  })
})
