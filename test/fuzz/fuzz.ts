import * as fc from 'fast-check'

/** The same inputs every time, unless FUZZ_SEED and FUZZ_RUNS ask for others and for more. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_101)
const factor = Number(process.env['FUZZ_RUNS'] ?? 1)

/** Runs a property so many times (times FUZZ_RUNS); a failure prints the seed and the shrunk input. */
export async function fuzz<Input>(
  runs: number,
  input: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void> | void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      await holds(given)
    }),
    {
      seed,
      numRuns: Math.ceil(runs * factor),
      interruptAfterTimeLimit: 600_000,
      endOnFailure: false,
    },
  )
}

/** Fails where the work takes longer than a person would wait. */
export async function within<Value>(
  ms: number,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  const begun = performance.now()
  const value = await work()
  const took = performance.now() - begun
  if (took > ms) throw new Error(`took ${took.toFixed(0)} ms, more than ${ms}`)
  return value
}

const awkward = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\0',
  '\ufeff',
  '\ud800',
  '\u2028',
  '%',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '`',
  '```',
  '---',
  ': ',
  '- ',
  '#',
  '&a',
  '*a',
  '!!js/function',
  '<<: *a',
  '|',
  '>',
  '~',
  'null',
  'true',
  'NaN',
  '1e999',
  '-0',
  '0x1',
  '9'.repeat(400),
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '/etc/passwd',
  '$(id)',
  '\u001b[31m',
  '['.repeat(3_000),
  '{"a":'.repeat(3_000),
  'a: '.repeat(200),
  'é'.repeat(500),
  '😀',
  '/(a+)+$/',
  'builtin:',
  'builtin:openapi/valid',
]

/** Text that parsers stumble over: pieces of syntax, odd characters, and plain noise. */
export const nastyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...awkward), weight: 3 },
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

/** A good text with a few pieces cut out, doubled, swapped or overwritten. */
export function damaged(good: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat({ max: 1_000_000 }),
    length: fc.nat({ max: 60 }),
    how: fc.constantFrom('cut', 'double', 'nasty', 'swap', 'truncate'),
    text: nastyText,
  })
  return fc
    .tuple(fc.constantFrom(...good), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([text, edits]) =>
      edits.reduce((now, { at, length, how, text: nasty }) => {
        const start = now.length === 0 ? 0 : at % now.length
        const [head, piece, tail] = [
          now.slice(0, start),
          now.slice(start, start + length),
          now.slice(start + length),
        ]
        if (how === 'cut') return head + tail
        if (how === 'double') return head + piece + piece + tail
        if (how === 'nasty') return head + nasty + tail
        if (how === 'swap') return tail + piece + head
        return head
      }, text),
    )
}

/** Plain data of any shape, with keys that schemas know among those they do not. */
export function anyValue(
  keys: readonly string[],
  leaves: readonly unknown[],
): fc.Arbitrary<unknown> {
  return fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        fc.constantFrom(...leaves),
        fc.constantFrom(null, true, 0, -1, 1.5, 1e308, '', 'x', []),
        nastyText,
      ),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor', 'x'), tie('node'), {
        maxKeys: 6,
      }),
    ),
  })).node
}

/** A copy with one value somewhere replaced: nearly right, which is the hardest to refuse. */
export function nearly(good: unknown, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const places = placesOf(good)
  return fc
    .tuple(fc.nat({ max: places.length - 1 }), fc.oneof(other, fc.constant(undefined)))
    .map(([index, value]) => replaceAt(good, places[index] ?? [], value))
}

type Path = readonly (string | number)[]

function placesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

function replaceAt(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.map((inner, index) => (index === key ? replaceAt(inner, rest, other) : inner))
  if (typeof value !== 'object' || value === null) return other
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === key ? replaceAt(inner, rest, other) : inner,
    ]),
  )
}
