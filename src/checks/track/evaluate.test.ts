import { describe, expect, test } from 'vitest'
import { trackMarkdown } from '../../workflows/track/report.ts'
import {
  evaluateTrack,
  obligationsOfTrack,
  type Specialists,
  verdictOfStructure,
} from './evaluate.ts'
import { met, unmet } from './evaluation.ts'
import { readPlan } from './plan.ts'

const planText = '- [x] Task 1.1: Quote\n'
const facts: Parameters<typeof evaluateTrack>[0] = {
  id: 't',
  folder: 'conductor/tracks/t',
  spec: '# Refactor the quotes',
  plan: readPlan(planText),
  planText,
  metadata: { evaluators: ['eval-code-quality'] },
  commits: [],
  repository: 'whole',
  touched: [],
  files: new Map(),
  measured: null,
  unmeasured: 'nothing was run',
  application: null,
  notStarted: 'nothing to start',
  documents: new Map(),
  ofSpec: [],
  syncFlag: null,
}

/** A specialist that breaks so many times before it answers. */
function breaking(times: number): Specialists {
  let calls = 0
  const evaluate = async () => {
    calls += 1
    if (calls <= times) throw new Error('the browser is gone')
    return [
      { number: 1, name: 'Build', parts: [met('build', 'it builds', 'exit 0', 'npm run build')] },
    ]
  }
  const load = async () => evaluate
  return {
    'eval-ui-ux': load,
    'eval-code-quality': load,
    'eval-integration': load,
    'eval-business-logic': load,
  }
}

describe('the specialists of a track', () => {
  test('3.12: one that breaks is asked once more, and then fails with what broke', async () => {
    const once = await evaluateTrack(facts, breaking(1))
    expect(once.evaluations[0]?.passes[0]?.name).toBe('Build')
    const twice = await evaluateTrack(facts, breaking(2))
    expect(twice.evaluations[0]?.passes[0]?.parts[0]).toMatchObject({
      status: 'unmet',
      issues: [{ message: 'evaluator error: the browser is gone' }],
    })
    expect(obligationsOfTrack(twice, [])).toContainEqual(
      expect.objectContaining({ id: 'eval-code-quality.0', status: 'unmet' }),
    )
  })

  test('3.7: a structural check that fails is a failure of its own evaluator', async () => {
    const { structural } = await evaluateTrack(facts, breaking(0))
    expect(structural.planUpdated.status).toBe('unmet')
    expect(verdictOfStructure(structural)).toBe('FAIL')
  })

  test('3.8: the report tells of skipped tasks, too', async () => {
    const evaluation = await evaluateTrack(facts, breaking(0))
    const noSkipped = unmet('no-skipped', 'nothing is skipped', [{ message: 'open', fix: 'do it' }])
    const report = trackMarkdown({
      ...evaluation,
      structural: { ...evaluation.structural, noSkipped },
      id: 't',
      folder: 'conductor/tracks/t',
      at: '2026-03-01T10:00:00Z',
      verdict: 'FAIL',
      affectedDocs: [],
      obligations: [],
      notes: [],
    })
    expect(report).toContain('- No skipped tasks: NO')
  })
})
