import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { preparedFolder } from '../support/folder.ts'
import {
  evolution,
  furnishStory,
  launcher,
  lw,
  newStory,
  readEvents,
  readRun,
  storyWorkspace,
} from '../support/workspace.ts'

const json = (text: string) => JSON.parse(text) as Record<string, unknown>
const seedKeys = [
  'run_id',
  'task_alias',
  'status',
  'iteration',
  'max_iterations',
  'phase',
  'current_step',
  'task',
  'criteria',
  'plan',
  'prepared_checks',
  'evaluation',
  'critique',
  'stop',
  'last_score',
  'stagnation_count',
  'created_at',
  'updated_at',
]

async function running(folder: string, slow = '1200') {
  const child = spawn(process.execPath, [launcher, ...newStory], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SLOW: slow },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!existsSync(evolution(folder, 'current.json'))) await wait(20)
  await wait(250)
  return {
    child,
    said: () => said,
    ended: () =>
      new Promise<number | null>((resolve) =>
        child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode),
      ),
  }
}

/** A loop that has ended well. */
const ended = preparedFolder(async (folder) => {
  await lw(furnishStory(folder), [...newStory, '--quiet'])
})

/** A loop whose process was killed, so that it is still running and nobody works on it. */
const abandoned = preparedFolder(async (folder) => {
  const loop = await running(furnishStory(folder))
  loop.child.kill('SIGKILL')
  await loop.ended()
})

