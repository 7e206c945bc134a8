import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'
import { nodeTests } from '../support/small-project.ts'

const id = 'quotes_20260301'
const at = join('conductor', 'tracks', id)
const agent = join(import.meta.dirname, '..', 'support', 'track-agent.mjs')

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const two =
  '# Quotes\n\n## Requirements\n\n- R1: `quote(2)` is 5800 (`src/quote.js`)\n- R2: `quote(0)` is 0 (`src/quote.js`)\n'

/** A small library whose executor and fixer are a process. */
function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = freshFolder()
  const command = JSON.stringify([process.execPath, agent])
  write(folder, {
    '.gitignore': '.loopwright\nlog\n',
    'package.json': `{"name":"quotes","type":"module","scripts":{"test":"${nodeTests}"}}\n`,
    'src/rate.js': 'export const rate = (cents) => cents / 100\n',
    'src/rate.test.js':
      "import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { rate } from './rate.js'\n\ntest('rate', () => assert.equal(rate(250), 2.5))\n",
    'loopwright.yaml': `agents:\n  worker: { kind: command, command: ${command}, env: [DO, FIX, MEET, FLAG], write: [log] }\nroles: { executor: worker, fixer: worker }\n`,
    'log/.keep': '',
    ...files,
  })
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'base')
  return folder
}

async function begin(spec: string): Promise<string> {
  const folder = project({ 'wanted.md': spec })
  const begun = await lw(folder, ['track', 'new', 'Quotes', '--spec', 'wanted.md', '--id', id])
  expect(begun.status, begun.stderr).toBe(0)
  return folder
}

type Loop = {
  readonly current_step: string
  readonly step_status: string
  readonly fix_cycle_count: number
}
type Metadata = {
  readonly status: string
  readonly loop_state: Loop
  readonly blockers: readonly { readonly id: string; readonly status: string }[]
  readonly [Key: string]: unknown
}
const metadataOf = (folder: string): Metadata =>
  JSON.parse(readFileSync(join(folder, at, 'metadata.json'), 'utf8'))
const planOf = (folder: string) => readFileSync(join(folder, at, 'plan.md'), 'utf8')
const run = (folder: string, env: Readonly<Record<string, string>> = {}) =>
  lw(folder, ['track', 'run', id, '--quiet'], env)
const answer = (folder: string, words: readonly string[], env = {}) =>
  lw(folder, ['answer', id, ...words], env)
const commitsOf = (folder: string) =>
  git(folder, 'log', '--format=%s', `main..loopwright/${id}`).split('\n').toReversed()

