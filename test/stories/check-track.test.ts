import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openMachineBudget } from '../../src/adapters/sandbox-bwrap/machine-budget.ts'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'
import { nodeTests } from '../support/small-project.ts'

const id = 'quotes_20260301'
const at = join('conductor', 'tracks', id)
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

/** A library with one track of one task, as a careful agent leaves it. */
function project(changed: Readonly<Record<string, string>> = {}): string {
  const folder = freshFolder()
  git(folder, 'init', '-q', '-b', 'main')
  write(folder, {
    'package.json': JSON.stringify({
      name: 'quotes',
      type: 'module',
      scripts: { build: 'node --check src/quote.js', test: nodeTests },
    }),
  })
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'Begin')
  write(folder, {
    'src/quote.js':
      '/** What a number of seats costs in cents. */\nexport const quote = (seats) => (seats > 0 ? seats * 2900 : 0)\n',
    'src/quote.test.js':
      "import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { quote } from './quote.js'\n\ntest('quote(2) is 5800', () => assert.equal(quote(2), 5800))\ntest('quote(0) is 0', () => assert.equal(quote(0), 0))\n",
    ...changed,
  })
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'Add quotes')
  write(folder, {
    [join(at, 'spec.md')]:
      '# Refactor quotes\n\n## Acceptance Criteria\n\n- `quote(2)` is 5800\n- `quote(0)` is 0\n',
    [join(at, 'plan.md')]:
      `# Plan\n\n- [x] Task 1.1: Quote by seats <!-- ${git(folder, 'rev-parse', '--short', 'HEAD')} -->\n  - Files: src/quote.js\n`,
    [join(at, 'metadata.json')]:
      `${JSON.stringify({ version: 2, track_id: id, type: 'refactor', status: 'in_progress', mine: [1], loop_state: { current_step: 'EVALUATE_EXECUTION', step_status: 'NOT_STARTED' } }, null, 4)}\n`,
  })
  return folder
}

const metadataOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, at, 'metadata.json'), 'utf8')) as {
    readonly mine: unknown
    readonly loop_state: {
      readonly current_step: string
      readonly step_status: string
      readonly fix_cycle_count?: number
      readonly checkpoints: Readonly<
        Record<string, { readonly verdict?: string; readonly failure_items?: readonly string[] }>
      >
    }
  }

