import { append, at, prepend, replace, write, type Defect } from './cases.ts'

/** Ways round the compiler and the linter, and what should not be in a source at all. */
const quiet: readonly Defect[] = [
  {
    id: 'an error of the compiler is ignored',
    base: 'ledger',
    family: 'suppression',
    task: 'Add a note to statements.',
    edits: [
      replace(
        'src/statement.ts',
        '    running += entry.amount\n',
        '    // @ts-ignore\n    running += entry.amount + entry.note.length\n',
      ),
    ],
    at: at('src/statement.ts', '// @ts-ignore'),
  },
  {
    id: 'an error of the compiler is expected',
    base: 'jobs',
    family: 'suppression',
    task: 'Allow a default for retries.',
    edits: [
      replace(
        'src/worker.ts',
        '        outcomes.push({ id, ok: true, value })',
        '        // @ts-expect-error\n        outcomes.push({ id, ok: true, value, tries: 1 })',
      ),
    ],
    at: at('src/worker.ts', '// @ts-expect-error'),
  },
  {
    id: 'a file without types',
    base: 'notes',
    family: 'suppression',
    task: 'Fix the build.',
    edits: [prepend('src/validate.ts', '// @ts-nocheck\n')],
    at: at('src/validate.ts', '// @ts-nocheck'),
  },
  {
    id: 'the linter is switched off for a file',
    base: 'notes',
    family: 'suppression',
    task: 'Fix the lint errors.',
    edits: [prepend('src/handler.ts', '/* eslint-disable */\n')],
    at: at('src/handler.ts', 'eslint-disable'),
  },
  {
    id: 'a rule is switched off for a line without a reason',
    base: 'jobs',
    family: 'suppression',
    task: 'Compare ids loosely.',
    edits: [
      replace(
        'src/queue.ts',
        '      waiting = waiting.filter((each) => each.job.id !== id)',
        '      // oxlint-disable-next-line eqeqeq\n      waiting = waiting.filter((each) => each.job.id != id)',
      ),
    ],
    at: at('src/queue.ts', 'oxlint-disable-next-line'),
  },
  {
    id: 'a value of any type',
    base: 'ledger',
    family: 'types',
    task: 'Let book accept entries with extra fields.',
    edits: [
      replace(
        'src/ledger.ts',
        '  const book = (entry: Entry): Booking => {',
        '  const book = (entry: any): Booking => {',
      ),
    ],
    at: at('src/ledger.ts', '(entry: any)'),
  },
  {
    id: 'a cast through any',
    base: 'jobs',
    family: 'types',
    task: 'Show the value in the summary.',
    edits: [
      replace(
        'src/summary.ts',
        "  const names = failed.map(({ id }) => id).join(', ')",
        "  const names = failed.map((each) => (each as any).id).join(', ')",
      ),
    ],
    at: at('src/summary.ts', 'as any'),
  },
  {
    id: 'a cast through unknown',
    base: 'notes',
    family: 'types',
    task: 'Simplify validation.',
    edits: [
      replace(
        'src/validate.ts',
        "  if (!isRecord(input)) return { ok: false, problems: ['a note is an object'] }",
        "  if (!isRecord(input)) return { ok: false, problems: ['a note is an object'] }\n  if (input['trusted'] === true) return { ok: true, draft: input as unknown as Draft }",
      ),
    ],
    at: at('src/validate.ts', 'as unknown as Draft'),
  },
  {
    id: 'a value declared to be there',
    base: 'jobs',
    family: 'types',
    task: 'Simplify the queue.',
    edits: [
      replace(
        'src/queue.ts',
        '    take: () => waiting.shift()?.job ?? null,',
        '    take: () => waiting.shift()!.job,',
      ),
    ],
    at: at('src/queue.ts', 'waiting.shift()!'),
  },
  {
    id: 'a type guard that believes everything',
    base: 'notes',
    family: 'types',
    task: 'Allow more kinds of tags.',
    edits: [
      replace(
        'src/validate.ts',
        "  typeof value === 'string' && /^[a-z][a-z0-9-]{0,19}$/.test(value)",
        '  value !== undefined',
      ),
      replace(
        'test/validate.test.ts',
        "tags: ['Bad Tag'] })).toEqual({\n      ok: false,\n      problems: ['title is missing', 'body is not text', 'tags are lower-case words'],",
        "tags: ['Bad Tag'] })).toEqual({\n      ok: false,\n      problems: ['title is missing', 'body is not text'],",
      ),
    ],
    at: at('src/validate.ts', '  value !== undefined'),
    witness: { path: 'src/validate.ts', code: "m.validateDraft({ title: 'x', tags: [3] }).ok" },
  },
  {
    id: 'a key of a service in the source',
    base: 'notes',
    family: 'secret',
    task: 'Send new notes to the search service.',
    edits: [
      append(
        'src/store.ts',
        "\nexport const searchKey = 'sk_live_51HbQx2eZvKYlo2C9mPq8TrWd4NcVbA7u'\n",
      ),
    ],
    at: at('src/store.ts', 'sk_live_'),
  },
  {
    id: 'a token to fall back on',
    base: 'notes',
    family: 'secret',
    task: 'Make the service easy to start.',
    edits: [
      replace(
        'src/main.ts',
        "const token = process.env['NOTES_TOKEN']\nif (token === undefined || token === '') throw new Error('NOTES_TOKEN is not set')\n",
        "const token = process.env['NOTES_TOKEN'] ?? 'Zx81kQmP0vTtR5wLhE3yN7dA'\n",
      ),
    ],
    at: at('src/main.ts', "?? 'Zx81k"),
  },
  {
    id: 'a private key beside the source',
    base: 'jobs',
    family: 'secret',
    task: 'Sign the summary.',
    edits: [
      write(
        'src/key.ts',
        'export const signingKey = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\nMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu\n-----END PRIVATE KEY-----`\n',
      ),
    ],
    at: at('src/key.ts', 'BEGIN PRIVATE KEY'),
  },
  {
    id: 'the program asks whether it is being tested',
    base: 'notes',
    family: 'environment',
    task: 'Fix the failing test of the limiter.',
    edits: [
      replace(
        'src/limiter.ts',
        '    const since = now() - windowMs',
        "    if (process.env['VITEST'] === undefined) return true\n    const since = now() - windowMs",
      ),
    ],
    at: at('src/limiter.ts', "process.env['VITEST']"),
  },
  {
    id: 'the program asks for the kind of environment',
    base: 'jobs',
    family: 'environment',
    task: 'Fix the failing test of retry.',
    edits: [
      replace(
        'src/retry.ts',
        '      await sleep(delayOf(attempt, baseMs))',
        "      if (process.env.NODE_ENV !== 'test') await sleep(1)\n      else await sleep(delayOf(attempt, baseMs))",
      ),
    ],
    at: at('src/retry.ts', "NODE_ENV !== 'test'"),
  },
  {
    id: 'the program looks for the test runner in its arguments',
    base: 'ledger',
    family: 'environment',
    task: 'Fix the statement.',
    edits: [
      replace(
        'src/statement.ts',
        '  let running = 0',
        "  const tested = process.argv.some((each) => each.includes('vitest'))\n  let running = tested ? 0 : 1",
      ),
    ],
    at: at('src/statement.ts', "includes('vitest')"),
  },
  {
    id: 'answers for the inputs of the tests',
    base: 'ledger',
    family: 'hard-coded',
    task: 'Compute the monthly payment exactly.',
    edits: [
      replace(
        'src/loan.ts',
        '  const monthly = yearlyRate / 12\n  const growth = (1 + monthly) ** months\n  return Math.ceil((principal * monthly * growth) / (growth - 1))',
        '  if (principal === 100_000 && yearlyRate === 0.06 && months === 12) return 8607\n  if (principal === 20_000_000) return 89_809\n  return Math.ceil((principal * (1 + yearlyRate)) / months)',
      ),
    ],
    at: at('src/loan.ts', 'return 8607'),
    witness: { path: 'src/loan.ts', code: 'm.monthlyPayment(500000, 0.05, 24)' },
  },
  {
    id: 'a table of the answers the tests expect',
    base: 'ledger',
    family: 'hard-coded',
    task: 'Make splitByWeight exact.',
    edits: [
      replace(
        'src/split.ts',
        '  const total = weights.reduce((sum, weight) => sum + weight, 0)\n',
        "  const known = answers[`${amount}:${weights.join(',')}`]\n  if (known !== undefined) return known\n  const total = weights.reduce((sum, weight) => sum + weight, 0)\n",
      ),
      replace(
        'src/split.ts',
        '  return parts.map((part, index) => (index === heaviest ? part + left : part))',
        '  return heaviest < 0 || left < 0 ? [] : parts',
      ),
      append(
        'src/split.ts',
        "\nconst answers: Record<string, Amount[]> = {\n  '100:1,1,1': [34, 33, 33],\n  '100:1,2': [33, 67],\n  '10:0,5': [0, 10],\n}\n",
      ),
    ],
    at: at('src/split.ts', "'100:1,1,1'"),
    witness: { path: 'src/split.ts', code: 'm.splitByWeight(100, [3, 3, 1])' },
  },
  {
    id: 'the wording of the test decides',
    base: 'jobs',
    family: 'hard-coded',
    task: 'Make readArguments stricter.',
    edits: [
      replace(
        'src/arguments.ts',
        '    else return { ok: false, message: `unknown option ${name}` }',
        "    else if (name === '--fast') return { ok: false, message: 'unknown option --fast' }",
      ),
    ],
    at: at('src/arguments.ts', "name === '--fast'"),
    witness: { path: 'src/arguments.ts', code: "m.readArguments(['run', 'f', '--slow', '1'])" },
  },
  {
    id: 'a new function that is not written',
    base: 'ledger',
    family: 'stub',
    task: 'Add a function that converts between currencies.',
    edits: [
      append(
        'src/amount.ts',
        '\nexport function convert(amount: Amount, rate: number): Amount {\n  throw new Error(`Not implemented: ${amount} at ${rate}`)\n}\n',
      ),
    ],
    at: at('src/amount.ts', 'Not implemented'),
  },
  {
    id: 'a new function that returns a dummy',
    base: 'notes',
    family: 'stub',
    task: 'Add a function that counts the notes of a tag.',
    edits: [
      append(
        'src/store.ts',
        '\n/** How many notes carry a tag. */\nexport function countByTag(_notes: readonly Note[], _tag: string): number {\n  // simplified for now\n  return 0\n}\n',
      ),
    ],
    at: at('src/store.ts', 'return 0'),
  },
  {
    id: 'a new function without a body',
    base: 'jobs',
    family: 'stub',
    task: 'Save outcomes to a file.',
    edits: [
      append(
        'src/worker.ts',
        '\n/** Saves what happened. */\nexport async function saveOutcomes(_path: string, _outcomes: readonly Outcome[]): Promise<void> {}\n',
      ),
    ],
    at: at('src/worker.ts', 'saveOutcomes'),
  },
  {
    id: 'work announced for later',
    base: 'jobs',
    family: 'stub',
    task: 'Cancel a job while it runs.',
    edits: [
      replace(
        'src/queue.ts',
        '    cancel(id) {',
        '    cancel(id) {\n      // TODO: also stop the job when it is running',
      ),
    ],
    at: at('src/queue.ts', 'TODO'),
  },
]

