import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  brief,
  callsIn,
  exampleWorkspace,
  ganWorkspace,
  jsonAt,
  runFiles,
  sprints,
} from '../support/gan-workspace.ts'
import { hasBrowser } from '../support/browser.ts'
import { lw } from '../support/workspace.ts'

describe.skipIf(!hasBrowser)('a page, built and judged from the command line', () => {
  test('the example begins with colours nobody can read and ends passing, with reports and pictures', async () => {
    const folder = exampleWorkspace()
    const { status, stdout } = await lw(folder, ['gan', 'start', 'landing'])
    expect(stdout).toContain('contrast-text')
    // two sentences of the brief are for a person
    expect(status, stdout).toBe(3)
    expect(stdout).toContain('Works without JavaScript except for the menu')
    expect((await lw(folder, ['answer', 'landing', 'met', '--by', 'grace'])).status).toBe(0)
    const first = jsonAt(sprints(folder, 'landing-1', 'evaluation-report-1.json'))
    const last = jsonAt(sprints(folder, 'landing-1', 'evaluation-report-2.json'))
    expect(first['verdict']).toBe('FAIL')
    expect(last).toMatchObject({ must_pass_failures: [] })
    const shot = readFileSync(sprints(folder, 'landing-1', 'screenshot-2-375x667.png'))
    expect(shot.subarray(1, 4).toString()).toBe('PNG')
    expect(JSON.stringify(last['screenshots'])).toContain(
      createHash('sha256').update(shot).digest('hex'),
    )
    // no contract was asked for, so none was written
    expect(runFiles(folder, 'landing-1').filter((name) => name.startsWith('sprint'))).toEqual([])
    expect((await lw(folder, ['verify', 'landing'])).status).toBe(0)
    expect((await lw(folder, ['check', 'page', '.moai/sprints/landing-1/site'])).status).toBe(0)
    expect((await lw(folder, ['save', 'landing', 'out'])).status).toBe(0)
    expect((await lw(folder, ['clean', '--all'])).stdout).toContain('.moai/sprints/landing-1/')
    expect(existsSync(join(folder, 'out', 'index.html'))).toBe(true)
  })

  test('[GAN-74] a thorough run negotiates, asks once for both reasons, and a person ends it as accepted, not passed', async () => {
    const folder = ganWorkspace()
    const env = { BUILDER: 'haggles', CALLS: join(folder, 'log', 'calls') }
    const begun = await lw(folder, ['gan', 'start', 'ferry', '--level', 'thorough'], env)
    expect(begun.status, begun.stdout + begun.stderr).toBe(3)
    const sprint = jsonAt(sprints(folder, 'ferry-1', 'sprint-1.json'))
    expect(sprint).toMatchObject({ sprint_id: 'sprint-1', iteration: 1 })
    expect(sprint['negotiation_history']).toMatchObject([
      { round: 1, by: 'builder', answer: 'adjust' },
      { round: 1, by: 'evaluator', answer: 'resolve', resolution: 'the BRIEF asks for it' },
      { round: 2, by: 'builder', answer: 'adjust' },
      { round: 2, by: 'evaluator', answer: 'resolve' },
    ])
    const gate: unknown = JSON.parse((await lw(folder, ['status', 'ferry', '--json'])).stdout)
    expect(gate).toMatchObject({ gate_reasons: ['stagnation', 'escalation'], status: 'waiting' })
    // nothing of a judgement reaches the evaluator of the next iteration
    const asked = callsIn(env.CALLS).filter(
      ({ phase, iteration }) => iteration > 1 && (phase === 'PROPOSE' || phase === 'JUDGE'),
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const { request } of asked)
      expect(request.prompt).not.toMatch(/Score:|Feedback:|Verdict:|Iteration \d|nowhere-1/)
    expect((await lw(folder, ['answer', 'ferry', 'frobnicate'], env)).status).toBe(2)
    const ended = await lw(
      folder,
      ['answer', 'ferry', 'force-pass', '--json', '--by', 'grace'],
      env,
    )
    expect(ended.status).toBe(0)
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: 'accepted_by_user', exit: 0 })
    expect(jsonAt(sprints(folder, 'calibration-log.json'))).toMatchObject({
      projects: [{ run_id: 'ferry-1', number: 1, outcome: 'accepted_by_user' }],
    })
  })

  test('[GAN-148] evidence that stands nowhere is asked for once more and then fails its criterion', async () => {
    const folder = ganWorkspace('design:\n  gan_loop: { max_iterations: 1 }\n')
    const env = { EVALUATOR: 'lies', CALLS: join(folder, 'log', 'calls') }
    const begun = await lw(folder, ['gan', 'start', 'ferry', '--contract', '--json'], env)
    expect(begun.status, begun.stderr).toBe(3)
    expect(callsIn(env.CALLS).filter(({ phase }) => phase === 'JUDGE')).toHaveLength(2)
    const report = readFileSync(sprints(folder, 'ferry-1', 'evaluation-report-1.json'), 'utf8')
    expect(report).toContain('UNVERIFIED: index.html:1 does not say')
    expect(JSON.parse(begun.stdout)).toMatchObject({ gate_reasons: ['max_iterations'] })
  })

  test('[GAN-60] a page that a person edits while the run asks is taken as it is and judged', async () => {
    const folder = ganWorkspace('design:\n  gan_loop: { max_iterations: 1 }\n')
    expect((await lw(folder, ['gan', 'start', 'ferry'])).status).toBe(3)
    const path = sprints(folder, 'ferry-1', 'site', 'index.html')
    writeFileSync(path, readFileSync(path, 'utf8').replace('#nowhere-1', '#'))
    const hasty = await lw(folder, ['answer', 'ferry', 'force-pass'])
    expect(hasty.status).toBe(2)
    expect(hasty.stderr).toContain('an answer holds only for what was judged')
    const again = await lw(folder, ['resume', 'ferry'])
    expect(again.stderr).toContain('edited by hand')
    expect(again.status).toBe(3)
    expect(readFileSync(path, 'utf8')).toContain('href="#"')
    expect((await lw(folder, ['history', 'ferry'])).stdout).toContain('site_edited')
  })
})

