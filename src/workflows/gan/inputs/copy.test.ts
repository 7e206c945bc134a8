import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../test/support/cpu-time.ts'
import { copyBlocks } from './copy-blocks.ts'
import { inputErrorText } from './input-error.ts'
import {
  normaliseCopy,
  gradeOf,
  hasFigure,
  sentencesOf,
  syllablesIn,
  wordsOf,
  reviewCopy,
} from './review-copy.ts'
import { parseCopy } from './parse-copy.ts'

const example = readFileSync(
  resolve(import.meta.dirname, '../../../../examples/gan/copy.json'),
  'utf8',
)

/** The value that keys lead to. */
const inside = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce((each, key) => Reflect.get(Object(each) as object, key) as unknown, value)
/** The example with one value changed. */
const changed = (change: (copy: unknown) => void): string => {
  const copy: unknown = JSON.parse(example)
  change(copy)
  return JSON.stringify(copy, null, 2)
}
const set = (value: unknown, key: string, to: unknown) =>
  Reflect.set(Object(value) as object, key, to)
const put = (pointer: string, value: unknown) =>
  changed((copy) => {
    const keys = pointer.split('/').slice(1)
    const around = Object(inside(copy, ...keys.slice(0, -1))) as object
    if (value === undefined) Reflect.deleteProperty(around, keys.at(-1) ?? '')
    else set(around, keys.at(-1) ?? '', value)
  })
const read = (text: string) => {
  const parsed = parseCopy(text)
  if (!parsed.ok) throw new Error(parsed.error.map(inputErrorText).join('\n'))
  return parsed.value
}
const review = (text: string) => reviewCopy(read(text), text, 'consumers')

describe('copy.json', () => {
  test('of the example keeps every rule', () => {
    const parsed = read(example)
    expect(review(example)).toEqual([])
    expect(parsed.order).toEqual(['hero', 'problem', 'solution', 'features', 'pricing', 'cta'])
  })

  test('may have either set of sections, and keeps the order of the file', () => {
    const text = changed((copy) => {
      const [hero, features, cta] = ['hero', 'features', 'cta'].map((name) =>
        inside(copy, 'sections', name),
      )
      const proof = {
        primary: {
          headline: 'What 90 riders say',
          quotes: [{ quote: 'Back in one night.', author: 'Mara', href: '#' }],
        },
      }
      set(copy, 'sections', {
        hero,
        features,
        social_proof: proof,
        cta,
        footer: { primary: { legal: 'Open on 6 days' } },
      })
    })
    expect(read(text).order).toEqual(['hero', 'features', 'social_proof', 'cta', 'footer'])
    expect(
      copyBlocks(read(text))
        .filter(({ section }) => section === 'social_proof')
        .map(({ text: shown }) => shown),
    ).toEqual(['What 90 riders say', 'Back in one night.', 'Mara'])
  })

  test.each([
    ['/sections/problem', undefined, '/sections', 'no problem'],
    ['/sections/hero', undefined, '/sections', 'no hero'],
    ['/page_type', 'blog', '/page_type', 'not one of'],
    ['/sections/hero/primary/tagline', 'x', '/sections/hero/primary', 'unknown key "tagline"'],
    ['/sections/hero/variant_c', { headline: 'x' }, '/sections/hero', 'unknown key "variant_c"'],
    ['/sections/hero/primary', undefined, '/sections/hero/primary', 'expected object'],
    ['/sections/hero/primary/headline', '', '/sections/hero/primary/headline', 'empty'],
    ['/sections/features/primary/items', [], '/sections/features/primary/items', 'no items'],
    ['/sections/faq', { primary: {} }, '/sections', 'unknown key "faq"'],
    ['/metadata/word_count', -1, '/metadata/word_count', ''],
    ['/extra', 1, '', 'unknown key "extra"'],
  ])('is refused for its shape, with pointer and line: %s = %j', (pointer, value, at, what) => {
    const parsed = parseCopy(put(pointer, value), 'x/copy.json')
    expect(parsed).toMatchObject({
      ok: false,
      error: [{ code: 'COPY_INVALID', path: 'x/copy.json', at }],
    })
    expect(!parsed.ok && parsed.error[0]?.what).toContain(what)
    expect(!parsed.ok && parsed.error[0]?.expected).not.toBe('')
  })

  test('has a primary and at most two variants', () => {
    const form = inside(JSON.parse(example), 'sections', 'cta', 'primary')
    const text = put('/sections/cta', {
      primary: form,
      variant_a: form,
      variant_b: form,
      variant_c: form,
    })
    expect(parseCopy(text)).toMatchObject({
      ok: false,
      error: [{ at: '/sections/cta', expected: 'a primary and at most 2 variants' }],
    })
    expect(
      read(put('/sections/cta', { primary: form, variant_a: form, variant_b: form })).order,
    ).toHaveLength(6)
  })

  const twelve = 'You ride to work at eight because a mechanic works at night'
  const said = '/sections/cta/primary/supporting_text'
  const longWords =
    'Organisational heterogeneity necessitates comprehensive administrative standardisation. '
  test.each([
    ['/sections/hero/primary/headline', `${twelve} today`, '13 words'],
    ['/sections/hero/primary/cta_primary', 'Book your very own repair slot', '6 words'],
    ['/sections/problem/primary/body', 'You wait for 7 days.', '1 sentences'],
    [said, "In today's fast-paced world you need 1 slot.", 'worn out'],
    [said, 'You get our cutting-edge workshop for 1 night.', 'worn out'],
    [said, 'You get a seamless repair.', 'needs a number'],
    [said, 'You save time and money.', 'needs a number'],
    [said, 'You can leverage 2 slots at once.', 'jargon'],
    [said, 'Leveraging 4 mechanics, you ride sooner.', 'jargon'],
    [said, 'In order to ride at 8, you book today.', 'fills space'],
    [said, 'Your bicycle is repaired by our mechanics in 1 night.', 'needless passive'],
    ['/sections/hero/primary/subheadline', 'Our team knows 3 of your brakes.', 'third person'],
    [said, 'You ride at 8!! Tonight!', '3 exclamation marks'],
    ['/sections/cta/primary', { headline: 'Free slots', button_text: 'Book a slot' }, 'no number'],
    ['/sections/problem/primary/body', longWords.repeat(3), 'reads at grade'],
    ['/metadata/word_count', 90, 'the metadata says 90 words'],
  ])('is advised on its words, at their line: %s = %j', (pointer, value, message) => {
    const found = review(put(pointer, value)).filter((each) => each.message.includes(message))
    expect(found).toHaveLength(1)
    expect(found[0]?.place.line).toBeGreaterThan(1)
  })

  test.each([
    ['/sections/hero/primary/headline', twelve],
    [said, 'You get a seamless repair in 1 night.'],
    [said, 'You ride at 8!'],
    [said, 'You have leverage over 3 suppliers.'],
    [said, 'Your bicycle is repaired by the end of day 1.'],
  ])('is let pass within its limits: %s = %j', (pointer, value) => {
    expect(review(put(pointer, value)).filter(({ message }) => !/metadata/.test(message))).toEqual(
      [],
    )
  })

  test('gives the texts a page must show, in order, each with its pointer', () => {
    const blocks = copyBlocks(read(example))
    expect(blocks.slice(0, 4).map(({ field }) => field)).toEqual([
      'headline',
      'subheadline',
      'cta_primary',
      'cta_secondary',
    ])
    expect(blocks[0]?.pointer).toBe('/sections/hero/primary/headline')
    expect(blocks.find(({ field }) => field === 'plans.highlights')?.pointer).toBe(
      '/sections/pricing/primary/plans/0/highlights/0',
    )
    expect(new Set(blocks.map(({ pointer }) => pointer)).size).toBe(blocks.length)
    const variant = copyBlocks(read(example), 'variant_a')
    expect(variant[0]?.pointer).toBe('/sections/hero/variant_a/headline')
    expect(variant.slice(4)).toEqual(blocks.slice(4))
  })

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
        (text) => void parseCopy(text),
      ),
    )
    let reviewed = 0
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.lorem()), (words) => {
        const text = put(said, words)
        if (parseCopy(text).ok) reviewed += review(text).length >= 0 ? 1 : 0
      }),
      { numRuns: 200 },
    )
    expect(reviewed).toBeGreaterThan(150)
  })

  test('reviews long texts in time, and refuses endless ones', () => {
    expect(parseCopy(put(said, 'a '.repeat(3000))).ok).toBe(false)
    const words = 'we are cutting-edge is was the a by our '.repeat(100)
    const plans = Array.from({ length: 40 }, () => ({ name: 'a', price: '1', highlights: [words] }))
    const text = put('/sections/pricing/primary/plans', plans)
    const started = cpuMs()
    review(text)
    expect(cpuMs() - started).toBeLessThan(3000)
  })
})

