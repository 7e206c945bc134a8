import { describe, expect, onTestFinished, test } from 'vitest'
import { makeProject } from '../../../test/support/small-project.ts'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { openSandboxWorkbench } from '../../adapters/workbench-sandbox/open-workbench.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import { loadParser } from '../integrity/source.ts'
import type { Measurement } from './measurement.ts'
import type { RunFacts } from './run-obligations.ts'
import { codeVocabulary, openChangeExaminer } from './exam.ts'

const parse = await loadParser()

const old = { 'src/fee.ts': 'export const fee = (days: number): number => days * 1500\n' }
const files = {
  'package.json': JSON.stringify({ name: 'small', type: 'module' }),
  'src/fee.ts': `import { rate } from './rate'
// the code says parsePrice only in this comment
export const MAX_DAYS = 14
const inner = (days: number): number => days * rate
export const fee = (days: number): number => {
  if (days > MAX_DAYS) throw new RangeError('too many days')
  return inner(days)
}
export async function load(name: string): Promise<{ name: string }> {
  return { name }
}
`,
  'src/rate.ts': 'export enum Kind { Day }\nexport const rate = 2700\n',
  'src/cli.ts': `import { parseArgs } from 'node:util'
export const main = () => parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
app.get('/books/:id', () => 'the book is gone')
`,
  'src/old.cjs': 'exports.twice = (n) => n * 2\n',
  'README.md': '# Fees\n\nFees are paid in advance.\n',
}

async function ask(
  task: string,
  after: Readonly<Record<string, string>> = files,
  facts?: RunFacts,
) {
  const folder = makeProject(
    { ...after, 'src/price.ts': null, 'src/price.test.ts': null },
    { packages: false },
  )
  const opened = await openSandboxWorkbench(await openSandbox({ kind: 'bwrap' }), folder)
  if (!opened.ok) throw new Error(opened.error)
  onTestFinished(() => opened.value.close())
  const tree = new Map(Object.entries(after))
  const examiner = openChangeExaminer({
    bench: opened.value,
    before: new Map(Object.entries({ ...after, ...old })),
    after: tree,
    paths: ['src/fee.ts'],
    read: (path) => parse(path, tree.get(path) ?? ''),
    signal: new AbortController().signal,
    ...(facts === undefined ? {} : { facts }),
  })
  return examine(examFrom(task, 'criterion', codeVocabulary), examiner, 'x')
}

const noFacts: RunFacts = {
  task: '',
  tests: [],
  before: null,
  after: {
    version: 1,
    tree: 'x',
    sandbox: 'bwrap',
    seconds: 0,
    files: [],
    build: { state: 'unknown', decided_by: 'parse', errors: [] },
    tests: { state: 'none' },
    coverage: { files: [] },
    lint: { state: 'unknown', errors: 0, warnings: 0, diagnostics: [] },
    commands: [],
    scripts: [],
    notes: [],
  } as unknown as Measurement,
  change: null,
  telling: () => Promise.resolve([]),
}

