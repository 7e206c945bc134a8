import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

const textOf = (value: unknown): string => {
  const written = canonicalJson(value)
  if (!written.ok) throw new Error(written.error)
  return written.value
}
const whyNot = (value: unknown): string | null => {
  const written = canonicalJson(value)
  return written.ok ? null : written.error
}

const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => isSound(value))
const isSound = (value: unknown): boolean => JSON.stringify(value).isWellFormed()

/** The same value with the keys of every object turned round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  )
}

describe('canonical JSON', () => {
  test('[CANON-4] is the same for every order of keys and every white space', () => {
    fc.assert(
      fc.property(json, fc.nat(8), (value, indent) => {
        const text = textOf(value)
        expect(textOf(turned(value))).toBe(text)
        expect(textOf(JSON.parse(JSON.stringify(value, null, indent)))).toBe(text)
      }),
    )
  })

  test.each([
    ['1.0', '1'],
    ['1e2', '100'],
    ['100.00', '100'],
    ['-0', '0'],
    ['0.00001e5', '1'],
    ['1E+2', '100'],
    ['333333333.33333329', '333333333.3333333'],
    ['1e30', '1e+30'],
    ['4.50', '4.5'],
    ['2e-3', '0.002'],
    ['0.000000000000000000000000001', '1e-27'],
  ])('[CANON-4] writes the number %s as %s', (spelt, canonical) => {
    expect(textOf(JSON.parse(spelt))).toBe(canonical)
  })

  test('[CANON-4] differs for any change of value, and for the order of a list', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        // what JSON itself cannot tell apart, such as -0 and 0, is one value
        const same = fc.stringify(sorted(left)) === fc.stringify(sorted(right))
        expect(textOf(left) === textOf(right)).toBe(same)
      }),
      {
        examples: [
          [
            [1, 2],
            [2, 1],
          ],
          [{ a: 1 }, { a: '1' }],
          [{ a: null }, {}],
          [['a'], 'a'],
        ],
      },
    )
    expect(textOf({ list: [1, 2] })).not.toBe(textOf({ list: [2, 1] }))
  })

  test('[CANON-4] is what RFC 8785 says, as another implementation writes it', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(textOf(value)).toBe(canonicalize(value))
      }),
    )
    const example = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(textOf(example)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 }
    expect(Object.keys(JSON.parse(textOf(keys)))).toHaveLength(7)
    expect(textOf(keys)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  })

  test.each([
    [Number.NaN, 'the value: NaN is not a number'],
    [{ a: [1, Infinity] }, '/a/1: Infinity is not a number'],
    [{ a: undefined }, '/a: JSON cannot hold a value of type undefined'],
    [[1n], '/0: JSON cannot hold a value of type bigint'],
    [{ a: { 'b/c': '\ud800' } }, '/a/b~1c: the text holds half of a surrogate pair'],
    [{ '\udc00': 1 }, 'the value: a key holds half of a surrogate pair'],
    [[() => 1], '/0: '],
    [{ at: new Map() }, '/at: only plain objects'],
    // oxlint-disable-next-line no-sparse-arrays -- a hole is what is tried
    [[1, , 2], '/1: JSON cannot hold a value of type undefined'],
  ])('refuses what JSON cannot say, and names the place: %#', (value, why) => {
    expect(whyNot(value)).toContain(why)
  })

  test('refuses nesting without end rather than fall over it', () => {
    const around: unknown[] = []
    around.push(around)
    expect(whyNot(around)).toContain('nested deeper than')
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(whyNot(deep)).toContain('nested deeper than')
  })
})

function sorted(value: unknown): unknown {
  if (Object.is(value, -0)) return 0
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([key, inner]) => [key, sorted(inner)] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, inner]) => [{ key, inner }])
    .concat([{ key: 'object', inner: true }])
}