describe('the same copy', () => {
  test.each([
    ['Book your slot', '  Book\n   your\u00A0slot ', true],
    ['Don\'t wait "here"', 'Don’t wait “here”', true],
    ['bicycle repair', 'bi\u00ADcycle re\u200Bpair', true],
    ['Wait...', 'Wait…', true],
    ['état', 'e\u0301tat', true],
    ['Book your slot', 'BOOK YOUR SLOT', false],
    ['Book your slot', 'Book your slot.', false],
    ['5-6 days', '5–6 days', false],
  ] as const)('is judged after normalising: %j and %j: %s', (expected, shown, same) => {
    expect(normaliseCopy(expected) === normaliseCopy(shown)).toBe(same)
  })

  test('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normaliseCopy(normaliseCopy(text))).toBe(normaliseCopy(text))
      }),
    )
  })
})

describe('prose', () => {
  test('is counted as a reader counts', () => {
    expect(wordsOf('Don’t pay €4.50 for 24/7 cutting-edge – really')).toHaveLength(7)
    expect(sentencesOf('It costs 4.5 euros, e.g. today. "Really?" she said. Yes!')).toHaveLength(3)
    expect(sentencesOf('No full stop')).toHaveLength(1)
    expect(sentencesOf('')).toHaveLength(0)
    const known = {
      bicycle: 3,
      idea: 3,
      people: 2,
      fixed: 1,
      wanted: 2,
      houses: 2,
      miles: 1,
      application: 4,
      infrastructure: 4,
    }
    for (const [word, count] of Object.entries(known))
      expect(`${word} ${syllablesIn(word)}`).toBe(`${word} ${count}`)
    expect(gradeOf(['The cat sat on the mat.'])).toBeCloseTo(0.39 * 6 + 11.8 - 15.59, 0)
    expect(gradeOf([])).toBe(0)
  })

  test('has figures in digits, words and times', () => {
    for (const text of [
      '5 slots',
      'half price',
      'three steps',
      'one night',
      'back tomorrow',
      '98%',
    ])
      expect(hasFigure(text)).toBe(true)
    for (const text of [
      'one of the best',
      'some day soon perhaps',
      'no one waits',
      'a second look at it',
    ])
      expect(`${text} ${hasFigure(text)}`).toBe(`${text} ${text.includes('second')}`)
  })
})