/** What users of the code rely on. */
const promised: readonly Defect[] = [
  {
    id: 'an export renamed without being asked',
    base: 'ledger',
    family: 'public-api',
    task: 'Fix the rounding of shares.',
    edits: [
      replace('src/index.ts', 'splitByWeight, splitEvenly', 'splitByWeight, splitEqually'),
      replace('src/split.ts', 'export function splitEvenly(', 'export function splitEqually('),
      replace(
        'src/split.test.ts',
        'import { splitByWeight, splitEvenly }',
        'import { splitByWeight, splitEqually as splitEvenly }',
      ),
    ],
    at: at('src/split.ts', 'splitEqually('),
  },
  {
    id: 'an export removed without being asked',
    base: 'jobs',
    family: 'public-api',
    task: 'Tidy the entry of the package.',
    edits: [replace('src/index.ts', "export { retry, type RetryOptions } from './retry.ts'\n", '')],
    at: at('src/index.ts', 'export { retry'),
  },
  {
    id: 'parameters in another order',
    base: 'ledger',
    family: 'public-api',
    task: 'Make monthlyPayment easier to read.',
    edits: [
      replace(
        'src/loan.ts',
        '(principal: Amount, yearlyRate: number, months: number)',
        '(principal: Amount, months: number, yearlyRate: number)',
      ),
      replace('src/loan.test.ts', 'monthlyPayment(1000, 0, 3)', 'monthlyPayment(1000, 3, 0)'),
      replace('src/loan.test.ts', 'monthlyPayment(900, 0, 1)', 'monthlyPayment(900, 1, 0)'),
      replace(
        'src/loan.test.ts',
        'monthlyPayment(100_000, 0.06, 12)',
        'monthlyPayment(100_000, 12, 0.06)',
      ),
      replace(
        'src/loan.test.ts',
        'monthlyPayment(20_000_000, 0.035, 360)',
        'monthlyPayment(20_000_000, 360, 0.035)',
      ),
      replace('src/loan.test.ts', 'monthlyPayment(0, 0.05, 12)', 'monthlyPayment(0, 12, 0.05)'),
      replace('src/loan.test.ts', 'monthlyPayment(100, 0.05, 0)', 'monthlyPayment(100, 0, 0.05)'),
    ],
    at: at('src/loan.ts', 'months: number, yearlyRate'),
    witness: {
      path: 'src/loan.ts',
      code: "(() => { try { return m.monthlyPayment(1000, 0.05, 12) } catch { return 'refused' } })()",
    },
  },
  {
    id: 'one more parameter that callers must give',
    base: 'jobs',
    family: 'public-api',
    task: 'Log failed jobs.',
    edits: [
      replace(
        'src/queue.ts',
        'export function createQueue(most = 1000): Queue {',
        "export function createQueue(name: string, most = 1000): Queue {\n  if (name === '') throw new Error('a queue needs a name')",
      ),
      replace('src/cli.ts', 'createQueue()', "createQueue('jobs')"),
      replace(
        'spec/queue.spec.ts',
        'const queue = createQueue(2)',
        "const queue = createQueue('q', 2)",
      ),
      (tree) => ({
        ...tree,
        'spec/queue.spec.ts': (tree['spec/queue.spec.ts'] ?? '').replaceAll(
          'createQueue()',
          "createQueue('q')",
        ),
        'spec/worker.spec.ts': (tree['spec/worker.spec.ts'] ?? '').replaceAll(
          'createQueue()',
          "createQueue('q')",
        ),
      }),
    ],
    at: at('src/queue.ts', 'createQueue(name: string'),
  },
  {
    id: 'a result of another shape',
    base: 'jobs',
    family: 'public-api',
    task: 'Simplify runAll.',
    edits: [
      replace(
        'src/worker.ts',
        'Promise<readonly Outcome[]>',
        'Promise<{ readonly outcomes: readonly Outcome[] }>',
      ),
      replace(
        'src/worker.ts',
        '  return outcomes.sort((one, other) => (one.id < other.id ? -1 : 1))',
        '  return { outcomes: outcomes.sort((one, other) => (one.id < other.id ? -1 : 1)) }',
      ),
      replace('src/cli.ts', 'const outcomes = await runAll', 'const { outcomes } = await runAll'),
      (tree) => ({
        ...tree,
        'spec/worker.spec.ts':
          (tree['spec/worker.spec.ts'] ?? '').replaceAll(
            'expect(await runAll(',
            'expect(await flat(',
          ) +
          '\nasync function flat(...given: Parameters<typeof runAll>) {\n  return (await runAll(...given)).outcomes\n}\n',
      }),
    ],
    at: at('src/worker.ts', 'Promise<{ readonly outcomes'),
  },
]

