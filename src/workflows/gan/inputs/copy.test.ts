import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TextEdit } from '../../../model/finding.ts'
import { copyBlocks } from './copy-blocks.ts'
import type { CopyRule } from './copy-finding.ts'
import { inputErrorText } from './input-error.ts'
import { leverageVerbs } from './leverage.ts'
import { firstDifference, isSameCopy, normaliseCopy } from './normalise-copy.ts'
import { parseCopy } from './parse-copy.ts'
import { passivesIn } from './passive.ts'
import { gradeOf, hasFigure, sentencesOf, syllablesIn, wordsOf } from './prose.ts'
import { copyFigures, readingLevels, reviewCopy, type ReviewOptions } from './review-copy.ts'

const example = readFileSync(
  resolve(import.meta.dirname, '../../../../examples/gan/copy.json'),
  'utf8',
)
const options: ReviewOptions = {
  audience: 'consumers',
  brandName: 'Kettle & Chain',
  avoidedTerms: ['solution', 'premium'],
}

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
const supporting = (text: string) =>
  inside(JSON.parse(text), 'sections', 'cta', 'primary', 'supporting_text')
const read = (text: string) => {
  const parsed = parseCopy(text)
  if (!parsed.ok) throw new Error(parsed.error.map(inputErrorText).join('\n'))
  return parsed.value
}
/** Findings about the words; the changed text no longer has the count of the example. */
const review = (text: string, about = options) =>
  reviewCopy(read(text), text, about).filter(({ rule }) => rule !== 'word-count')
const apply = (text: string, edits: readonly TextEdit[]) =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text)

