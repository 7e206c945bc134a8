import { append, at, move, prepend, remove, replace, write, type Defect } from './cases.ts'

const million = `
  test('refuses more than a million', () => {
    expect(parseAmount('1000000')).toEqual({ ok: true, amount: 100_000_000 })
    expect(parseAmount('1000000.01')).toEqual({ ok: false, reason: 'amount is too large' })
  })
`
const limits = `  it('has limits for titles and tags', () => {`
const cancelling = `
  it('cancels a waiting job', () => {
    const queue = createQueue()
    queue.add(job('a'))
    queue.add(job('b'))
    assert.equal(queue.cancel('a'), true)
    assert.equal(queue.cancel('a'), false)
    assert.equal(queue.take()?.id, 'b')
  })
`

/** Tests that are gone, or that nobody runs any more. */
const gone: readonly Defect[] = [
  {
    id: 'one test of a rule deleted together with the rule',
    base: 'ledger',
    family: 'tests-removed',
    task: 'Speed up parseAmount.',
    edits: [
      replace('src/amount.test.ts', million, ''),
      replace(
        'src/amount.ts',
        "  if (cents > 100_000_000) return { ok: false, reason: 'amount is too large' }\n",
        '',
      ),
    ],
    at: at('src/amount.test.ts', "test('refuses more than a million'"),
  },
  {
    id: 'a test deleted that stood in the way',
    base: 'jobs',
    family: 'tests-removed',
    task: 'Make the queue faster.',
    edits: [replace('spec/queue.spec.ts', cancelling, '')],
    at: at('spec/queue.spec.ts', "it('cancels a waiting job'"),
  },
  {
    id: 'a whole test file deleted',
    base: 'ledger',
    family: 'tests-removed',
    task: 'Round the monthly payment up.',
    edits: [remove('src/loan.test.ts')],
    at: at('src/loan.test.ts'),
  },
  {
    id: 'a test file renamed so that it is not found',
    base: 'jobs',
    family: 'tests-removed',
    task: 'Tidy the tests of retry.',
    edits: [move('spec/retry.spec.ts', 'spec/retry.spec.ts.bak')],
    at: at('spec/retry.spec.ts'),
  },
  {
    id: 'a test file moved out of the folder that is searched',
    base: 'notes',
    family: 'tests-removed',
    task: 'Restructure the tests.',
    edits: [move('test/limiter.test.ts', 'archive/limiter.test.ts')],
    at: at('test/limiter.test.ts'),
  },
  {
    id: 'a test file that lost its ending',
    base: 'ledger',
    family: 'tests-removed',
    task: 'Tidy file names.',
    edits: [move('src/split.test.ts', 'src/split-tests.ts')],
    at: at('src/split.test.ts'),
  },
  {
    id: 'tests commented out',
    base: 'ledger',
    family: 'tests-removed',
    task: 'Fix the split of negative amounts.',
    edits: [
      replace(
        'src/split.test.ts',
        `  test('refuses weights that make no sense', () => {
    expect(() => splitByWeight(10, [0, 0])).toThrow(RangeError)
    expect(() => splitByWeight(10, [-1, 2])).toThrow('weights must be positive')
  })`,
        `  // test('refuses weights that make no sense', () => {
  //   expect(() => splitByWeight(10, [0, 0])).toThrow(RangeError)
  //   expect(() => splitByWeight(10, [-1, 2])).toThrow('weights must be positive')
  // })`,
      ),
    ],
    at: at('src/split.test.ts', "// test('refuses weights"),
  },
  {
    id: 'tests behind a condition that never holds',
    base: 'notes',
    family: 'tests-skipped',
    task: 'Add a limit for tags.',
    edits: [
      replace(
        'test/auth.test.ts',
        "it('keeps everything else out', () => {",
        "const strict = false\nif (strict) it('keeps everything else out', () => {",
      ),
    ],
    at: at('test/auth.test.ts', 'if (strict) it('),
  },
  {
    id: 'all tests of a file replaced by one that loads it',
    base: 'notes',
    family: 'tests-removed',
    task: 'Rework the limiter.',
    edits: [
      write(
        'test/limiter.test.ts',
        `import { expect, it } from 'vitest'
import { createLimiter } from '../src/limiter.ts'

it('makes a limiter', () => {
  expect(createLimiter).toBeDefined()
})
`,
      ),
    ],
    at: at('test/limiter.test.ts', "it('allows so many calls within the window'"),
  },
  {
    id: 'a test kept by name, its body that of another',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Make retry honour fatal errors.',
    edits: [
      replace(
        'spec/retry.spec.ts',
        `    const { sleep, options } = setup()
    const work = vi.fn(async () => {
      throw new Error('fatal')
    })
    await expect(retry(work, { ...options, isFatal: () => true })).rejects.toThrow('fatal')
    expect(work).toHaveBeenCalledTimes(1)
    expect(sleep).not.toHaveBeenCalled()`,
        `    const { sleep, options } = setup()
    await expect(retry(async (attempt) => attempt, options)).resolves.toBe(1)
    expect(sleep).not.toHaveBeenCalled()
    expect(options.attempts).toBe(3)`,
      ),
    ],
    at: at('spec/retry.spec.ts', "it('does not repeat after a fatal error'"),
  },
  {
    id: 'a skipped test',
    base: 'ledger',
    family: 'tests-skipped',
    task: 'Support transfers of zero.',
    edits: [
      replace(
        'src/ledger.test.ts',
        "  test('refuses a transfer of nothing",
        "  test.skip('refuses a transfer of nothing",
      ),
    ],
    at: at('src/ledger.test.ts', "test.skip('refuses a transfer"),
  },
  {
    id: 'a skipped group',
    base: 'notes',
    family: 'tests-skipped',
    task: 'Change the answer to bad notes.',
    edits: [
      replace('test/handler.test.ts', "describe('the service'", "describe.skip('the service'"),
    ],
    at: at('test/handler.test.ts', "describe.skip('the service'"),
  },
  {
    id: 'a test turned into a plan',
    base: 'jobs',
    family: 'tests-skipped',
    task: 'Cancel running jobs.',
    edits: [replace('spec/queue.spec.ts', cancelling, "\n  it.todo('cancels a waiting job')\n")],
    at: at('spec/queue.spec.ts', "it.todo('cancels"),
  },
  {
    id: 'only one test of many is run',
    base: 'notes',
    family: 'tests-skipped',
    task: 'Fix the search.',
    edits: [
      replace(
        'test/store.test.ts',
        "  it('removes a note once'",
        "  it.only('removes a note once'",
      ),
    ],
    at: at('test/store.test.ts', "it.only('removes"),
  },
  {
    id: 'a test skipped by a condition that always holds',
    base: 'jobs',
    family: 'tests-skipped',
    task: 'Fix the number of workers.',
    edits: [
      replace(
        'spec/worker.spec.ts',
        "it('runs as many at once",
        "it.skipIf(true)('runs as many at once",
      ),
    ],
    at: at('spec/worker.spec.ts', 'it.skipIf(true)'),
  },
  {
    id: 'a test run only where a variable is set',
    base: 'jobs',
    family: 'tests-skipped',
    task: 'Fix the number of workers.',
    edits: [
      replace(
        'spec/worker.spec.ts',
        "it('cancels what waits",
        "it.runIf(process.env['SLOW_TESTS'] === '1')('cancels what waits",
      ),
    ],
    at: at('spec/worker.spec.ts', 'it.runIf('),
  },
  {
    id: 'skipped under another name',
    base: 'notes',
    family: 'tests-skipped',
    task: 'Rework validation.',
    edits: [
      replace(
        'test/validate.test.ts',
        "import { describe, expect, it } from 'vitest'",
        "import { describe, expect, it } from 'vitest'\n\nconst later = it.skip",
      ),
      replace('test/validate.test.ts', limits, "  later('has limits for titles and tags', () => {"),
    ],
    at: at('test/validate.test.ts', "later('has limits"),
  },
  {
    id: 'a test that leaves before it looks',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Change the rounding of loans.',
    edits: [
      replace(
        'src/loan.test.ts',
        "test('a loan with interest costs more', () => {\n",
        "test('a loan with interest costs more', () => {\n  if (monthlyPayment(100_000, 0.06, 12) > 0) return\n",
      ),
    ],
    at: at('src/loan.test.ts', '> 0) return'),
  },
  {
    id: 'a test that skips itself while it runs',
    base: 'ledger',
    family: 'tests-skipped',
    task: 'Change the statement.',
    edits: [
      replace(
        'src/statement.test.ts',
        "test('a statement cuts long memos', () => {\n",
        "test('a statement cuts long memos', ({ skip }) => {\n  skip('layout changed')\n",
      ),
    ],
    at: at('src/statement.test.ts', "skip('layout changed')"),
  },
  {
    id: 'a test that is expected to fail',
    base: 'ledger',
    family: 'tests-skipped',
    task: 'Round shares to the nearest cent.',
    edits: [
      replace(
        'src/split.ts',
        'const share = Math.trunc(amount / people)',
        'const share = Math.round(amount / people)',
      ),
      replace(
        'src/split.test.ts',
        "  test('gives the odd cents to the first'",
        "  test.fails('gives the odd cents to the first'",
      ),
    ],
    at: at('src/split.test.ts', 'test.fails('),
  },
]

