import { describe, expect, test } from 'vitest'
import { loadParser } from '../integrity/source.ts'
import { keepForms, testForms } from './run-forms.ts'
import { testsSaying } from './said-by-tests.ts'
import { proofsOf } from './test-proof.ts'
import { spokenBy, spokenTest } from './test-words.ts'

const parse = await loadParser()

function isSaid(sentence: string, title: string, body: string): boolean {
  const tree = new Map([
    [
      'src/swap.js',
      'const discount = 15\nexport const swap = (offers, wishes, level) => ({ matches: [], left: offers, discount })\n',
    ],
    [
      'test/swap.test.js',
      `import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { swap } from '../src/swap.js'\nconst offer = (person, variety) => ({ person, variety })\ntest(${JSON.stringify(title)}, () => {\n${body}\n})\n`,
    ],
  ])
  const read = (path: string) => parse(path, tree.get(path) ?? '')
  const tests = proofsOf(tree, read).flatMap((file) =>
    file.cases.filter(({ looks }) => looks).map((each) => spokenTest(file, each)),
  )
  return testsSaying(sentence, tests, ({ file }) => spokenBy(file.loads, read)) !== null
}

/** A sentence, the title and body of a test that shows it, and of tests that do not. */
const pairs: readonly (readonly [string, ...(readonly [string, string])[]])[] = [
  [
    'the first wish for a variety gets the first offer of it',
    [
      'the first wish gets the first offer',
      "assert.deepEqual(swap([offer('Ada', 'leek')], [offer('Ben', 'leek')]).matches, [])",
    ],
    ['swaps', "assert.deepEqual(swap([offer('Ada', 'leek')], []).matches, [])"],
  ],
  [
    'nobody under 16 is matched with a seller of knives',
    [
      'nobody under 16 is matched with a seller of knives',
      'assert.deepEqual(swap([{ age: 15 }], []).matches, [])',
    ],
    [
      'who is under 16 is matched with a seller of knives',
      'assert.ok(swap([{ age: 15 }], []).left)',
    ],
    [
      'nobody under 16 is matched with a seller of knives',
      'assert.ok(swap([{ age: 12 }], []).left)',
    ],
  ],
  [
    'An unknown level throws an error',
    ['an unknown level is refused', "assert.throws(() => swap([], [], 'blue'))"],
    ['an unknown level throws', "assert.deepEqual(swap([], [], 'blue').matches, [])"],
  ],
  [
    'swap refuses a negative level with a RangeError',
    [
      'swap refuses a negative level with a RangeError',
      'assert.throws(() => swap([], [], -1), RangeError)',
    ],
    ['swap refuses a negative level with a RangeError', 'assert.throws(() => swap([], [], -1))'],
    [
      'swap refuses a negative level with a RangeError',
      'assert.throws(() => swap([], [], 100), RangeError)',
    ],
  ],
  [
    'A group is never split',
    ['never splits a group', 'assert.deepEqual(swap([[4]], []).left, [[4]])'],
    ['splits a group', 'assert.deepEqual(swap([[4]], []).left, [[4]])'],
    ['never swaps a group', 'assert.deepEqual(swap([[4]], []).left, [[4]])'],
  ],
  [
    'Negative amounts end with exit code 1',
    ['negative amounts end with exit code 1', 'assert.equal(swap([-4], []).code, 1)'],
    ['negative amounts end with exit code 1', 'assert.equal(swap([-4], []).code, 0)'],
  ],
  [
    '`swap total` prints the sum of all offers',
    ['swap total prints the sum of offers', "assert.equal(swap('total'), '15')"],
    ['swap total prints the sum of offers', "assert.equal(swap('add').left, 0)"],
  ],
  [
    'Members get 15 % off every swap',
    ['members get 15 % off', 'assert.equal(swap([{ cents: 2000, member: true }], []).cents, 1700)'],
    ['members get 20 % off', 'assert.equal(swap([{ cents: 2000, member: true }], []).cents, 1600)'],
  ],
]

describe('a sentence and the tests', () => {
  for (const [sentence, right, ...wrong] of pairs)
    test(`[CODEASK-4] ${sentence}`, () => {
      expect(isSaid(sentence, ...right!)).toBe(true)
      for (const each of wrong) expect(isSaid(sentence, ...each), each.join(': ')).toBe(false)
    })

  test('reads what any project is asked about its tests and about what must stay', () => {
    const read = (text: string) =>
      [...testForms(text), ...keepForms(text)].map(({ check }) =>
        check.type === 'name' ? `${check.role} ${check.name}` : '',
      )
    expect(read('With tests.')).toEqual(['tests of its own'])
    expect(read('It needs tests that pass')).toEqual(['tests of its own'])
    expect(read('With three tests.')).toEqual(['tests at least 3'])
    expect(read('Write 5 unit tests for it')).toEqual(['tests at least 5'])
    expect(read('a test that fails without the change')).toEqual(['tests red before'])
    expect(read('tests cover both')).toEqual(['tests for each'])
    expect(read('there is a test for each of these')).toEqual(['tests for each'])
    expect(read('add a test that would have caught the bug')).toContain('tests red before')
    expect(read('Tests run with `npm test`')).toEqual(['tests green'])
    expect(read('keep everything else as it is')).toEqual(['unchanged rest of it'])
    expect(read('the existing transitions stay as they are')).toEqual(['unchanged rest of it'])
    expect(read('`total` must not change')).toEqual(['unchanged total'])
    expect(read('I expect unit tests for these rules')).toEqual(['tests for each'])
    expect(read('Write a failing test first, then fix it')).toEqual(['tests red before'])
    expect(read('Export it from `src/index.js` and test it')).toEqual(['tests of its own'])
    expect(read('It reads the results of tests from a file')).toEqual([])
    expect(read('the test data lies in `fixtures`')).toEqual([])
    expect(read('existing users get a mail')).toEqual([])
  })
})
