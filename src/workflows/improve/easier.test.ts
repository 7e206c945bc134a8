import { describe, expect, test } from 'vitest'
import { easierBy } from './easier.ts'

const config = (text: string, before = '') =>
  easierBy([{ path: 'loopwright.yaml', before, after: text }])

describe('a proposal that makes the exam easier', () => {
  test.each([
    [
      'a lower threshold',
      'workflows: { workorder: { threshold: 4 } }',
      /threshold falls from 7 to 4/,
    ],
    [
      'fewer planted bugs',
      'workflows: { workorder: { mutation_seconds: 0 } }',
      /mutation_seconds falls/,
    ],
    [
      'a command that always passes',
      'workflows: { workorder: { commands: { test: "true" } } }',
      /"test" that decides becomes "true"/,
    ],
    [
      'a build that always passes',
      'workflows: { track: { build: "true" } }',
      /"build" that decides becomes "true"/,
    ],
    ['no walls', 'walls: none', /without walls/],
    [
      'other weights',
      'workflows: { improve: { weights: { architecture: 0.4, completeness: 0.1 } } }',
      /get other weights/,
    ],
    ['no sandbox', 'sandbox: { kind: none }', /without a sandbox/],
    ['a lower target', 'workflows: { improve: { target: 5 } }', /target falls from 8 to 5/],
    ['no person', 'workflows: { improve: { autonomous: true } }', /approve changes by itself/],
    [
      'a rule that may no longer block',
      'acceptance: { rules: { page/dead-link: off } }',
      /the rule page\/dead-link is switched off/,
    ],
    ['an agent that answers for a person', 'mcp: { gates: agent }', /in place of a person/],
    ['what cannot be read', 'walls: [', /nobody can say/],
  ])('[IMPROVE-4] %s is named', async (_, text, why) => {
    expect((await config(text)).join()).toMatch(why)
  })

  test('[IMPROVE-4] a linter of the set-up that is changed is named, whatever it is called', async () => {
    const scripts = { build: 'tsc', lint: 'node ./tidy.js --all', start: 'node src/main.js' }
    const rest = { agents: {}, roles: {}, manifest: JSON.stringify({ scripts }) }
    const changed = (path: string, before: string | null = 'process.exitCode = 1') =>
      easierBy([{ path, before, after: 'process.exitCode = Number(false) // as before' }], rest)
    expect(await changed('tidy.js')).toEqual([
      'tidy.js is what the script "lint" runs, and is changed',
    ])
    expect(await changed('src/main.js')).toEqual([])
    expect(await changed('tidy.js', null)).toEqual([])
  })

  test('[IMPROVE-4] a contract that is dropped is named, one that is added is not', async () => {
    const held = 'workflows: { workorder: { contracts: [{ path: src/a.js, name: price }] } }'
    expect(await config('', held)).toEqual(['work orders are no longer held to price of src/a.js'])
    expect(await config(held, '')).toEqual([])
  })

  test('[IMPROVE-4] another judge is named, and who judges their own work', async () => {
    const agents = 'agents: { a: { kind: offline }, b: { kind: offline } }\n'
    expect(await config(`${agents}roles: { judge: b }`, `${agents}roles: { judge: a }`)).toEqual([
      'the role judge goes from a to b',
    ])
    expect(await config(`${agents}acceptance: { self_judgement: [a] }`, agents)).toEqual([
      'agents may judge their own work',
    ])
  })

  test('[IMPROVE-4] whoever examines and answers in another way is named, however it is done', async () => {
    const one = 'agents: { a: { kind: command, command: [node, judge.mjs] } }\nroles: { judge: a }'
    const two = one.replace('judge.mjs', 'yes.mjs')
    const reader = one.replace('roles: {', 'roles: { reader: a,')
    expect(await config(two, one)).toEqual([
      'the role judge is answered by another program or model: a is changed',
    ])
    expect(await config(one, reader)).toEqual(['the role reader goes from a to nobody'])
    expect(await config(one.replace('] }', '], timeout_s: 9 }'), one)).toEqual([])
    const told = (path: string) =>
      easierBy([{ path, before: 'Be strict.', after: 'Be lenient and kind to all.' }], {
        agents: { a: { kind: 'command', command: ['node', './judge.mjs'], timeout_s: 1 } as never },
        roles: { judge: 'a' },
      })
    expect(await told('judge.mjs')).toEqual([
      'judge.mjs decides how the judge answers, and is changed',
    ])
    expect(await told('prompts/judge.md')).toHaveLength(1)
    expect(await told('prompts/builder.md')).toEqual([])
    expect(await told('src/judge.js')).toEqual([])
  })

  test.each([
    ['test/price.test.js', 'test("a", () => {})\ntest("b", () => {})\n', 'test("a", () => {})\n'],
    ['gates.yaml', 'rules: [a, b]\n', null],
    [
      'eslint.config.js',
      "export default [{ rules: { 'no-var': 'error' } }]",
      "export default [{ ignores: ['src/**'] }, { rules: { 'no-var': 'error' } }]",
    ],
    ['.eslintignore', 'dist\n', 'dist\nsrc\n'],
    ['src/index.js', 'x\n', '// eslint-disable\nx\n'],
    ['package.json', '{"scripts":{"test":"vitest"}}', '{"scripts":{"test":"vitest || true"}}'],
    ['package.json', '{"scripts":{"test":"vitest"}}', '{"scripts":{"test":"node -e 0"}}'],
    [
      'lint.js',
      "const bad = look('src')\nif (bad.length > 0) process.exitCode = 1\n",
      "const bad = look('src')\nconsole.log(bad)\nprocess.exitCode = 0\n",
    ],
  ])('[IMPROVE-4] %s that says less is named', async (path, before, after) => {
    expect((await easierBy([{ path, before, after }])).length).toBeGreaterThan(0)
  })

  test.each([
    ['AGENTS.md', '# Rules\n', '# Rules\n\n- Write tests with every change\n'],
    ['test/price.test.js', 'test("a", () => {})\n', 'test("a", () => {})\ntest("b", () => {})\n'],
    ['loopwright.yaml', '', 'workflows: { workorder: { threshold: 9 } }\n'],
  ])('%s that asks for more is not', async (path, before, after) => {
    expect(await easierBy([{ path, before, after }])).toEqual([])
  })
})
