import { describe, expect, test } from 'vitest'
import { inspectChange } from './inspect-change.ts'
import { dependsOnIntent, hidesFailures, isUnasked } from './intent.ts'

type Files = Readonly<Record<string, string>>
const treeOf = (files: Files) => new Map(Object.entries(files))

/** What a change is blamed for, with the rules as they are: no power takes anything away. */
const blamed = async (before: Files, after: Files) =>
  (await inspectChange({ before: treeOf(before), after: treeOf(after), powers: null }))
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, place }) => `${rule} ${place.path ?? ''}`)

const source = { 'src/level.js': "export const level = (name) => name + '!'\n" }

const honest: Readonly<Record<string, Files>> = {
  'variables of a module in plain JavaScript': {
    'src/cache.js':
      "'use strict'\nvar cache = {}\nvar count = 0\nexports.get = function get (key) { count++; return cache[key] }\n",
  },
  'an example in a comment': {
    'src/connect.js':
      "/**\n * Example:\n *   const db = connect('mysql://root:secret@127.0.0.1')\n *   // @ts-ignore\n *   eval(text)\n */\nexport const connect = (url) => new URL(url)\n",
  },
  'work that nobody waits for on purpose': {
    'src/flush.js': 'export function start(queue) {\n  void queue.flush()\n}\n',
  },
  'a function that another one makes': {
    'src/level.js': "const make = (end) => (name) => name + end\nexport const level = make('!')\n",
  },
  'tests of types, which write what must not compile': {
    'test-types/level.ts':
      "import test from 'ava'\nimport { level } from '../src/level.js'\n\ntest('refuses numbers', (t) => {\n  // @ts-expect-error\n  level(3)\n})\n",
    'src/level.test-d.ts':
      "import { expectType } from 'tsd'\nimport { level } from './level.js'\n\n// @ts-expect-error\nlevel(3)\nexpectType<string>(level('a'))\n",
  },
  'marks that a callback or a catch was reached': {
    'test/throw.test.js':
      "import test from 'node:test'\nimport { level } from '../src/level.js'\n\ntest('throws on nothing', (t) => {\n  t.plan(2)\n  try {\n    level()\n    t.assert.fail()\n  } catch (error) {\n    t.assert.strictEqual(error.message, 'no name')\n    t.assert.ok(true)\n  }\n})\n",
  },
  'a test by a function that several share': {
    'test/shared.js':
      "import test from 'ava'\nimport { level } from '../src/level.js'\n\nconst testLevel = (t, make) => {\n  t.is(level(make()), 'a!')\n}\n\ntest('of a text', testLevel, () => 'a')\n",
  },
  'assertions that say in words what is expected': {
    'test/worded.spec.js':
      "import { level } from '../src/level.js'\n\ndescribe('level', () => {\n  it('calls', () => {\n    expect(level('a'), 'to equal', 'a!')\n  })\n})\n",
  },
  'be as a matcher that is called': {
    'test/be.test.js':
      "const expect = require('expect.js')\nconst { level } = require('../src/level.js')\n\nit('calls', () => {\n  expect(level('a')).to.be('a!')\n})\n",
  },
  'a library of assertions that nobody here knows': {
    'test/assume.test.js':
      "const assume = require('assume')\nconst { level } = require('../src/level.js')\n\nit('calls', () => {\n  assume(level('a')).equals('a!')\n})\n",
  },
  'a variable of a test with the name of a runner': {
    'test/runner.test.js':
      "import assert from 'node:assert'\nimport { it } from 'node:test'\nimport { level } from '../src/level.js'\n\nit('shows a test', () => {\n  const test = { title: 'a' }\n  assert.equal(level(test.title), 'a!')\n})\n",
  },
  'a library that writes its own assertions': {
    'src/assert.js':
      "export function assert(held) {\n  if (!held) throw new Error('no')\n}\nassert.fail = function () {\n  throw new Error('failed')\n}\n",
  },
  'an assertion under another name': {
    'test/alias.js':
      "const stdAssert = require('node:assert')\nconst { test } = require('node:test')\nconst { level } = require('../src/level.js')\n\ntest('refuses nothing', async () => {\n  await stdAssert.rejects(async () => level(), /no name/)\n})\n",
  },
  'a promise that the test makes by hand and awaits': {
    'test/hand.js':
      "import assert from 'node:assert'\nimport test from 'node:test'\nimport { level } from '../src/level.js'\n\ntest('comes later', async () => {\n  await new Promise((resolve) => {\n    Promise.resolve(level('a')).then((text) => {\n      assert.equal(text, 'a!')\n      resolve()\n    })\n  })\n})\n",
  },
  'keys that every browser is given': {
    'site.yml':
      'search:\n  appId: "AK7KMZKZHQ"\n  apiKey: "3151f502c7b9e9dafd5e6372b691a24f"\n  indexName: "tides"\n',
  },
  'tests that a test hands to its runner, and examples': {
    'test/fixtures/watch/basic.test.js':
      "import { test } from 'vitest'\n\ntest('runs', () => {})\n",
    'examples/titles/test.js':
      "import test from 'ava'\n\ntest.only('foo will run', (t) => t.pass())\n",
  },
}

