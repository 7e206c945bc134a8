import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { workflows } from '../../src/app/workflows.ts'
import { main } from '../../src/entrypoints/cli/main.ts'
import type { Context } from '../../src/entrypoints/cli/terminal.ts'
import { fillWithAllWorkflows } from '../support/all-workflows.ts'
import { begunNow } from '../support/begun-now.ts'
import { freshFolder } from '../support/folder.ts'

const verbs = ['status', 'list', 'gates'] as const
type Verb = (typeof verbs)[number]

/** A workspace with its own state folder and a program that its output is kept for. */
async function place() {
  const base = freshFolder()
  const folder = join(base, 'work')
  const program = join(base, 'cli.js')
  const env = { XDG_STATE_HOME: join(base, 'state'), PATH: process.env['PATH'], USER: 'ada' }
  writeFileSync(program, '')
  await fillWithAllWorkflows(folder, env)
  const kept = (verb: Verb) => join(base, 'state', 'loopwright', 'outputs', folder, verb)
  const call = async (args: readonly string[], given: Partial<Context> = {}) => {
    const said = { stdout: '', stderr: '' }
    const exit = await main(args, {
      stdout: { write: (text) => void (said.stdout += text) },
      stderr: { write: (text) => void (said.stderr += text) },
      stdin: Readable.from([]),
      env,
      cwd: folder,
      begun: begunNow(),
      ...given,
    })
    return { exit, ...said }
  }
  /** As the built program does it, once everything that was written is older than a tick of the clock. */
  const asBuilt = async (args: readonly string[], given: Partial<Context> = {}) => {
    await wait(40)
    return call(args, { program, ...given })
  }
  return {
    folder,
    program,
    env,
    call,
    asBuilt,
    kept,
    /** Whether the verb prints what was kept: a mark in that is printed. */
    async repeats(verb: Verb, given: Partial<Context> = {}): Promise<boolean> {
      const [, ...rest] = JSON.parse(readFileSync(kept(verb), 'utf8')) as string[]
      writeFileSync(kept(verb), JSON.stringify(['from before\n', ...rest]))
      const { stdout } = await asBuilt([verb], given)
      rmSync(kept(verb), { force: true })
      return stdout === 'from before\n'
    },
  }
}

type Place = Awaited<ReturnType<typeof place>>

const privately = ({ folder }: Place, ...parts: string[]) => join(folder, '.loopwright', ...parts)

const frozen = ({ folder }: Place) =>
  join(folder, 'features', 'shop', 'design', 'final', 'preview.html')

/** Each shows in what the verb prints. */
const changes: readonly (readonly [what: string, verb: Verb, change: (on: Place) => unknown])[] = [
  [
    'a new run',
    'list',
    ({ call }) => call(['new', 'a .env file with HOST=a', '--alias', 'host', '--yes']),
  ],
  [
    'an answered question',
    'gates',
    async (on) => {
      await on.call(['design', 'approve', 'shop'])
      utimesSync(frozen(on), 1_000, 1_000)
    },
  ],
  ['a stopped run', 'list', ({ call }) => call(['stop', 'enough', '--run', 'wo1-round-prices'])],
  ['a removed run', 'list', ({ call }) => call(['clean', 'settings', '--yes'])],
  [
    'a damaged history',
    'list',
    (on) => writeFileSync(privately(on, 'gan', 'bakery-1', 'history.jsonl'), 'no history\n'),
  ],
  ['a run that is gone', 'list', (on) => rmSync(privately(on, 'gan'), { recursive: true })],
  [
    'a frozen file that was edited, of the same size and age',
    'list',
    (on) => {
      writeFileSync(frozen(on), readFileSync(frozen(on), 'utf8').replace('a', 'b'))
      utimesSync(frozen(on), 1_000, 1_000)
    },
  ],
  [
    'a configuration that moves the loops',
    'list',
    ({ folder }) =>
      writeFileSync(
        join(folder, 'loopwright.yaml'),
        'workflows: { reflex: { path: elsewhere } }\n',
      ),
  ],
  ['no configuration any more', 'list', ({ folder }) => rmSync(join(folder, 'loopwright.yaml'))],
  [
    'a broken configuration in a folder above',
    'list',
    ({ folder }) => writeFileSync(join(folder, '..', 'loopwright.yaml'), 'agents: 1\n'),
  ],
]

