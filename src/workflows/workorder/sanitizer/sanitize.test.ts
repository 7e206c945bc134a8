import { array, assert, asyncProperty, constantFrom, property } from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { batchedCounter } from '../refining/syntax-counter.ts'
import { syntaxErrors } from '../refining/syntax-errors.ts'
import { languageOf } from '../refining/script-path.ts'
import { corrections } from './catalog.ts'
import { askCompiler, byteDamage, damages, seeded } from './damage.contract.ts'
import { literalsOf, sanitize } from './sanitize.ts'
import { sanitizeFiles } from './sanitize-files.ts'
import { scan } from './scan.ts'

const own = globSync('src/**/*.ts').toSorted()
const packages = globSync('node_modules/*/**/*.{d.ts,ts,tsx,d.mts}').toSorted()
const every = <Item>(items: readonly Item[], nth: number) =>
  items.filter((_, index) => index % nth === 0)
const counter = batchedCounter(askCompiler)

const read = (path: string) => ({ path, code: readFileSync(path, 'utf8') })
const parse = (path: string, code: string) =>
  parseSync(path, code, { lang: languageOf(path), sourceType: 'unambiguous' })
const isValid = ({ path, code }: { path: string; code: string }) =>
  code.length < 60_000 && parse(path, code).errors.length === 0

/** The tree and the comments without their places: what the code means. */
function meaningOf(path: string, code: string): string {
  const { program, comments } = parse(path, code)
  const without = (key: string, value: unknown) =>
    ['start', 'end', 'range', 'loc', 'hashbang'].includes(key)
      ? undefined
      : typeof value === 'bigint'
        ? String(value)
        : value
  return JSON.stringify([program.body, comments.map(({ value }) => value)], without)
}

const corpus = [...every(own, 4), ...every(packages, 41).slice(0, 80)].map(read).filter(isValid)

describe('valid code', () => {
  test('the corpus is real: sources of this project and files of many packages', () => {
    expect(corpus.length).toBeGreaterThan(200)
    expect(new Set(corpus.map(({ path }) => path.split('/')[1])).size).toBeGreaterThan(20)
  })

  test('no correction changes what valid code means; all but that of tabs find nothing', () => {
    const touched: string[] = []
    for (const { path, code } of corpus) {
      const results = corrections.map(({ name, apply }) => ({ name, ...apply(code) }))
      for (const { name, changed, code: after } of results) {
        if (after !== code || changed) touched.push(`${name} ${path}`)
        if (!changed) continue
        expect(literalsOf(after), `${name} ${path}`).toEqual(literalsOf(code))
        expect(meaningOf(path, after) === meaningOf(path, code), `${name} ${path}`).toBe(true)
      }
    }
    expect(touched.filter((each) => !each.startsWith('normalizeIndentation '))).toEqual([])
  })

  test('on code without errors nothing is tried at all', async () => {
    for (const { path, code } of corpus) {
      const result = await sanitize(code, async () => 0)
      expect(result.sanitized, path).toBe(code)
      expect(result.tried).toEqual([])
      expect(result.telemetry.pre_hash).toBe(result.telemetry.post_hash)
      expect(result.telemetry.functions_triggered).toBe(0)
    }
  })

  test('the scanner cuts text as a parser does: all strings, templates, comments, expressions', () => {
    for (const { path, code } of corpus) {
      const { comments } = parse(path, code)
      const tokens = scan(code)
      expect(tokens.map(({ start, end }) => code.slice(start, end)).join('') === code, path).toBe(
        true,
      )
      expect(
        tokens.filter(
          ({ kind, closed }) =>
            !closed || kind === 'stray' || kind === 'quoted' || kind === 'fence',
        ),
        path,
      ).toEqual([])
      const spans = (list: readonly { start: number; end: number }[]) =>
        list.map(({ start, end }) => `${start}-${end}`)
      const found = tokens.filter(
        ({ kind, start }) => kind === 'comment' && !(start === 0 && code.startsWith('#!')),
      )
      expect(spans(found), path).toEqual(spans(comments))
    }
  })
})

const samples = every(
  own.filter((path) => !path.endsWith('.test.ts')),
  2,
)
  .map(read)
  .filter(({ code }) => code.length < 6_000)

