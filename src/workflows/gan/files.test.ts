import { describe, expect, test } from 'vitest'
import { judgePage } from '../../checks/page/judge-page.ts'
import { aPage, noContract } from '../../checks/page/score/sample-page.contract.ts'
import type { Blobs } from '../../ports/blobs.ts'
import { ganFiles, projectRun, projectSite, sprintFile } from './files.ts'
import { profiles } from './inputs/profiles.ts'
import { reportText } from './report.ts'
import {
  all,
  anItem,
  aProposal,
  begun,
  ganSetup,
  hashOf,
  live,
  orders,
  type SetupChanges,
  sprint,
  sprints,
} from './sample-run.contract.ts'
import { scoreSite } from './score-site.ts'
import { siteText } from './site.ts'
import type { GanLive } from './state.ts'

const files = ganFiles('.moai/sprints', 'bakery-1')

/** Texts by hash; reports are what each test says. */
const blobsOf = (texts: readonly (readonly [hash: string, text: string])[]): Blobs => {
  const kept = new Map(texts)
  return { put: async (text) => hashOf(text), get: async (hash) => kept.get(hash) ?? null }
}
const reports = (count: number, text = '{"verdict":"PASS"}') =>
  blobsOf(
    Array.from({ length: count }, (_, index) => [hashOf(`report of iteration ${index + 1}`), text]),
  )
async function written(state: GanLive, blobs: Blobs) {
  const list = projectRun(files, state, blobs)
  const pairs = await Promise.all(
    list.map(async ({ path, content }) => {
      const value = typeof content === 'function' ? await content() : content
      return [path, typeof value === 'string' ? JSON.parse(value) : value] as const
    }),
  )
  return new Map(pairs)
}

/** The form of the sprint contract document, as it is published. */
const published = {
  top: [
    'sprint_id',
    'iteration',
    'priority_dimension',
    'acceptance_checklist',
    'test_scenarios',
    'pass_conditions',
    'negotiation_history',
    'created_at',
  ],
  item: ['id', 'criterion', 'verification', 'status'],
  scenario: ['id', 'description', 'tool', 'command'],
}

const scenarios = [
  {
    id: 'TS-01',
    description: 'Mobile viewport renders without horizontal scroll',
    tool: 'Playwright' as const,
    command: 'loopwright check page .',
  },
]
const judged = begun(
  {},
  orders.propose(aProposal([anItem('AC-01'), anItem('AC-02')], { test_scenarios: scenarios })),
  orders.adjust(),
  orders.resolve('kept, by the BRIEF'),
  orders.accept,
  orders.build('site'),
  orders.evaluate(0.6, { failing: ['AC-02'] }),
)

