import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'
import { launch, quiet } from './loop-process.ts'
import { figure, isTorture, kills, seed, seeded } from './random.ts'

const agent = join(import.meta.dirname, '..', 'support', 'track-agent.sh')
const spec =
  '# Quotes\n\n## Requirements\n\n- R1: `quote(2)` is 5800 (`src/quote.js`)\n- R2: `total(2)` is 6 (`src/total.js`)\n'
const files = {
  'spec.md': spec,
  '.gitignore': 'log\n.loopwright\n',
  'package.json':
    '{ "name": "quotes", "version": "1.0.0", "type": "module", "main": "src/index.js", "scripts": { "build": "true", "test": "true" } }\n',
  'src/index.js': "export { quote } from './quote.js'\nexport { total } from './total.js'\n",
  'src/quote.js': '/** quote */\nexport const quote = () => 0\n',
  'src/total.js': '/** total */\nexport const total = () => 0\n',
  'loopwright.yaml': `walls: none\nagents:\n  worker: { kind: command, command: [/bin/sh, ${JSON.stringify(agent)}], env: [CALLS, SLOW], timeout_s: 60 }\nroles: { executor: worker, fixer: worker }\n`,
}

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@here', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

const envOf = (folder: string) => ({ CALLS: join(folder, 'log', 'calls'), SLOW: '0.05' })

/** A project with a track that has begun. */
async function begun(): Promise<string> {
  const folder = freshFolder()
  for (const name of ['src', 'log']) mkdirSync(join(folder, name))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'first')
  const goal = ['Refactor quotes', '--spec', 'spec.md', '--type', 'refactor', '--id', 'quotes']
  const { status, stderr } = await lw(folder, ['track', 'new', ...goal])
  expect(status, stderr).toBe(0)
  return folder
}

const run = (folder: string) => launch(folder, ['track', 'run', 'quotes', '--quiet'], envOf(folder))

type Told = { readonly event: string; readonly payload: { readonly task?: string } }

const eventsOf = (folder: string): readonly Told[] =>
  readFileSync(join(folder, '.loopwright', 'track', 'quotes', 'history.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Told)

const callsOf = (folder: string): readonly string[] => {
  const { CALLS } = envOf(folder)
  return existsSync(CALLS) ? readFileSync(CALLS, 'utf8').trimEnd().split('\n') : []
}

/** Calls whose work is recorded: nobody may be asked for it again. */
function settledCalls(folder: string): readonly string[] {
  const done = new Set(
    eventsOf(folder).map(({ event, payload }) =>
      event === 'fixed' ? 'FIX' : `EXECUTE ${payload.task}`,
    ),
  )
  return callsOf(folder).filter((call) => done.has(call))
}

const plain = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    .replaceAll(/\b\d+ s\b/g, 'some time')
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, 'commit')

/** What must be the same however often the track was interrupted. */
function ending(folder: string) {
  const commits = git(folder, 'log', '--reverse', '--format=%H', 'loopwright/quotes')
  const documents = join(folder, 'conductor', 'tracks', 'quotes')
  return {
    // what a killed call left in its worktree is set aside
    events: eventsOf(folder)
      .map(({ event }) => event)
      .filter((event) => event !== 'set_aside'),
    commits: commits
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((commit) => [
        git(folder, 'log', '-1', '--format=%s', commit),
        git(folder, 'ls-tree', '-r', commit, '--', 'src'),
      ]),
    documents: readdirSync(documents)
      .toSorted()
      .map((name) => [name, told(name, plain(readFileSync(join(documents, name), 'utf8')))]),
    registry: plain(readFileSync(join(folder, 'conductor', 'tracks.md'), 'utf8')),
  }
}

/** metadata.json in any order, without what somebody else wrote into it. */
const told = (name: string, text: string): unknown =>
  name === 'metadata.json' ? { ...(JSON.parse(text) as object), mine: undefined } : text

/** Another program takes its turn at metadata.json for a second, and adds a key. */
async function writeToo(folder: string): Promise<void> {
  const place = join(folder, 'conductor', 'tracks', 'quotes')
  const lock = join(place, '.metadata.lock')
  for (let isTaken = false; !isTaken;)
    try {
      mkdirSync(lock)
      isTaken = true
    } catch {
      await wait(5)
    }
  const source = readFileSync(join(place, 'metadata.json'), 'utf8')
  await wait(1_000)
  const added = source.replace(/\n\}\n$/, ',\n  "mine": "kept"\n}\n')
  expect(JSON.parse(added)).toMatchObject({ mine: 'kept' })
  writeFileSync(join(place, 'metadata.json'), added)
  rmSync(lock, { recursive: true })
}

describe('a track whose process is killed', () => {
  test('[TORTURE-1] after any line of its history ends with the same commits and documents, and nobody works twice', async () => {
    const calm = await begun()
    const { ended } = run(calm)
    // the lock of metadata.json is everybody's while the loop goes on
    const [{ code, said }] = await Promise.all([ended, writeToo(calm)])
    expect(code, said).toBe(0)
    const metadata = JSON.parse(
      readFileSync(join(calm, 'conductor', 'tracks', 'quotes', 'metadata.json'), 'utf8'),
    ) as unknown
    expect(metadata).toMatchObject({ mine: 'kept', status: 'complete' })
    const expected = ending(calm)
    const asked = callsOf(calm).toSorted()
    expect(asked).toEqual(['EXECUTE 1.1', 'EXECUTE 1.2', 'EXECUTE 2.1', 'FIX'])

    const random = seeded(seed + 11)
    const all = Array.from({ length: expected.events.length - 1 }, (_, index) => index + 1)
    const some = all.filter(() => random() < kills / all.length)
    // one track that dies again and again; where there is time, one for each line
    const stories = isTorture ? all.map((line) => [line]) : [some]
    let hit = 0
    for (const lines of stories) {
      const folder = await begun()
      const message = `TORTURE_SEED=${seed}, killed after lines ${lines.join(', ')}`
      for (const line of lines) {
        const { child, ended: over } = run(folder)
        while (child.exitCode === null && eventsOf(folder).length < line) await wait(5)
        if (child.exitCode === null && child.kill('SIGKILL')) hit += 1
        await over
        await quiet(folder)
      }
      const settled = settledCalls(folder)
      const last = await run(folder).ended
      expect(last.code, message + last.said).toBe(0)
      expect(ending(folder), message).toEqual(expected)
      expect(new Set(callsOf(folder)), message).toEqual(new Set(asked))
      expect(settledCalls(folder).slice(0, settled.length), message).toEqual(settled)
      for (const call of new Set(settled))
        expect(callsOf(folder).filter((each) => each === call).length, message).toBe(
          settled.filter((each) => each === call).length,
        )
      const verified = await lw(folder, ['verify', 'quotes'])
      expect(verified.status, message + verified.stdout).toBe(0)
    }
    figure('tracks killed', { kills: hit, stories: stories.length })
  }, 600_000)
})
