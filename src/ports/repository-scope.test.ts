import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCheckouts } from './repository-isolation.ts'
import { changeSeenFrom } from './repository-prefix.ts'
import { outsideScope, scopeMatcher } from './repository-scope.ts'
import type { FileChange } from './repository.ts'

const change = (path: string, from?: string): FileChange => ({
  type: from === undefined ? 'modified' : 'renamed',
  path,
  ...(from === undefined ? {} : { from }),
  kind: 'file',
  linesAdded: 1,
  linesDeleted: 0,
  binary: false,
})

describe('the scope of an order', () => {
  test.each([
    ['src/a.ts', 'src/a.ts', true],
    ['src/a.ts', 'src/a.tsx', false],
    ['src/a.ts', 'x/src/a.ts', false],
    ['./src', 'src/deep/b.ts', true],
    ['src/', 'src/b.ts', true],
    ['src', 'srcs/b.ts', false],
    ['src/*.ts', 'src/b.ts', true],
    ['src/*.ts', 'src/deep/b.ts', false],
    ['src/**', 'src/deep/b.ts', true],
    ['src/**/*.test.ts', 'src/a.test.ts', true],
    ['src/**/*.test.ts', 'src/x/y/a.test.ts', true],
    ['src/**/*.test.ts', 'src/x/y/a.ts', false],
    ['**/*.md', 'README.md', true],
    ['src/*', 'src/deep/b.ts', true],
    ['src/{a,b*}.ts', 'src/bcd.ts', true],
    ['src/{a,b*}.ts', 'src/c.ts', false],
    ['src/?.ts', 'src/a.ts', true],
    ['src/?.ts', 'src//.ts', false],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['app/[!a].ts', 'app/b.ts', true],
    ['app/[!a].ts', 'app/a.ts', false],
    ['[z-a].ts', 'm.ts', false],
    ['a.ts', 'abts', false],
    ['.', 'any/where.ts', true],
    ['(x)+.ts', '(x)+.ts', true],
  ])('[WOSTEP-3] the entry %s covers %s: %s', (entry, path, expected) => {
    expect(scopeMatcher([entry])(path)).toBe(expected)
  })

  test('[WOSTEP-3] covers everything where it is empty, and takes out what begins with !', () => {
    expect(outsideScope([change('any.ts')], [])).toEqual([])
    expect(outsideScope([change('src/a.ts'), change('src/b.ts')], ['src', '!src/b.ts'])).toEqual([
      'src/b.ts',
    ])
    expect(outsideScope([change('a.ts')], ['!b.ts'])).toEqual([])
  })

  test('[WOSTEP-3] counts both names of a moved file', () => {
    expect(outsideScope([change('src/new.ts', 'lib/old.ts')], ['src'])).toEqual(['lib/old.ts'])
    expect(outsideScope([change('b/x.ts'), change('a/x.ts')], ['src'])).toEqual([
      'a/x.ts',
      'b/x.ts',
    ])
  })

  test('[WOSTEP-3] covers each path that it names, whatever signs are in it, and never throws', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !/^[!./]|\/$/.test(text))
    fc.assert(
      fc.property(name, fc.string(), (path, other) => {
        const covers = scopeMatcher([path])
        expect(covers(path)).toBe(true)
        expect(covers(`${path}/below`)).toBe(true)
        expect(typeof scopeMatcher([other])(path)).toBe('boolean')
      }),
      { numRuns: 1_000 },
    )
  })
})

test('a change is told in the paths of the workspace, and begins with ../ outside of it', () => {
  const seen = changeSeenFrom('packages/app', change('packages/app/src/a.ts', 'lib/b.ts'))
  expect([seen.path, seen.from]).toEqual(['src/a.ts', '../../lib/b.ts'])
})

describe('two looks at a checkout', () => {
  test('differ in exactly the keys whose value differs', () => {
    const print = fc.dictionary(
      fc.constantFrom('head', 'index', 'file:a:b', 'ref:x'),
      fc.constantFrom('1', '2'),
    )
    fc.assert(
      fc.property(print, print, (before, after) => {
        const checkoutDifferences = compareCheckouts(before, after)
        const keys = ['file:a:b', 'head', 'index', 'ref:x'].filter(
          (key) => before[key] !== after[key],
        )
        expect(
          checkoutDifferences.map(({ part, name }) => (name === '' ? part : `${part}:${name}`)),
        ).toEqual(keys)
        expect(compareCheckouts(before, before)).toEqual([])
      }),
    )
    expect(compareCheckouts({ 'file:a:b': '1' }, {})).toEqual([
      { part: 'file', name: 'a:b', change: 'vanished' },
    ])
  })
})
