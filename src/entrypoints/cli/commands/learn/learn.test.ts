import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteRecords } from '../../../../adapters/records-sql/open-sqlite-records.ts'
import {
  sampleLesson,
  tried,
} from '../../../../workflows/workorder/learning/sample-lives.contract.ts'
import { after } from '../../../../workflows/workorder/learning/sample.contract.ts'
import { type Call, type Command, parse } from '../../command.ts'
import { openTerminal } from '../../terminal.ts'
import { group } from '../learn.ts'
import { Config } from '../../../../model/config.ts'
import { parse as parseYaml } from 'yaml'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'loopwright-learn-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const lesson = sampleLesson('TEST_COVERAGE_LOW')

/** Records with one lesson that a person may promote. */
async function seeded() {
  mkdirSync(join(cwd, '.loopwright'), { recursive: true })
  const records = await openSqliteRecords({
    path: join(cwd, '.loopwright/records.db'),
    now: after(0),
  })
  if (!records.ok) throw new Error(records.error.what)
  await records.value.saveEnhancement(lesson)
  await tried(records.value, {
    lesson,
    count: 160,
    with: 0.08,
    without: 0.4,
    guardrailWith: 0.1,
    guardrailWithout: 0.3,
  })
  await records.value.close()
}

type Ran = { readonly exit: number; readonly out: string; readonly problem: string }

async function run(...args: readonly string[]): Promise<Ran> {
  const [name = '', ...rest] = args
  const loaded: { readonly command: Command } | undefined = await group.commands[name]?.load()
  if (loaded === undefined) throw new Error(`no command ${name}`)
  const parsed = parse(loaded.command, rest)
  if (!parsed.ok) return { exit: parsed.error.exit, out: '', problem: parsed.error.what }
  let out = ''
  const stream = { write: (text: string) => (out += text) }
  const env = { NO_COLOR: '1', LOOPWRIGHT_USER: 'ada' }
  const stdin = Readable.from([])
  const terminal = openTerminal({ stdout: stream, stderr: { write: () => '' }, stdin, env })
  const call: Call = { ...parsed.value, terminal, cwd, env, stdin, begun: Date.now(), verbs: {} }
  const ended = await loaded.command.run(call)
  return ended.ok
    ? { exit: ended.value, out, problem: '' }
    : { exit: ended.error.exit, out, problem: ended.error.what }
}

const json = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const { exit, out, problem } = await run(...args, '--json')
  expect([exit, problem]).toEqual([0, ''])
  return JSON.parse(out)
}

describe('the verb learn', () => {
  test('has examples for every command, and all of them take --json', async () => {
    for (const [name, { load }] of Object.entries(group.commands)) {
      const { command } = await load()
      expect(command.name).toBe(`learn ${name}`)
      expect(command.examples.length).toBeGreaterThan(0)
      for (const [example] of command.examples) expect(example).toMatch(`loopwright learn ${name}`)
    }
    expect(Object.keys(group.commands)).toEqual([
      'list',
      'show',
      'approve',
      'reject',
      'retire',
      'rollback',
      'compare-prompts',
      'propose',
      'analyze',
      'simulate',
    ])
  })

  test('works in a workspace that never learned anything', async () => {
    expect((await run('list')).out).toContain('not tried yet')
    expect(await run('show', 'TS2304')).toMatchObject({ exit: 0 })
    expect((await run('analyze')).out).toContain('nothing to decide')
    expect(readFileSync(join(cwd, '.loopwright/.gitignore'), 'utf8')).toBe('*\n')
    expect(await run('show', 'nothing')).toMatchObject({ exit: 2 })
    expect(await run('rollback')).toMatchObject({ exit: 2 })
    expect(await run('approve', 'TS2304')).toMatchObject({ exit: 2 })
  })

  test('leads a lesson from its evidence to a person and into the prompt, and back', async () => {
    await seeded()
    const dry = await json('analyze', '--dry-run')
    expect(dry).toMatchObject({
      dryRun: true,
      proposed: [{ code: 'TEST_COVERAGE_LOW', isNew: true }],
    })
    expect((await run('approve', 'TEST_COVERAGE_LOW')).exit).toBe(2)
    await run('analyze')
    const shown = await run('show', 'TEST_COVERAGE_LOW', '--svg', 'plot.svg')
    expect(shown.out).toContain('a promotion waits for a person')
    expect(existsSync(join(cwd, 'plot.svg'))).toBe(true)
    const hash = /^evidence ([0-9a-f]{16})$/m.exec(shown.out)?.[1] ?? ''
    expect((await run('approve', 'TEST_COVERAGE_LOW', '--seen', '0123456789')).exit).toBe(2)
    const approved = await json('approve', 'TEST_COVERAGE_LOW', '--seen', hash)
    expect(approved).toMatchObject({ lesson: lesson.id, approved_by: 'ada', prompt: 2 })
    const { lessons } = await json('list')
    expect(lessons).toContainEqual(expect.objectContaining({ id: lesson.id, stage: 'promoted' }))
    expect(await json('rollback', '--by', 'bob')).toMatchObject({
      from: 2,
      to: 1,
      demoted: [lesson.id],
    })
    const { lesson: last } = await json('show', lesson.id)
    expect(last).toMatchObject({
      stage: 'demoted',
      moves: [{ by: 'autonomous' }, { by: 'ada' }, { by: 'bob' }],
    })
  })

  test('takes a no, a lesson of a person, and one out of use', async () => {
    await seeded()
    await run('analyze')
    expect(await json('reject', lesson.id, '--reason', 'too narrow')).toMatchObject({
      rejected_by: 'ada',
    })
    expect(await run('reject', lesson.id)).toMatchObject({ exit: 2 })
    const text = 'Import types with import type, and values without it.'
    expect(await run('propose', text)).toMatchObject({ exit: 2 })
    expect(await json('propose', text, '--code', 'TS1484')).toMatchObject({
      lesson: { code: 'TS1484', origin: 'person', stage: 'candidate' },
    })
    expect(await json('retire', 'TS1484')).toMatchObject({ retired_by: 'ada' })
    expect((await run('list')).out).not.toContain('TS1484')
    expect((await run('list', '--all')).out).toContain('TS1484')
  })

  test('refuses a floor that is no share', async () => {
    expect(await run('analyze', '--least-reduction', '7')).toMatchObject({ exit: 2 })
    expect(await run('analyze', '--least-reduction', '0.5')).toMatchObject({ exit: 0 })
  })

  test('has a workflow file for a weekly look that may change nothing but records', () => {
    const root = join(import.meta.dirname, '../../../../..')
    const file = parseYaml(readFileSync(join(root, 'templates/weekly-learning.yml'), 'utf8'))
    expect(file).toMatchObject({
      on: { schedule: [{ cron: '0 0 * * 0' }] },
      permissions: { contents: 'read' },
      concurrency: { 'cancel-in-progress': false },
    })
    const steps: { readonly run?: string }[] = file.jobs.analyze.steps
    const commands = steps.map(({ run: script = '' }) => script).join('\n')
    expect(commands).toContain('loopwright learn analyze')
    expect(commands).not.toMatch(/git |push|approve/)
    // the address that it tells people to write down is one that the configuration takes
    expect(Config.safeParse({ records: { url: 'env:LOOPWRIGHT_RECORDS' } }).success).toBe(true)
    const used = [...commands.matchAll(/loopwright learn (\w+)/g)].map(([, name]) => name)
    expect(used.every((name) => name !== undefined && name in group.commands)).toBe(true)
  })
})