describe('what status, list and gates print', () => {
  test('is forgotten for a folder that is gone', async () => {
    const { env, kept, asBuilt } = await place()
    const gone = join(env.XDG_STATE_HOME, 'loopwright', 'outputs', freshFolder(), 'gone')
    mkdirSync(gone, { recursive: true })
    writeFileSync(join(gone, 'list'), '[]')
    await asBuilt(['list'])
    expect([existsSync(kept('list')), existsSync(gone)]).toEqual([true, false])
  })

  test('is kept and printed again, to the byte, while nothing has changed', async () => {
    const on = await place()
    for (const verb of verbs) {
      const whole = await on.call([verb])
      expect(await on.asBuilt([verb]), verb).toEqual(whole)
      expect(await on.asBuilt([verb]), verb).toEqual(whole)
      expect(await on.repeats(verb), verb).toBe(true)
    }
  })

  test('is what it would be if nothing were kept, after every kind of change', async () => {
    const on = await place()
    for (const [what, verb, change] of changes) {
      for (const each of verbs) await on.asBuilt([each])
      const before = await on.asBuilt([verb])
      await change(on)
      // the first look at a damaged design is the only one that mentions it, so it is not compared whole
      const { stdout } = await on.asBuilt([verb])
      expect((await on.call([verb])).stdout, what).toBe(stdout)
      expect(stdout, what).not.toBe(before.stdout)
      for (const each of verbs)
        expect(await on.asBuilt([each]), `${each} after ${what}`).toEqual(await on.call([each]))
    }
  })

  test.each<readonly [string, Verb, (on: Place) => Partial<Context> | void]>([
    ['the program is another one', 'list', ({ program }) => writeFileSync(program, 'newer')],
    ['the records were written to', 'gates', (on) => utimesSync(privately(on, 'records.db'), 0, 0)],
    [
      'a writer of records is at work',
      'gates',
      (on) => writeFileSync(privately(on, 'records.db-wal'), ''),
    ],
    [
      'there is a terminal, and its width',
      'list',
      () => ({ stdout: { isTTY: true, columns: 40, write: () => undefined } }),
    ],
    ['colours are wanted', 'gates', ({ env }) => ({ env: { ...env, FORCE_COLOR: '1' } })],
    ['a caller brings workflows of its own', 'list', () => ({ workflows })],
  ])('is made anew where %s', async (_, verb, change) => {
    const on = await place()
    await on.asBuilt([verb])
    expect(await on.repeats(verb, change(on) ?? {})).toBe(false)
  })

  test('is not kept while a file may still change without its stamp', async () => {
    const { folder, call, program, kept } = await place()
    const begun = Date.now()
    writeFileSync(join(folder, 'loopwright.yaml'), '')
    await call(['list'], { program, begun })
    expect(existsSync(kept('list'))).toBe(false)
  })

  test('is not kept where something was wrong', async () => {
    const on = await place()
    writeFileSync(privately(on, 'gan', 'bakery-1', 'history.jsonl'), 'no history\n')
    const { exit, stderr } = await on.asBuilt(['list'])
    expect([exit, stderr]).toEqual([0, expect.stringContaining('bakery-1')])
    expect(existsSync(on.kept('list'))).toBe(false)
  })

  test('is made anew where what was kept is torn', async () => {
    const on = await place()
    const whole = await on.asBuilt(['list'])
    for (const torn of [
      '',
      '[',
      readFileSync(on.kept('list'), 'utf8').slice(0, -1),
      '[1,2]',
      '{}',
    ]) {
      writeFileSync(on.kept('list'), torn)
      expect(await on.asBuilt(['list']), torn).toEqual(whole)
    }
  })

  test('[ATTACK-8] is not taken from anything in the workspace', async () => {
    const on = await place()
    await on.asBuilt(['list'])
    const inside = readdirSync(on.folder, { recursive: true, encoding: 'utf8' })
    expect(inside.filter((path) => path.includes('outputs'))).toEqual([])
  })
})
