import { describe, expect, test } from 'vitest'
import { nothingSpent } from '../../../model/caps.ts'
import { analyse } from '../analysis.ts'
import { editFiles } from '../edits.ts'
import type { NamedProposal } from '../events.ts'
import { actualImpact } from '../impact.ts'
import { macroDimensions, type MacroScore } from '../scoring/score.ts'
import type { ImproveRun, Improvement, Iteration } from '../state.ts'
import { proposeOffline } from './propose.ts'
import { sentences } from './sentences.ts'

function iteration(
  number: number,
  overall: number,
  weak: Readonly<Record<string, number>> = {},
  sha = 'a',
): Iteration {
  const scored = macroDimensions.map((name) => [
    name,
    {
      score: weak[name] ?? 9,
      evidence: [{ text: 'no tests', path: 'src/a.js', line: 1 }],
      unsure: 0,
    },
  ])
  const score: MacroScore = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all five
    dimensions: Object.fromEntries(scored) as MacroScore['dimensions'],
    adjustments: [],
    overall,
    grade: 'good',
    summary: '',
    builds: true,
    testsPass: true,
    lintErrors: 0,
    isolationVerified: true,
  }
  return {
    number,
    version: { commit: 'c'.repeat(40), sha256: sha.repeat(64), agents: {} },
    prints: '',
    startedAt: '',
    endedAt: '',
    built: { orders: [], commit: 'd'.repeat(40), notes: [] },
    score,
    obligations: [],
    changed: [],
    human: null,
    analysis: null,
    proposals: [],
    spent: nothingSpent,
  }
}

const runWith = (
  iterations: readonly Iteration[],
  improvements: readonly Improvement[] = [],
): ImproveRun => {
  const last = iterations.length - 1
  return {
    runId: 'r',
    setup: {
      spec: 's',
      project: 'p',
      setup: '.',
      commit: null,
      mode: 'supervised',
      target: 8,
      consecutive: 3,
      maxIterations: 20,
      maxOrders: 15,
      maxWorkers: 2,
      caps: { iterations: 4, wall_time_s: 'unlimited', tokens: 'unlimited', cost_usd: 'unlimited' },
    },
    iterations: iterations.map((each, index) =>
      index === last ? { ...each, analysis: analyse(iterations) } : each,
    ),
    improvements,
    skipped: [],
    head: null,
    approved: null,
    guidance: [],
    failures: [],
    asked: 0,
    round: 0,
    spent: nothingSpent,
    startedAt: '',
    updatedAt: '',
  }
}

const applied = (proposal: Partial<NamedProposal> = {}): Improvement => ({
  id: 'i1-1',
  status: 'applied',
  commit: 'e'.repeat(40),
  files: ['AGENTS.md'],
  reason: '',
  from: 1,
  approvedBy: 'ada',
  approvedAt: '',
  rolledBack: null,
  proposal: {
    id: 'i1-1',
    type: 'prompt_tuning',
    description: 'Tell agents to test',
    cause: 'test_coverage',
    rationale: '',
    testing_plan: '',
    rollback_plan: '',
    expected_impact: '',
    risks: [],
    estimated_effort_minutes: 1,
    changes: [{ path: 'AGENTS.md', before: 'a', after: 'b' }],
    lesson: null,
    undoes: null,
    easier: [],
    ...proposal,
  },
})

