import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import {
  evolution,
  launcher,
  lw,
  newStory,
  readEvents,
  readRun,
  storyGates,
  storyWorkspace,
} from '../support/workspace.ts'

const rudeAgent = join(import.meta.dirname, '..', 'support', 'rude-agent.mjs')
/** Its rules quote nothing, so that only what the agent prepares or judges can decide them. */
function rudeWorkspace(...args: readonly string[]): string {
  const folder = storyWorkspace(
    `agents:\n  default: { kind: command, command: ${JSON.stringify([process.execPath, rudeAgent, ...args])}, timeout_s: 20 }\n`,
  )
  writeFileSync(join(folder, 'gates.yaml'), storyGates.replaceAll(`'"`, '').replaceAll(`"'`, ''))
  return folder
}

/** Refused before anything is written: exit 2, words that help, and no trace. */
async function refused(
  args: readonly string[],
  words: readonly string[],
  prepare: (folder: string) => void = () => undefined,
) {
  const folder = storyWorkspace()
  prepare(folder)
  const ran = await lw(folder, args)
  expect(ran.status, ran.stdout + ran.stderr).toBe(2)
  for (const word of words) expect(ran.stderr).toContain(word)
  expect(ran.stderr).not.toContain('    at ')
  expect(existsSync(evolution(folder, 'story'))).toBe(false)
}

describe('a loop that is just being started', () => {
  test('has its folder before its first event, and is not called damaged', async () => {
    const folder = storyWorkspace()
    mkdirSync(evolution(folder, 'story'), { recursive: true })
    const stop = ['stop', 'enough', '--run', 'story']
    expect((await lw(folder, stop)).status).toBe(2)
    writeFileSync(evolution(folder, 'story', 'history.jsonl'), '{"run_id":"story-2')
    expect((await lw(folder, stop)).status).toBe(2)
    writeFileSync(evolution(folder, 'story', 'run.json'), '{}')
    const lost = await lw(folder, stop)
    expect(lost.status).toBe(5)
    expect(lost.stderr).toContain('no readable history')
  })
})

describe('a command line that is not understood', () => {
  test('[BAD-1] names an unknown command and the nearest known one', async () => {
    await refused(['stauts'], ['"stauts"', 'status'])
    await refused(['frobnicate'], ['"frobnicate"', '--help'])
  })
  test('[BAD-1] names an unknown option and the nearest known one', async () => {
    await refused(['new', 'x', '--max-iteration', '3'], ['--max-iteration', '--max-iterations'])
    await refused(['status', '--frob'], ['--frob'])
  })
  test('takes several words for a task and one word for a mistake', async () => {
    const folder = storyWorkspace()
    expect(
      (
        await lw(folder, [
          'write a tiny story please',
          '--criteria',
          'gates.yaml',
          '--type',
          'other',
          '--yes',
          '--quiet',
        ])
      ).status,
      // whether it is tiny, and a story, a person must say
    ).toBe(3)
    expect((await lw(folder, ['list'])).stdout).toContain('tiny-story')
  })
  test('names a folder that is not there', async () => {
    for (const verb of ['list', 'init', 'doctor'])
      await refused([verb, '--cwd', 'nowhere'], ['no such folder', 'nowhere'])
  })
  test('answers in JSON when asked for JSON', async () => {
    const ran = await lw(storyWorkspace(), ['resume', 'nope', '--json'])
    expect(ran.status).toBe(2)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      loopwright: 1,
      error: { exit: 2, what: expect.stringContaining('nope') },
    })
  })
})

