import { describe, expect, test } from 'vitest'
import { openSandbox } from '../adapters/sandbox-bwrap/open-sandbox.ts'
import { PreparedCheck } from '../model/check.ts'
import type { Project } from '../ports/project.ts'
import type { Sandbox } from '../ports/sandbox.ts'
import { builtinId, findBuiltIn, listBuiltIns } from './builtin.ts'
import { openMemoryCache, projectFingerprint } from './cache.ts'
import { runChecks, type CheckProgress } from './run-checks.ts'

const real = await openSandbox({ kind: 'auto', limits: { wallMs: 5_000 } })
const signal = new AbortController().signal
const projectOf = (files: Record<string, string>): Project => ({
  list: async () => Object.keys(files).sort(),
  read: async (path) => files[path] ?? null,
})
const subject = {
  artifact: '# Guide\n\nHello\n',
  task: { prompt: 'Write a guide', ideal_result: '' },
  project: projectOf({}),
}
const content = (search: string, expected?: unknown) =>
  PreparedCheck.parse({ rule_id: 'a.correctness.x', type: 'content', search, expected })
const command = (text: string) =>
  PreparedCheck.parse({ rule_id: 'a.correctness.y', type: 'executable', command: text })

/** A sandbox that counts how often it was used. */
const counting = (): Sandbox & { readonly runs: () => number } => {
  let runs = 0
  return {
    kind: 'bwrap',
    runs: () => runs,
    run: (job, cancel) => {
      runs += 1
      return real.run(job, cancel)
    },
  }
}