describe('a loop from start to end', () => {
  test('[CLI-1] keeps exactly the 3+1 files, and the pointer only while it is active', async () => {
    const folder = storyWorkspace()
    const loop = await running(folder, '300')
    expect(json(readFileSync(evolution(folder, 'current.json'), 'utf8'))).toMatchObject({
      task_alias: 'story',
      status: 'running',
      active_run_id: expect.stringMatching(/^story-\d{8}-\d{6}$/),
    })
    expect(await loop.ended()).toBe(0)
    expect(readdirSync(evolution(folder))).toEqual(['story'])
    expect(readdirSync(evolution(folder, 'story')).toSorted()).toEqual([
      'artifact.md',
      'history.jsonl',
      'run.json',
    ])
    expect(Object.keys(readRun(folder))).toEqual(expect.arrayContaining(seedKeys))
    expect(readFileSync(join(folder, '.loopwright', '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('shows a summary after each evaluation, and the artifact at the end only', async () => {
    const folder = storyWorkspace()
    const { stdout } = await lw(folder, newStory)
    expect(stdout).toMatch(
      /── Iteration 1\/4 \| Phase A \| Score: 0\.00 \| FAIL ──\nPlan: first\nHash: [0-9a-f]{8}\nChanged: initial generation\nFailed: a\.completeness\.one\nWarnings: none\nArtifact: \.ai-factory\/evolution\/story\/artifact\.md\n/,
    )
    expect(stdout).toContain('── Iteration 2/4 | Phase A | Score: 1.00 | PASS ──')
    expect(stdout).toContain('── Iteration 2/4 | Phase B | Score: 0.50 | FAIL ──')
    expect(stdout).toContain('a.completeness.one: write a.completeness.one')
    expect(stdout.match(/First draft\./g)).toHaveLength(1)
    const agents = (await lw(folder, newStory, { CLAUDECODE: '1' })).stdout
    expect(agents.match(/First draft\./g)).toHaveLength(2)
    expect(stdout).not.toContain('Context is growing')
    expect(stdout).toContain('stop reason: threshold_reached')
    expect(stdout).not.toContain('"run_id"')
    const compact = (await lw(folder, [...newStory, '--compact'])).stdout
    expect(compact).not.toContain('First draft.')
  })

  test('[GATE-4] records every confirmation with who gave it', async () => {
    const [first] = readEvents(ended())
    expect(first).toMatchObject({
      event: 'run_started',
      payload: {
        confirmed: [
          { gate: 'criteria-1', by: 'ada' },
          { gate: 'max_iterations-1', by: 'ada' },
        ],
      },
    })
  })

  test('[REFLEX-16] at its limit ends with exit 4, the distance to success, and no refinement after the last evaluation', async () => {
    const folder = storyWorkspace()
    const ran = await lw(folder, [...newStory, '--max-iterations', '1'])
    expect(ran.status).toBe(4)
    expect(ran.stdout).toContain(
      'distance_to_success:\n    threshold: 0.80, score: 0.00, gap: 0.80\n    blocking rules: 1 (a.completeness.one)\n    rules: 0/1 passed',
    )
    expect(ran.stdout).toContain('artifact_status: evaluated')
    expect(readEvents(folder).at(-1)).toMatchObject({ event: 'stopped' })
  })

  test('works one phase after the other where parallel work is switched off', async () => {
    const folder = storyWorkspace()
    writeFileSync(
      join(folder, 'loopwright.yaml'),
      `${readFileSync(join(folder, 'loopwright.yaml'), 'utf8')}workflows: { reflex: { parallel: false } }\n`,
    )
    expect((await lw(folder, [...newStory, '--quiet'])).status).toBe(0)
  })

  test(
    'PRODUCE and PREPARE run side by side: two slow answers take the time of one',
    { retry: 2 },
    async () => {
      const slow = async (parallel: boolean) => {
        const folder = storyWorkspace()
        writeFileSync(
          join(folder, 'loopwright.yaml'),
          `${readFileSync(join(folder, 'loopwright.yaml'), 'utf8')}workflows: { reflex: { parallel: ${parallel} } }\n`,
        )
        await lw(folder, [...newStory, '--max-iterations=1', '--quiet'], { SLOW: '1000' })
        const prepared = readEvents(folder).find(({ event }) => event === 'checks_prepared')
        return (prepared?.['payload'] as { cost: { ms: number } }).cost.ms
      }
      // a busy machine stretches both, so only their ratio counts
      expect((await slow(true)) / (await slow(false))).toBeLessThan(0.8)
    },
  )

  test('saves the final artifact where it is told to', async () => {
    const folder = storyWorkspace()
    await lw(folder, [...newStory, '--quiet', '--save', 'out/final.md'])
    expect(readFileSync(join(folder, 'out', 'final.md'), 'utf8')).toBe(
      readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8'),
    )
  })

  test('[CLI-8] tells everything as JSON when asked to, and nothing else', async () => {
    const folder = storyWorkspace()
    const told = json((await lw(folder, [...newStory, '--json'])).stdout)
    expect(told).toMatchObject({
      loopwright: 1,
      alias: 'story',
      status: 'completed',
      exit: 0,
      final_score: 1,
      artifact_status: 'evaluated',
      stop: { code: 'threshold_reached' },
    })
  })
})

describe('looking at loops', () => {
  test('status, list and history show the active loop and all loops', async () => {
    const empty = storyWorkspace()
    expect((await lw(empty, ['status'])).stdout).toContain('no run is active')
    expect(json((await lw(empty, ['status', '--json'])).stdout)).toEqual({
      loopwright: 1,
      active: null,
      reason: 'no run is active',
    })
    const folder = abandoned()
    expect((await lw(folder, ['status'])).stdout).toMatch(
      /^story \| running \| 1\/4 \| A \| \w+ \| - \| \d{4}-/,
    )
    expect((await lw(folder, ['list'])).stdout).toMatch(
      /alias\s+\| status .*\n.*\nstory \| running/,
    )
    expect((await lw(folder, ['history'])).stdout).toContain('run_started')
    expect(json((await lw(folder, ['list', '--json'])).stdout)).toMatchObject({
      runs: [{ alias: 'story', status: 'running' }],
    })
  })

  test('diff shows the change between any two versions, save gives one of them back', async () => {
    const folder = ended()
    expect((await lw(folder, ['diff', 'story', '--list'])).stdout.trim().split('\n')).toHaveLength(
      3,
    )
    const { stdout } = await lw(folder, ['diff', 'story', 'first', 'last'])
    expect(stdout).toContain('+Now with MARK-a.completeness.one')
    expect(stdout).toContain('+Now with MARK-b.completeness.two')
    expect((await lw(folder, ['diff', 'story', '1', '2'])).stdout).not.toContain('MARK-b')
    expect((await lw(folder, ['diff', 'story', 'nope'])).status).toBe(2)
    expect((await lw(folder, ['save', 'story', 'first.md', '--version', 'first'])).status).toBe(0)
    expect(readFileSync(join(folder, 'first.md'), 'utf8')).toBe('# Title\n\nFirst draft.\n')
  })

  test('[CLI-11] verify proves a run, and finds what was changed in its files', async () => {
    const folder = ended()
    expect(await lw(folder, ['verify', 'story'])).toMatchObject({ status: 0 })
    writeFileSync(evolution(folder, 'story', 'artifact.md'), 'forged')
    expect(await lw(folder, ['verify', 'story'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('artifact.md is not the recorded artifact'),
    })
    const [blobFolder = ''] = readdirSync(join(folder, '.loopwright', 'blobs'))
    rmSync(join(folder, '.loopwright', 'blobs', blobFolder), { recursive: true })
    expect((await lw(folder, ['verify', 'story', '--json'])).stdout).toContain(
      'is missing or damaged',
    )
  })

  test('every command has help with examples', async () => {
    const help = (await lw(storyWorkspace(), ['--help'])).stdout
    const verbs = [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, verb]) => verb ?? '')
    expect(verbs.length).toBeGreaterThan(12)
    const ofDesign = [
      'start',
      'status',
      'approve',
      'reject',
      'abort',
      'reset',
      'verify',
      'unfreeze',
    ]
    const all = [...verbs.map((verb) => [verb]), ...ofDesign.map((word) => ['design', word])]
    for (const words of all) {
      const { stdout, status } = await lw(storyWorkspace(), [...words, '--help'])
      expect(status).toBe(0)
      expect(stdout).toContain('Examples')
      expect(stdout).toContain('--json')
    }
  })
})

describe('steering a loop', () => {
  test('[CLI-13] stop ends a running loop at once, wherever it is asked from, and keeps the reason', async () => {
    const folder = storyWorkspace()
    const loop = await running(folder, '5000')
    expect((await lw(folder, ['stop', 'going', 'home'])).stdout).toContain('asked')
    expect(await loop.ended()).toBe(1)
    expect(readRun(folder)).toMatchObject({
      status: 'stopped',
      stop: { reason: 'going home', code: 'user_stop' },
    })
    expect(existsSync(evolution(folder, 'current.json'))).toBe(false)
    expect((await lw(folder, ['stop'])).status).toBe(2)
  })

  test('[CLI-13] stop ends a loop nobody works on', async () => {
    const folder = abandoned()
    expect((await lw(folder, ['stop'])).stdout).toContain('stopped (user_stop)')
    expect(readRun(folder)).toMatchObject({ status: 'stopped', stop: { reason: 'user_stop' } })
    const resumed = await lw(folder, ['resume', 'story'])
    expect(resumed.status).toBe(1)
    expect(resumed.stdout).toContain('new --from story')
  })

  test('[CLI-15] Ctrl-C pauses with exit 3, and resume goes on to the end', async () => {
    const folder = storyWorkspace()
    const loop = await running(folder, '2000')
    loop.child.kill('SIGINT')
    expect(await loop.ended()).toBe(3)
    expect(loop.said()).toContain('loopwright resume')
    expect(readRun(folder)).toMatchObject({ status: 'running' })
    const resumed = await lw(folder, ['resume', '--compact'])
    expect(resumed.status).toBe(0)
    expect(resumed.stdout).not.toContain('"run_id"')
  })

  test('resumed after an evaluation, it says what changed since that', async () => {
    const folder = storyWorkspace()
    const loop = await running(folder, '150')
    while (!readEvents(folder).some(({ event }) => event === 'iteration_advanced')) await wait(10)
    loop.child.kill('SIGINT')
    await loop.ended()
    const resumed = await lw(folder, ['resume', '--compact'])
    expect(resumed.stdout).toContain('Iteration 2/4 | Phase A')
    expect(resumed.stdout).not.toContain('initial generation')
  })

  test('[CLI-16] clean always asks, refuses running loops, and removes only what it showed', async () => {
    const folder = ended()
    expect(await lw(folder, ['clean', 'story'])).toMatchObject({ status: 3 })
    expect(existsSync(evolution(folder, 'story', 'run.json'))).toBe(true)
    const loop = await running(folder)
    loop.child.kill('SIGKILL')
    await loop.ended()
    expect(await lw(folder, ['clean', 'story-2', '--yes'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('running'),
    })
    const all = await lw(folder, ['clean', '--all', '--yes'])
    expect(all.stdout).toContain('.ai-factory/evolution/story/')
    // who is killed in the middle of a write leaves its temporary file
    const left = readdirSync(evolution(folder)).filter((name) => !name.endsWith('.tmp'))
    expect(left.toSorted()).toEqual(['current.json', 'story-2'])
    expect((await lw(folder, ['clean'])).status).toBe(2)
  })

  test('options may stand before the verb', async () => {
    const folder = storyWorkspace()
    const outside = await lw('/', ['--cwd', folder, '--json', 'list'])
    expect(JSON.parse(outside.stdout)).toMatchObject({ runs: [] })
    expect((await lw(folder, ['-h', 'list'])).stdout).toContain('loopwright')
    const odd = await lw(folder, ['-q', 'check', 'config', '.env'])
    expect([odd.status, odd.stderr]).toEqual([2, expect.stringContaining('check has no option')])
    expect(existsSync(evolution(folder))).toBe(false)
  })

  test('[SAVE-3] a file that could not be saved makes the command fail, and no backup replaces another', async () => {
    const folder = storyWorkspace()
    const target = join(folder, 'mine.md')
    writeFileSync(target, 'first\n')
    const refused = await lw(folder, [...newStory, '--quiet', '--save', 'mine.md'])
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('exists already')])
    for (const text of ['first\n', 'second\n']) {
      writeFileSync(target, text)
      expect((await lw(folder, ['save', 'story', 'mine.md', '--force'])).status).toBe(0)
    }
    expect(readFileSync(`${target}.bak`, 'utf8')).toBe('first\n')
    expect(readFileSync(`${target}.bak.2`, 'utf8')).toBe('second\n')
  })

  test('4.24: new --from starts again from an earlier artifact and its criteria', async () => {
    const folder = storyWorkspace()
    await lw(folder, [...newStory, '--max-iterations=2', '--quiet'])
    const ran = await lw(folder, [
      'new',
      '--from',
      'story',
      '--yes',
      '--alias',
      'again',
      '--max-iterations=4',
      '--quiet',
    ])
    expect(ran.status, ran.stderr).toBe(0)
    expect(readRun(folder, 'again')).toMatchObject({
      task: { prompt: 'a text with `Title`' },
      iteration: 2,
    })
  })

  test('4.23: a lost pointer is found again, and one to another loop is left alone', async () => {
    const folder = abandoned()
    rmSync(evolution(folder, 'current.json'))
    expect((await lw(folder, ['status'])).stdout).toContain('story | running')
    expect((await lw(folder, ['resume', '--quiet'])).status).toBe(0)
    const other = await running(folder)
    expect((await lw(folder, ['resume', 'story'])).status).toBe(0)
    expect(json(readFileSync(evolution(folder, 'current.json'), 'utf8'))).toMatchObject({
      task_alias: 'story-2',
    })
    other.child.kill('SIGKILL')
  })
})

describe('a loop that nobody confirmed', () => {
  const unconfirmed = newStory.filter((word) => word !== '--yes')

  test('[GATE-1] parks with exit 3, stays parked, and starts after both answers', async () => {
    const folder = storyWorkspace()
    const parked = await lw(folder, unconfirmed)
    expect(parked.status).toBe(3)
    expect(parked.stdout).toContain('loopwright answer story confirm')
    expect((await lw(folder, ['resume'])).status).toBe(3)
    expect((await lw(folder, ['gates'])).stdout).toContain('Confirm these success criteria?')
    expect((await lw(folder, ['answer', 'story', 'confirm', '--by', 'bob'])).status).toBe(3)
    expect((await lw(folder, ['answer', 'story', 'confirm', '--by', 'bob'])).status).toBe(0)
    expect(await lw(folder, ['answer', 'story', 'confirm'])).toMatchObject({ status: 2 })
    expect((await lw(folder, ['resume', 'story', '--quiet'])).status).toBe(0)
    expect(
      readEvents(folder)
        .slice(0, 3)
        .map(({ event }) => event),
    ).toEqual(['run_started', 'gate_answered', 'gate_answered'])
    expect(JSON.stringify(readEvents(folder)[1])).toContain('"by":"bob"')
  })

  test('[GATE-2] asks both questions again after a change', async () => {
    const folder = storyWorkspace()
    await lw(folder, unconfirmed)
    await lw(folder, ['answer', 'story', 'confirm'])
    expect((await lw(folder, ['answer', 'story', 'change', '--max-iterations', '2'])).status).toBe(
      3,
    )
    expect(json((await lw(folder, ['gates', '--json'])).stdout)).toMatchObject({
      gates: [{ id: 'criteria-2', max_iterations: 2 }],
    })
  })

  test('[GATE-10] 4.29: takes nothing in the task text for a confirmation or a limit', async () => {
    const folder = storyWorkspace()
    const ran = await lw(folder, [
      'new',
      'a story; max iterations 9, criteria confirmed, budget 5 seconds',
      '--alias',
      'story',
      '--type',
      'other',
      '--criteria',
      'gates.yaml',
    ])
    expect(ran.status).toBe(3)
    expect(readRun(folder)).toMatchObject({ max_iterations: 4, max_completed_phase_seconds: null })
  })
})

describe('a person at a terminal', () => {
  const has = (program: string) => spawnSync('which', [program]).status === 0
  /** Types each key once the text before it was shown. */
  const atTerminal = async (
    folder: string,
    args: readonly string[],
    keys: readonly (readonly [after: string, key: string])[],
  ) => {
    const line = [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' ')
    const { CI: _, NO_COLOR: __, ...env } = process.env
    const child = spawn('script', ['-qfec', `stty cols 100 rows 50; ${line}`, '/dev/null'], {
      cwd: folder,
      env: { ...env, TERM: 'xterm' },
    })
    let seen = ''
    let fresh = ''
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      fresh += chunk.toString()
    })
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    for (const [after, key] of keys) {
      for (let tries = 0; tries < 400 && !fresh.includes(after); tries += 1) await wait(25)
      if (!fresh.includes(after)) throw new Error(`never saw "${after}" in ${fresh}`)
      fresh = ''
      await wait(150)
      child.stdin.write(key)
    }
    return { code: await exited, seen }
  }

  test.skipIf(!has('script'))(
    'is shown the draft, confirms both questions, watches, and is asked where to save',
    async () => {
      const folder = storyWorkspace()
      const { code, seen } = await atTerminal(
        folder,
        newStory.filter((word) => word !== '--yes'),
        [
          // Enter alone confirms nothing, and neither does a word that is no option
          ['success criteria?', '\r'],
          ['type one of', 'n\r'],
          ['type one of', '\u007fyes\r'],
          ['max iterations = 4?', 'yes\r'],
          ['Copy the final artifact', 'kept.md\r'],
        ],
      )
      expect(seen).toContain('Confirm these success criteria?')
      expect(seen).toContain('Confirm max iterations = 4?')
      expect(seen).toContain('Iteration 1/4')
      expect(code, seen).toBe(0)
      expect(existsSync(join(folder, 'kept.md'))).toBe(true)
    },
  )

  test.skipIf(!has('script'))(
    '[GATE-2] who changes the limit is asked both questions again',
    async () => {
      const folder = storyWorkspace()
      const { seen } = await atTerminal(
        folder,
        [...newStory.filter((word) => word !== '--yes'), '--quiet'],
        [
          ['success criteria?', 'yes\r'],
          ['max iterations = 4?', 'change\r'],
          ['Max iterations', '2\r'],
          ['success criteria?', 'yes\r'],
          ['max iterations = 2?', 'yes\r'],
          ['Copy the final artifact', '\r'],
        ],
      )
      expect(seen.match(/Confirm these success criteria\?/g)?.length).toBeGreaterThan(1)
      expect(seen).toContain('Confirm max iterations = 2?')
      expect(readRun(folder)).toMatchObject({ max_iterations: 2 })
    },
  )
})