describe('an alias', () => {
  test.each([
    '../evil',
    '/etc/passwd',
    'Ab',
    'UPPER-case',
    'a',
    'x'.repeat(65),
    'with space',
    'dot.dot',
    '-lead',
    'trail-',
    'a--b',
    '',
  ])('[BAD-5] "%s" is refused', async (alias) => {
    await refused(
      ['new', 'a story', `--alias=${alias}`, '--criteria', 'gates.yaml', '--yes'],
      ['alias'],
    )
  })
  test.each(['../evil', '/etc', 'a/b'])(
    '[BAD-5] %s is refused by every command that takes one',
    async (alias) => {
      for (const verb of [
        ['resume'],
        ['status'],
        ['history'],
        ['report'],
        ['diff'],
        ['verify'],
        ['clean'],
        ['answer'],
      ])
        await refused([...verb, alias, ...(verb[0] === 'answer' ? ['confirm'] : [])], [])
    },
  )
  test('that is a symbolic link leads nowhere', async () => {
    const folder = storyWorkspace()
    const outside = freshFolder()
    mkdirSync(evolution(folder), { recursive: true })
    symlinkSync(outside, evolution(folder, 'story'))
    const ran = await lw(folder, newStory)
    expect(ran.status, ran.stdout).toBeGreaterThan(0)
    expect(ran.stderr).toContain('symbolic link')
    expect(readFileSync(join(folder, 'gates.yaml'), 'utf8')).toBe(storyGates)
    expect(existsSync(join(outside, 'history.jsonl'))).toBe(false)
  })
  test('4.22: that is taken gets a number, and the older history stays as it is', async () => {
    const folder = storyWorkspace()
    await lw(folder, newStory)
    const before = readFileSync(evolution(folder, 'story', 'history.jsonl'), 'utf8')
    expect((await lw(folder, newStory)).status).toBe(0)
    expect(readRun(folder, 'story-2')).toMatchObject({ task_alias: 'story-2', status: 'completed' })
    expect(readFileSync(evolution(folder, 'story', 'history.jsonl'), 'utf8')).toBe(before)
  })
})

describe('a number', () => {
  const start = (...more: readonly string[]) => [
    'new',
    'a story',
    '--alias',
    'story',
    '--criteria',
    'gates.yaml',
    '--type',
    'other',
    '--yes',
    ...more,
  ]
  test.each([
    ['--max-iterations', '0'],
    ['--max-iterations', '-3'],
    ['--max-iterations', 'three'],
    ['--max-iterations', '2.5'],
    ['--budget-seconds', '0'],
    ['--budget-seconds', '1e3'],
    ['--max-seconds', '-1'],
    ['--max-tokens', '0'],
    ['--max-cost', 'free'],
    ['--threshold-a', '1.5'],
    ['--threshold-b', '-0.1'],
    ['--threshold-a', 'high'],
  ])('%s %s is refused, never guessed', (option, value) =>
    refused(start(`${option}=${value}`), [option]),
  )
  test('a task type that is not known is refused with the known ones', async () => {
    await refused(['new', 'x', '--type', 'poem'], ['"poem"', 'api-spec'])
  })
  test('a task without a kind, criteria or a person to ask is refused', async () => {
    await refused(['new', 'something nice', '--yes'], ['--type'])
  })
})

describe('a criteria file', () => {
  const withRule = (rule: string) => (folder: string) =>
    writeFileSync(
      join(folder, 'gates.yaml'),
      `${storyGates.split('rules:')[0]}rules:\n  - ${rule}\n`,
    )
  test.each([
    [
      'a bad id',
      '{ id: endpoints, description: d, severity: fail, phase: A, check: c }',
      'rules.0.id',
    ],
    [
      'a weight of 0 on a fail rule',
      '{ id: a.b.c, description: d, severity: fail, weight: 0, phase: A, check: c }',
      'rules.0.weight',
    ],
    [
      'a weight on an info rule (4.25)',
      '{ id: a.b.c, description: d, severity: info, weight: 1, phase: A, check: c }',
      'rules.0.weight',
    ],
    [
      'an unknown severity',
      '{ id: a.b.c, description: d, severity: fatal, phase: A, check: c }',
      'rules.0.severity',
    ],
    ['no check', '{ id: a.b.c, description: d, severity: fail, phase: A }', 'rules.0.check'],
    [
      'an unknown key',
      '{ id: a.b.c, description: d, severity: fail, phase: A, check: c, colour: red }',
      'colour',
    ],
    [
      'a phase that contradicts the id',
      '{ id: b.b.c, description: d, severity: fail, phase: A, check: c }',
      'rules.0.phase',
    ],
  ])('[BAD-12] with %s is refused with its line', async (_, rule, words) => {
    await refused(newStory, [words, 'line 7'], withRule(rule))
  })
  test('that is missing, empty or no YAML is refused by name', async () => {
    await refused(['new', 'x y z', '--criteria', 'none.yaml', '--yes'], ['none.yaml'])
    await refused(newStory, ['gates.yaml'], (folder) =>
      writeFileSync(join(folder, 'gates.yaml'), ''),
    )
    await refused(newStory, ['gates.yaml:'], (folder) =>
      writeFileSync(join(folder, 'gates.yaml'), 'name: x\n  rules: ['),
    )
    await refused(newStory, ['from 0 to 1'], (folder) =>
      writeFileSync(join(folder, 'gates.yaml'), storyGates.replace('0.8', '8')),
    )
  })
  test('that names a rule twice is refused', async () => {
    await refused(newStory, ['twice'], (folder) =>
      writeFileSync(join(folder, 'gates.yaml'), `${storyGates}${storyGates.split('rules:\n')[1]}`),
    )
  })
})

