import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { freshFolder } from './folder.ts'

const packages = resolve(import.meta.dirname, '../../node_modules')

export type Files = Readonly<Record<string, string | null>>

const manifest = (scripts: Readonly<Record<string, string>>): string =>
  `${JSON.stringify({ name: 'small', version: '1.2.3', type: 'module', scripts }, null, 2)}\n`

/** A library of one function with a build, tests, coverage and lint that are all real. */
export const smallProject: Files = {
  'package.json': manifest({ build: 'tsc -p tsconfig.json', test: 'vitest run', lint: 'oxlint' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'es2022',
      // the types of browsers take five times as long to read as all the rest
      lib: ['es2022'],
      skipLibCheck: true,
      module: 'nodenext',
      types: [],
      noEmit: true,
      allowImportingTsExtensions: true,
    },
    include: ['src'],
    exclude: ['**/*.test.ts'],
  }),
  '.gitignore': 'node_modules\ncoverage\n',
  'src/price.ts': `/** The price with its discount, never below zero. */
export function discounted(price: number, percent: number): number {
  if (percent < 0 || percent > 100) {
    throw new RangeError('a discount is between 0 and 100')
  }
  return price - (price * percent) / 100
}
`,
  'src/price.test.ts': `import { expect, test } from 'vitest'
import { discounted } from './price.ts'

test('takes ten per cent off', () => {
  expect(discounted(200, 10)).toBe(180)
})

test('refuses a discount above all', () => {
  expect(() => discounted(200, 101)).toThrow(RangeError)
})
`,
}

/** In one process: another one for each file takes as long as all the tests. */
export const nodeTests = 'node --test --experimental-test-isolation=none'

/** The same with the tests of Node itself, which start ten times as fast. */
export const nodeTested: Files = {
  'package.json': manifest({ build: 'tsc -p tsconfig.json', test: nodeTests, lint: 'oxlint' }),
  'src/price.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discounted } from './price.ts'

test('takes ten per cent off', () => {
  assert.equal(discounted(200, 10), 180)
})

test('refuses a discount above all', () => {
  assert.throws(() => discounted(200, 101), RangeError)
})
`,
}

/** Its package.json with other scripts. */
export const withScripts = (scripts: Readonly<Record<string, string>>): Files => ({
  'package.json': manifest(scripts),
})

/** Writes a project to a folder of its own, with this repository's packages; null leaves a file out. */
export function makeProject(
  changes: Files = {},
  options: { readonly packages?: boolean } = {},
): string {
  const folder = freshFolder()
  for (const [path, text] of Object.entries({ ...smallProject, ...changes })) {
    if (text === null) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  if (options.packages !== false) symlinkSync(packages, join(folder, 'node_modules'))
  return folder
}
