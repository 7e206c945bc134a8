import { describe, expect, test } from 'vitest'
import { inspectChange } from './inspect-change.ts'

type Files = Readonly<Record<string, string>>
const treeOf = (files: Files) => new Map(Object.entries(files))

/** What a change is blamed for, with the rules as they are: no power takes anything away. */
const blamed = async (before: Files, after: Files) =>
  (await inspectChange({ before: treeOf(before), after: treeOf(after), powers: null }))
    .filter(({ severity }) => severity === 'fail')
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