function damaged(
  kind: number,
  count: number,
  damage: (code: string, chance: () => number) => string | null,
) {
  const texts: { path: string; code: string; original: string }[] = []
  for (let at = 0; texts.length < count && at < count * 20; at += 1) {
    const chance = seeded(kind * 1_000 + at)
    const { path, code } = samples[Math.floor(chance() * samples.length)]!
    const result = damage(code, chance)
    if (result !== null && result !== code) texts.push({ path, code: result, original: code })
  }
  return texts
}

/** The least share of damaged texts that must come out without an error. */
const expected: Readonly<Record<string, number>> = {
  'curly quotes': 0.9,
  'unquoted modules': 0.9,
  'dashes as operators': 0.9,
  'unclosed template': 0.4,
  'zero-width characters': 0.9,
  'missing closer': 0.3,
  'missing closers at the end': 0.6,
  'misplaced separators': 0.5,
  'fence around the file': 0.9,
  'fence at one end': 0.9,
  'bare import specifier': 0.9,
  'duplicate export': 0.5,
  'nested backticks': 0.4,
}

describe('damaged code', () => {
  test.each(Object.keys(damages).map((name, kind) => [name, kind] as const))(
    '[SANI-7] decision 2.22: %s never leaves more errors, and often none',
    async (name, kind) => {
      // a small share of few samples would go with every file that is added
      const texts = damaged(kind, expected[name]! < 0.5 ? 30 : 10, damages[name]!)
      const results = await Promise.all(
        texts.map(({ path, code }) => sanitize(code, counter(path))),
      )
      const broken = results.filter(({ pre_errors }) => pre_errors > 0)
      for (const { pre_errors, post_errors } of results)
        expect(post_errors).toBeLessThanOrEqual(pre_errors)
      const mended = broken.filter(({ post_errors }) => post_errors === 0)
      expect(broken.length).toBeGreaterThan(4)
      expect(mended.length / broken.length).toBeGreaterThanOrEqual(expected[name]!)
    },
  )

  test('[SANI-7] decision 2.22: several damages and random characters never leave more errors', async () => {
    const kinds = Object.values(damages)
    const several = damaged(50, 25, (code, chance) => {
      let current: string | null = code
      for (let round = 0; round < 3 && current !== null; round += 1)
        current = kinds[Math.floor(chance() * kinds.length)]!(current, chance)
      return current
    })
    const random = damaged(51, 40, (code, chance) => byteDamage(byteDamage(code, chance)!, chance))
    const texts = [...several, ...random]
    const results = await Promise.all(texts.map(({ path, code }) => sanitize(code, counter(path))))
    for (const { pre_errors, post_errors } of results)
      expect(post_errors).toBeLessThanOrEqual(pre_errors)
    expect(
      results.filter(({ pre_errors, post_errors }) => post_errors < pre_errors).length,
    ).toBeGreaterThan(15)
  })
})