describe('running checks', () => {
  test('answers in order, with verdicts and what proves nothing', async () => {
    const checks = [
      content('Hello'),
      content('/x*/'),
      command('true'),
      command('exit 1'),
      content('Bye'),
    ]
    const runs = await runChecks(checks, subject, {
      sandbox: real,
      signal,
      cache: openMemoryCache(),
    })
    expect(runs.map((run) => [run.outcome.verdict, run.vacuous])).toEqual([
      ['pass', false],
      ['pass', true],
      ['pass', true],
      ['fail', false],
      ['fail', false],
    ])
    expect(runs.map((run) => run.check)).toEqual(checks)
    expect(runs.every((run) => !run.cached && run.ms >= 0)).toBe(true)
  })

  test('runs independent checks at the same time', async () => {
    const checks = Array.from({ length: 4 }, (_, index) => command(`sleep 0.2; exit ${index + 1}`))
    let running = 0
    let most = 0
    const watched: Sandbox = {
      ...real,
      run: async (...asked) => {
        running += 1
        most = Math.max(most, running)
        return real.run(...asked).finally(() => (running -= 1))
      },
    }
    await runChecks(checks, subject, {
      sandbox: watched,
      signal,
      cache: openMemoryCache(),
      concurrency: 4,
    })
    expect(most).toBe(4)
  })

  test('runs no more at once than it was told', async () => {
    let now = 0
    let most = 0
    await runChecks(
      Array.from({ length: 7 }, (_, index) => command(`exit ${index + 1}`)),
      subject,
      {
        sandbox: real,
        signal,
        cache: openMemoryCache(),
        concurrency: 3,
        onProgress: (progress) => {
          now += progress.type === 'started' ? 1 : -1
          most = Math.max(most, now)
        },
      },
    )
    expect(most).toBe(3)
  })

  test('takes a known outcome instead of running again', async () => {
    const cache = openMemoryCache()
    const sandbox = counting()
    const checks = [command('grep -q Hello artifact.md'), content('Hello')]
    const tools = { sandbox, signal, cache }
    const first = await runChecks(checks, subject, tools)
    const used = sandbox.runs()
    const second = await runChecks(checks, subject, tools)
    expect(sandbox.runs()).toBe(used)
    expect(second.map((run) => run.cached)).toEqual([true, true])
    expect(second.map((run) => run.outcome)).toEqual(first.map((run) => run.outcome))
  })

  test('runs again when check, artifact or task changed', async () => {
    const cache = openMemoryCache()
    const tools = { sandbox: real, signal, cache }
    await runChecks([content('Hello')], subject, tools)
    const others = [
      { ...subject, artifact: 'Hello again' },
      { ...subject, task: { prompt: 'Another', ideal_result: '' } },
    ]
    for (const other of others)
      expect((await runChecks([content('Hello')], other, tools))[0]?.cached).toBe(false)
    const [changed] = await runChecks([content('Hello', { min: 1 })], subject, tools)
    expect(changed?.cached).toBe(false)
    const moved = { ...subject, project: projectOf({ 'a.ts': 'x' }) }
    expect((await runChecks([content('Hello')], moved, tools))[0]?.cached).toBe(true)
  })

  test('never keeps an error', async () => {
    const cache = openMemoryCache()
    const tools = { sandbox: real, signal, cache }
    for (const check of [content('/(/'), command('no-such-tool')])
      for (let round = 0; round < 2; round++) {
        const [run] = await runChecks([check], subject, tools)
        expect(run).toMatchObject({ cached: false, outcome: { verdict: 'error' } })
      }
  })

  test('[CLI-CHECK-4] turns an exception into an error that names the rule', async () => {
    const sandbox: Sandbox = { kind: 'bwrap', run: () => Promise.reject(new Error('disk full')) }
    const runs = await runChecks([command('true'), content('Hello')], subject, {
      sandbox,
      signal,
      cache: openMemoryCache(),
    })
    expect(runs[0]?.outcome).toEqual({
      verdict: 'error',
      details: 'the check for a.correctness.y broke: disk full',
      findings: [],
    })
    expect(runs[1]?.outcome.verdict).toBe('pass')
  })

  test('[CLI-CHECK-4] reports a built-in check that does not exist as an error', async () => {
    const runs = await runChecks(
      [
        command('builtin:code/none'),
        command('builtin:nothing/here'),
        command('builtin:__proto__/x'),
      ],
      subject,
      { sandbox: real, signal, cache: openMemoryCache() },
    )
    expect(runs.map((run) => run.outcome.verdict)).toEqual(['error', 'error', 'error'])
  })

  test('tells what started and what finished', async () => {
    const seen: string[] = []
    const onProgress = (progress: CheckProgress) => seen.push(`${progress.type} ${progress.index}`)
    await runChecks([content('Hello'), content('Bye')], subject, {
      sandbox: real,
      signal,
      cache: openMemoryCache(),
      concurrency: 1,
      onProgress,
    })
    expect(seen).toEqual(['started 0', 'finished 0', 'started 1', 'finished 1'])
  })

  test('[CLI-CHECK-4] runs nothing once it is cancelled', async () => {
    const [run] = await runChecks([content('Hello')], subject, {
      sandbox: real,
      signal: AbortSignal.abort(),
      cache: openMemoryCache(),
    })
    expect(run?.outcome.verdict).toBe('error')
  })

  test('has nothing to say about no checks', async () => {
    expect(
      await runChecks([], subject, { sandbox: real, signal, cache: openMemoryCache() }),
    ).toEqual([])
  })
})

test('reads the id of a built-in check from its command', async () => {
  expect(builtinId('builtin:openapi/endpoints')).toBe('openapi/endpoints')
  expect(builtinId(' builtin: code/compiles ')).toBe('code/compiles')
  expect(builtinId('echo builtin:x')).toBeNull()
  expect(builtinId('builtin:a b')).toBeNull()
  expect(await findBuiltIn('nothing/here')).toBeNull()
})

test('lists all built-in checks, each under its own id', async () => {
  const ids = (await listBuiltIns()).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const kind of ['code', 'configuration', 'document', 'openapi'])
    expect(ids.filter((id) => id.startsWith(`${kind}/`)).length).toBeGreaterThan(0)
})

test('fingerprints a project by its paths and texts', async () => {
  const prints = await Promise.all(
    [{ a: '1' }, { a: '2' }, { b: '1' }, { a: '1' }].map((files) =>
      projectFingerprint(projectOf(files)),
    ),
  )
  expect(prints[0]).toBe(prints[3])
  expect(new Set(prints).size).toBe(3)
})