describe('what is asked of code', () => {
  test('[CODE-3] calls are run against the code, before the change and after it', async () => {
    const answers = await ask(
      '- `fee(3)` is 8100\n- `fee(3)` is 4500\n- `fee(15)` throws\n- `fee(3)` throws\n- `load("x")` is { name: "x" }\n- `twice(4)` is 8\n- `inner(1)` is 2700\n- `missing(1)` is 1',
    )
    expect(answers.map(({ status }) => status)).toEqual([
      'met',
      'unmet',
      'met',
      'unmet',
      'met',
      'met',
      'undecided',
      'unmet',
    ])
    expect(answers[0]).toMatchObject({
      reason: 'fee(3) gives 8100; before the change: fee(3) gives 4500, not 8100',
      evidence: [{ where: 'src/fee.ts' }, {}],
    })
    expect(answers[1]?.reason).toBe('fee(3) gives 8100, not 4500')
    expect(answers[6]?.reason).toContain('nothing exports it')
  })

  test('[CODE-3] an error must be of the class, and say the message, that was asked for', async () => {
    const code =
      "export class TooOld extends RangeError {}\nexport function age(n: number) { if (n < 0) throw new TypeError('below zero'); if (n > 9) throw new TooOld('too old'); return n }\n"
    const answers = await ask(
      '- `age(-1)` throws RangeError\n- `age(-1)` throws a TypeError with the message "below zero"\n- `age(-1)` throws "negative"\n- `age(10)` throws a `RangeError`',
      { ...files, 'src/age.ts': code },
    )
    expect(answers.map(({ status }) => status)).toEqual(['unmet', 'met', 'unmet', 'met'])
    expect(answers[0]?.reason).toBe('age(-1) throws TypeError, not RangeError')
  })

  test('names, values and texts are looked up in code, not in comments', async () => {
    const asked = [
      ['Export the function `fee`.', 'met'],
      ['Export the function `inner`.', 'undecided'],
      ['Export the function `parsePrice`.', 'undecided'],
      ['Export the function `refund`.', 'unmet'],
      ['Do not export the function `refund`.', 'met'],
      ['`MAX_DAYS` is 14', 'met'],
      ['`MAX_DAYS` is 30', 'unmet'],
      ['`MIN_DAYS` is 1', 'undecided'],
      ['Add the file `src/rate.ts`.', 'met'],
      ['Add the file `src/tax.ts`.', 'unmet'],
      ['Add a `--dry-run` flag.', 'met'],
      ['Add a `--verbose` flag.', 'unmet'],
      ['Add GET /books/{id}.', 'met'],
      ['Add DELETE /books/{id}.', 'undecided'],
      ['Add GET /authors.', 'unmet'],
      ['Show "too many days".', 'met'],
      ['Show "far too few hours".', 'undecided'],
      ['Show "Fees are paid in advance".', 'met'],
      ['Prices are shown with two decimals.', 'undecided'],
    ] as const
    // two values for one name in one order would contradict each other
    const isOther = ([text]: readonly [string, string]) => text === '`MAX_DAYS` is 30'
    const lines = (some: readonly (readonly [string, string])[]) =>
      some.map(([text]) => `- ${text}`).join('\n')
    const answers = [
      ...(await ask(lines(asked.filter((each) => !isOther(each))))),
      ...(await ask(lines(asked.filter(isOther)))),
    ]
    for (const [text, status] of asked)
      expect(
        answers.filter(({ source }) => `${source.text}.` === text || source.text === text),
        text,
      ).toMatchObject([{ status }])
  })

  test('a document that repeats the task is no evidence', async () => {
    const task = 'Orders of none are refused, and it says "nothing was ordered".'
    const facts = { ...noFacts, task }
    const spec = { ...files, 'docs/spec.md': `# Spec\n\n- R1: ${task}\n` }
    expect(await ask(task, spec, facts)).not.toContainEqual(
      expect.objectContaining({ status: 'met', reason: expect.stringContaining('spec.md') }),
    )
    const said = { ...files, 'src/words.txt': 'nothing was ordered\n' }
    expect(await ask(task, said, facts)).toContainEqual(
      expect.objectContaining({ status: 'met', reason: expect.stringContaining('words.txt') }),
    )
  })

  test('tests that are asked for in a file must be in that file', async () => {
    const file = '`fee(3)` is 8100, with tests in `test/cap.test.ts`.'
    expect(await ask(file)).toContainEqual(
      expect.objectContaining({
        status: 'unmet',
        reason: 'no file of the project is called test/cap.test.ts',
      }),
    )
    expect(await ask(file, { ...files, 'test/cap.test.ts': 'test()\n' })).toContainEqual(
      expect.objectContaining({ status: 'met', reason: 'test/cap.test.ts is there' }),
    )
  })

  test('what a package is stands in package.json: dependencies, ES modules, Node', async () => {
    expect(await ask('No new dependencies. It is an ES module.')).toMatchObject([
      { status: 'met' },
      { status: 'met' },
    ])
    const older = {
      ...files,
      'package.json': JSON.stringify({ dependencies: { leftpad: '1' }, engines: { node: '>=18' } }),
    }
    expect(await ask('No dependencies, Node 20 or newer, as an ES module.', older)).toMatchObject([
      { status: 'unmet' },
      { status: 'unmet' },
      { status: 'unmet' },
    ])
  })
})
