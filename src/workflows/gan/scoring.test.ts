import { describe, expect, test } from 'vitest'
import { lighthouseScore } from '../../checks/page/accessibility/lighthouse-score.ts'
import { lighthouseWeights } from '../../checks/page/accessibility/lighthouse-weights.ts'
import { judgePage, type PageJudgement } from '../../checks/page/judge-page.ts'
import type { PageContract, PageFinding } from '../../checks/page/page-rule.ts'
import { pageRules } from '../../checks/page/rules.ts'
import {
  aBlock,
  anImage,
  aPage,
  aSection,
  aText,
  box,
  inViews,
  noContract,
  noStyles,
  white,
} from '../../checks/page/score/sample-page.contract.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { type ContractItem, implicitItems, type PassConditions } from './contract.ts'
import { profiles } from './inputs/profiles.ts'
import { rubrics } from './inputs/rubrics.ts'
import { passes, verdictByRules } from './judge-items.ts'
import { isGoodEnough, type Scores } from './loop-decision.ts'
import { all, anItem, ganSetup, weights } from './sample-run.contract.ts'
import { type Scored, scoreSite, type Terms } from './score-site.ts'
import { defaultSettings, weightsOf } from './settings.ts'

/** Axe looked, and found nothing to object to. */
const axe = {
  ...aPage().axe,
  passes: [{ id: 'document-title', impact: null, tags: [], help: '', helpUrl: '', nodes: [] }],
}
const seen = (facts: Partial<PageFacts> = {}, contract: Partial<PageContract> = {}) =>
  judgePage(aPage({ axe, ...facts }), { ...noContract, ...contract })
const clean = seen()

/** A judgement with these scores, each from one part of its dimension. */
const judgementOf = (scores: Scores, changes: Partial<PageJudgement> = {}): PageJudgement => ({
  ...clean,
  ...changes,
  ...scoresIn(scores),
})
const part = (name: keyof Scores) => clean.score.dimensions[name]
const scoresIn = (scores: Scores): Pick<PageJudgement, 'score'> => {
  const dimension = (name: keyof Scores) => ({
    ...part(name),
    score: scores[name],
    caps: [],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests score on anchors
    subCriteria: [{ ...part(name).subCriteria[0]!, anchor: scores[name] as 0.5 }],
  })
  return {
    score: {
      overall: 0,
      dimensions: {
        'Design Quality': dimension('Design Quality'),
        Originality: dimension('Originality'),
        Completeness: dimension('Completeness'),
        Functionality: dimension('Functionality'),
      },
    },
  }
}

const termsOf = (changes: Partial<Terms> = {}): Terms => ({
  items: implicitItems,
  conditions: all(0.75),
  weights,
  aggregation: all('min'),
  profile: profiles.design,
  ...changes,
})
const verdict = (id: string, score: number) => ({
  id,
  score,
  passed: score >= 0.75,
  reason: '',
  evidence: [],
})
const isGood = ({ overall, scores, mustPassFailures, conditions }: Scored, strict = false) =>
  isGoodEnough(
    { overall, scores, mustPassFailures, conditionsMet: conditions.every(({ met }) => met) },
    { ...ganSetup().loop, strict },
  )

const finding = (ruleId: string, changes: Partial<PageFinding> = {}): PageFinding => ({
  ruleId,
  dimension: 'Design Quality',
  severity: 'error',
  message: `${ruleId} is broken`,
  place: { selector: 'main' },
  ...changes,
})
const found = (...list: readonly PageFinding[]): PageJudgement => ({
  ...clean,
  findings: list,
  byRule: Object.fromEntries(
    list.map(({ ruleId }) => [ruleId, list.filter((each) => each.ruleId === ruleId)]),
  ),
})

/** Axe facts with exactly this score: as many audits fail as it takes, the heaviest first. */
function accessible(score: number): PageFacts['axe'] {
  const failing = (ids: readonly string[]) => ({
    ...axe,
    passes: [],
    violations: ids.map((id) => ({
      id,
      impact: 'serious',
      tags: [],
      help: id,
      helpUrl: '',
      nodes: [],
    })),
  })
  const ids = Object.entries(lighthouseWeights)
    .toSorted(([, one], [, other]) => other - one)
    .reduce<readonly string[]>((so, [id]) => {
      const more = [...so, id]
      return lighthouseScore(failing(more)) >= score ? more : so
    }, [])
  expect(lighthouseScore(failing(ids))).toBe(score)
  return failing(ids)
}