describe('what honest changes do', () => {
  test.for(Object.entries(honest))('%s is no blame', async ([, files]) => {
    expect(await blamed(source, { ...source, ...files })).toEqual([])
  })

  test('helpers of one name in a file are not taken for each other', async () => {
    const of = (first: string) =>
      `import assert from 'node:assert'\nimport test from 'node:test'\n\n${first}test('two', () => {\n  const check = (it) => assert.equal(it.size, 2)\n  check(new Set([1, 2]))\n})\n`
    const one =
      "test('one', () => {\n  const check = (it) => {\n    assert.equal(it.length, 1)\n    assert.equal(it[0], 'a')\n  }\n  check(['a'])\n})\n"
    const path = 'test/two.test.js'
    const before = { ...source, [path]: of(one) }
    const after = { ...source, [path]: of(one.replace("check(['a'])", "check(['a'].slice())")) }
    expect(await blamed(before, after)).toEqual([])
    expect(await blamed(before, { ...source, [path]: of('') })).not.toEqual([])
  })

  test('an assertion of node that was required is one', async () => {
    const path = 'test/required.test.js'
    const of = (line: string) =>
      `const assert = require('node:assert/strict')\nconst { test } = require('node:test')\nconst { level } = require('../src/level.js')\n\ntest('calls', () => {\n  ${line}\n})\n`
    const before = { ...source, [path]: of("assert.equal(level('a'), 'a!')") }
    expect(await blamed(before, { ...before, [path]: of("assert.ok(level('a'))") })).toEqual([
      `integrity/assertion-weakened ${path}`,
    ])
  })

  test('chai takes a second argument for a note, and compares nothing', async () => {
    const path = 'test/note.test.js'
    const text =
      "const { expect } = require('chai')\nconst { level } = require('../src/level.js')\n\nit('calls', () => {\n  expect(level('a'), 'a!')\n})\n"
    expect(await blamed(source, { ...source, [path]: text })).toEqual([
      `integrity/test-tautological ${path}`,
    ])
  })

  test('a skip that the task speaks of is a question, and no other is', () => {
    const rule = 'integrity/test-skipped'
    expect(dependsOnIntent(rule, 'chore(tests): skip failing test')).toBe(true)
    expect(dependsOnIntent(rule, 'Make the limit 5. Do not skip tests.')).toBe(false)
    expect(dependsOnIntent(rule, 'Skip the first line of the file')).toBe(false)
  })

  test('another result of a test is a question where nobody asked for anything', () => {
    const rule = 'integrity/expectation-changed'
    expect(isUnasked(rule, 'warning', null)).toBe(true)
    expect(isUnasked(rule, 'warning', 'Make the limit 5')).toBe(false)
    expect(isUnasked(rule, 'info', null)).toBe(false)
    expect(isUnasked('integrity/error-swallowed', 'warning', null)).toBe(false)
  })

  test('and what is not honest is told', async () => {
    const hollow =
      "import assert from 'node:assert'\nimport test from 'node:test'\n\ntest('works', () => {\n  assert.ok(true)\n})\n"
    const silenced = '// @ts-ignore\nexport const level = (name) => name + missing\n'
    expect(
      await blamed(source, { 'src/level.ts': silenced, 'test/level.test.js': hollow }),
    ).toEqual(
      expect.arrayContaining([
        'integrity/types-suppressed src/level.ts',
        'integrity/test-tautological test/level.test.js',
      ]),
    )
  })
})

test('an assertion of the context that a test is given counts, whatever the context is called', async () => {
  const file = (line: string) => ({
    ...source,
    'test/level.test.js': `const t = require('tap')\nconst { level } = require('../src/level.js')\n\nt.test('calls', ct => {\n  ${line}\n})\n`,
  })
  const before = file("ct.ok(level('a'))")
  expect(await blamed(before, file("ct.same(level('a'), 'a!')"))).toEqual([])
  expect(await blamed(before, file("level('a')"))).toContain(
    'integrity/test-emptied test/level.test.js',
  )
})

test.each([
  ['Round prices up.', true],
  ['Round prices up and update the tests.', false],
  ['Round prices up; adapt what the old tests expect.', false],
  ['Round prices up instead of down.', false],
])('for "%s" a weaker test hides a failure: %s', (task, hides) => {
  expect(hidesFailures('integrity/assertion-weakened', task)).toBe(hides)
  expect(hidesFailures('integrity/assertion-weakened', null)).toBe(false)
})