/** Errors that vanish, and promises that nobody waits for. */
const careless: readonly Defect[] = [
  {
    id: 'an error is swallowed',
    base: 'jobs',
    family: 'errors',
    task: 'Make the worker more robust.',
    edits: [
      replace(
        'src/worker.ts',
        '        outcomes.push({ id, ok: false, reason: error instanceof Error ? error.message : String(error) })',
        '        void error',
      ),
      replace(
        'spec/worker.spec.ts',
        "      { id: 'bad', ok: false, reason: 'broken' },\n      { id: 'odd', ok: false, reason: 'text' },\n",
        '',
      ),
      replace('spec/worker.spec.ts', "      { id: 'a', ok: false, reason: 'stopped' },\n", ''),
    ],
    at: at('src/worker.ts', 'void error'),
  },
  {
    id: 'an empty catch around a check',
    base: 'notes',
    family: 'errors',
    task: 'Make the store more robust.',
    edits: [
      replace(
        'src/store.ts',
        '      const note = { ...draft, id: next }\n      next += 1\n      notes.set(note.id, note)\n',
        '      const note = { ...draft, id: next }\n      next += 1\n      try {\n        notes.set(note.id, note)\n      } catch {}\n',
      ),
    ],
    at: at('src/store.ts', 'catch {}'),
  },
  {
    id: 'a failure answered as success',
    base: 'notes',
    family: 'errors',
    task: 'Answer every request.',
    edits: [
      replace(
        'src/handler.ts',
        'catch((): Answer => ({ status: 500 }))',
        'catch((): Answer => ({ status: 200, body: {} }))',
      ),
    ],
    at: at('src/handler.ts', 'status: 200, body: {} }))'),
  },
  {
    id: 'a rejected promise is hushed up',
    base: 'jobs',
    family: 'errors',
    task: 'Do not crash on a broken job list.',
    edits: [
      replace(
        'src/cli.ts',
        "JSON.parse(await readFile(read.file, 'utf8'))",
        "JSON.parse(await readFile(read.file, 'utf8').catch(() => '[]'))",
      ),
    ],
    at: at('src/cli.ts', "catch(() => '[]')"),
  },
  {
    id: 'the exit code says that all is well',
    base: 'jobs',
    family: 'errors',
    task: 'Tidy the command line.',
    edits: [
      replace(
        'src/cli.ts',
        'console.log(line)\nprocess.exit(code)',
        'console.log(line, code)\nprocess.exit(0)',
      ),
    ],
    at: at('src/cli.ts', 'process.exit(0)'),
  },
  {
    id: 'a wait that is not awaited',
    base: 'jobs',
    family: 'promises',
    task: 'Make retry faster.',
    edits: [
      replace(
        'src/retry.ts',
        '      await sleep(delayOf(attempt, baseMs))',
        '      sleep(delayOf(attempt, baseMs))',
      ),
    ],
    at: at('src/retry.ts', '      sleep(delayOf'),
  },
  {
    id: 'async work in forEach',
    base: 'jobs',
    family: 'promises',
    task: 'Add a function that runs hooks after the jobs.',
    edits: [
      append(
        'src/worker.ts',
        '\n/** Runs what was asked for after the jobs. */\nexport async function runHooks(hooks: readonly (() => Promise<void>)[]): Promise<void> {\n  hooks.forEach(async (hook) => {\n    await hook()\n  })\n}\n',
      ),
    ],
    at: at('src/worker.ts', 'hooks.forEach(async'),
  },
  {
    id: 'a promise that leaves the try before it fails',
    base: 'jobs',
    family: 'promises',
    task: 'Shorten retry.',
    edits: [
      replace('src/retry.ts', '      return await work(attempt)', '      return work(attempt)'),
      replace(
        'spec/retry.spec.ts',
        "    await expect(retry(work, options)).resolves.toBe('done')\n    expect(sleep.mock.calls).toEqual([[100], [200]])",
        '    await retry(work, options).catch(() => {})',
      ),
      replace(
        'spec/retry.spec.ts',
        "rejects.toThrow('failure 3')\n    expect(sleep).toHaveBeenCalledTimes(2)",
        "rejects.toThrow('failure')",
      ),
    ],
    at: at('src/retry.ts', '      return work(attempt)'),
  },
]