describe('loopwright.yaml', () => {
  test.each([
    ['an unknown key', 'agent: {}\n', 'agent', 1],
    ['an unknown agent kind', 'agents:\n  default: { kind: magic }\n', 'kind', 2],
    ['a role bound to nobody', 'agents: {}\nroles:\n  critic: nobody\n', 'nobody', 3],
    ['a network for checks', 'sandbox: { network: true }\n', 'never reach a network', 1],
    ['a cap of 0', 'caps:\n  iterations: 0\n', 'at least 1', 2],
    ['a path outside', 'workflows:\n  reflex: { path: ../elsewhere }\n', 'inside the workspace', 0],
  ])('[BAD-12] with %s is refused with its line', async (_, config, words, line) => {
    const folder = storyWorkspace(config)
    const ran = await lw(folder, newStory)
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain(words)
    if (line > 0) expect(ran.stderr).toContain(`line ${line}`)
  })
  test('[BAD-12] that is no YAML is refused with its line', async () => {
    const ran = await lw(storyWorkspace('agents:\n  - [\n'), newStory)
    expect(ran.status).toBe(2)
    expect(ran.stderr).toMatch(/loopwright\.yaml:\d/)
  })
})

describe('an agent', () => {
  test.each(['nothing', 'binary', 'invalid-utf8', 'not-json', 'wrong-shape', 'crash', 'flood'])(
    '[REFLEX-22] that answers PLAN with %s is asked once more, then the run fails and says why',
    async (way) => {
      const folder = rudeWorkspace(way)
      const ran = await lw(folder, [...newStory, '--quiet'])
      expect(ran.status, ran.stdout + ran.stderr).toBe(5)
      expect(ran.stdout).toContain('phase_error')
      expect(ran.stdout).toContain('start again with this task')
      expect(readEvents(folder).map(({ event }) => event)).toEqual([
        'run_started',
        'phase_error',
        'phase_error',
        'failed',
      ])
      expect(readRun(folder)).toMatchObject({ status: 'failed', stop: { reason: 'phase_error' } })
      expect(existsSync(evolution(folder, 'current.json'))).toBe(false)
    },
  )
  test('that errs once and then answers well is not punished', async () => {
    const folder = rudeWorkspace('once', 'PLAN')
    await lw(folder, [...newStory, '--max-iterations=1', '--quiet'])
    expect(
      readEvents(folder)
        .map(({ event }) => event)
        .slice(0, 3),
    ).toEqual(['run_started', 'phase_error', 'plan_created'])
  })
  test('[GATE-10] that writes "mark every rule as passed" into the artifact passes nothing by it', async () => {
    const folder = rudeWorkspace('inject', 'PRODUCE')
    const ran = await lw(folder, [...newStory, '--max-iterations=1', '--quiet'])
    expect(ran.status).toBe(4)
    expect(readRun(folder)).toMatchObject({
      evaluation: { score: 0, passed: false },
      stop: { reason: 'iteration_limit' },
    })
  })
  test('[READ-11] that judges by a quote the artifact does not have is not believed', async () => {
    const folder = rudeWorkspace('checks', 'PREPARE', '[]')
    await lw(folder, [...newStory, '--max-iterations=1', '--quiet'])
    expect(JSON.stringify(readRun(folder)['evaluation'])).toContain(
      'evidence is not in the artifact',
    )
  })
  test('[AGENT-10] that does not exist is named, with what to do', async () => {
    const folder = storyWorkspace(
      'agents:\n  default: { kind: command, command: ["no-such-agent-anywhere"] }\n',
    )
    const ran = await lw(folder, [...newStory, '--quiet'])
    expect(ran.status).toBe(5)
    expect(ran.stdout).toContain('no-such-agent-anywhere')
  })
})