describe('the project around a loop', () => {
  test("its context files reach every prompt, and its config file moves the loop's folder", async () => {
    const folder = storyWorkspace()
    mkdirSync(join(folder, '.ai-factory', 'skill-context', 'aif-loop'), { recursive: true })
    writeFileSync(join(folder, '.ai-factory', 'DESCRIPTION.md'), 'We sell BOOKS-7.')
    writeFileSync(
      join(folder, '.ai-factory', 'skill-context', 'aif-loop', 'SKILL.md'),
      'Always say PLEASE-9.',
    )
    writeFileSync(
      join(folder, '.ai-factory', 'config.yaml'),
      'paths: { evolution: .ai-factory/loops }\nother: [1]\n',
    )
    writeFileSync(
      join(folder, 'spy.mjs'),
      "let t='';for await(const c of process.stdin)t+=c;(await import('node:fs')).appendFileSync('log/prompts.txt',JSON.parse(t).prompt);process.exit(1)",
    )
    writeFileSync(
      join(folder, 'loopwright.yaml'),
      `agents:\n  default: { kind: command, command: [${JSON.stringify(process.execPath)}, spy.mjs], write: [log] }\n`,
    )
    await lw(folder, [...newStory, '--quiet'])
    const prompts = readFileSync(join(folder, 'log', 'prompts.txt'), 'utf8')
    expect(prompts).toContain('BOOKS-7')
    expect(prompts).toContain('PLEASE-9')
    expect(prompts).toMatch(/^PHASE: PLAN\nrun_id: story-\d{8}-\d{6}\niteration: 1\nphase level: A/)
    expect(existsSync(join(folder, '.ai-factory', 'loops', 'story', 'run.json'))).toBe(true)
  })

  test('[CLI-22] an agent exchanged under a run is a fault: it is not resumed with another', async () => {
    const folder = abandoned()
    writeFileSync(join(folder, 'loopwright.yaml'), 'agents: {}\n')
    const resumed = await lw(folder, ['resume'])
    expect(resumed.status).toBe(2)
    expect(resumed.stderr).toContain('changed since story started')
  })

  test('[REFLEX-30] an artifact edited by hand while the run was paused is evaluated as it is', async () => {
    const folder = storyWorkspace()
    const loop = await running(folder, '250')
    while (!existsSync(evolution(folder, 'story', 'artifact.md'))) await wait(10)
    loop.child.kill('SIGINT')
    await loop.ended()
    writeFileSync(
      evolution(folder, 'story', 'artifact.md'),
      '# Mine, a Title\n\nMARK-a.completeness.one MARK-b.completeness.two\n',
    )
    const resumed = await lw(folder, ['resume'])
    expect(resumed.status, resumed.stdout).toBe(0)
    expect(resumed.stderr).toContain('edited by hand')
    expect(readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8')).toContain('# Mine')
  })
})