describe('the score of a site', () => {
  test('0.10: the overall score is the mean weighted as configured, not the plain one', () => {
    const scores = { 'Design Quality': 1, Originality: 0.5, Completeness: 0.5, Functionality: 0.25 }
    expect(scoreSite(judgementOf(scores), [], termsOf()).overall).toBe(0.6)
    const other = { ...all(0), Originality: 1 }
    expect(scoreSite(judgementOf(scores), [], termsOf({ weights: other })).overall).toBe(0.5)
  })

  test('[GAN-1] vector 11, 0.9: three quarters in every dimension is 0.75 and good enough', () => {
    const scored = scoreSite(judgementOf(all(0.75)), [], termsOf())
    expect(scored.overall).toBe(0.75)
    expect(isGood(scored)).toBe(true)
  })

  test('[GAN-78] vector 11, 0.7: an accessibility score of 79 fails a page whose other dimensions are full', () => {
    const weak = seen({ axe: accessible(79) })
    const scored = scoreSite(
      { ...weak, ...scoresIn({ ...all(1), Functionality: 0.5 }) },
      [],
      termsOf(),
    )
    expect(scored.overall).toBe(0.9)
    expect(scored.mustPassFailures.join()).toContain(
      'accessibility-score: the accessibility score is 79',
    )
    expect(isGood(scored)).toBe(false)
  })

  test('[GAN-78] 0.7: from 80 to 89 nothing fails by the score alone, and Functionality is 0.75 at the most', () => {
    for (const score of [80, 89]) {
      const scored = scoreSite(seen({ axe: accessible(score) }), [], termsOf())
      expect(scored.mustPassFailures.join()).not.toContain('accessibility-score')
      expect(scored.scores.Functionality).toBeLessThanOrEqual(0.75)
      expect(scored.caps).toContainEqual(
        expect.objectContaining({ dimension: 'Functionality', at: 0.75 }),
      )
    }
    const fine = scoreSite(seen({ axe: accessible(90) }), [], termsOf())
    expect(fine.caps.filter(({ at }) => at === 0.75)).toEqual([])
  })

  test('vector 11: stock icons cap Originality at 0.50, whatever a judge says', () => {
    const icon = (selector: string, path: string) =>
      anImage({
        selector,
        kind: 'svg',
        decorative: true,
        svg: { paths: [path] },
      })
    const images = [
      icon('#a', '13 2 3 14 12 14 11 22 21 10 12 10 13 2'),
      icon('#b', 'M12 22s8-4 8-10V5l-8-3-8 3v7c0 6 8 10 8 10z'),
    ]
    const scored = scoreSite(
      seen({ views: inViews({ images }) }),
      [verdict('AC-01', 1)],
      termsOf({ items: [anItem('AC-01')], aggregation: all('mean') }),
    )
    expect(scored.scores.Originality).toBe(0.5)
    expect(scored.caps).toContainEqual(
      expect.objectContaining({ dimension: 'Originality', at: 0.5 }),
    )
  })

  test('[GAN-81] 0.6: copy that differs both fails the page and caps Completeness at 0.50', () => {
    const copy = ['Bread that is still warm', 'Part one of it', 'Part two of it', 'Part three'].map(
      (text, index) => ({ pointer: `/${index}`, text }),
    )
    const shown = ['Bread that is still hot', ...copy.slice(1).map(({ text }) => text)]
    const blocks = shown.map((text, index) => aBlock(text, { selector: `#b${index}` }))
    const texts = blocks.map(({ text, selector }, block) => aText({ text, selector, block }))
    const scored = scoreSite(
      seen({ views: inViews({ blocks, texts }) }, { copy }),
      [verdict('AC-01', 1)],
      termsOf({ items: [anItem('AC-01', { dimension: 'Completeness' })] }),
    )
    expect(scored.mustPassFailures.join()).toContain('copy/changed')
    expect(scored.caps).toContainEqual(
      expect.objectContaining({ dimension: 'Completeness', at: 0.5 }),
    )
    expect(scored.scores.Completeness).toBe(0.5)
    expect(isGood(scored)).toBe(false)
  })

  test('0.5: every must-pass rule that fails or could not be checked fails the site; a second main call does not unless asked', () => {
    const must = pageRules.filter(({ mustPass }) => mustPass)
    expect(must.length).toBeGreaterThan(5)
    const failures = must.map(({ id, about }) => ({
      ruleId: id,
      about,
      why: 'failed' as const,
      reason: 'seen',
      findings: [],
    }))
    for (const failure of failures) {
      const scored = scoreSite(judgementOf(all(1), { mustPassFailures: [failure] }), [], termsOf())
      expect(scored.mustPassFailures).toEqual([`${failure.ruleId}: seen`])
      expect(isGood(scored)).toBe(false)
    }
    expect(must.map(({ id }) => id)).not.toContain('interaction/one-primary-call')
    const blind = { sight: { ...aPage().sight, gaps: [{ part: 'axe' as const, reason: 'late' }] } }
    expect(scoreSite(seen(blind), [], termsOf()).mustPassFailures.join()).toContain(
      'axe-wcag: late',
    )
  })

  test('[GAN-8] 0.11: a criterion that passed before and fails now costs its dimension one anchor step', () => {
    const items = [
      anItem('AC-01', { carry_forward: true }),
      anItem('AC-02', { carry_forward: true }),
      anItem('AC-03', { carry_forward: true, dimension: 'Completeness', rules: ['copy'] }),
    ]
    const verdicts = [verdict('AC-01', 0.5), verdict('AC-02', 0.5), verdict('AC-03', 0.5)]
    const scored = scoreSite(judgementOf(all(1)), verdicts, termsOf({ items }))
    expect(scored.scores).toEqual({ ...all(1), Originality: 0.25, Completeness: 0.75 })
    expect(scored.regressions).toEqual(['AC-01', 'AC-02', 'AC-03'])
    const fresh = scoreSite(
      judgementOf(all(1)),
      verdicts,
      termsOf({ items: items.map((item) => ({ ...item, carry_forward: false })) }),
    )
    expect(fresh.scores).toEqual({ ...all(1), Originality: 0.5 })
    const floor = scoreSite(
      judgementOf({ ...all(1), Completeness: 0 }),
      verdicts,
      termsOf({ items }),
    )
    expect(floor.scores.Completeness).toBe(0)
  })

  test('what a judge saw counts like any other part of its dimension, by the least or by the mean', () => {
    const items = [anItem('AC-01'), anItem('AC-02', { dimension: 'Functionality' })]
    const verdicts = [verdict('AC-01', 0.5), verdict('AC-02', 1)]
    const score = (how: 'min' | 'mean') =>
      scoreSite(
        judgementOf(all(1)),
        verdicts,
        termsOf({ items, aggregation: { ...all('min'), Originality: how } }),
      ).scores
    expect(score('min')).toEqual({ ...all(1), Originality: 0.5 })
    expect(score('mean')).toEqual({ ...all(1), Originality: 0.75 })
  })

  test('[GAN-85] 0.19: a dimension of which nothing could be evaluated scores 0, never an anchor', () => {
    const gaps = [{ part: 'views' as const, reason: 'nobody looked' }]
    const unseen = seen({ views: [], sight: { ...aPage().sight, gaps } })
    expect(scoreSite(unseen, [], termsOf()).scores.Originality).toBe(0)
  })
})