describe('copy.json', () => {
  test('[GANIN-50] of the example keeps every rule', () => {
    const parsed = read(example)
    expect(reviewCopy(parsed, example, options)).toEqual([])
    expect(parsed.order).toEqual(['hero', 'problem', 'solution', 'features', 'pricing', 'cta'])
    expect(copyFigures(parsed).words).toBe(parsed.copy.metadata.word_count)
  })

  test('[GANIN-51] may have either set of sections, and keeps the order of the file', () => {
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
  ])(
    '[GANIN-52] is refused for its shape, with pointer and line: %s = %j',
    (pointer, value, at, what) => {
      const parsed = parseCopy(put(pointer, value), 'x/copy.json')
      expect(parsed).toMatchObject({
        ok: false,
        error: [{ code: 'COPY_INVALID', path: 'x/copy.json', at }],
      })
      expect(!parsed.ok && parsed.error[0]?.what).toContain(what)
      expect(!parsed.ok && parsed.error[0]?.expected).not.toBe('')
    },
  )

  test('[GANIN-52] has a primary and at most two variants', () => {
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
  test.each([
    ['/sections/hero/primary/headline', `${twelve} today`, 'limit'],
    ['/sections/hero/primary/subheadline', `${'you and '.repeat(12)}7 more days`, 'limit'],
    ['/sections/hero/primary/cta_primary', 'Book your very own repair slot', 'limit'],
    ['/sections/hero/primary/cta_primary', 'Your slot', 'button'],
    ['/sections/hero/primary/cta_primary', 'Learn more', 'button'],
    ['/sections/cta/primary/button_text', 'Submit', 'button'],
    ['/sections/hero/primary/headline', 'Your bicycle will be back by eight', 'present-tense'],
    ['/sections/hero/primary/headline', 'We bring your bicycle back in 1 night', 'outcome-first'],
    ['/sections/hero/primary/headline', 'Welcome to your workshop, 7 days a week', 'outcome-first'],
    [
      '/sections/hero/primary/subheadline',
      'Kettle & Chain helps you ride in 1 night.',
      'self-reference',
    ],
    [
      '/sections/hero/primary/subheadline',
      'Our team is there for you in 1 night.',
      'self-reference',
    ],
    ['/sections/problem/primary/body', 'You wait for 7 days.', 'limit'],
    ['/sections/problem/primary/body', 'Riders wait for 7 days. Nobody plans it.', 'second-person'],
    ['/sections/solution/primary/body', 'You book 1 slot. You ride.', 'limit'],
    ['/sections/features/primary/items/0/title', 'Back home after just one night', 'limit'],
    ['/sections/features/primary/items/0/description', 'You wait. You ride. You smile.', 'limit'],
    [
      '/sections/features/primary/items',
      Array.from({ length: 7 }, () => ({ title: 'One', description: 'You get 1.' })),
      'limit',
    ],
    ['/sections/pricing/primary/plans/0/highlights', ['a', 'b', 'c', 'd', 'e', 'f'], 'limit'],
    ['/sections/cta/primary/supporting_text', 'You get 1 premium coffee.', 'avoided-term'],
  ] satisfies readonly [string, unknown, CopyRule][])(
    '[GANIN-53] is held to its limits and forms: %s = %j breaks %s',
    (pointer, value, rule) => {
      const findings = review(put(pointer, value)).filter((each) => each.rule === rule)
      expect(findings).toHaveLength(1)
      expect(findings[0]?.place.pointer?.startsWith(pointer)).toBe(true)
      expect(findings[0]?.severity).toBe('fail')
    },
  )

  test.each([
    ['/sections/hero/primary/headline', twelve],
    ['/sections/cta/primary/button_text', 'Call the workshop'],
    ['/sections/hero/primary/cta_primary', 'Get your repair slot today'],
    [
      '/sections/problem/primary/body',
      'You wait for 7 days. You walk to work at 4.5 km an hour, e.g. in the rain.',
    ],
  ])('[GANIN-53] is let pass within them: %s = %j', (pointer, value) => {
    expect(review(put(pointer, value)).filter(({ place }) => place.pointer === pointer)).toEqual([])
  })

  const said = '/sections/cta/primary/supporting_text'
  test.each([
    [
      "In today's fast-paced world, you need your bicycle in 1 night.",
      'cliche',
      'You need your bicycle in 1 night.',
    ],
    ['In today’s fast paced world, you need 1 slot.', 'cliche', 'You need 1 slot.'],
    [
      'You get our cutting-edge workshop for 1 night.',
      'cliche',
      'You get our workshop for 1 night.',
    ],
    ['You get our state‑of‑the‑art bench in 1 night.', 'cliche', 'You get our bench in 1 night.'],
    ['Revolutionary repairs for you in 1 night.', 'cliche', 'Repairs for you in 1 night.'],
    ['You book a game-changing slot in 1 minute.', 'cliche', null],
    ['You can leverage 2 slots at once.', 'leverage', 'You can use 2 slots at once.'],
    ['Leveraging 4 mechanics, you ride sooner.', 'leverage', 'Using 4 mechanics, you ride sooner.'],
    ['In order to ride at 8, you book today.', 'filler', 'To ride at 8, you book today.'],
    [
      'You pay less due to the fact that 4 of us share a bench.',
      'filler',
      'You pay less because 4 of us share a bench.',
    ],
    ['Needless to say, you ride at 8.', 'filler', 'You ride at 8.'],
    ['You get a seamless repair.', 'unproven', null],
    ['You get best-in-class repairs.', 'unproven', null],
    ['You save time and money.', 'vague', null],
    ['Your bicycle is repaired by our mechanics in 1 night.', 'passive', null],
  ] satisfies readonly [string, CopyRule, string | null][])(
    '[GANIN-54] has worn words found, and mended where that is certain: %j',
    (sentence, rule, mended) => {
      const text = put(said, sentence)
      const found = review(text).filter((each) => each.rule === rule)
      expect(found).toHaveLength(1)
      expect(found[0]).toMatchObject({ severity: 'fail', place: { pointer: said } })
      expect(found[0]?.fix === undefined).toBe(mended === null)
      if (mended === null) return
      const after = apply(text, found[0]?.fix?.edits ?? [])
      expect(supporting(after)).toBe(mended)
      expect(review(after).filter((each) => each.rule === rule)).toEqual([])
    },
  )

  test.each([
    'You gain operating leverage from 4 benches.',
    'You have leverage over 3 suppliers.',
    'A leveraged buyout of 2 shops is no news to you.',
    'Your order moves through 3 steps, a seamless path.',
    'You save time: 40 minutes a visit.',
    'You know the Revolutionary War had 8 years.',
    'You collect it by Friday at 8.',
    'Your bicycle is ready by six.',
  ])('[GANIN-54] has honest words left alone: %j', (sentence) => {
    expect(review(put(said, sentence)).filter(({ severity }) => severity === 'fail')).toEqual([])
  })

  test('[GANIN-54] says "cutting edge" with doubt where it may be a blade', () => {
    const findings = review(put(said, 'You keep the cutting edge sharp for 1 year.'))
    expect(findings).toMatchObject([{ rule: 'cliche', severity: 'warn' }])
  })

  test('[GANIN-55] has one exclamation mark a section; more become full stops', () => {
    const one = put('/sections/cta/primary/headline', 'Tonight has 5 free slots!')
    expect(review(one)).toEqual([])
    const three = changed((copy) => {
      const cta = inside(copy, 'sections', 'cta', 'primary')
      set(cta, 'headline', 'Tonight has 5 free slots!!')
      set(cta, 'supporting_text', 'You can "cancel!" until noon.')
    })
    const findings = review(three)
    expect(findings.map(({ rule }) => rule)).toEqual(['exclamation', 'exclamation'])
    const mended = apply(
      three,
      findings.flatMap(({ fix }) => fix?.edits ?? []),
    )
    expect(review(mended)).toEqual([])
    expect(mended).toContain('Tonight has 5 free slots!"')
    // each form is a section of its own
    const both = put('/sections/hero/variant_a/headline', 'Ride to work tomorrow!').replace(
      'tomorrow morning"',
      'tomorrow morning!"',
    )
    expect(review(both)).toEqual([])
  })

  test.each([
    [
      '/sections/cta/primary',
      { headline: 'Free slots for you', button_text: 'Book your slot' },
      'figure',
    ],
    [
      '/sections/cta/primary',
      { headline: 'Free slots in 1 night', button_text: 'Slot booking page' },
      'reader',
    ],
    [
      '/sections/cta/primary',
      {
        headline: 'We and our 4 benches',
        button_text: 'Book your slot',
        supporting_text: 'We love our work, and we are proud of our team.',
      },
      'reader',
    ],
  ] satisfies readonly [string, unknown, CopyRule][])(
    '[GANIN-56] has a figure and speaks to its reader in every section: %s = %j',
    (pointer, value, rule) => {
      const findings = review(put(pointer, value)).filter((each) => each.rule === rule)
      expect(findings).toMatchObject([{ severity: 'fail', place: { pointer } }])
    },
  )

  test('[GANIN-57] is written at the level of its readers', () => {
    expect(readingLevels).toEqual({ b2b_developers: [10, 12], smb: [8, 10], consumers: [6, 8] })
    const hard = put(
      '/sections/problem/primary/body',
      'Your organisational infrastructure necessitates comprehensive interdepartmental communication, administrative coordination and collaborative experimentation across 7 jurisdictions. Operational heterogeneity complicates your international standardisation initiatives considerably and simultaneously, notwithstanding extraordinary organisational determination.',
    )
    const found = review(hard).filter(
      ({ rule, message }) => rule === 'reading-level' && message.includes('consumers'),
    )
    expect(found).toMatchObject([{ severity: 'fail' }])
    const easy = review(example, { ...options, audience: 'b2b_developers' })
    expect(easy).toMatchObject([{ rule: 'reading-level', severity: 'warn' }])
  })

  test('[GANIN-58] has metadata that is held against the real counts, and mended', () => {
    for (const [pointer, value, rule] of [
      ['/metadata/word_count', 90, 'word-count'],
      ['/metadata/reading_level', 11, 'reading-level'],
      ['/metadata/reading_level', 'easy', 'reading-level'],
      ['/metadata/reading_level', '9-12', 'reading-level'],
    ] as const) {
      const text = put(pointer, value)
      const findings = reviewCopy(read(text), text, options)
      expect(findings).toMatchObject([{ rule, severity: 'fail', place: { pointer } }])
      const mended = apply(text, findings[0]?.fix?.edits ?? [])
      expect(reviewCopy(read(mended), mended, options)).toEqual([])
    }
    for (const level of [7, '6-8', 'grade 7']) {
      const text = put('/metadata/reading_level', level)
      expect(reviewCopy(read(text), text, options)).toEqual([])
    }
    const near = put('/metadata/word_count', 402)
    expect(reviewCopy(read(near), near, options)).toMatchObject([{ severity: 'warn' }])
  })

  test('[GANIN-58] has fixes that hit the right place in a text with escapes', () => {
    const text = put(said, 'You say "we leverage\t2 slots" and \\ ride.').replaceAll(
      'ride',
      '\\u0072ide',
    )
    const [finding] = review(text)
    const after = apply(text, finding?.fix?.edits ?? [])
    expect(supporting(after)).toBe('You say "we use\t2 slots" and \\ ride.')
  })

  test('[GANIN-59] gives the texts a page must show, in order, each with its pointer', () => {
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

  test('[GANIN-60] never throws, whatever the text', () => {
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

  test('[GANIN-60] reviews long texts in time, and refuses endless ones', () => {
    expect(parseCopy(put(said, 'a '.repeat(3000))).ok).toBe(false)
    const words = 'we leverage is was the a by our '.repeat(150)
    const plans = Array.from({ length: 40 }, () => ({ name: 'a', price: '1', highlights: [words] }))
    const text = put('/sections/pricing/primary/plans', plans)
    const started = performance.now()
    review(text)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

describe('the same copy', () => {
  test.each([
    ['Book your slot', '  Book\n   your\u00A0slot ', 'none', true],
    ['Don\'t wait "here"', 'Don’t wait “here”', 'none', true],
    ['bicycle repair', 'bi\u00ADcycle re\u200Bpair', 'none', true],
    ['Wait...', 'Wait…', 'none', true],
    ['état', 'e\u0301tat', 'none', true],
    ['Book your slot', 'BOOK YOUR SLOT', 'uppercase', true],
    ['book your slot', 'Book Your Slot', 'capitalize', true],
    ['Book your slot', 'BOOK YOUR SLOT', 'none', false],
    ['Book your slot', 'book your slot', 'uppercase', false],
    ['Book your slot', 'Book your slot.', 'none', false],
    ['Book your slot', 'Book a slot', 'none', false],
    ['5-6 days', '5–6 days', 'none', false],
  ] as const)(
    '[GANIN-61] is judged after normalising: %j and %j under %s: %s',
    (expected, shown, transform, same) => {
      expect(isSameCopy(expected, shown, transform)).toBe(same)
    },
  )

  test('[GANIN-61] shows where two texts part, and normalising twice changes nothing', () => {
    expect(firstDifference('Book your slot', 'Book a slot')).toEqual({
      at: 5,
      expected: 'Book your slot',
      shown: 'Book a slot',
    })
    expect(firstDifference('Book', 'Book ')).toBeNull()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normaliseCopy(normaliseCopy(text))).toBe(normaliseCopy(text))
      }),
    )
  })
})

describe('prose', () => {
  test('[GANIN-62] is counted as a reader counts', () => {
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

  test('[GANIN-62] has figures in digits, words and times', () => {
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

  test('[GANIN-62] tells a passive with its agent from other words', () => {
    expect(passivesIn('It is repaired by the mechanic')).toMatchObject([{ agent: true }])
    expect(passivesIn('It was built by Mara')).toMatchObject([{ agent: true }])
    expect(passivesIn('It is repaired by Friday')).toMatchObject([{ agent: false }])
    expect(passivesIn('It is repaired by the end of the day')).toMatchObject([{ agent: false }])
    expect(passivesIn('You are tired and the price is fixed')).toEqual([])
    expect(
      leverageVerbs('teams leverage data; more leverage; leverage our data').map(({ at }) => at),
    ).toEqual([6, 36])
  })
})
