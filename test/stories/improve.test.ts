import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  earnAutonomy,
  git,
  improveWorkspace,
  reportOf,
  startTaxes,
  told,
} from '../support/improve-workspace.ts'
import { lw } from '../support/workspace.ts'

const answer = (folder: string, ...words: readonly string[]) =>
  lw(folder, ['answer', 'taxes', ...words, '--by', 'ada'])

describe('a set-up that is improved', () => {
  test('[IMPROVE-1] [IMPROVE-2] 2.26 to 2.29: what harms is taken back, what helps reaches the target, and both say what they came to', async () => {
    const folder = improveWorkspace()
    const first = await lw(folder, startTaxes())
    expect(first.status, first.stdout + first.stderr).toBe(3)
    const open = await told(folder)
    expect(open.question).toContain('makes the exam easier: workflows.workorder.threshold')
    expect(open.question).toContain(
      'i1-3: Tell everybody (cannot be applied: "../AGENTS.md" does not lie inside the set-up)',
    )
    expect(open.question).toContain('nothing was measured of changes against test coverage')
    expect(open.question).not.toMatch(/i1-1.*makes the exam easier/)
    expect(open.question).toContain('1 of 1 work orders are not completed')
    expect(open.verdict).toMatchObject({ verdict: 'not_accepted' })
    expect(open.iterations[0]?.score.grade).not.toBe('excellent')

    const seen = await answer(folder, 'view')
    expect(seen.status, seen.stderr).toBe(3)
    expect(seen.stdout).toContain('+threshold: 2')
    expect(await told(folder)).toEqual(open)

    expect((await answer(folder, 'approve', '--only', 'i1-1')).status).toBe(3)
    const worse = await told(folder)
    expect(worse.improvements).toMatchObject([
      { id: 'i1-1', status: 'applied', actual: expect.stringMatching(/^score \S+ to \S+ \(-/) },
    ])
    expect(reportOf(folder, 2)).toContain('worse: completeness')
    expect(reportOf(folder, 2)).toMatch(/measured of 1 change against test coverage: -\d/)

    const last = await answer(folder, 'approve')
    expect(last.status, last.stdout + last.stderr).toBe(0)
    const ended = await told(folder)
    expect(ended).toMatchObject({
      outcome: 'target_reached',
      verdict: { verdict: 'accepted' },
      improvements: [
        { id: 'i1-1', status: 'rolled back' },
        { id: 'i2-1', status: 'applied' },
        {
          id: 'i2-2',
          status: 'applied',
          actual: expect.stringMatching(/^score \S+ to \S+ \(\+/),
        },
      ],
    })
    const scores = ended.iterations.map(({ score }) => score.overall)
    expect(scores[1]).toBeLessThan(scores[0] ?? 0)
    expect(scores[2]).toBeGreaterThan(scores[0] ?? 0)

    const weekly = await lw(folder, ['improve', 'report', '--weekly', '--json'])
    expect(weekly.status, weekly.stderr).toBe(0)
    const week = JSON.parse(weekly.stdout) as { readonly path: string }
    expect(week).toMatchObject({
      iterations: scores.map((score) => ({ run: 'taxes', score })),
      proposals: [
        { id: 'i1-1', status: 'rolled back', impact: expect.stringContaining('(-') },
        { id: 'i1-2', status: 'skipped' },
        { id: 'i1-3', status: 'skipped' },
        { id: 'i2-1', status: 'applied' },
        { id: 'i2-2', status: 'applied' },
      ],
      orders: { worked: 3, accepted: 1 },
    })
    expect(readFileSync(join(folder, week.path), 'utf8')).toContain('1 of 3 work orders accepted')

    const page = await lw(folder, ['report', 'taxes', '--format', 'html'])
    expect(page.status, page.stderr).toBe(0)
    expect(page.stdout).toMatch(/^<!doctype html>/)
    expect(page.stdout).toContain('<svg')
    expect(page.stdout).toMatch(/Iteration 3: \S+ of 10/)
    expect(ended.iterations.at(-1)?.built.orders).toMatchObject([
      { tests: { passed: 2, failed: 0, skipped: 0 }, compilationErrors: 0 },
    ])

    const rules = git(join(folder, 'agents'), 'show', 'loopwright/improve-taxes:AGENTS.md')
    expect(rules).toMatch(/Write tests/)
    expect(rules).not.toMatch(/guess/)
    expect(git(join(folder, 'agents'), 'status', '--porcelain')).toBe('')
    const back = await lw(folder, ['improve', 'rollback', 'taxes', 'i2-2', '--by', 'ada'])
    expect(back.status, back.stderr).toBe(0)
    const kept = join(folder, 'reports', 'iteration-3-improvements-taxes.html')
    expect(readFileSync(kept, 'utf8')).toMatch(/>i2-2<(?:(?!<\/tr>)[\s\S])*rolled back/)
    expect(git(join(folder, 'agents'), 'show', 'loopwright/improve-taxes:AGENTS.md')).not.toMatch(
      /Write tests/,
    )
    expect((await lw(folder, ['verify', 'taxes'])).status).toBe(0)
  }, 240_000)

  test('[IMPROVE-2] [IMPROVE-3] at its last iteration it ends where the target is not reached, and what was not proved is rejected; 2.27: five dimensions, and no others', async () => {
    const folder = improveWorkspace('{ consecutive: 1, prove_pairs: 1 }')
    expect((await lw(folder, startTaxes('--max-iterations', '1'))).status).toBe(3)
    const open = await told(folder)
    expect(Object.keys(open.iterations[0]?.score.dimensions ?? {})).toEqual([
      'architecture',
      'readability',
      'completeness',
      'test_coverage',
      'user_experience',
    ])
    const over = await answer(folder, 'approve', '--prove')
    expect(over.status, over.stderr).toBe(1)
    expect(await told(folder)).toMatchObject({
      outcome: 'iteration_limit',
      improvements: [
        {
          status: 'rejected',
          reason: expect.stringMatching(/^No difference shown .* after 1 pair of runs/),
          commit: null,
        },
        { status: 'rejected', reason: expect.stringContaining('it makes the exam easier') },
        { status: 'rejected', reason: expect.stringContaining('does not lie inside') },
      ],
    })
    expect(git(join(folder, 'agents'), 'branch', '--list', 'loopwright/improve-taxes')).toBe('')
    const wanted = await lw(folder, startTaxes('--autonomous'))
    expect(wanted.status).toBe(2)
    expect(wanted.stderr).toContain('workflows.improve.autonomous is not true')
    expect(wanted.stderr).toContain(
      'supervised iterations that build and touch nothing outside (1 of 10)',
    )
  }, 240_000)

  test('[IMPROVE-1] [IMPROVE-3] 2.25: after 10 supervised iterations, with 80 % of proposals approved, no regression and opt-in it asks nobody, and takes back what lowers a score', async () => {
    const folder = improveWorkspace(
      '{ consecutive: 1, autonomous: true }',
      '\n- It runs by itself.\n',
    )
    const early = await lw(folder, startTaxes('--autonomous'))
    expect(early.status).toBe(2)
    expect(early.stderr).toContain(
      'supervised iterations that build and touch nothing outside (0 of 10)',
    )
    expect(early.stderr).not.toContain('is not true')
    await earnAutonomy(folder)
    const run = await lw(folder, startTaxes('--autonomous'))
    expect(run.status, run.stdout + run.stderr).toBe(0)
    expect(await told(folder)).toMatchObject({
      outcome: 'target_reached',
      improvements: [
        {
          id: 'i1-1',
          status: 'rolled back',
          reason: expect.stringMatching(/^the score fell from/),
        },
        { id: 'i2-1', status: 'applied', actual: expect.stringMatching(/^score \S+ to \S+ \(\+/) },
      ],
    })
    const rules = git(join(folder, 'agents'), 'show', 'loopwright/improve-taxes:AGENTS.md')
    expect(rules).toMatch(/Write tests/)
    expect(rules).not.toMatch(/guess/)
    expect(reportOf(folder, 1)).toContain('approved by the loop itself')
    expect((await lw(folder, ['verify', 'taxes'])).status).toBe(0)
  }, 240_000)
})