describe('proposals by code alone', () => {
  test('are one sentence for each cause, in a new file or below what is there', () => {
    const run = runWith([iteration(1, 6, { test_coverage: 3, readability: 5 })])
    const [first, ...more] = proposeOffline(run, new Map())
    expect(more).toEqual([])
    expect(first?.changes).toEqual([
      {
        path: 'AGENTS.md',
        before: null,
        after: expect.stringContaining(`- ${sentences['test_coverage']}`),
      },
    ])
    const ours = '# Ours\n\n- Be kind\n'
    const below = proposeOffline(run, new Map([['AGENTS.md', ours]]))
    expect(below.map(({ cause }) => cause)).toEqual(['test_coverage', 'readability'])
    const edits = below.flatMap(({ changes }) => changes)
    const both = editFiles(edits, () => ours)
    expect(both).toMatchObject({
      value: [
        {
          after: expect.stringMatching(
            /^# Ours\n\n- Be kind\n\n## Readability\n\n- Name[^\n]*\n\n## Test coverage\n\n- Write tests[^\n]*\n$/,
          ),
        },
      ],
    })
  })

  test('do not repeat what is said already, nor what was tried and taken back', () => {
    const run = runWith([iteration(1, 6, { test_coverage: 3 })])
    const told = new Map([['AGENTS.md', `- ${sentences['test_coverage']}\n`]])
    expect(proposeOffline(run, told)).toEqual([])
    const back = {
      ...applied(),
      rolledBack: { by: 'ada', reason: 'worse', commit: 'f'.repeat(40), at: '', after: 1 },
    }
    expect(proposeOffline({ ...run, improvements: [back] }, new Map())).toEqual([])
  })

  test('are lessons for work orders where a failure repeats, once', () => {
    const failed = {
      status: 'failed',
      failureClass: 'test_fail',
      title: 't',
      errors: [],
      reason: 'r',
    }
    const one = iteration(1, 6)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
    const orders = [failed, failed] as unknown as NonNullable<Iteration['built']>['orders']
    const run = runWith([{ ...one, built: { orders, commit: '', notes: [] } }])
    const [lesson] = proposeOffline(run, new Map())
    expect(lesson).toMatchObject({
      cause: 'test_fail',
      changes: [],
      lesson: { error_code: 'test_fail', text: sentences['test_fail'] },
      rationale: expect.stringContaining('2 work orders: test fail'),
    })
    const taught = applied({ cause: 'test_fail', lesson: { error_code: 'test_fail', text: 'x' } })
    expect(proposeOffline({ ...run, improvements: [taught] }, new Map())).toEqual([])
  })

  test('rest on causes that name what stands in the way of each order', () => {
    const failing = (failureClass: string, errors: readonly string[]) => ({
      status: 'needs_review',
      failureClass,
      title: 'Prices',
      errors,
      reason: 'nobody could decide: it is shown',
    })
    const all = [
      failing('unknown', ['- the tests notice 0 of 5 planted bugs']),
      // what tests of others printed says nothing of what nobody could decide
      failing('undecided', ['the tests printed: ok']),
    ]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
    const orders = all as unknown as NonNullable<Iteration['built']>['orders']
    const { root_causes } = analyse([
      { ...iteration(1, 9), built: { orders, commit: '', notes: [] } },
    ])
    expect(root_causes.map(({ issue, evidence }) => [issue, ...evidence])).toEqual([
      ['1 work order: not accepted', 'Prices: the tests notice 0 of 5 planted bugs'],
      ['1 work order: undecided', 'Prices: nobody could decide: it is shown'],
    ])
  })

  test('take back first what came with a lower score, beyond what the same set-up varies by', () => {
    const worse = [iteration(1, 8), iteration(2, 5, { completeness: 4 }, 'b')]
    const [undo] = proposeOffline(runWith(worse, [applied()]), new Map())
    expect(undo).toMatchObject({
      undoes: 'i1-1',
      changes: [{ path: 'AGENTS.md', before: 'b', after: 'a' }],
    })
    const noisy = [iteration(1, 8), iteration(2, 5.5, {}, 'b'), iteration(3, 8, {}, 'b')]
    expect(proposeOffline(runWith(noisy, [{ ...applied(), from: 2 }]), new Map())).toEqual([])
  })
})

describe('what an improvement came to', () => {
  test('is not known before the next application', () => {
    expect(actualImpact(runWith([iteration(1, 6)], [applied()]), applied())).toBeNull()
  })

  test('is told with the dimensions, and that one application each says little', () => {
    const run = runWith(
      [iteration(1, 6, { test_coverage: 3 }), iteration(2, 8, {}, 'b')],
      [applied()],
    )
    expect(actualImpact(run, applied())).toBe(
      'score 6 to 8 (+2): test coverage +6; one application each: whether this is chance is not known',
    )
  })

  test('2.20: held against scores of people as they count, and never a person against a machine', () => {
    const human = (each: Iteration, score: number): Iteration => ({
      ...each,
      human: { score, by: 'ada' },
    })
    const [one, two, three] = [iteration(1, 9.8), iteration(2, 9.8), iteration(3, 8, {}, 'b')]
    const improved = { ...applied(), from: 2 }
    // the same set-up got 4 and 8 from the person
    const all = runWith([human(one, 4), human(two, 8), human(three, 5)], [improved])
    expect(actualImpact(all, improved)).toMatch(
      /^score 8 to 5 \(-3\); no more than scores of the same set-up lie apart \(4\)$/,
    )
    const mixed = runWith([one, human(two, 4), three], [improved])
    expect(actualImpact(mixed, improved)).toContain(
      'a score of a person beside a computed one: what differs may be who scored',
    )
    expect(actualImpact(mixed, improved)).not.toContain('lie apart')
  })

  test('is told only of what was scored by itself, before and after', () => {
    const library = (each: Iteration): Iteration => {
      if (each.score === null) throw new Error('it is scored')
      const { dimensions } = each.score
      const user_experience = { ...dimensions.user_experience, absent: true as const }
      return { ...each, score: { ...each.score, dimensions: { ...dimensions, user_experience } } }
    }
    const [one, two] = [iteration(1, 6, { user_experience: 3 }), iteration(2, 8, {}, 'b')]
    const run = runWith([library(one), library(two)], [applied()])
    expect(actualImpact(run, applied())).toMatch(/^score 6 to 8 \(\+2\); /)
  })

  test('that was proved is told with its proof', () => {
    const proved = { ...applied(), reason: 'better by 2 points after 6 pairs', differences: [2, 2] }
    const run = runWith([iteration(1, 6), iteration(2, 8, {}, 'b')], [proved])
    expect(actualImpact(run, proved)).toBe('score 6 to 8 (+2); better by 2 points after 6 pairs')
  })

  test('[IMPROVE-4] of an easier exam is no gain', () => {
    const easier = applied({ easier: ['threshold falls from 7 to 4'] })
    const run = runWith([iteration(1, 6), iteration(2, 8, {}, 'b')], [easier])
    expect(actualImpact(run, easier)).toContain('so this is no gain')
  })
})