describe('check track', () => {
  test('[TRACK-1] 3.8: evaluates a track as its step 4: the report, the checkpoints, the exit code', async () => {
    const folder = project()
    const { status, stdout } = await lw(folder, ['check', 'track', at])
    expect([status, stdout], stdout).toEqual([0, expect.stringContaining(`${id}  PASS`)])
    const { mine, loop_state: state } = metadataOf(folder)
    expect(mine).toEqual([1])
    expect(state).toMatchObject({ current_step: 'COMPLETE', step_status: 'PASSED' })
    expect(state.checkpoints['EVALUATE_EXECUTION']).toMatchObject({ verdict: 'PASS' })
    const report = readFileSync(join(folder, at, 'evaluation-report.md'), 'utf8')
    expect(report).toContain(
      '- No skipped tasks: YES\n- Build passes: YES\n- Business doc sync needed: NO\n',
    )
    expect(existsSync(join(folder, at, '.metadata.lock'))).toBe(false)
  })

  test('sends wrong work to be fixed, with what the spec asks and what the plan leaves out', async () => {
    const folder = project({ 'src/quote.js': 'export const quote = (seats) => seats * 3900\n' })
    write(folder, {
      [join(at, 'plan.md')]:
        `${readFileSync(join(folder, at, 'plan.md'), 'utf8')}- [ ] Task 1.2: Rounding\n`,
    })
    const { status, stdout } = await lw(folder, ['check', 'track', at])
    expect(status).toBe(1)
    expect(stdout).toContain('task 1.2 "Rounding" is not done and not deferred')
    expect(stdout).toContain('quote(2) gives 7800, not 5800')
    expect(metadataOf(folder).loop_state).toMatchObject({
      current_step: 'FIX',
      step_status: 'NOT_STARTED',
      fix_cycle_count: 1,
    })
    expect(
      metadataOf(folder).loop_state.checkpoints['EVALUATE_EXECUTION']?.failure_items?.join('\n'),
    ).toContain('5800')
  })

  test('[TRACK-1] does not pass where the track took tests away or emptied the build', async () => {
    const folder = project()
    const track = readFileSync(join(folder, at, 'plan.md'), 'utf8')
    write(folder, {
      'package.json': JSON.stringify({
        name: 'quotes',
        type: 'module',
        scripts: { build: 'node -e 0', test: nodeTests },
      }),
      'src/quote.js':
        '/** What a number of seats costs in cents. */\nexport const quote = (seats) => seats * 2900\n',
      'src/quote.test.js':
        "import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { quote } from './quote.js'\n\ntest('quote(2) is 5800', () => assert.equal(quote(2), 5800))\n",
    })
    git(folder, 'add', 'src', 'package.json')
    git(folder, 'commit', '-qm', 'Simplify quotes')
    const sha = git(folder, 'rev-parse', '--short', 'HEAD')
    write(folder, {
      [join(at, 'plan.md')]: track.replace(/<!-- \w+ -->/, `<!-- ${sha} -->`),
    })
    const { status, stdout } = await lw(folder, ['check', 'track', at])
    expect(status, stdout).toBe(1)
    expect(stdout).toContain('"quote(0) is 0"')
    expect(stdout).toContain('node -e 0')
    expect(
      metadataOf(folder).loop_state.checkpoints['EVALUATE_EXECUTION']?.failure_items?.join('\n'),
    ).toContain('quote(0) is 0')
  })

  test('[TRACK-1] does not pass an application that breaks down when it is started', async () => {
    const folder = project({
      'package.json': JSON.stringify({
        name: 'quotes',
        type: 'module',
        scripts: { start: 'node src/server.js', test: nodeTests },
      }),
      'src/server.js': "throw new Error('no menu')\n",
    })
    const metadata = { version: 2, track_id: id, evaluators: ['eval-ui-ux'], loop_state: {} }
    write(folder, {
      [join(at, 'metadata.json')]: JSON.stringify(metadata),
      [join(at, 'plan.md')]:
        `${readFileSync(join(folder, at, 'plan.md'), 'utf8')}  - Files: src/server.js\n`,
    })
    const { status, stdout } = await lw(folder, ['check', 'track', at, '--no-write'])
    expect(status, stdout).toBe(1)
    expect(stdout).toContain('the application starts')
    expect(stdout).toContain('no menu')
  })

  test('--no-write leaves all files alone, and every format says the same', async () => {
    const folder = project()
    const before = git(folder, 'status', '--porcelain')
    const json = await lw(folder, ['check', 'track', at, '--no-write', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      track: id,
      verdict: 'PASS',
      exit: 0,
      structural: { verdict: 'PASS' },
    })
    const sarif = await lw(folder, ['check', 'track', at, '--no-write', '--format', 'sarif'])
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: [] }] })
    const junit = await lw(folder, ['check', 'track', at, '--no-write', '--format', 'junit'])
    expect(junit.stdout).toContain('classname="eval-code-quality"')
    expect(git(folder, 'status', '--porcelain')).toBe(before)
  })

  const bad: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
    [
      'no such folder',
      (folder) => rmSync(join(folder, at), { recursive: true }),
      /there is no such folder/,
    ],
    ['no plan', (folder) => rmSync(join(folder, at, 'plan.md')), /plan\.md is not there/],
    [
      'an empty spec',
      (folder) => write(folder, { [join(at, 'spec.md')]: ' \n' }),
      /spec\.md is empty/,
    ],
    [
      'a spec of 5 MB',
      (folder) => write(folder, { [join(at, 'spec.md')]: 'word '.repeat(1_100_000) }),
      /spec\.md has 5 MB/,
    ],
    [
      'broken metadata',
      (folder) => write(folder, { [join(at, 'metadata.json')]: '{ "version": 2,, }' }),
      /no JSON.*line 1/,
    ],
    [
      'metadata that is a folder',
      (folder) => {
        rmSync(join(folder, at, 'metadata.json'))
        mkdirSync(join(folder, at, 'metadata.json'))
      },
      /cannot be read.*metadata\.json/s,
    ],
    [
      'metadata in another encoding',
      (folder) =>
        writeFileSync(
          join(folder, at, 'metadata.json'),
          Buffer.from('{ "version": 2, "name": "Caf\u00e9" }', 'latin1'),
        ),
      /metadata\.json is no text in UTF-8/,
    ],
    [
      'a track_id that is no text',
      (folder) => write(folder, { [join(at, 'metadata.json')]: '{ "version": 2, "track_id": 3 }' }),
      /its track_id is no text/,
    ],
    [
      'the metadata of another track',
      (folder) =>
        write(folder, { [join(at, 'metadata.json')]: '{ "version": 2, "track_id": "other_1" }' }),
      /belongs to another track: its track_id is other_1/,
    ],
  ]
  test.each(bad)('refuses %s with exit 2, and changes nothing', async (_, spoil, expected) => {
    const folder = project()
    spoil(folder)
    const before = git(folder, 'status', '--porcelain', '-uall')
    const { status, stderr } = await lw(folder, ['check', 'track', at])
    expect(status).toBe(2)
    expect(stderr).toMatch(expected)
    expect(git(folder, 'status', '--porcelain', '-uall')).toBe(before)
  })

  const tasks = (folder: string) => readFileSync(join(folder, at, 'plan.md'), 'utf8')
  const withDag = (folder: string, dag: string) =>
    write(folder, {
      'src/tax.js': '/** Nothing is taxed. */\nexport const tax = 0\n',
      [join(at, 'plan.md')]:
        `${tasks(folder)}\n\`\`\`yaml\ndag:\n  nodes:\n    - { id: "1.1", name: Quotes, type: code, files: [src/quote.js]${dag}\n\`\`\`\n`,
    })
  const start = (folder: string, command: string, wait = 60) => {
    write(folder, {
      'package.json': JSON.stringify({
        name: 'quotes',
        type: 'module',
        scripts: { start: command, test: 'node --test' },
      }),
      'loopwright.yaml': `workflows:\n  track: { ready_s: ${wait} }\n`,
      [join(at, 'metadata.json')]: JSON.stringify({
        version: 2,
        track_id: id,
        type: 'integration',
        mine: [1],
      }),
    })
  }
  const doubtful: readonly (readonly [
    what: string,
    spoil: (folder: string) => void,
    exit: number,
    said: RegExp,
  ])[] = [
    [
      'metadata of version 1',
      (folder) =>
        write(folder, {
          [join(at, 'metadata.json')]: JSON.stringify({
            track_id: id,
            type: 'refactor',
            mine: [1],
          }),
        }),
      0,
      /of version 1; it is brought to version 2/,
    ],
    [
      'the lock of a writer that died',
      (folder) => write(folder, { [join(at, '.metadata.lock', 'pid')]: '4194999\n' }),
      0,
      /PASS/,
    ],
    [
      'a plan without tasks',
      (folder) => write(folder, { [join(at, 'plan.md')]: '# Plan\n\nWe shall see.\n' }),
      1,
      /plan\.md has no tasks/,
    ],
    [
      'a cyclic DAG',
      (folder) =>
        withDag(
          folder,
          ', depends_on: ["1.2"] }\n    - { id: "1.2", name: Taxes, type: code, files: [src/tax.js], depends_on: ["1.1"] }',
        ),
      1,
      /tasks wait for each other: 1\.1 → 1\.2 → 1\.1/,
    ],
    [
      'tasks of one group that share a file',
      (folder) =>
        withDag(
          folder,
          ' }\n    - { id: "1.2", name: Taxes, type: code, files: [src/quote.js] }\n  parallel_groups:\n    - { id: one, tasks: ["1.1", "1.2"], conflict_free: true }',
        ),
      1,
      /group one: 1\.1 and 1\.2 both change src\/quote\.js/,
    ],
    [
      'a commit of a fork',
      (folder) => {
        const other = project({ 'fork.txt': 'other\n' })
        const sha = git(other, 'rev-parse', 'HEAD')
        const plan = tasks(folder).replace(/<!-- \w+ -->/, `<!-- ${sha} -->`)
        write(folder, { [join(at, 'plan.md')]: plan })
      },
      1,
      /names the commit [0-9a-f]{40}, which git does not know/,
    ],
    [
      'a start command that never listens',
      (folder) => start(folder, 'node -e "setInterval(Date.now, 1000)"', 3),
      3,
      /listened on no port within 3 s; name the right command and port/,
    ],
    [
      'a start command that dies',
      (folder) => start(folder, 'node -e "throw new Error(\'no tide table\')"'),
      1,
      /ended with exit code 1 before it listened on a port; it printed: .*no tide table/,
    ],
    [
      'a port that is taken',
      (folder) => {
        write(folder, {
          'twice.js':
            "import { createServer } from 'node:http'\nconst listen = (then) => createServer().listen(8123, '127.0.0.1', then)\nlisten(() => listen())\n",
        })
        start(folder, 'node twice.js')
      },
      3,
      /ended because its port is in use/,
    ],
  ]
  test.each(doubtful)('says of %s what is wrong, and loses nothing', async (...given) => {
    const [, spoil, exit, said] = given
    const folder = project()
    spoil(folder)
    const before = git(folder, 'status', '--porcelain', '-uall')
    const looked = await lw(folder, ['check', 'track', at, '--no-write'])
    expect([looked.status, looked.stdout], looked.stderr).toEqual([
      exit,
      expect.stringMatching(said),
    ])
    expect(git(folder, 'status', '--porcelain', '-uall')).toBe(before)
    const { status } = await lw(folder, ['check', 'track', at])
    expect(status).toBe(exit)
    expect(metadataOf(folder)).toMatchObject({ version: 2, mine: [1] })
    expect(existsSync(join(folder, at, '.metadata.lock'))).toBe(false)
  })

  test('waits for another writer of metadata.json, says who it is, and changes nothing', async () => {
    const folder = project()
    write(folder, { [join(at, '.metadata.lock', 'pid')]: `${process.ppid}\n` })
    const before = readFileSync(join(folder, at, 'metadata.json'), 'utf8')
    const { status, stderr } = await lw(folder, ['check', 'track', at])
    expect(status).toBe(2)
    expect(stderr).toContain(`metadata.json is being written by ${process.ppid} since`)
    expect(stderr).toContain('remove the folder .metadata.lock')
    expect(readFileSync(join(folder, at, 'metadata.json'), 'utf8')).toBe(before)
    expect(existsSync(join(folder, at, '.metadata.lock', 'pid'))).toBe(true)
  })

  test('says what it waits for where the machine has no room for another sandbox', async () => {
    const folder = project()
    write(folder, { 'loopwright.yaml': 'resources: { machine: { sandboxes: 1 } }\n' })
    const state = freshFolder()
    const budget = { memoryMb: 1000, sandboxes: 1 }
    const file = join(state, 'loopwright', 'sandboxes.db')
    const leave = await openMachineBudget(file, budget)(100, new AbortController().signal)
    setTimeout(leave, 6_500)
    const { status, stderr } = await lw(folder, ['check', 'track', at, '--no-write', '--json'], {
      XDG_STATE_HOME: state,
    })
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining(`1 is running; held longest by process ${process.pid}`),
    ])
  }, 60_000)

  test('decides nothing by the history of a shallow clone, which shows its first commit as all there is', async () => {
    const folder = project()
    git(folder, 'add', '-A')
    git(folder, 'commit', '-qm', 'Plan quotes')
    const cut = join(freshFolder(), 'cut')
    git(folder, 'clone', '-q', '--depth', '2', `file://${folder}`, cut)
    const { status, stdout } = await lw(cut, ['check', 'track', at])
    expect(status, stdout).toBe(3)
    expect(stdout).toContain('this is a shallow clone')
    expect(stdout).toContain('fetch the whole history')
    expect(stdout).toContain('plan NOT DECIDED, scope NOT DECIDED')
  })

  test('3.13: the build that the configuration names decides', async () => {
    const folder = project()
    const named = (build: string) =>
      write(folder, {
        'loopwright.yaml': `workflows:\n  track: { build: ${JSON.stringify(build)} }\n`,
      })
    named('node -e "process.exit(3)"')
    const failed = await lw(folder, ['check', 'track', at, '--no-write'])
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringContaining('build FAIL')])
    named('node --check src/quote.js')
    const passed = await lw(folder, ['check', 'track', at, '--no-write'])
    expect([passed.status, passed.stdout]).toEqual([0, expect.stringContaining('build PASS')])
  })

  test('does without a repository, and without metadata', async () => {
    const folder = project()
    rmSync(join(folder, '.git'), { recursive: true })
    rmSync(join(folder, at, 'metadata.json'))
    const { status, stdout } = await lw(folder, ['check', 'track', at])
    expect(status, stdout).toBe(3)
    expect(stdout).toContain('this is no git repository')
    expect(metadataOf(folder).loop_state).toMatchObject({
      current_step: 'EVALUATE_EXECUTION',
      step_status: 'BLOCKED',
    })
  })
})