describe('slop', () => {
  const purple = {
    ...noStyles,
    gradients: [
      {
        selector: '#hero',
        css: 'linear-gradient(#8B5CF6, #6D28D9)',
        stops: [
          { r: 139, g: 92, b: 246, a: 1 },
          { r: 109, g: 40, b: 217, a: 1 },
        ],
        box: box(0, 0, 1280, 600),
        area: 1280 * 600,
        onText: false,
      },
    ],
  }
  const card = {
    signature: 'div(h3 p)',
    background: white,
    radius: 16,
    shadow: '0 4px 12px #0001',
    borderWidth: 0,
    padding: 24,
    icon: null,
    heading: true,
    sentences: 1,
  }
  const cards = [
    aSection({ repeats: { selector: '#why > div', count: 3, columns: 3, item: card } }),
  ]
  const clause = implicitItems.find(({ rules }) => rules.includes('slop/primary-purple'))!
  const judged = (over: Partial<ViewFacts>, contract: Partial<PageContract> = {}) => {
    const judgement = seen({ views: inViews(over) }, contract)
    const { mustPassFailures } = scoreSite(judgement, [], termsOf())
    const { passed } = verdictByRules(clause, judgement, all(0.75))
    return { passed, failed: mustPassFailures.some((each) => each.includes('primary-purple')) }
  }

  test('[PAGE-J-51] 0.26: a purple gradient fails together with generic white cards, neither alone, and never a purple brand', () => {
    expect(judged({ styles: purple, sections: cards })).toEqual({ passed: false, failed: true })
    expect(judged({ styles: purple })).toEqual({ passed: true, failed: false })
    expect(judged({ sections: cards })).toEqual({ passed: true, failed: false })
    const brand = { palette: ['#7C3AED'], fonts: [] }
    expect(judged({ styles: purple, sections: cards }, { brand })).toEqual({
      passed: true,
      failed: false,
    })
  })
})