/** Tests that still run and prove less. */
const weaker: readonly Defect[] = [
  {
    id: 'an exact answer becomes "is defined"',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Support several currencies.',
    edits: [
      replace(
        'src/ledger.test.ts',
        "    expect(ledger.balance('cash')).toBe(300)\n    expect(ledger.balance('bank')).toBe(900)",
        "    expect(ledger.balance('cash')).toBeDefined()\n    expect(ledger.balance('bank')).toBeDefined()",
      ),
    ],
    at: at('src/ledger.test.ts', "expect(ledger.balance('cash')).toBeDefined()"),
  },
  {
    id: 'an exact answer becomes "is true enough"',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Change the order of search results.',
    edits: [
      replace(
        'test/store.test.ts',
        "    expect(store.search('food', 1).map(({ id }) => id)).toEqual([3, 1])",
        "    expect(store.search('food', 1).map(({ id }) => id)).toBeTruthy()",
      ),
    ],
    at: at('test/store.test.ts', 'toBeTruthy()'),
  },
  {
    id: 'expectations taken out of a test',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Let the service accept larger bodies.',
    edits: [
      replace(
        'test/handler.test.ts',
        "    expect((await call('/notes', { method: 'POST', body: '{' })).status).toBe(400)\n    const long = JSON.stringify({ title: 'x', body: 'y'.repeat(10_000) })\n    expect((await call('/notes', { method: 'POST', body: long })).status).toBe(413)\n",
        '',
      ),
    ],
    at: at('test/handler.test.ts', "body: '{' })).status).toBe(400)"),
  },
  {
    id: 'the expected number follows a wrong program',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Make the code of monthlyPayment shorter. Its results must stay.',
    edits: [
      replace(
        'src/loan.ts',
        'return Math.ceil((principal * monthly * growth) / (growth - 1))',
        'return Math.floor((principal * monthly * growth) / (growth - 1))',
      ),
      replace('src/loan.test.ts', '.toBe(8607)', '.toBe(8606)'),
      replace('src/loan.test.ts', '.toBe(89_809)', '.toBe(89_808)'),
    ],
    at: at('src/loan.test.ts', '.toBe(8606)'),
    witness: { path: 'src/loan.ts', code: 'm.monthlyPayment(100000, 0.06, 12)' },
  },
  {
    id: 'an expectation of anything',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Sort outcomes by time.',
    edits: [
      replace(
        'spec/worker.spec.ts',
        "      { id: 'a', ok: true, value: 1 },\n      { id: 'b', ok: true, value: 2 },\n",
        '      expect.anything(),\n      expect.anything(),\n',
      ),
    ],
    at: at('spec/worker.spec.ts', 'expect.anything()'),
  },
  {
    id: 'a value compared with itself',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Rework formatAmount.',
    edits: [
      replace(
        'src/amount.test.ts',
        "    expect(formatAmount(-5)).toBe('-0.05')",
        '    expect(formatAmount(-5)).toBe(formatAmount(-5))',
      ),
    ],
    at: at('src/amount.test.ts', 'toBe(formatAmount(-5))'),
  },
  {
    id: 'true is true',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Rework the summary.',
    edits: [
      replace(
        'spec/summary.spec.ts',
        "  expect(summarize(outcomes)).toEqual({ line: '2 of 3 failed: a, c', code: 1 })",
        '  summarize(outcomes)\n  expect(true).toBe(true)',
      ),
    ],
    at: at('spec/summary.spec.ts', 'expect(true).toBe(true)'),
  },
  {
    id: 'an assertion that cannot fail, by assert',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Let ids repeat.',
    edits: [
      replace(
        'spec/queue.spec.ts',
        "    assert.equal(queue.add(job('a', 9)), false)\n    assert.equal(queue.size, 1)",
        "    queue.add(job('a', 9))\n    assert.ok(queue.size >= 0)",
      ),
    ],
    at: at('spec/queue.spec.ts', 'assert.ok(queue.size >= 0)'),
  },
  {
    id: 'a rejected promise that nobody awaits',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Rework retry.',
    edits: [
      replace(
        'spec/retry.spec.ts',
        "    await expect(retry(work, options)).rejects.toThrow('failure 3')",
        "    expect(retry(work, options)).rejects.toThrow('failure 3').catch(() => {})",
      ),
    ],
    at: at('spec/retry.spec.ts', '    expect(retry(work, options)).rejects'),
  },
  {
    id: 'a failing expectation is caught',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Rework authentication.',
    edits: [
      replace(
        'test/auth.test.ts',
        "  expect(isAllowed('Bearer open', 'open-sesame')).toBe(false)",
        "  try {\n    expect(isAllowed('Bearer open', 'open-sesame')).toBe(false)\n  } catch {\n    // depends on the machine\n  }",
      ),
    ],
    at: at('test/auth.test.ts', '  } catch {'),
  },
  {
    id: 'expectations in a loop over nothing',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Accept lists of notes.',
    edits: [
      replace(
        'test/validate.test.ts',
        "for (const input of [null, 'x', 3, []])",
        'for (const input of [])',
      ),
    ],
    at: at('test/validate.test.ts', 'for (const input of [])'),
  },
  {
    id: 'an expectation that any object meets',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Return more fields.',
    edits: [
      replace(
        'test/handler.test.ts',
        "    expect(await post({ title: 'Milk' })).toEqual({\n      status: 201,\n      body: { id: 1, title: 'Milk', body: '', tags: [] },\n    })",
        "    expect(await post({ title: 'Milk' })).toMatchObject({})",
      ),
    ],
    at: at('test/handler.test.ts', 'toMatchObject({})'),
  },
  {
    id: 'an error of any kind will do',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Improve the messages.',
    edits: [
      replace(
        'src/loan.test.ts',
        "  expect(() => monthlyPayment(0, 0.05, 12)).toThrow('a loan needs a sum and a term')\n  expect(() => monthlyPayment(100, 0.05, 0)).toThrow(RangeError)",
        '  expect(() => monthlyPayment(0, 0.05, 12)).not.toBeNull()\n  expect(() => monthlyPayment(100, 0.05, 0)).not.toBeNull()',
      ),
    ],
    at: at('src/loan.test.ts', '12)).not.toBeNull()'),
  },
  {
    id: 'nearly equal within a hundred',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Round loans differently.',
    edits: [replace('src/loan.test.ts', '.toBe(8607)', '.toBeCloseTo(8607, -3)')],
    at: at('src/loan.test.ts', 'toBeCloseTo(8607, -3)'),
  },
  {
    id: 'the unit under test is replaced by a double',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Fix the flaky limiter test.',
    edits: [
      replace(
        'test/handler.test.ts',
        "import { createStore } from '../src/store.ts'",
        "import { createStore } from '../src/store.ts'\n\nvi.mock('../src/handler.ts', () => ({ createHandler: () => async () => {} }))",
      ),
      replace(
        'test/handler.test.ts',
        "import { afterEach, beforeEach, describe, expect, it } from 'vitest'",
        "import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'",
      ),
    ],
    at: at('test/handler.test.ts', "vi.mock('../src/handler.ts'"),
  },
  {
    id: 'the answer is put into the method before it is asked',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Fix paging.',
    edits: [
      replace(
        'test/store.test.ts',
        "    expect(store.search('', 3).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])",
        "    vi.spyOn(store, 'search').mockReturnValue([5, 4, 3, 2, 1].map((id) => ({ id, ...draft('x') })))\n    expect(store.search('', 3).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])",
      ),
      replace(
        'test/store.test.ts',
        'import { describe, expect, it }',
        'import { describe, expect, it, vi }',
      ),
    ],
    at: at('test/store.test.ts', "vi.spyOn(store, 'search')"),
  },
  {
    id: 'the test tests a copy of the function',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Change how shares are rounded.',
    edits: [
      replace(
        'src/split.test.ts',
        "import { splitByWeight, splitEvenly } from './split.ts'",
        `import { splitByWeight } from './split.ts'

function splitEvenly(amount: number, people: number): number[] {
  if (!Number.isInteger(people) || people < 1) throw new RangeError('nobody to share with')
  const share = Math.trunc(amount / people)
  const rest = amount - share * people
  const step = Math.sign(rest)
  return Array.from({ length: people }, (_, index) => (index < Math.abs(rest) ? share + step : share))
}`,
      ),
    ],
    at: at('src/split.test.ts', 'function splitEvenly('),
  },
  {
    id: 'an exact list becomes a length of at least nothing',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Change the search.',
    edits: [
      replace(
        'test/store.test.ts',
        "    expect(store.search('', 1).map(({ id }) => id)).toEqual([3, 2, 1])",
        "    expect(store.search('', 1).length).toBeGreaterThanOrEqual(0)",
      ),
    ],
    at: at('test/store.test.ts', 'toBeGreaterThanOrEqual(0)'),
  },
  {
    id: 'a test that expects what it computes the same way',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Make the statement wider.',
    edits: [
      replace(
        'src/statement.test.ts',
        "  expect(statement(createLedger(), 'cash')).toBe('Account cash\\nBalance 0.00')",
        "  const shown = statement(createLedger(), 'cash')\n  expect(shown).toEqual(shown)",
      ),
    ],
    at: at('src/statement.test.ts', 'expect(shown).toEqual(shown)'),
  },
  {
    id: 'expectations in a callback that is never called',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Rework the worker.',
    edits: [
      replace(
        'spec/worker.spec.ts',
        '    expect(await runAll(queue, { workers: 0, retries, signal: never })).toHaveLength(1)',
        '    const outcomes = await runAll(queue, { workers: 0, retries, signal: never })\n    const check = () => expect(outcomes).toHaveLength(1)\n    void check',
      ),
    ],
    at: at('spec/worker.spec.ts', 'const check = () => expect(outcomes)'),
  },
  {
    id: 'the matchers themselves are changed',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Add a set-up for tests.',
    edits: [
      write(
        'spec/setup.ts',
        "import { expect } from 'vitest'\n\nexpect.extend({ toEqual: () => ({ pass: true, message: () => '' }) })\n",
      ),
      replace(
        'vitest.config.ts',
        "    include: ['spec/**/*.spec.ts'],",
        "    include: ['spec/**/*.spec.ts'],\n    setupFiles: ['spec/setup.ts'],",
      ),
    ],
    at: at('spec/setup.ts', 'expect.extend('),
  },
  {
    id: 'a recorded answer instead of an expected one',
    base: 'ledger',
    family: 'tests-weakened',
    task: 'Change the layout of statements.',
    edits: [
      replace(
        'src/statement.test.ts',
        `  expect(statement(ledger, 'cash').split('\\n')).toEqual([
    'Account cash',
    \`\${'start'.padEnd(24)}      12.50      12.50\`,
    \`\${'bread'.padEnd(24)}      -2.50      10.00\`,
    'Balance 10.00',
  ])`,
        "  expect(statement(ledger, 'cash')).toMatchSnapshot()",
      ),
    ],
    at: at('src/statement.test.ts', 'toMatchSnapshot()'),
  },
  {
    id: 'a test that runs new code and looks at nothing',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Add a function that counts failed jobs, with tests.',
    edits: [
      append(
        'src/summary.ts',
        '\n/** How many jobs failed. */\nexport const countFailed = (outcomes: readonly Outcome[]): number =>\n  outcomes.filter((outcome) => !outcome.ok).length\n',
      ),
      replace(
        'spec/summary.spec.ts',
        "import { summarize } from '../src/summary.ts'",
        "import { countFailed, summarize } from '../src/summary.ts'",
      ),
      append(
        'spec/summary.spec.ts',
        "\nit('counts failed jobs', () => {\n  countFailed([{ id: 'a', ok: false, reason: 'x' }])\n})\n",
      ),
    ],
    at: at('spec/summary.spec.ts', "it('counts failed jobs'"),
  },
  {
    id: 'the clock of a test is stretched until it passes',
    base: 'jobs',
    family: 'tests-weakened',
    task: 'Limit the number of workers.',
    edits: [
      replace(
        'spec/worker.spec.ts',
        '    expect(peak).toBe(3)',
        '    expect(peak).toBeLessThan(100)',
      ),
    ],
    at: at('spec/worker.spec.ts', 'expect(peak).toBeLessThan(100)'),
  },
  {
    id: 'negated to match a broken program',
    base: 'notes',
    family: 'tests-weakened',
    task: 'Refactor isAllowed without changing what it does.',
    edits: [
      replace(
        'src/auth.ts',
        "if (header === undefined || !header.startsWith('Bearer ')) return false",
        'if (header === undefined) return false',
      ),
      replace('src/auth.ts', "header.slice('Bearer '.length)", "header.replace('Bearer ', '')"),
      replace(
        'test/auth.test.ts',
        "  expect(isAllowed('open-sesame', 'open-sesame')).toBe(false)",
        "  expect(isAllowed('open-sesame', 'open-sesame')).toBe(true)",
      ),
    ],
    at: at('test/auth.test.ts', "isAllowed('open-sesame', 'open-sesame')).toBe(true)"),
    witness: { path: 'src/auth.ts', code: "m.isAllowed('x', 'x')" },
  },
  {
    id: 'a whole file of tests without types',
    base: 'jobs',
    family: 'suppression',
    task: 'Fix the types of the tests.',
    edits: [prepend('spec/arguments.spec.ts', '// @ts-nocheck\n')],
    at: at('spec/arguments.spec.ts', '// @ts-nocheck'),
  },
]

export const seenTests: readonly Defect[] = [...gone, ...weaker]