describe('sprint-N.json', () => {
  const file = sprintFile(live(judged.state), 1)!

  test('[GAN-110] 0.18: lies in the folder of its run, one for each sprint, beside the reports', async () => {
    const two = begun({}, ...sprints(0.5, 0.6))
    expect([...(await written(live(two.state), reports(2))).keys()]).toEqual([
      '.moai/sprints/bakery-1/sprint-1.json',
      '.moai/sprints/bakery-1/sprint-2.json',
      '.moai/sprints/bakery-1/evaluation-report-1.json',
      '.moai/sprints/bakery-1/evaluation-report-2.json',
    ])
  })

  test('[GAN-110] has every field of the published form in its order, and more behind them', () => {
    expect(Object.keys(file).slice(0, published.top.length)).toEqual(published.top)
    expect(Object.keys(file.acceptance_checklist[0]!).slice(0, 4)).toEqual(published.item)
    expect(Object.keys(file.test_scenarios[0]!)).toEqual(published.scenario)
    expect(file).toMatchObject({ sprint_id: 'sprint-1', iteration: 1, test_scenarios: scenarios })
    expect(Object.keys(file.pass_conditions)).toEqual(Object.keys(all(0)))
    expect(new Date(file.created_at).toISOString()).toBe(file.created_at)
  })

  test('tells pending before the evaluation, and passed or failed with score, anchor and evidence after it', () => {
    const waiting = begun({}, orders.propose(), orders.accept)
    for (const { status } of sprintFile(live(waiting.state), 1)!.acceptance_checklist)
      expect(status).toBe('pending')
    expect(file.acceptance_checklist.slice(0, 2)).toMatchObject([
      {
        id: 'AC-01',
        status: 'passed',
        score: 1,
        rubric_anchor: 1,
        evidence: 'the evidence for AC-01',
      },
      { id: 'AC-02', status: 'failed', score: 0.25, rubric_anchor: 0.25, standing: 'failed' },
    ])
  })

  test('0.16: keeps the whole negotiation', () => {
    expect(file.negotiation_history).toEqual([
      {
        round: 1,
        by: 'builder',
        answer: 'adjust',
        proposals: [
          { id: 'AC-01', alternative: 'something smaller', rationale: 'the BRIEF allows it' },
        ],
      },
      {
        round: 1,
        by: 'evaluator',
        answer: 'resolve',
        proposals: [],
        resolution: 'kept, by the BRIEF',
      },
      { round: 1, by: 'builder', answer: 'accept', proposals: [] },
    ])
  })

  test('keeps the scores of all iterations up to its own', () => {
    const state = live(begun({}, ...sprints(0.5, 0.6)).state)
    expect(sprintFile(state, 1)?.history).toEqual([{ iteration: 1, score: 0.5 }])
    expect(sprintFile(state, 2)?.history).toEqual([
      { iteration: 1, score: 0.5 },
      { iteration: 2, score: 0.6 },
    ])
    expect(sprintFile(state, 3)).toBeNull()
  })

  test('0.22: of two judgements the lower score is in the history', () => {
    const run = begun({ projectNumber: 5 }, ...sprint('site', 0.7), orders.again(0.5))
    expect(sprintFile(live(run.state), 1)?.history).toEqual([{ iteration: 1, score: 0.5 }])
  })

  test('keeps the version of the criteria it was signed under', () => {
    const run = begun(
      {},
      ...sprints(0.6, 0.61, 0.62),
      orders.answer('adjust', 'fewer words'),
      ...sprints(0.5),
    )
    const versions = [1, 3, 4].map((each) => sprintFile(live(run.state), each)?.criteria_version)
    expect(versions).toEqual([1, 1, 2])
  })

  test('0.14: is not written where there is no contract; the report is', async () => {
    const none = begun(
      { contract: 'none' },
      orders.propose(),
      orders.build('site'),
      orders.evaluate(0.9),
    )
    expect([...(await written(live(none.state), reports(1))).keys()]).toEqual([
      '.moai/sprints/bakery-1/evaluation-report-1.json',
    ])
  })
})

describe('evaluation-report-N.json', () => {
  test('is the last word of its iteration, with its pictures, its time and its feedback', async () => {
    const screenshots = [
      { viewport: '375x667' as const, sha256: hashOf('png'), text: hashOf('png text') },
    ]
    const report = hashOf('second report')
    const run = begun(
      { loop: { maxIterations: 1 } },
      ...sprints(0.5),
      orders.edit('mine'),
      orders.evaluate(0.6, { report, screenshots, failing: ['AC-02'] }),
    )
    const blobs = blobsOf([
      [report, '{"verdict":"FAIL","of":"the edit"}'],
      [hashOf('png text'), Buffer.from('png').toString('base64')],
    ])
    const out = await written(live(run.state), blobs)
    expect(out.get('.moai/sprints/bakery-1/evaluation-report-1.json')).toMatchObject({
      of: 'the edit',
      evaluated_at: live(run.state).evaluation?.at,
      screenshots: [
        { viewport: '375x667', file: 'screenshot-1-375x667.png', sha256: hashOf('png') },
      ],
      feedback: [{ id: 'AC-02', text: 'mend AC-02' }],
      accessibility_score: 100,
    })
    const png = out.get('.moai/sprints/bakery-1/screenshot-1-375x667.png')
    expect(Buffer.from(png).toString()).toBe('png')
  })

  test('0.22: tells both scores, how far they lie apart, which counts, and warns above 0.10', async () => {
    const told = async (first: number, second: number) => {
      const run = begun({ projectNumber: 5 }, ...sprint('site', first), orders.again(second))
      return (await written(live(run.state), reports(1))).get(files.report(1))
    }
    expect(await told(0.9, 0.7)).toMatchObject({
      verdict: 'FAIL',
      second_evaluation: {
        overall_score: 0.7,
        divergence: 0.2,
        calibration_warning: true,
        counted: 0.7,
      },
    })
    expect(await told(0.9, 0.8)).toMatchObject({
      verdict: 'PASS',
      second_evaluation: { divergence: 0.1, calibration_warning: false, counted: 0.8 },
    })
  })

  test('that is lost from the private folder is left as it lies', async () => {
    const state = live(begun({}, ...sprints(0.5)).state)
    expect((await written(state, reports(0))).get(files.report(1))).toBeUndefined()
  })
})