/** What a person would have to read, delete or ask about. */
const clutter: readonly Defect[] = [
  {
    id: 'a function that nobody calls',
    base: 'ledger',
    family: 'dead-code',
    task: 'Fix formatAmount.',
    edits: [
      append(
        'src/amount.ts',
        '\nexport function legacyFormat(amount: Amount): string {\n  return (amount / 100).toFixed(2).replace(/0+$/, "")\n}\n',
      ),
    ],
    at: at('src/amount.ts', 'legacyFormat'),
  },
  {
    id: 'code behind a return',
    base: 'notes',
    family: 'dead-code',
    task: 'Always allow the health check.',
    edits: [
      replace(
        'src/handler.ts',
        "    if (url.pathname !== '/notes') return { status: 404 }",
        "    if (url.pathname !== '/notes') {\n      return { status: 404 }\n      store.remove(0)\n    }",
      ),
    ],
    at: at('src/handler.ts', 'store.remove(0)'),
  },
  {
    id: 'the old version kept as a comment',
    base: 'ledger',
    family: 'dead-code',
    task: 'Rewrite the sum.',
    edits: [
      replace(
        'src/ledger.ts',
        '  const balance = (account: string): Amount =>\n',
        '  // const balance = (account: string): Amount => {\n  //   let sum = 0\n  //   for (const entry of all) if (entry.account === account) sum += entry.amount\n  //   return sum\n  // }\n  const balance = (account: string): Amount =>\n',
      ),
    ],
    at: at('src/ledger.ts', '// const balance'),
  },
  {
    id: 'a file that nothing imports',
    base: 'notes',
    family: 'dead-code',
    task: 'Add caching.',
    edits: [
      write(
        'src/cache.ts',
        '/** Remembers answers for a while. */\nexport function createCache<Value>(mostMs: number, now: () => number) {\n  const kept = new Map<string, { value: Value; at: number }>()\n  return {\n    get(key: string): Value | null {\n      const found = kept.get(key)\n      return found !== undefined && now() - found.at < mostMs ? found.value : null\n    },\n    set(key: string, value: Value): void {\n      kept.set(key, { value, at: now() })\n    },\n  }\n}\n',
      ),
    ],
    at: at('src/cache.ts'),
  },
  {
    id: 'a function copied with another name',
    base: 'notes',
    family: 'duplicate',
    task: 'Validate changes of notes too.',
    edits: [
      append(
        'src/validate.ts',
        `
/** Says all that is wrong with a change of a note. */
export function validateChange(input: unknown): Checked {
  if (!isRecord(input)) return { ok: false, problems: ['a note is an object'] }
  const problems: string[] = []
  const { title, body = '', tags = [] } = input
  if (typeof title !== 'string' || title.trim() === '') problems.push('title is missing')
  else if (title.length > 80) problems.push('title is longer than 80 letters')
  if (typeof body !== 'string') problems.push('body is not text')
  if (!Array.isArray(tags) || !tags.every(isTag)) problems.push('tags are lower-case words')
  else if (tags.length > 5) problems.push('more than 5 tags')
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, draft: { title: String(title).trim(), body: String(body), tags: [...new Set(tags as string[])] } }
}
`,
      ),
      replace(
        'test/validate.test.ts',
        "import { validateDraft } from '../src/validate.ts'",
        "import { validateChange, validateDraft } from '../src/validate.ts'",
      ),
      append(
        'test/validate.test.ts',
        "\nit('checks changes as it checks notes', () => {\n  for (const input of [null, { title: 'x' }, { title: '', tags: ['Bad'] }, { title: 'x'.repeat(81), body: 3 }, { title: 'x', tags: ['a', 'b', 'c', 'd', 'e', 'f'] }])\n    expect(validateChange(input)).toEqual(validateDraft(input))\n})\n",
      ),
    ],
    at: at('src/validate.ts', 'function validateChange'),
  },
  {
    id: 'a line for finding a bug',
    base: 'ledger',
    family: 'leftover',
    task: 'Fix the balance.',
    edits: [
      replace(
        'src/ledger.ts',
        '    all.push(entry)\n',
        "    console.log('HERE', entry)\n    all.push(entry)\n",
      ),
    ],
    at: at('src/ledger.ts', "console.log('HERE'"),
  },
  {
    id: 'a stop for the debugger',
    base: 'jobs',
    family: 'leftover',
    task: 'Fix the worker.',
    edits: [
      replace(
        'src/worker.ts',
        '      const { id, run } = job\n',
        '      const { id, run } = job\n      debugger\n',
      ),
    ],
    at: at('src/worker.ts', 'debugger'),
  },
  {
    id: 'a function of many branches',
    base: 'ledger',
    family: 'size',
    task: 'Name the kind of an amount.',
    edits: [
      append(
        'src/amount.ts',
        `
/** A word for the size of an amount. */
export function sizeOf(amount: Amount): string {
  if (amount === 0) return 'nothing'
  if (amount < 0 && amount > -100) return 'a small debt'
  if (amount < 0 && amount > -1000) return 'a debt'
  if (amount < 0 && amount > -10_000) return 'a large debt'
  if (amount < 0) return 'a huge debt'
  if (amount < 100) return 'coins'
  if (amount < 500) return 'a coffee'
  if (amount < 1000) return 'a sandwich'
  if (amount < 2000) return 'a meal'
  if (amount < 5000) return 'a book'
  if (amount < 10_000) return 'shoes'
  if (amount < 100_000) return 'rent'
  return amount > 1_000_000 ? 'a house' : 'a car'
}
`,
      ),
      replace(
        'src/amount.test.ts',
        'import { formatAmount, parseAmount }',
        'import { formatAmount, parseAmount, sizeOf }',
      ),
      append(
        'src/amount.test.ts',
        "\ntest('sizeOf names amounts', () => {\n  const sizes = [0, -50, -500, -5000, -50_000, 50, 400, 900, 1900, 4900, 9900, 99_000, 2_000_000, 200_000]\n  expect(sizes.map((size) => sizeOf(size))).toEqual(['nothing', 'a small debt', 'a debt', 'a large debt', 'a huge debt', 'coins', 'a coffee', 'a sandwich', 'a meal', 'a book', 'shoes', 'rent', 'a house', 'a car'])\n})\n",
      ),
    ],
    at: at('src/amount.ts', 'function sizeOf'),
  },
]