describe('a track', () => {
  test('3.2: the fourth failure blocks it at a question; one more fix mends it', async () => {
    const folder = await begin(two)
    const blocked = await run(folder, { DO: 'wrongly', FIX: 'wrongly' })
    expect(blocked.status, blocked.stdout).toBe(3)
    expect(blocked.stdout).toContain('failed again after all fix cycles')
    for (const option of ['another_fix', 'by_hand', 'revise_plan', 'abort'])
      expect(blocked.stdout).toContain(`loopwright answer ${id} ${option}`)
    expect(metadataOf(folder)).toMatchObject({
      loop_state: { current_step: 'FIX', step_status: 'BLOCKED', fix_cycle_count: 3 },
      blockers: [{ id: 'blocker-1', status: 'ACTIVE' }],
    })
    expect((await answer(folder, ['dance'])).status).toBe(2)
    const gone = await answer(folder, ['another_fix', '--feedback', 'the price is 2900'])
    expect(gone.status, gone.stdout + gone.stderr).toBe(0)
    expect(metadataOf(folder)).toMatchObject({
      status: 'complete',
      loop_state: { current_step: 'COMPLETE', step_status: 'PASSED', fix_cycle_count: 4 },
      blockers: [{ status: 'RESOLVED' }],
    })
    expect(git(folder, 'status', '--porcelain')).toBe('?? conductor/')
  })

  test('[TRACK-6] documents that were flagged, and that nobody changed, are a question', async () => {
    const folder = project({
      'wanted.md': two,
      'conductor/product.md': '# Product\n\nQuotes by seats.\n',
    })
    await lw(folder, ['track', 'new', 'Quotes', '--spec', 'wanted.md', '--id', id])
    const { status, stdout } = await run(folder, { FLAG: 'groups pay less' })
    expect(status, stdout).toBe(3)
    expect(stdout).toContain('no document was changed, though it was flagged: groups pay less')
  })

  test('what no check can decide is put before a person, and every verb knows the track', async () => {
    const folder = await begin(`${two}- R3: The code must be pleasant to read\n`)
    const asked = await run(folder)
    expect(asked.status, asked.stdout).toBe(3)
    expect(asked.stdout).toContain('pleasant to read')
    const gates = JSON.parse((await lw(folder, ['gates', '--json'])).stdout)
    expect(JSON.stringify(gates)).toContain(id)
    const unknown = await answer(folder, ['met', '--only', 'task.99'])
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('task.99')])
    const met = await answer(folder, ['met'])
    expect(met.status, met.stdout + met.stderr).toBe(0)
    expect(commitsOf(folder).at(-1)).toBe(`docs: complete ${id} - evaluation passed`)
    const status = JSON.parse((await lw(folder, ['track', 'status', id, '--json'])).stdout)
    expect(JSON.stringify(status)).toContain('COMPLETE')
    const list = JSON.parse((await lw(folder, ['track', 'list', '--json'])).stdout)
    expect(list.tracks).toMatchObject([{ track: id, step: 'COMPLETE', tasks: '4/4' }])
    for (const [verb, words] of [
      [['list'], id],
      [['report', id], 'COMPLETE PASSED'],
      [['verify', id], 'the files show the recorded state'],
      [['history', id], 'gate_answered'],
    ] as const) {
      const { status: exit, stdout } = await lw(folder, verb)
      expect([exit, stdout], verb.join(' ')).toEqual([0, expect.stringContaining(words)])
    }
    expect((await lw(folder, ['save', id, 'taken.md'])).status).toBe(0)
    expect(existsSync(join(folder, 'taken.md'))).toBe(true)
    expect((await lw(folder, ['save', id, 'taken.md'])).status).toBe(2)
  })

  test('[TRACK-2] tasks of a group run at once, each is one commit', async () => {
    const folder = await begin(
      '# Prices\n\n## Requirements\n\n- R1: `quote(2)` is 5800 (`src/quote.js`)\n- R2: `setup(10)` is 0 (`src/setup.js`)\n',
    )
    const { status, stdout } = await run(folder, { MEET: join(folder, 'log') })
    expect(status, stdout).toBe(0)
    expect(readdirSync(join(folder, 'log')).toSorted()).toEqual(['.keep', '1.1', '1.2', '2.1'])
    expect(commitsOf(folder)).toEqual([
      expect.stringContaining('task 1.1'),
      expect.stringContaining('task 1.2'),
      `docs: complete ${id} - evaluation passed`,
    ])
  })

  test('[TRACK-3] an executor that deletes a test, knows the answers by heart and rewrites spec and plan is not accepted', async () => {
    const folder = await begin(two)
    const { status } = await run(folder, { DO: 'lies', FIX: 'in words' })
    expect(status).toBe(3)
    const report = readFileSync(join(folder, at, 'evaluation-report.md'), 'utf8')
    expect(report).toContain('the test "rate" is gone')
    expect(report).toContain('entries are what the tests ask and expect')
    expect(readFileSync(join(folder, at, 'spec.md'), 'utf8')).toBe(two)
    expect(planOf(folder)).toContain('Task 1.2: R2')
    expect(metadataOf(folder)).toMatchObject({
      status: 'in_progress',
      loop_state: { current_step: 'FIX', step_status: 'BLOCKED', fix_cycle_count: 1 },
    })
    expect(git(folder, 'ls-files', 'src')).toContain('src/rate.test.js')
  })

  test('a person works by hand, and edits the plan at rest', async () => {
    const folder = await begin(two)
    expect((await run(folder, { DO: 'refuses' })).status).toBe(3)
    const nothing = await answer(folder, ['by_hand'])
    const [, where = ''] = /nothing was changed in (\S+) yet/.exec(nothing.stdout) ?? []
    expect(existsSync(join(folder, where, 'src')), nothing.stdout).toBe(true)
    write(join(folder, where), {
      'src/quote.js': 'export const quote = (seats) => (seats > 0 ? seats * 2900 : 0)\n',
    })
    const byHand = await answer(folder, ['by_hand'], { DO: 'refuses' })
    expect(byHand.status, byHand.stdout).toBe(3)
    expect(planOf(folder)).toMatch(/\[x\] Task 1\.1.*<!-- [0-9a-f]{10} -->/)
    const plan = planOf(folder)
    write(folder, {
      [join(at, 'plan.md')]: plan.replace('Task 1.2: R2', 'Task 1.2: In my words, R2'),
    })
    const retried = await answer(folder, ['retry'])
    expect(retried.status, retried.stdout).toBe(0)
    expect(planOf(folder)).toContain('[x] Task 1.2: In my words')
    expect(git(folder, 'status', '--porcelain')).toBe('?? conductor/')
  })

  test('a person stops it; its files stay', async () => {
    const folder = await begin(two)
    expect((await lw(folder, ['stop', id])).status).toBe(0)
    const { status, stderr, stdout } = await run(folder)
    expect([status, stdout + stderr]).toEqual([1, expect.stringContaining('stopped')])
    expect(readFileSync(join(folder, at, 'spec.md'), 'utf8')).toBe(two)
  })

  test('a track of version 1 is taken over where it stands, with what others wrote into it', async () => {
    const folder = project()
    write(folder, {
      [join(at, 'spec.md')]: two,
      [join(at, 'plan.md')]:
        '# Plan\n\n- [ ] Task 1.1: R1 and R2: Quote by seats\n  - Type: code\n  - Files: src/quote.js\n  - Acceptance: `quote(2)` is 5800, `quote(0)` is 0\n',
      [join(at, 'metadata.json')]: JSON.stringify({
        status: 'in_progress',
        created_at: '2026-03-01',
        lead_consultations: [{ id: 'c-1', answer: 'in cents' }],
        mine: 1,
      }),
    })
    expect((await lw(folder, ['track', 'status', id])).stderr).toContain('was begun by others')
    const { status, stdout } = await run(folder)
    expect(status, stdout).toBe(0)
    expect(metadataOf(folder)).toMatchObject({
      version: 2,
      status: 'complete',
      created_at: '2026-03-01',
      lead_consultations: [{ id: 'c-1', answer: 'in cents' }],
      mine: 1,
    })
  })

  test.each([
    ['an unknown id', ['track', 'run', 'nope'], /no track called nope/],
    ['a goal without words', ['track', 'new', '🚀🎉'], /a goal in words/],
    ['an unknown type', ['track', 'new', 'Quote', '--type', 'nonsense'], /no type of a track/],
    ['a folder elsewhere', ['track', 'new', 'Quotes', '--id', '../x'], /cannot name a track/],
    ['a name that leads elsewhere', ['track', 'new', 'x y', '--id', '../up'], 'up'],
  ])('refuses %s with exit 2', async (_, args, expected) => {
    const { status, stderr } = await lw(project(), args)
    expect([status, stderr]).toEqual([2, expect.stringMatching(expected)])
  })

  const spoilt: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
    [
      'metadata that is no JSON',
      (folder) => write(folder, { [join(at, 'metadata.json')]: '{ "version": 2,, }' }),
      /no JSON.*line 1/,
    ],
    [
      'the metadata of another track',
      (folder) => write(folder, { [join(at, 'metadata.json')]: '{ "track_id": "other_1" }' }),
      /belongs to another track: its track_id is other_1/,
    ],
    [
      'an empty spec',
      (folder) => write(folder, { [join(at, 'spec.md')]: '\n' }),
      /spec\.md is empty/,
    ],
    [
      'a spec of 5 MB',
      (folder) => write(folder, { [join(at, 'spec.md')]: 'word '.repeat(1_100_000) }),
      /spec\.md has 5 MB/,
    ],
    ['no git repository', (folder) => rmSync(join(folder, '.git'), { recursive: true }), /git/],
    [
      'metadata that somebody else is writing',
      (folder) => write(folder, { [join(at, '.metadata.lock', 'pid')]: `${process.ppid}\n` }),
      new RegExp(`being written by ${process.ppid} since`),
    ],
  ]
  test.each(spoilt)('that others began is not taken over with %s: exit 2', async (...given) => {
    const [, spoil, said] = given
    const folder = project({
      [join(at, 'spec.md')]: two,
      [join(at, 'metadata.json')]: `{ "version": 2, "track_id": "${id}", "mine": [1] }\n`,
    })
    spoil(folder)
    const before = ['spec.md', 'metadata.json'].map((name) =>
      readFileSync(join(folder, at, name), 'utf8'),
    )
    const { status, stderr } = await run(folder)
    expect([status, stderr]).toEqual([2, expect.stringMatching(said)])
    expect(
      ['spec.md', 'metadata.json'].map((name) => readFileSync(join(folder, at, name), 'utf8')),
    ).toEqual(before)
  })

  test('whose plan goes in a circle stands before anything is executed; a corrected plan goes on', async () => {
    const node = (task: string, other: string) =>
      `    - { id: "${task}", name: Part, type: code, files: [src/${task}.js], depends_on: ["${other}"] }\n`
    const dag = (first: string) =>
      `\n\`\`\`yaml\ndag:\n  nodes:\n${first}${node('1.2', '1.1')}\`\`\`\n`
    const tasks =
      '# Plan\n\n- [ ] Task 1.1: Quotes (R1, R2)\n  - Acceptance: quote(2) is 5800, quote(0) is 0\n  - Files: `src/quote.js`, `src/quote.test.js`\n- [ ] Task 1.2: Tell of quotes (R1)\n  - Acceptance: the README names quote\n  - Files: `README.md`\n'
    const folder = project({
      [join(at, 'spec.md')]: two,
      [join(at, 'plan.md')]: `${tasks}${dag(node('1.1', '1.2'))}`,
      [join(at, 'metadata.json')]:
        `{ "version": 2, "track_id": "${id}", "loop_state": { "current_step": "EVALUATE_PLAN", "step_status": "NOT_STARTED" } }\n`,
    })
    const { status, stdout } = await run(folder)
    expect(status, stdout).toBe(3)
    expect(stdout).toMatch(/tasks wait for each other: 1\.1 → 1\.2 → 1\.1/)
    expect(metadataOf(folder).loop_state).toMatchObject({ step_status: 'BLOCKED' })
    write(folder, { [join(at, 'plan.md')]: tasks.replace(/- \[ \] Task 1\.2[^]*/, '') })
    const asked = await run(folder)
    expect([asked.status, asked.stdout]).toEqual([3, expect.stringContaining('edited since')])
    const gone = await answer(folder, ['retry'])
    expect([gone.status, gone.stdout], gone.stderr).toEqual([0, expect.stringContaining('✓')])
    expect(metadataOf(folder)).toMatchObject({ status: 'complete' })
  })

  test('a goal of many words has a short title, and is started once', async () => {
    const folder = project()
    const goal = 'let people export invoices '.repeat(190)
    expect((await lw(folder, ['track', 'new', goal, '--id', id])).status).toBe(0)
    expect(String(metadataOf(folder)['name']).length).toBeLessThanOrEqual(102)
    expect(readFileSync(join(folder, at, 'spec.md'), 'utf8')).toContain(goal.trim())
    expect((await lw(folder, ['track', 'new', goal, '--id', id])).stderr).toContain('already')
  })
})
