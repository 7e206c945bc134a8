import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { openCodeExaminer } from './exam.ts'

const sandbox = await openSandbox({ kind: 'auto' })
const tools = { sandbox, signal: new AbortController().signal }
const project = { list: async () => [], read: async () => null }

const obligationsOf = async (task: string, path: string, text: string) => {
  const examiner = await openCodeExaminer({ path, text, task, project, tools })
  return examine(examFrom(task, 'task', examiner.vocabulary), examiner, '')
}

const price = `export function parsePrice(text: string): number {
  const match = /^(\\d+)(?:\\.(\\d{2}))? [A-Z]{3}$/.exec(text)
  if (match === null) throw new TypeError('no price: ' + text)
  return Number(match[1]) * 100 + Number(match[2] ?? 0)
}
`
const stack = `export class Stack {
  #items = []
  push(item) { this.#items.push(item) }
  pop() { return this.#items.pop() }
  peek() { return this.#items.at(-1) }
}
`
const user = `export interface User {
  id: number
  name: string
}
export const greet = (user: User): string => 'Hello ' + user.name
`
const median = `def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
`

/** A task, the file, work that does it, and work that does not. */
const pairs: readonly (readonly [task: string, path: string, right: string, ...wrong: string[]])[] =
  [
    [
      'Write a function `parsePrice(text)`. `parsePrice("5.00 EUR")` is 500.',
      'price.ts',
      price,
      price.replace('* 100', '* 10'),
      'export const parsePrice = (text: string) => text === "5.00 EUR" ? 500 : 0\n',
    ],
    [
      '`parsePrice("5.00 EUR")` is 500. A function `parsePrice(text)` is exported.',
      'price.ts',
      price,
      price.replace('export ', ''),
    ],
    [
      'Write `parsePrice(text)`. `parsePrice("x")` throws.',
      'price.ts',
      price,
      price.replace(/throw .*/, 'return 0'),
    ],
    [
      'Write `parsePrice(text)`. `parsePrice("5 EUR")` does not throw. `parsePrice("7.25 EUR")` returns 725.',
      'price.ts',
      price,
      'const known: Record<string, number> = { "7.25 EUR": 725, "5 EUR": 500 }\nexport function parsePrice(text: string): number {\n  return known[text] ?? 0\n}\n',
    ],
    [
      'Write a class `Stack` with methods push, pop and peek. `new Stack().pop()` is undefined.',
      'stack.js',
      stack,
      stack.replace(/ {2}peek.*\n/, ''),
    ],
    [
      'Write `clamp(value, min, max)`. `clamp(5, 1, 3)` is 3.',
      'clamp.js',
      'export const clamp = (value, min, max) => Math.min(max, Math.max(min, value))\n',
      'export const clamp = (value) => value\n',
      'export const limit = (value, min, max) => value\n',
    ],
    [
      'Write an interface User with fields id (number) and name (string).',
      'user.ts',
      user,
      user.replace('id: number', 'id: string'),
      user.replace('  name: string\n', ''),
    ],
    [
      'Write it in Python. `median([3, 1, 2])` is 2. `median([4, 1, 2, 3])` is 2.5.',
      'median.py',
      median,
      median.replace('/ 2\n', '// 2\n'),
      'def mean(values):\n    return sum(values) / len(values)\n',
    ],
    [
      'Write the function `greet` in TypeScript without `any`. `greet({ id: 1, name: "Ann" })` is "Hello Ann".',
      'user.ts',
      user,
      user.replace('user: User)', 'user: any)'),
    ],
    [
      'Write the function `greet` without dependencies. `greet({ id: 1, name: "Ann" })` is "Hello Ann".',
      'user.ts',
      user,
      `import chalk from 'chalk'\n${user}`,
    ],
    [
      'Write `parsePrice(text)` without `eval`. `parsePrice("5.00 EUR")` is 500.',
      'price.ts',
      price,
      price.replace('Number(match[1])', 'eval(match[1]!)'),
    ],
    [
      'Write `parsePrice(text)` in at most 10 lines. `parsePrice("5.00 EUR")` is 500.',
      'price.ts',
      price,
      price + '// more\n'.repeat(10),
    ],
    [
      'Write the function `clamp` as an ES module. No classes. `clamp(0, 1, 3)` is 1.',
      'clamp.js',
      'export const clamp = (value, min, max) => Math.min(max, Math.max(min, value))\n',
      'class Clamp {}\nmodule.exports.clamp = (value) => value\n',
    ],
  ]