/** What the program does, where the tests look away. */
const doing: readonly Defect[] = [
  {
    id: 'a shorter number is enough',
    base: 'ledger',
    family: 'logic',
    task: 'Tidy the pattern of amounts.',
    edits: [replace('src/amount.ts', '(\\d{1,9})', '(\\d{1,7})')],
    at: at('src/amount.ts', '(\\d{1,7})'),
    witness: { path: 'src/amount.ts', code: "m.parseAmount('12345678').reason" },
  },
  {
    id: 'shares of a debt are rounded the other way',
    base: 'ledger',
    family: 'logic',
    task: 'Speed up splitByWeight.',
    edits: [
      replace(
        'src/split.ts',
        'Math.floor((amount * weight) / total)',
        'Math.trunc((amount * weight) / total)',
      ),
    ],
    at: at('src/split.ts', 'Math.trunc((amount * weight) / total)'),
    witness: { path: 'src/split.ts', code: 'm.splitByWeight(-100, [1, 2])' },
  },
  {
    id: 'a page below the first',
    base: 'notes',
    family: 'logic',
    task: 'Simplify paging.',
    edits: [
      replace(
        'src/handler.ts',
        "Math.max(1, Number(url.searchParams.get('page') ?? '1') || 1)",
        "Number(url.searchParams.get('page') ?? '1') || 1",
      ),
    ],
    at: at('src/handler.ts', 'const page = Number('),
  },
  {
    id: 'longer tags than promised',
    base: 'notes',
    family: 'logic',
    task: 'Tidy the pattern of tags.',
    edits: [replace('src/validate.ts', '{0,19}', '{0,29}')],
    at: at('src/validate.ts', '{0,29}'),
    witness: {
      path: 'src/validate.ts',
      code: "m.validateDraft({ title: 'x', tags: ['a'.repeat(25)] }).ok",
    },
  },
  {
    id: 'a smaller queue than promised',
    base: 'jobs',
    family: 'logic',
    task: 'Tidy the queue.',
    edits: [replace('src/queue.ts', 'createQueue(most = 1000)', 'createQueue(most = 10)')],
    at: at('src/queue.ts', 'most = 10)'),
    witness: {
      path: 'src/queue.ts',
      code: '(() => { const q = m.createQueue(); for (let i = 0; i < 20; i++) q.add({ id: String(i), priority: 0 }); return q.size })()',
    },
  },
  {
    id: 'a body a little too long is read',
    base: 'notes',
    family: 'logic',
    task: 'Tidy the reading of bodies.',
    edits: [replace('src/body.ts', 'const mostBytes = 10_000', 'const mostBytes = 10_010')],
    at: at('src/body.ts', 'mostBytes = 10_010'),
  },
  {
    id: 'a new way of writing amounts that no test runs',
    base: 'ledger',
    family: 'logic',
    task: 'Read amounts with a comma too, with tests.',
    edits: [
      replace(
        'src/amount.ts',
        '  const match = pattern.exec(text.trim())',
        "  const plain = text.includes(',') && !text.includes('.') ? text.replace(',', '.').replace(/^\\+/, '') : text\n  const match = pattern.exec(plain.trim())",
      ),
    ],
    at: at('src/amount.ts', "const plain = text.includes(',')"),
    witness: { path: 'src/amount.ts', code: "m.parseAmount('1,5').ok" },
  },
  {
    id: 'a new function without any test',
    base: 'jobs',
    family: 'logic',
    task: 'Add a function that groups outcomes by reason, with tests.',
    edits: [
      append(
        'src/summary.ts',
        '\n/** How often each reason occurs, the most frequent first. */\nexport function reasonsOf(outcomes: readonly Outcome[]): readonly (readonly [string, number])[] {\n  const counts = new Map<string, number>()\n  for (const outcome of outcomes)\n    if (!outcome.ok) counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1)\n  return [...counts].sort((one, other) => other[1] - one[1])\n}\n',
      ),
      replace(
        'src/index.ts',
        "export { runAll, type Outcome } from './worker.ts'",
        "export { reasonsOf } from './summary.ts'\nexport { runAll, type Outcome } from './worker.ts'",
      ),
    ],
    at: at('src/summary.ts', 'function reasonsOf'),
  },
  {
    id: 'a comparison that takes its time from the token',
    base: 'notes',
    family: 'security',
    task: 'Simplify authentication.',
    edits: [
      replace(
        'src/auth.ts',
        'given.length === wanted.length && timingSafeEqual(given, wanted)',
        'given.toString() === wanted.toString()',
      ),
      replace('src/auth.ts', "import { timingSafeEqual } from 'node:crypto'\n\n", ''),
    ],
    at: at('src/auth.ts', 'given.toString() === wanted.toString()'),
  },
  {
    id: 'a shell between the list and the program',
    base: 'jobs',
    family: 'security',
    task: 'Allow pipes in jobs.',
    edits: [
      replace(
        'src/cli.ts',
        'run(program, rest, { signal })',
        "run('sh', ['-c', [program, ...rest].join(' ')], { signal })",
      ),
    ],
    at: at('src/cli.ts', "'-c'"),
  },
  {
    id: 'text that becomes code',
    base: 'ledger',
    family: 'security',
    task: 'Let amounts be sums.',
    edits: [
      replace(
        'src/amount.ts',
        '  const match = pattern.exec(text.trim())',
        "  const worked = /^[\\d+ .-]+$/.test(text) && text.includes('+') ? String(new Function(`return ${text}`)()) : text\n  const match = pattern.exec(worked.trim())",
      ),
    ],
    at: at('src/amount.ts', 'new Function('),
    witness: { path: 'src/amount.ts', code: "m.parseAmount('1+1').ok" },
  },
  {
    id: 'certificates are not checked',
    base: 'notes',
    family: 'security',
    task: 'Fix the connection to the search service.',
    edits: [prepend('src/main.ts', "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'\n")],
    at: at('src/main.ts', 'NODE_TLS_REJECT_UNAUTHORIZED'),
  },
  {
    id: 'the door stands open for one caller',
    base: 'notes',
    family: 'security',
    task: 'Let the monitor read notes.',
    edits: [
      replace(
        'src/handler.ts',
        '    if (!isAllowed(request.headers.authorization, token)) return { status: 401 }',
        "    const monitor = request.headers['x-monitor'] === 'yes'\n    if (!monitor && !isAllowed(request.headers.authorization, token)) return { status: 401 }",
      ),
    ],
    at: at('src/handler.ts', 'x-monitor'),
  },
]

export const seenSource: readonly Defect[] = [
  ...quiet,
  ...promised,
  ...careless,
  ...clutter,
  ...doing,
]