describe('the runner', () => {
  const vector = "END = '--- x ---';\n"

  test('vector 13: the correction of separators adds no error to a line that ends well', async () => {
    const seventh = corrections.find(({ number }) => number === 7)!
    expect(seventh.apply(vector).code).toBe(vector)
    const [before, after] = await askCompiler(
      [vector, seventh.apply(vector).code].map((code) => ({ path: 'a.ts', code })),
    )
    expect(after!.length).toBeLessThanOrEqual(before!.length)
  })

  test('[SANI-7] a correction that does not lower the number of errors is rolled back', async () => {
    const code = '```ts\nconst a = “x”\n```\n'
    const never = await sanitize(code, async () => 3)
    expect(never.sanitized).toBe(code)
    expect(never.changes_made).toEqual([])
    expect(never.tried.length).toBeGreaterThan(1)
    expect(never.tried.every(({ kept, why }) => !kept && why !== '')).toBe(true)
    const rising = await sanitize(code, async (text) => (text === code ? 3 : 14))
    expect(rising.sanitized).toBe(code)
    expect(rising.tried[0]).toMatchObject({ kept: false, errors_before: 3, errors_after: 14 })
  })

  test('[SANI-7] corrections are tried one at a time, each on what the kept ones left', async () => {
    const asked: string[] = []
    const errors = (text: string) => (text.includes('“') ? 2 : 0) + (text.includes('—') ? 1 : 0)
    const result = await sanitize('a = “x” — 1', async (text) => {
      asked.push(text)
      return errors(text)
    })
    expect(asked).toEqual(['a = “x” — 1', 'a = "x" — 1', 'a = "x" - 1'])
    expect(result.functions).toEqual(['fixSmartQuotes', 'fixEmDashes'])
    expect([result.pre_errors, result.post_errors]).toEqual([3, 0])
  })

  test('telemetry names sizes, hashes and how many corrections worked, and both counts of errors', async () => {
    const result = await sanitize('let a = 1\u200b', async (text) =>
      text.includes('\u200b') ? ['e'] : [],
    )
    expect(result.telemetry).toMatchObject({ functions_triggered: 1, pre_size: 10, post_size: 9 })
    expect(result.telemetry.pre_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(result.telemetry.pre_hash).not.toBe(result.telemetry.post_hash)
    expect(result.changes_made).toEqual(['stripZeroWidthChars: 1 invisible character removed'])
    expect([result.pre_errors, result.post_errors]).toEqual([1, 0])
  })

  test('the correction that is off runs only where somebody asks for it', async () => {
    const code = "import * as Foo from 'x'\nFoo()\n"
    const count = async (text: string) => (text.includes('// Foo') ? 0 : 1)
    expect((await sanitize(code, count)).sanitized).toBe(code)
    expect((await sanitize(code, count, { also: ['fixNamespaceCallables'] })).sanitized).toContain(
      '// Foo()',
    )
  })

  test('of several files each is corrected by its own errors', async () => {
    const files = new Map([
      ['a.ts', 'const a = “x”\n'],
      ['b.ts', 'const b = 1\n'],
      ['c.md', '```ts\n```\n'],
    ])
    const result = await sanitizeFiles(files)
    expect(result?.files).toEqual({ 'a.ts': 'const a = "x"\n' })
    expect(result?.metadata.functions_triggered).toEqual(['fixSmartQuotes'])
    expect(result?.metadata.changes_made[0]).toMatch(/^a\.ts: /)
    expect(await sanitizeFiles(new Map([['b.ts', 'const b = 1\n']]))).toBeNull()
  })

  test('a fence around a whole file is an error, although a parser takes it for a template', async () => {
    expect((await syntaxErrors('a.ts', '```ts\nlet a = 1\n```\n')).length).toBeGreaterThan(0)
  })
})

const soup = array(
  constantFrom(
    '`',
    '``',
    '```',
    '```ts\n',
    '${',
    '}',
    '{',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '/',
    '</a>',
    '<a>',
    '/>',
    "'",
    '"',
    '“',
    '”',
    '‘',
    '’',
    '—',
    '\u200b',
    '\u200d',
    '\0',
    '\\',
    '\n',
    '\t',
    ' ',
    ',',
    ';',
    '=',
    '=>',
    'export ',
    'import ',
    'from ',
    './a',
    '@b/c',
    'declare module ',
    'const ',
    'a',
    'Foo',
    '1',
    '//',
    '/*',
    '*/',
    '.',
    ':',
    'if',
    'else',
    'class ',
    'type ',
    'return',
    '😀',
  ),
  { maxLength: 60 },
).map((parts) => parts.join(''))

describe('any text', () => {
  test('[SANI-7] no text makes the scanner or a correction throw, and none loses a character unsaid', () => {
    assert(
      property(soup, (code) => {
        const tokens = scan(code)
        expect(tokens.map(({ start, end }) => code.slice(start, end)).join('')).toBe(code)
        for (const { apply } of corrections) {
          const once = apply(code)
          expect(once.changed).toBe(once.code !== code)
          expect(once.changed || once.code === code).toBe(true)
        }
      }),
      { numRuns: 1_500, seed: 13 },
    )
  })

  test('[SANI-7] no text ends with more errors than it began with', async () => {
    await assert(
      asyncProperty(soup, async (code) => {
        const count = (text: string) => syntaxErrors('a.tsx', text)
        const { pre_errors, post_errors, sanitized } = await sanitize(code, count)
        expect(post_errors).toBeLessThanOrEqual(pre_errors)
        expect((await count(sanitized)).length).toBe(post_errors)
        expect((await sanitize(sanitized, count)).post_errors).toBeLessThanOrEqual(post_errors)
      }),
      { numRuns: 400, seed: 14 },
    )
  })
})
