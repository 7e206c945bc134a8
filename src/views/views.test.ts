import { describe, expect, test } from 'vitest'
import { changedSections } from './report/changed-sections.ts'
import { distanceToSuccess, finalSummary, nextStep } from './report/final-summary.ts'
import { oneLine, showScore, showSeconds, table } from './format.ts'
import { contextGrows, iterationSummary } from './report/iteration-summary.ts'
import type { EvaluationView, RunView } from '../model/run-view.ts'

const evaluation: EvaluationView = {
  iteration: 4,
  phase: 'A',
  score: 0.6,
  threshold: 0.8,
  passed: false,
  failed: ['a.one.x'],
  warnings: ['a.two.x'],
  rules: [
    { id: 'a.one.x', verdict: 'fail', details: '' },
    { id: 'a.two.x', verdict: 'warn', details: '' },
    { id: 'a.three.x', verdict: 'pass', details: '' },
  ],
  artifact: 'abcdef0123456789',
}
const run: RunView = {
  alias: 'a-run',
  runId: 'a-run-20260101-000000',
  task: 't',
  taskType: 'api-spec',
  status: 'stopped',
  iteration: 4,
  maxIterations: 4,
  phase: 'A',
  step: 'EVALUATE',
  plan: ['repair a.one.x'],
  lastScore: 0.6,
  evaluation,
  critique: [],
  artifact: 'abcdef0123456789',
  artifactPath: '.ai-factory/evolution/a-run/artifact.md',
  artifactStatus: 'evaluated',
  best: null,
  stop: { reason: 'iteration_limit', code: 'iteration_limit', passed: false, detail: {} },
  question: null,
  used: { seconds: 65, tokens: 0, costUsd: 0, calls: 0 },
  createdAt: '',
  updatedAt: '',
}

describe('the final summary', () => {
  test('vector 4: at the limit it holds the distance to success', () => {
    expect(finalSummary(run)).toEqual([
      'iteration: 4/4',
      'phase: A',
      'artifact_status: evaluated',
      'final_score: 0.60',
      'stop reason: iteration_limit',
      'used: 1 min 5 s',
      'distance_to_success:',
      '  threshold: 0.80, score: 0.60, gap: 0.20',
      '  blocking rules: 1 (a.one.x)',
      '  rules: 1/3 passed',
    ])
  })

  test('a full score beside an obligation that is not met says so, and which one', () => {
    const asked = {
      id: 'task.1.2',
      statement: 'has db',
      source: { kind: 'task' as const, text: 'a db' },
      weight: 'must' as const,
      decided_by: 'check' as const,
      status: 'unmet' as const,
      reason: 'there is no db',
      evidence: [],
    }
    const text = finalSummary({
      ...run,
      evaluation: { ...evaluation, score: 1, failed: [] },
      obligations: [asked],
    }).join('\n')
    expect(text).toContain("final_score: 1.00 (the criteria's own number")
    expect(text).toContain('obligations not met: 1 (task.1.2 unmet)')
  })

  test.each([
    ['not_created', 'no artifact was created'],
    ['unevaluated', 'was not evaluated'],
    ['stale', 'changed after its last evaluation'],
  ] as const)(
    'vector 5: an artifact that is %s shows no score and no distance, but why',
    (artifactStatus, why) => {
      const told = {
        ...run,
        artifactStatus,
        ...(artifactStatus === 'stale' ? {} : { evaluation: null }),
      }
      const text = finalSummary(told).join('\n')
      expect(text).toContain('final_score: unavailable')
      expect(text).toContain(why)
      expect(text).not.toContain('distance_to_success')
      expect(text.includes('last_evaluated_score: 0.60')).toBe(artifactStatus === 'stale')
      expect(text).toContain('stop reason: iteration_limit')
      expect(distanceToSuccess(told)).toBeNull()
    },
  )

  test('4.5: a run completed below its threshold says so', () => {
    const completed = {
      ...run,
      status: 'completed' as const,
      stop: { reason: 'no_major_issues', code: 'no_major_issues', passed: false, detail: {} },
    }
    expect(finalSummary(completed).join('\n')).toContain(
      'no_major_issues (completed below threshold: 0.60 of 0.80)',
    )
  })

  test('suggests the next skill by the kind of artifact', () => {
    const next = (taskType: string, status: RunView['status'] = 'completed') =>
      nextStep({ taskType, status })
    expect(next('api-spec')).toContain('/aif-plan')
    expect(next('code')).toContain('/aif-verify')
    expect(next('docs')).toContain('/aif-docs')
    expect(next('config')).toBeNull()
    expect(next('docs', 'stopped')).toBeNull()
  })
})

describe('the iteration summary', () => {
  test('has the seven lines of the format', () => {
    expect(iterationSummary(run, evaluation, ['Paths', '+ Errors'])).toEqual([
      '── Iteration 4/4 | Phase A | Score: 0.60 | FAIL ──',
      'Plan: repair a.one.x',
      'Hash: abcdef01',
      'Changed: Paths, + Errors',
      'Failed: a.one.x',
      'Warnings: a.two.x',
      'Artifact: .ai-factory/evolution/a-run/artifact.md',
    ])
  })

  test('recommends a fresh context after iteration 2, from 3 on, and at the switch to B', () => {
    const at = (iteration: number, phase: string, passed: boolean) =>
      contextGrows({ ...evaluation, iteration, phase, passed })
    expect(at(1, 'A', false)).toBe(false)
    expect(at(1, 'A', true)).toBe(true)
    expect(at(2, 'A', false)).toBe(true)
    expect(at(5, 'B', false)).toBe(true)
  })
})

describe('changed sections', () => {
  test('names what was added, changed and removed', () => {
    expect(changedSections(null, '# A')).toEqual(['initial generation'])
    expect(changedSections('# A\nx', '# A\nx')).toEqual(['nothing'])
    expect(changedSections('# A\nx\n# B\ny', '# A\nz\n# C\ny')).toEqual(['A', '+ C', '- B'])
  })

  test('takes no comment in a code block for a heading', () => {
    expect(changedSections('# A\n```sh\n# one\n```', '# A\n```sh\n# two\n```')).toEqual(['A'])
  })
})

test('a score is cut, not rounded: 0.799 does not look like a 0.80 that failed', () => {
  expect(showScore(0.799)).toBe('0.79')
  expect(showScore(0.8)).toBe('0.80')
  expect(showScore(0.57)).toBe('0.57')
  expect(showScore(1)).toBe('1.00')
})

test('lines are cut to their width and tables are aligned', () => {
  expect(oneLine('a  b\nc', 20)).toBe('a b c')
  expect(oneLine('abcdef', 4)).toBe('abc…')
  expect(showSeconds(3.21)).toBe('3.2 s')
  expect(showSeconds(7_260)).toBe('2 h 1 min')
  expect(table(['a', 'bb'], [['xxx', 'y']])).toEqual(['a   | bb', '----|---', 'xxx | y'])
})