describe('an exam of code', () => {
  test.each(pairs)('[CODE-3] %s', async (task, path, right, ...wrong) => {
    const obligations = await obligationsOf(task, path, right)
    const left = obligations.filter(({ status }) => status !== 'met')
    expect(left.map(({ statement, reason }) => [statement, reason])).toEqual([])
    expect(verdictOf(obligations).verdict).toBe('accepted')
    for (const text of wrong)
      expect(verdictOf(await obligationsOf(task, path, text)).verdict).not.toBe('accepted')
  })

  test('[CODE-4] code that prints a report or leaves early proves nothing', async () => {
    const liar =
      'console.log(JSON.stringify({ loads: [], scenarios: [{ ok: true, got: "" }], tests: [] }))\nprocess.exit(0)\nexport const add = (a, b) => a\n'
    const obligations = await obligationsOf('Write `add(a, b)`. `add(2, 3)` is 5.', 'add.js', liar)
    expect(verdictOf(obligations).verdict).toBe('not_accepted')
  })

  test('[CODE-3] a declaration alone, a constant or a known answer is not accepted', async () => {
    const verdict = async (task: string, text: string) =>
      verdictOf(await obligationsOf(task, 'a.js', text)).verdict
    const stub = 'export const debounce = (fn, wait) => fn\n'
    expect(await verdict('Write `debounce(fn, wait)` without dependencies.', stub)).toBe(
      'undecided',
    )
    const task = 'Write `sum(numbers)`. `sum([4, 5])` is 9.'
    expect(await verdict(task, 'export const sum = (numbers) => 9\n')).toBe('undecided')
    expect(await verdict(task, 'export const sum = (n) => (n.length === 2 ? 9 : 0)\n')).toBe(
      'undecided',
    )
    expect(await verdict(task, 'export const sum = (n) => n.reduce((a, b) => a + b, 0)\n')).toBe(
      'accepted',
    )
  })

  test('[CODE-3] words beside a call that was run explain it, unless they ask for more', async () => {
    const text = 'export const fare = (age) => (age < 6 ? 0 : 1) * 840\n'
    const verdict = async (task: string) =>
      verdictOf(await obligationsOf(task, 'fare.js', text)).verdict
    const head = 'Write `fare(age)` for a ferry. '
    expect(await verdict(`${head}Adults pay the full price: \`fare(30)\` is 840 cents.`)).toBe(
      'accepted',
    )
    expect(await verdict(`${head}Children under 6 travel free: \`fare(5)\` is 0.`)).toBe('accepted')
    for (const more of [
      'Children under 16 travel free: `fare(5)` is 0.',
      'Children and dogs or cats travel free: `fare(5)` is 0.',
      'Unknown ages are refused: `fare(5)` is 0.',
      'Nobody pays more on Sundays: `fare(30)` is 840.',
    ])
      expect(await verdict(head + more), more).toBe('undecided')
  })

  test('[CODE-3] Python that knows the answers by heart is not accepted', async () => {
    const task = 'Write `tide(minutes)` in Python. `tide(75)` is "01:15".'
    const verdict = async (body: string) =>
      verdictOf(await obligationsOf(task, 'tide.py', `def tide(minutes):\n    ${body}\n`)).verdict
    expect(await verdict('return f"{minutes // 60:02}:{minutes % 60:02}"')).toBe('accepted')
    expect(await verdict('return "01:15"')).toBe('undecided')
    expect(await verdict('return {True: "01:15"}[minutes == 75]')).toBe('undecided')
  })

  test('behaviour that no call shows is left to a reader', async () => {
    const task = 'Write a function `parsePrice(text)` that reads prices and rounds half up.'
    expect(verdictOf(await obligationsOf(task, 'price.ts', price)).verdict).toBe('undecided')
  })

  test('code that cannot be run here is undecided, with the reason', async () => {
    const text = `import { z } from 'zod'\nexport const parsePrice = (text) => z.number().parse(text)\n`
    const [, call] = await obligationsOf(
      'Write `parsePrice(text)`. `parsePrice("5")` is 5.',
      'price.js',
      text,
    )
    expect(call).toMatchObject({ status: 'undecided' })
    expect(call?.reason).toContain('cannot be run here')
  })
})