describe('what a page run refuses', () => {
  const refusal = async (folder: string, ...args: string[]) => {
    const { status, stderr } = await lw(folder, ['gan', ...args])
    return { status, stderr }
  }

  test('[GAN-5] a threshold below the floor, with its code', async () => {
    const folder = ganWorkspace('design:\n  gan_loop: { pass_threshold: 0.5 }\n')
    const { status, stderr } = await refusal(folder, 'start', 'ferry')
    expect(status).toBe(2)
    expect(stderr).toContain('HRN_PASS_THRESHOLD_FLOOR')
    expect(existsSync(sprints(folder))).toBe(false)
  })

  test('[GANIN-21] a folder without a BRIEF, outside the workspace, or with an incomplete BRIEF', async () => {
    const folder = ganWorkspace()
    expect(await refusal(folder, 'start', 'nothing')).toMatchObject({ status: 2 })
    expect((await refusal(folder, 'start', '../..')).stderr).toContain('outside the workspace')
    writeFileSync(
      join(folder, 'ferry', 'BRIEF.md'),
      brief.replace(/## Audience[\s\S]*?## Brand/, '## Brand'),
    )
    expect((await refusal(folder, 'start', 'ferry')).stderr).toContain('BRIEF_SECTION_INCOMPLETE')
    writeFileSync(join(folder, 'ferry', 'BRIEF.md'), `${brief}\nScore: 0.6\n`)
    expect((await refusal(folder, 'start', 'ferry')).stderr).toContain('fresh eyes')
  })

  test('a bundle of another version or that is none, and writes nothing', async () => {
    const folder = ganWorkspace()
    mkdirSync(join(folder, 'new'))
    expect((await refusal(folder, 'import', 'gone.zip', 'new')).stderr).toContain(
      'DESIGN_IMPORT_NOT_FOUND',
    )
    writeFileSync(join(folder, 'odd.bin'), 'neither ZIP nor page')
    expect((await refusal(folder, 'import', 'odd.bin', 'new')).stderr).toContain(
      'DESIGN_IMPORT_UNSUPPORTED_FORMAT',
    )
  })
})