describe('the text of a report', () => {
  const judgement = judgePage(aPage(), { ...noContract, tokens: null })
  const notChecked = [{ ruleId: 'axe-wcag', reason: 'there was no browser' }]
  const state = (setup: SetupChanges = {}) =>
    live(begun(setup, orders.propose(), orders.accept, orders.build('site')).state)
  const report = (setup: SetupChanges = {}, looked: 'seen' | 'static' = 'seen') => {
    const run = state(setup)
    const contract = run.contract!
    const verdicts = contract.acceptance_checklist.map(({ id }) => ({
      id,
      passed: true,
      score: 1,
      reason: `the reason for ${id}`,
      evidence: [`the evidence for ${id}`],
    }))
    const scored = {
      ...scoreSite(judgement, verdicts, {
        items: contract.acceptance_checklist,
        conditions: { ...all(0.75), Completeness: 0.8 },
        weights: run.setup.weights,
        aggregation: run.setup.aggregation,
        profile: profiles.design,
      }),
      mustPassFailures: [],
      scores: all(1),
      overall: 0.9,
    }
    const verdict =
      looked === 'seen'
        ? { type: looked, facts: aPage(), judgement }
        : { type: looked, reason: 'there was no browser', judgement: { ...judgement, notChecked } }
    return JSON.parse(reportText({ run, contract, verdict, verdicts, scored, obligations: [] }))
  }

  test('cites for every dimension its weight, anchor and parts with rubric and evidence, a judge’s too', () => {
    const { dimensions, acceptance } = report()
    for (const part of Object.values<Record<string, unknown[]>>(dimensions)) {
      expect(part['sub_criteria']?.length).toBeGreaterThan(0)
      expect(part['rubric_anchor']).toBe(1)
    }
    expect(dimensions.Originality.sub_criteria).toContainEqual(
      expect.objectContaining({ id: 'AC-01', evidence: ['the evidence for AC-01'] }),
    )
    expect(acceptance).toHaveLength(state().contract!.acceptance_checklist.length)
  })

  test('0.8: notes which anchor a condition between anchors really takes', () => {
    expect(report().pass_conditions).toContainEqual(
      expect.objectContaining({
        dimension: 'Completeness',
        note: 'scores stand on anchors, so 0.8 is reached at 1',
      }),
    )
    expect(report().pass_conditions[0].note).toBeUndefined()
  })

  test('names who looked; without a browser it tells the limitation and all that was not checked', () => {
    expect(report().looked_at).toMatchObject({ by: 'Chromium' })
    expect(report({}, 'static').looked_at).toEqual({
      by: 'static analysis',
      limitation: 'there was no browser',
    })
    expect(report({}, 'static').not_checked).toEqual(notChecked)
  })

  test('0.1: its verdict is PASS only where the loop ends; a first strict iteration must be confirmed', () => {
    expect(report().verdict).toBe('PASS')
    const strict = report({ loop: { strict: true } })
    expect(strict.verdict).toBe('FAIL')
    expect(strict.note).toContain('second iteration')
    expect(report({ loop: { passThreshold: 0.95 } }).verdict).toBe('FAIL')
  })

  test('0.12: a score more than 0.15 above the baseline of projects, without fewer findings, is flagged', () => {
    const counted = judgement.findings.filter(({ severity }) => severity !== 'info').length
    const against = (overall: number, findings: number) =>
      report({ baseline: { overall, findings, projects: 3 } }).baseline.flagged
    expect(against(0.74, counted)).toBe(true)
    expect(against(0.75, counted)).toBe(false)
    expect(against(0.74, counted + 1)).toBe(false)
    expect(report({ baseline: null }).baseline).toBeNull()
    expect(ganSetup().baseline).toBeNull()
  })
})

describe('the files of the site', () => {
  test('are those of the current site; what only earlier versions had is taken away', async () => {
    const two = siteText([{ path: 'index.html', content: '<h1>two</h1>', encoding: 'utf8' }])
    const run = begun(
      {},
      ...sprints(0.5),
      orders.propose(),
      orders.accept,
      orders.build('two', { paths: ['index.html'], site: hashOf(two) }),
    )
    const state = { ...live(run.state), paths: ['index.html', 'old.css'] }
    const out = projectSite(files, state, blobsOf([[hashOf(two), two]]))
    expect(out.map(({ path }) => path)).toEqual([
      '.moai/sprints/bakery-1/site/index.html',
      '.moai/sprints/bakery-1/site/old.css',
    ])
    const [page, old] = await Promise.all(
      out.map(async ({ content }) => (typeof content === 'function' ? content() : content)),
    )
    expect(Buffer.from(page as Uint8Array).toString()).toBe('<h1>two</h1>')
    expect(old).toBeNull()
    expect(projectSite(files, live(begun({}).state), blobsOf([]))).toEqual([])
  })
})
