import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  checkoutOf,
  fileOf,
  gitIn,
  hasFile,
  liarsWorkspace,
  orderWorkspace,
  rowsOf,
  workOn,
} from '../support/order-workspace.ts'
import { launch } from '../torture/loop-process.ts'
import { lw } from '../support/workspace.ts'

const slow = { timeout: 900_000 }

describe('work orders from the command line', () => {
  test(
    'seven orders on a real repository: the first needs review, the second is told why, acceptance rises and stays',
    slow,
    async () => {
      const folder = orderWorkspace()
      // an agent's own notes lie where its binding lets it write
      const own = join(folder, 'log')
      const env = { MEMORY: join(own, 'memory.json'), CALLS: join(own, 'calls') }
      const before = checkoutOf(folder)
      const titles = [
        'Add one',
        'Add two',
        'Add three (does not compile)',
        'Add four (damaged)',
        'Add five (in the workspace)',
        'Add six (cheats)',
        'Add seven',
      ]
      for (const title of titles) {
        const added = await lw(folder, [
          'workorder',
          'add',
          title,
          '-d',
          `${title}, with tests`,
          '--scope',
          'src/**',
        ])
        expect(added.status, added.stderr).toBe(0)
      }
      const outcomes: { exit: number | null; status: unknown; run: string; text: string }[] = []
      for (const [index] of titles.entries()) {
        const ran = await lw(folder, ['workorder', 'run', `wo${index + 1}`, '--json'], env)
        const told = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '{}') as Record<
          string,
          unknown
        >
        outcomes.push({
          exit: ran.status,
          status: told['status'],
          run: String(told['run_id']),
          text: ran.stderr,
        })
      }
      expect(outcomes.map(({ status }) => status)).toEqual([
        'needs_review',
        'completed',
        'completed',
        'completed',
        'completed',
        'needs_review',
        'completed',
      ])
      expect(outcomes.map(({ exit }) => exit)).toEqual([1, 0, 0, 0, 0, 1, 0])

      // the source's checklist 4.5, line by line
      const rows = rowsOf(
        folder,
        "select status, acceptance_result, github_branch, json_extract(acceptance_result, '$.acceptance_score') as score from work_orders order by created_at, id",
      )
      expect(rows).toHaveLength(7)
      expect(rows.every(({ acceptance_result: result }) => typeof result === 'string')).toBe(true)
      const first = JSON.parse(fileOf(folder, 'wo1-add-one', 'acceptance.json')) as {
        dimension_scores: Record<string, number>
        acceptance_score: number
        todo_count: number
      }
      expect(first.dimension_scores).toEqual({
        architecture: 10,
        readability: 10,
        completeness: 5,
        test_coverage: 0,
        build_success: 10,
      })
      expect(first).toMatchObject({ acceptance_score: 6.8, todo_count: 11 })
      const message = fileOf(folder, 'wo2-add-two', 'prompt.md')
      expect(message).toContain('Test coverage of the last work order: 0/10')
      expect(message).toContain('11 TODOs')
      expect(message.indexOf('Test coverage')).toBeLessThan(message.indexOf('Completeness of'))
      expect(fileOf(folder, 'wo3-add-three-does-not-compile', 'prompt.md')).not.toContain(
        'last work order',
      )

      // the user's checkout is untouched; results are branches and patches
      expect(checkoutOf(folder)).toBe(before)
      const branches = gitIn(folder, 'branch', '--list', 'loopwright/*').trim().split('\n')
      expect(branches).toHaveLength(7)
      expect(gitIn(folder, 'show', '--stat', 'loopwright/wo2-add-two')).toContain('src/two.test.ts')
      expect(fileOf(folder, 'wo2-add-two', 'change.patch')).toContain('+export function two')
      expect(hasFile(folder, 'wo2-add-two', 'PULL_REQUEST.md')).toBe(true)

      // everything was recorded, successes too
      // twice the agent brought the same change again, and was asked no third time
      const attempts = rowsOf(folder, 'select was_success from proposer_attempts')
      expect(attempts).toHaveLength(9)
      expect(attempts.filter(({ was_success: success }) => success === 1)).toHaveLength(5)
      const seen = rowsOf(folder, 'select count(*) as count from enhancement_applications')
      expect(Number(seen[0]?.['count'])).toBeGreaterThanOrEqual(14)
      const queue = await lw(folder, ['workorder', 'queue', '--json'])
      expect(JSON.parse(queue.stdout)).toMatchObject({
        orders: [{ run_id: 'wo1-add-one' }, { run_id: 'wo6-add-six-cheats' }],
      })
      const report = await lw(folder, ['report', 'wo6'])
      expect(report.stdout).toContain('integrity/test-skipped')
      // the agent was asked once for each, once more for what did not compile, and for what was refused
      const calls = readFileSync(env.CALLS, 'utf8').trim().split('\n')
      expect(calls.filter((line) => line.includes('"phase":"REFINE"'))).toHaveLength(1)
      expect(calls).toHaveLength(10)
      expect(calls.find((line) => line.includes('"iteration":2'))).toContain('came to nothing')
      expect((await lw(folder, ['verify', 'wo3'])).status).toBe(0)
    },
  )

  test(
    '[WO-14] a checkout that changed while an agent worked is a question, and its answer is kept',
    slow,
    async () => {
      const folder = orderWorkspace('mutation_seconds: 0', 'none')
      const { status, told } = await workOn(folder, 'Add one (leaves its place)')
      expect(status).toBe(3)
      expect(told['question']).toContain('src/price.ts')
      expect(told).toMatchObject({ status: 'escalated', attempt: 1, change: { files: 1 } })
      expect(told['question']).toContain('Was that you?')
    },
  )

  test(
    '[WOCLI-21] a lying agent never completes an order, at the highest score either',
    slow,
    async () => {
      const folder = liarsWorkspace()
      const lies = {
        'changes nothing': 3,
        'edits only tests': 1,
        'lets the test agree with wrong code': 1,
        'does something else': 1,
      }
      for (const [lie, exit] of Object.entries(lies)) {
        const asked = ['-d', 'Add tax.', '--criterion', '`withVat(1000, 0.19)` is 1190']
        const ran = await lw(folder, ['workorder', 'add', lie, ...asked, '--run', '--quiet'])
        expect(ran.status, `${lie}\n${ran.stdout}${ran.stderr}`).toBe(exit)
      }
      expect(rowsOf(folder, 'select was_success from proposer_attempts where was_success')).toEqual(
        [],
      )
    },
  )

  test('what fails three times is a question with answers that work', slow, async () => {
    const folder = orderWorkspace()
    const { status, told } = await workOn(folder, 'Add one (outside)')
    expect(status).toBe(3)
    expect(told['failed_attempts']).toHaveLength(3)
    const gates = await lw(folder, ['gates', '--json'])
    expect(gates.stdout).toContain('wo1-add-one-outside')
    expect((await lw(folder, ['answer', 'wo1', 'pivot_solution'])).stderr).toContain(
      'needs feedback',
    )
    const over = await lw(folder, ['answer', 'wo1', 'abort_redesign', '--feedback', 'not worth it'])
    expect(over.status, over.stdout + over.stderr).toBe(5)
    expect((await lw(folder, ['status', 'wo1', '--json'])).stdout).toContain('"status":"failed"')
    expect(rowsOf(folder, 'select status from work_orders')).toEqual([{ status: 'failed' }])
    const clean = await lw(folder, ['clean', 'wo1', '--yes'])
    expect(clean.status, clean.stderr).toBe(0)
    expect((await lw(folder, ['list'])).stdout).not.toContain('wo1')
  })

  test(
    '[CRASH-1] a process killed at any step goes on where it was, asks nobody twice and ends the same',
    slow,
    async () => {
      const folder = orderWorkspace()
      const own = join(folder, 'log')
      const env = { CALLS: join(own, 'calls'), MEMORY: join(own, 'memory.json') }
      writeFileSync(env.MEMORY, '{"tests":true,"whole":true}')
      await lw(folder, [
        'workorder',
        'add',
        'Add one (in the workspace)',
        '-d',
        'one',
        '--criterion',
        '`one(41)` is 42',
        '--scope',
        'src/**',
      ])
      const history = join(folder, '.loopwright/workorder/wo1-add-one-workspace/history.jsonl')
      const events = () =>
        readFileSync(history, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      const before = checkoutOf(folder)
      // killed as soon as a further event is there, over and over, so that every step that takes a while dies once
      for (const [wanted, delay] of deaths) {
        const victim = launch(folder, ['workorder', 'run', 'wo1', '--quiet'], env)
        while (events().length < wanted && victim.child.exitCode === null) await wait(10)
        await wait(delay)
        victim.child.kill('SIGKILL')
        await victim.ended
      }
      const end = await lw(folder, ['resume', 'wo1', '--json'], env)
      expect(end.status, end.stdout + end.stderr).toBe(0)
      const named = events().map((line) => (JSON.parse(line) as { event: string }).event)
      // what a killed call left in the worktree is set aside
      expect(named.filter((event) => event !== 'set_aside')).toEqual([
        'run_started',
        'based',
        'baseline_measured',
        'briefed',
        'proposed',
        'compiled',
        'ready_to_measure',
        'measured',
        'delivered',
        'ended',
      ])
      expect(readFileSync(env.CALLS, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(2)
      expect(checkoutOf(folder)).toBe(before)
      expect(fileOf(folder, 'wo1-add-one-workspace', 'change.patch')).toContain('one.test.ts')
      expect((await lw(folder, ['verify', 'wo1'])).status).toBe(0)
      expect(rowsOf(folder, 'select status from work_orders')).toEqual([{ status: 'completed' }])
      expect(rowsOf(folder, 'select id from proposer_attempts')).toHaveLength(1)
    },
  )
})

/** How many events are waited for, and how much longer, before the process is killed. */
const deaths: readonly (readonly [events: number, delayMs: number])[] = [
  [2, 400],
  [4, 150],
  [5, 100],
  [7, 1_000],
  [8, 20],
]