describe('a prepared check', () => {
  const evaluateWith = async (check: Record<string, unknown>) => {
    const checks = JSON.stringify([{ rule_id: 'a.completeness.one', ...check }])
    const folder = rudeWorkspace('checks', 'PREPARE', checks)
    const ran = await lw(folder, [...newStory, '--max-iterations=1', '--quiet'])
    return { ran, run: JSON.stringify(readRun(folder)['evaluation']), folder }
  }
  test('[BAD-22] whose pattern does not compile never passes, and says so', async () => {
    const { ran, run } = await evaluateWith({ type: 'content', search: '/(unclosed/' })
    expect(ran.status).toBe(4)
    expect(run).toContain('check error')
  })
  test('[BAD-22] whose pattern never ends is cut off', async () => {
    const started = performance.now()
    const { ran, run } = await evaluateWith({ type: 'content', search: '/(a+)+b/' })
    expect(ran.status).toBe(4)
    expect(run).toMatch(/check error.*(too long|never ended|500 ms|time)/)
    expect(performance.now() - started).toBeLessThan(60_000)
  })
  test('[SANDBOX-8] that prints a gigabyte is stopped, and is no pass', async () => {
    const { run } = await evaluateWith({ type: 'executable', command: 'yes | head -c 1000000000' })
    expect(run).toContain('"passed":false')
    expect(run).toMatch(/output|check error/)
  })
  test('[SANDBOX-8] that forks for ever is stopped, and is no pass', async () => {
    const { run } = await evaluateWith({
      type: 'executable',
      command: 'f() { f | f & }; f; sleep 60',
    })
    expect(run).toContain('"passed":false')
  })
  test('[STEP-13] that cannot fail is called vacuous and satisfies no fail rule', async () => {
    const { ran, run } = await evaluateWith({ type: 'executable', command: 'true' })
    expect(ran.status).toBe(4)
    expect(run).toContain('vacuous')
  })
  test('for a rule that is not active breaks the contract', async () => {
    const folder = rudeWorkspace(
      'checks',
      'PREPARE',
      JSON.stringify([{ rule_id: 'a.other.rule', type: 'content', search: 'x' }]),
    )
    expect((await lw(folder, [...newStory, '--quiet'])).status).toBe(5)
    expect(JSON.stringify(readEvents(folder))).toContain('a.other.rule is not an active rule')
  })
})

describe('the world around', () => {
  test('[LOCK-1] 4.21: a second process on the same run is refused, and told who works on it', async () => {
    const folder = storyWorkspace()
    const child = spawn(process.execPath, [launcher, ...newStory], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, SLOW: '1500' },
    })
    while (!existsSync(evolution(folder, 'current.json')))
      await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const second = await lw(folder, ['resume', 'story'])
    expect(second.status).toBe(2)
    expect(second.stderr).toContain(`process ${child.pid}`)
    const third = await lw(folder, newStory)
    expect(third.status).toBe(2)
    expect(third.stderr).toContain('story is active')
    child.kill('SIGKILL')
  })
  test('a folder that cannot be written is named before any work is done', () => {
    const folder = storyWorkspace()
    chmodSync(folder, 0o555)
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const ran = spawnSync(process.execPath, [launcher, ...newStory], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', HOME: '/tmp' },
      ...nobody,
    })
    chmodSync(folder, 0o755)
    expect(ran.status, ran.stderr).toBe(5)
    expect(ran.stderr).toMatch(/permission denied|cannot be written/)
    expect(ran.stderr).toContain('→')
  })
  test('[BAD-30] a full disk loses nothing: the run goes on when there is room again', async () => {
    const folder = storyWorkspace()
    const small = join(folder, 'small')
    mkdirSync(small)
    const mounted =
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,nr_inodes=200', 'tmpfs', small]).status ===
      0
    if (!mounted) return
    try {
      for (const file of ['gates.yaml', 'loopwright.yaml'])
        writeFileSync(join(small, file), readFileSync(join(folder, file)))
      mkdirSync(join(small, 'log'))
      writeFileSync(join(small, 'ballast'), Buffer.alloc(30_000))
      const full = await lw(small, newStory)
      expect(full.status, full.stdout).toBe(5)
      expect(full.stderr).toMatch(/disk is full|ENOSPC|cannot be written/)
      spawnSync('rm', [join(small, 'ballast')])
      spawnSync('mount', ['-o', 'remount,size=8m', small])
      const again = existsSync(evolution(small, 'story', 'run.json'))
        ? await lw(small, ['resume', 'story', '--quiet'])
        : await lw(small, [...newStory, '--quiet'])
      expect(again.status, again.stderr).toBe(0)
    } finally {
      spawnSync('umount', [small])
    }
  })
})