describe('conditions of a sprint', () => {
  const conditions: PassConditions = { ...all(0.75), Originality: 0.7, Completeness: 0.8 }

  test('0.8: conditions between anchors are compared as they are, and the anchor they really take is told', () => {
    const scored = scoreSite(judgementOf(all(0.75)), [], termsOf({ conditions }))
    const told = Object.fromEntries(scored.conditions.map((each) => [each.dimension, each]))
    expect(told['Originality']).toMatchObject({ condition: 0.7, effective: 0.75, met: true })
    expect(told['Completeness']).toMatchObject({ condition: 0.8, effective: 1, met: false })
    expect(told['Functionality']).toMatchObject({ condition: 0.75, effective: 0.75, met: true })
  })

  test('0.8: they gate the items of the sprint, and the pass of the whole in strict mode only', () => {
    expect(passes({ dimension: 'Completeness' }, 0.75, conditions)).toBe(false)
    expect(passes({ dimension: 'Completeness' }, 1, conditions)).toBe(true)
    expect(passes({ dimension: 'Originality' }, 0.75, conditions)).toBe(true)
    expect(passes({ dimension: 'Originality' }, 0.7, conditions)).toBe(false)
    const scored = scoreSite(judgementOf(all(0.75)), [], termsOf({ conditions }))
    expect(isGood(scored)).toBe(true)
    expect(isGood(scored, true)).toBe(false)
  })
})

describe('profiles', () => {
  test('0.21: `design` weighs as the loop does and adds nothing to what must pass', () => {
    expect(weightsOf(defaultSettings)).toEqual(weights)
    expect(rubrics.map(({ weight }) => weight)).toEqual(Object.values(weights))
    const warned = found(finding('tokens/spacing', { severity: 'warning' }))
    expect(scoreSite(warned, [], termsOf()).mustPassFailures).toEqual([])
  })

  test('`strict` lets no finding pass and no dimension under 0.80, `default` no error, `lenient` neither', () => {
    const scores = judgementOf(all(0.75))
    const under = (name: 'strict' | 'default' | 'lenient', judgement: PageJudgement) =>
      scoreSite(judgement, [], termsOf({ profile: profiles[name] })).mustPassFailures
    expect(under('strict', scores)).toHaveLength(4)
    expect(under('strict', scores)[0]).toBe('profile strict: Design Quality is 0.75, needs 0.80')
    const info = { ...judgementOf(all(1)), findings: [finding('x', { severity: 'info' })] }
    expect(under('strict', info).join()).toContain('1 findings')
    const error = { ...judgementOf(all(1)), findings: [finding('x')] }
    expect(under('default', error).join()).toContain('such as x: x is broken')
    expect(under('default', info)).toEqual([])
    expect(under('lenient', error)).toEqual([])
  })

  test('`frontend` caps Originality at 0.50 for one or two slop patterns and fails it from three', () => {
    const under = (count: number, name: 'frontend' | 'design' = 'frontend') =>
      scoreSite(
        judgementOf(all(1), { slopPatterns: Array.from({ length: count }, (_, n) => `slop ${n}`) }),
        [],
        termsOf({ profile: profiles[name] }),
      )
    expect(under(0).scores.Originality).toBe(1)
    for (const count of [1, 2]) {
      expect(under(count).scores.Originality).toBe(0.5)
      expect(under(count).mustPassFailures).toEqual([])
    }
    expect(under(3).mustPassFailures).toEqual(['Originality: 3 slop patterns'])
    expect(under(3, 'design').scores.Originality).toBe(1)
  })
})

