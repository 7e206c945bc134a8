import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPreviewStamp, stampPreview } from './preview-stamp.ts'

const hash = 'ab'.repeat(32)
const other = 'cd'.repeat(32)
const stamped = (html: string, of = hash) => {
  const result = stampPreview(html, of)
  return result.ok ? result.value : `refused: ${result.error.reason}`
}
const page = '<!DOCTYPE html>\n<html lang="en"><head><title>A</title></head><body>B</body></html>\n'

describe('a page from outside', () => {
  test('[PREVIEW-6] begins with a policy that lets no script run, and with the hash of its intent', () => {
    const text = stamped(page)
    expect(text).toMatch(
      /^<!doctype html>\n<html>\n<head>\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'">\n<meta name="loopwright-intent-sha256" content="abab/,
    )
    expect(text.endsWith(page.slice('<!DOCTYPE html>\n'.length))).toBe(true)
    expect(readPreviewStamp(text)).toBe(hash)
  })

  test.each([
    '<script>alert(1)</script>',
    '\uFEFF<script>alert(1)</script><!doctype html><html><head></head></html>',
    '<html data-x="><head>" onmouseover="alert(1)"><head></head>',
    '<!-- <head> --><script>alert(1)</script><head></head>',
    '<!doctype html "><head>"><script>alert(1)</script>',
    '</head><script>alert(1)</script>',
  ])('[PREVIEW-6] has nothing before the policy, whatever it looks like: %s', (html) => {
    const text = stamped(html)
    const policyAt = text.indexOf('<meta http-equiv')
    expect(text.slice(0, policyAt)).toBe('<!doctype html>\n<html>\n<head>\n')
    expect(text.indexOf('alert(1)')).toBeGreaterThan(policyAt)
  })

  test('is bound to one intent: a false stamp in the page does not count', () => {
    const lying = page.replace(
      '<title>',
      `<meta name="loopwright-intent-sha256" content="${other}"><title>`,
    )
    expect(readPreviewStamp(stamped(lying))).toBe(hash)
    expect(readPreviewStamp(stamped(stamped(page, other)))).toBe(hash)
    expect(readPreviewStamp(page)).toBeNull()
    expect(stamped(page, 'abc')).toContain('not a SHA-256')
    expect(stamped(page, `${hash}">`)).toContain('not a SHA-256')
  })

  test('[PREVIEW-6] is stamped once: the same stamp again changes nothing', () => {
    expect(stamped(stamped(page))).toBe(stamped(page))
  })

  test.each([
    ['nothing', '', 'no HTML element'],
    ['plain words', 'a < b and c > d', 'no HTML element'],
    ['a lone surrogate', '<p>\uD800</p>', 'lone surrogates'],
    ['a NUL', '<p>\0</p>', 'NUL'],
    ['a refresh', '<meta content="0;url=//x" http-equiv=refresh>', 'by itself'],
    ['a hidden refresh', '<META HTTP-EQUIV = "&#x0072;&#0101fresh">', 'by itself'],
    ['more than 2 MB', `<p>${'ü'.repeat(1_000_000)}</p>`, 'larger than 2 MB'],
  ])('with %s is refused', (_, html, why) => {
    expect(stamped(html)).toMatch(new RegExp(`^refused: .*${why}`))
  })

  test('is measured in bytes', () => {
    const room = 2_000_000 - Buffer.byteLength(stamped('<p></p>'))
    for (const [letter, size] of [
      ['x', 1],
      ['ü', 2],
      ['…', 3],
      ['🎓', 4],
    ] as const) {
      expect(stamped(`<p>${letter.repeat(Math.floor(room / size))}</p>`)).not.toContain('refused')
      expect(stamped(`<p>${letter.repeat(Math.floor(room / size) + 1)}</p>`)).toContain('refused')
    }
  })

  test('[PREVIEW-6] keeps its policy first for any text at all', () => {
    const tags = constantFrom(
      '<!doctype html>',
      '<html ',
      '<head>',
      '"',
      "'",
      '>',
      '<!--',
      '-->',
      '\uFEFF',
      '<p>',
      'x',
      '\n',
    )
    let taken = 0
    assert(
      property(array(tags, { maxLength: 12 }), (parts) => {
        const result = stampPreview(parts.join(''), hash)
        if (!result.ok) return
        taken += 1
        expect(
          result.value.startsWith(
            '<!doctype html>\n<html>\n<head>\n<meta http-equiv="Content-Security-Policy"',
          ),
        ).toBe(true)
        expect(readPreviewStamp(result.value)).toBe(hash)
      }),
      { seed: 4 },
    )
    expect(taken).toBeGreaterThan(20)
  })
})
