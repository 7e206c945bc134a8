import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changedLines, isMutable } from './changed-lines.ts'
import type { ChangedFile, Operator } from './mutant.ts'
import { parseFile } from '../code/syntax.ts'
import { mutated, sampleMutants } from './sample.ts'

const whole = (text: string, path = 'src/a.ts'): ChangedFile => ({
  path,
  text,
  lines: new Set(text.split('\n').map((_, index) => index + 1)),
})

async function all(text: string, path?: string): Promise<readonly [Operator, string][]> {
  const { mutants } = await sampleMutants([whole(text, path)], { seed: 's', most: 1000 })
  return mutants.map((mutant) => [mutant.operator, mutated(text, mutant)])
}

describe('a mutation sample', () => {
  test.each<[Operator, string, string]>([
    ['condition', 'if (ready(a)) b()', 'if (!(ready(a))) b()'],
    ['condition', 'const b = !a ? f : g', 'const b = (a) ? f : g'],
    ['comparison', 'const b = a === c', 'const b = a !== c'],
    ['comparison', 'const b = a < c', 'const b = a >= c'],
    ['boundary', 'const b = a < c', 'const b = a <= c'],
    ['boundary', 'const b = a >= c', 'const b = a > c'],
    ['arithmetic', 'const b = a - c', 'const b = a + c'],
    ['arithmetic', 'a += c', 'a -= c'],
    ['logical', 'const b = a && c', 'const b = a || c'],
    ['logical', 'const b = a ?? c', 'const b = a && c'],
    ['removed-statement', 'function f() {\n  save(a)\n}', 'function f() {\n  ;\n}'],
    ['removed-statement', 'if (a) throw new Error(b)', 'if (a) ;'],
    ['number', 'const b = f(3)', 'const b = f(4)'],
    ['number', 'const b = f(3)', 'const b = f(2)'],
    ['string', "const b = f('x')", "const b = f('')"],
    ['string', "const b = f('')", "const b = f('mutated')"],
    ['string', 'const b = `x${a}`', 'const b = ``'],
    ['boolean', 'const b = f(true)', 'const b = f(false)'],
    ['return-value', 'const f = () => a', 'const f = () => undefined'],
    ['return-value', 'function f() { return g(a) }', 'function f() { return undefined }'],
    ['removed-await', 'const b = await f(a)', 'const b = (f(a))'],
    ['optional-chaining', 'const b = a?.c', 'const b = a.c'],
    ['optional-chaining', 'const b = a?.[c]', 'const b = a[c]'],
    ['optional-chaining', 'const b = a?.(c)', 'const b = a(c)'],
    ['method-swap', 'const b = a.some(c)', 'const b = a.every(c)'],
    ['method-swap', 'const b = Math.min(a, c)', 'const b = Math.max(a, c)'],
    ['method-swap', 'const b = a.filter(c)', 'const b = a'],
    ['pattern', 'const b = /^a{1,3}$/', 'const b = /a{1,3}$/'],
    ['pattern', 'const b = /^a{1,3}$/', 'const b = /^a{1,3}/'],
    ['pattern', 'const b = /^a{1,3}$/', 'const b = /^a{1,4}$/'],
    ['pattern', 'const b = /a+/g', 'const b = /a*/g'],
    ['emptied', 'const b = [a, c]', 'const b = []'],
  ])('plants a bug of the kind %s in `%s`', async (operator, before, after) => {
    expect(await all(before)).toContainEqual([operator, after])
  })

  test('keeps every planted bug readable, in all files of this folder', async () => {
    const folder = import.meta.dirname
    const files = readdirSync(folder).filter((name) => isMutable(name))
    expect(files.length).toBeGreaterThan(5)
    let planted = 0
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8')
      const { mutants, possible } = await sampleMutants([whole(text, name)], {
        seed: 's',
        most: 40,
      })
      planted += mutants.length
      expect(mutants.length).toBeGreaterThanOrEqual(Math.min(40, possible * 0.95))
      for (const mutant of mutants) {
        const bad = mutated(text, mutant)
        expect(bad).not.toBe(text)
        expect((await parseFile(name, bad)).errors).toEqual([])
      }
    }
    expect(planted).toBeGreaterThan(150)
  })

  test('plants bugs only on lines of the change, in code, not in types or tests', async () => {
    const text = 'export const a = (b: number) => b + 1\nexport const c = (d: number) => d + 2\n'
    const one = { path: 'src/a.ts', text, lines: new Set([2]) }
    const { mutants } = await sampleMutants([one], { seed: 's', most: 100 })
    expect(mutants.length).toBeGreaterThan(1)
    expect(mutants.every(({ line }) => line === 2)).toBe(true)
    for (const path of ['src/a.test.ts', 'test/a.ts', 'src/a.d.ts', 'vitest.config.ts', 'a.md'])
      expect(await all('const a = f(1 + b)', path)).toEqual([])
    expect(await all("type A = { kind: 'x'; size: 3 }\ninterface B { c: 'd' }")).toEqual([])
  })

  test('leaves messages of logs and errors alone, and what waits by itself', async () => {
    const idle = [
      "console.log('text', 3)",
      "logger.info('text')",
      "import { a } from 'b'",
      "export { a } from 'b'",
      "'use strict'",
      'async function f() { return await g }',
    ]
    for (const text of idle) {
      const kinds = (await all(text)).map(([operator]) => operator)
      expect(kinds.filter((kind) => kind !== 'return-value')).toEqual([])
    }
    expect((await all("const b = a ?? 'x'")).map(([operator]) => operator)).toEqual(['logical'])
    const thrown = await all("if (a) { throw new RangeError('text' + b) }")
    expect(thrown.map(([operator]) => operator).toSorted()).toEqual([
      'condition',
      'removed-statement',
    ])
  })

  test('draws the same for the same seed and sees every function before one twice', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const text = names
      .map(
        (name) => `export function ${name}(x: number) {\n  if (x > 3) return x * 2\n  return x\n}`,
      )
      .join('\n')
    const draw = (seed: string) => sampleMutants([whole(text)], { seed, most: 5 })
    const first = await draw('one')
    expect(first).toEqual(await draw('one'))
    expect(first.mutants.map(({ scope }) => scope).toSorted()).toEqual(names)
    expect(first.possible).toBeGreaterThan(20)
    const others = await Promise.all(['two', 'three', 'four'].map((seed) => draw(seed)))
    expect(others.some((other) => other.mutants[0]?.id !== first.mutants[0]?.id)).toBe(true)
  })

  test('names the place of a bug, its function, and the code before and after', async () => {
    const text = 'export class Shelf {\n  fits(size: number) {\n    return size <= 9\n  }\n}\n'
    const { mutants } = await sampleMutants([whole(text)], { seed: 's', most: 50 })
    const edge = mutants.find(({ operator }) => operator === 'boundary')
    expect(edge).toMatchObject({
      line: 3,
      column: 17,
      scope: 'Shelf.fits',
      before: 'size <= 9',
      after: 'size < 9',
    })
  })

  test('says which file it cannot read and never throws', async () => {
    const sample = await sampleMutants([whole('const = (')], { seed: 's', most: 5 })
    expect(sample.mutants).toEqual([])
    expect(sample.unreadable).toMatchObject([{ path: 'src/a.ts' }])
  })

  test('leaves alone what a touched line held before', async () => {
    const planted = async (before: string | null, text: string) => {
      const lines = await changedLines(before, text)
      const { mutants } = await sampleMutants([{ path: 'src/a.ts', text, lines, before }], {
        seed: 's',
        most: 99,
      })
      return mutants.map((mutant) => `${mutant.before} → ${mutant.after}`)
    }
    const old = 'export const f = (list: number[], limit = 1000) => list.some((x) => x > limit)\n'
    const renamed = old.replaceAll('limit', 'most')
    expect(await planted(old, renamed)).not.toContain('1000 → 1001')
    expect(await planted(old, old.replace('1000', '10'))).toContain('10 → 11')
    expect(await planted(old, old.replace('x > limit', 'x >= limit'))).toEqual(
      expect.arrayContaining(['x >= limit → x < limit', 'x >= limit → x > limit']),
    )
    const pattern = 'export const p = /^a+b$/\n'
    expect(await planted(pattern, pattern.replace('$', ''))).toContain('/^a+b/ → /a+b/')
    expect(await planted(null, renamed)).toContain('1000 → 1001')
    // a whole new line is written, whatever stands around it
    const more = `${old}export const g = (x: number) => x * 3\n`
    expect(await planted(old, more)).toContain('x * 3 → x / 3')
    // of a line that is gone, the neighbours show the gap
    const gap =
      'export function h(x: number) {\n  const y = x + 1\n  if (y > 3) return 0\n  return y\n}\n'
    expect(await planted(gap, gap.replace('  if (y > 3) return 0\n', ''))).toEqual(
      expect.arrayContaining(['x + 1 → x - 1', 'return y → return undefined']),
    )
  })

  test('counts written lines, and the lines around a gap where lines were taken away', async () => {
    expect(await changedLines('a\nb\nc\n', 'a\nx\nc\n')).toEqual(new Set([2]))
    expect(await changedLines('a\nb\nc\n', 'a\nc\n')).toEqual(new Set([1, 2]))
    expect(await changedLines('a\nb\n', 'a\n')).toEqual(new Set([1]))
    expect(await changedLines(null, 'a\nb\n')).toEqual(new Set([1, 2]))
    expect(await changedLines('a\n', 'a\n')).toEqual(new Set())
    expect(await changedLines('a\n', '')).toEqual(new Set())
  })
})