describe('an item that rules decide', () => {
  const item = (changes: Partial<ContractItem> = {}) =>
    anItem('AC-01', { rules: ['layout'], dimension: 'Design Quality', ...changes })
  const decide = (judgement: PageJudgement, changes: Partial<ContractItem> = {}) =>
    verdictByRules(item(changes), judgement, all(0.75))

  test('passes without a finding and with minor ones, and fails with an error, on the anchors of its findings', () => {
    expect(decide(clean)).toMatchObject({ passed: true, score: 1 })
    expect(decide(clean).reason).toMatch(/^\d+ rules hold$/)
    const minor = found(finding('layout/overflow', { severity: 'warning' }))
    expect(decide(minor)).toMatchObject({ passed: true, score: 0.75 })
    const broken = found(
      finding('layout/overflow', { measured: { value: 900, needed: 375, unit: 'px' } }),
    )
    expect(decide(broken)).toMatchObject({
      passed: false,
      score: 0.5,
      reason: '1 finding, such as: layout/overflow is broken',
      evidence: ['layout/overflow at main: layout/overflow is broken (900 px, needs 375)'],
    })
    expect(decide(found(finding('copy/missing'))).passed).toBe(true)
    expect(decide(found(finding('layout/overflow', { severity: 'info' }))).score).toBe(1)
  })

  test('has not passed where a rule of it could not be checked', () => {
    const layout = pageRules.filter(({ id }) => id.startsWith('layout/')).map(({ id }) => id)
    const blind = (ids: readonly string[]) => ({
      ...clean,
      notChecked: ids.map((ruleId) => ({ ruleId, reason: 'no browser' })),
    })
    expect(decide(blind(layout.slice(0, 1)))).toMatchObject({ passed: false, score: 0.5 })
    expect(decide(blind(layout))).toMatchObject({ passed: false, score: 0 })
    expect(decide(blind(layout)).reason).toContain('could not be checked: no browser')
    const phone = implicitItems.find(({ rules }) => rules.includes('layout'))!
    expect(verdictByRules(phone, blind(layout), all(0.75)).passed).toBe(false)
  })

  test('0.13: an implicit clause fails by an error of a must-pass rule, and not by a warning', () => {
    const phone = implicitItems.find(({ rules }) => rules.includes('layout'))!
    const under = (judgement: PageJudgement) => verdictByRules(phone, judgement, all(0.75)).passed
    expect(under(found(finding('layout/phone-overflow')))).toBe(false)
    expect(under(found(finding('layout/phone-overflow', { severity: 'warning' })))).toBe(true)
    expect(under(found(finding('layout/overflow')))).toBe(true)
  })

  test('0.13: the clause of a rubric passes where its dimension reaches 0.75, and cites the rubric', () => {
    const rubric = implicitItems.find(({ rules }) => rules.includes('dimension:Originality'))!
    const under = (score: number) =>
      verdictByRules(rubric, judgementOf({ ...all(1), Originality: score }), all(0.75))
    expect(under(0.75).passed).toBe(true)
    expect(under(0.5)).toMatchObject({ passed: false, score: 0.5 })
    expect(under(0.75).reason).toMatch(/^\d\.\d\d: /)
  })

  test('that speaks of one section is not to blame for another', () => {
    const judgement = found(finding('copy/missing', { about: '/sections/hero/headline' }))
    const about = (place: string) => decide(judgement, { rules: ['copy'], about: [place] }).passed
    expect(about('/sections/hero')).toBe(false)
    expect(about('/sections/pricing')).toBe(true)
    expect(about('/sections/her')).toBe(true)
  })
})
