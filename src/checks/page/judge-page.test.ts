import { describe, expect, test } from 'vitest'
import { reaches } from '../../loop/score.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import { judgePage, judgeStatic } from './judge-page.ts'
import type { PageContract, PageFinding } from './page-rule.ts'
import { pageRules, ruleFamilies } from './rules.ts'
import {
  aggregate,
  anchorOf,
  anchorOfShare,
  dimensionWeights,
  overallOf,
  pageDimensions,
} from './score/anchor.ts'
import {
  aBlock,
  aLiteral,
  anImage,
  aPage,
  aStaticPage,
  aText,
  aView,
  inViews,
  noContract,
  staticFacts,
} from './score/sample-page.contract.ts'
import { subCriteria } from './score/sub-criteria.ts'

const tokens = { colors: { ink: '#33210f' }, spacing: { scale: [4, 8, 16] } }
const files = (...literals: ReturnType<typeof aLiteral>[]) =>
  staticFacts({ literals, pages: [aStaticPage()] })

const copy = [
  { pointer: '/sections/hero/primary/headline', text: 'Bread that is still warm' },
  ...['one', 'two', 'three', 'four'].map((word) => ({
    pointer: `/${word}`,
    text: `Part ${word} of it`,
  })),
]
const showing = (...texts: readonly string[]) => {
  const blocks = texts.map((text, index) => aBlock(text, { selector: `#b${index}` }))
  const runs = blocks.map(({ text, selector }, block) => aText({ text, selector, block }))
  return inViews({ blocks, texts: runs })
}
const whole = showing(...copy.map(({ text }) => text))

/** Axe looked, and found nothing to object to. */
const axe = {
  ...aPage().axe,
  passes: [{ id: 'document-title', impact: null, tags: [], help: '', helpUrl: '', nodes: [] }],
}
const judge = (facts: Partial<PageFacts>, contract: Partial<PageContract> = {}) =>
  judgePage(aPage({ axe, ...facts }), { ...noContract, ...contract })

const gap = (part: PageFacts['sight']['gaps'][number]['part']) => ({
  sight: { ...aPage().sight, gaps: [{ part, reason: 'time ran out' }] },
})

const finding = (severity: PageFinding['severity']): PageFinding => ({
  ruleId: 'x',
  dimension: 'Originality',
  severity,
  message: 'x',
  place: {},
})

describe('the catalogue of rules', () => {
  test('every rule has an id of its own, says what it is about and shows both sides', () => {
    expect(new Set(pageRules.map(({ id }) => id)).size).toBe(pageRules.length)
    for (const { about, example } of pageRules) {
      expect(about).toMatch(/^\S.{8,}\S$/)
      expect(example.bad).not.toBe('')
      expect(example.better).not.toBe('')
    }
  })

  test('every rule is part of exactly one sub-criterion, three to seven of them to a dimension', () => {
    for (const rule of pageRules) {
      const homes = subCriteria.filter(({ rules }) => rules.some(({ id }) => id === rule.id))
      expect([rule.id, homes.length]).toEqual([rule.id, 1])
      expect(homes[0]?.dimension).toBe(rule.dimension)
    }
    for (const dimension of pageDimensions) {
      const own = subCriteria.filter((each) => each.dimension === dimension)
      expect(own.length).toBeGreaterThanOrEqual(3)
      expect(own.length).toBeLessThanOrEqual(7)
      for (const { rules } of own) expect(rules.length).toBeGreaterThan(0)
    }
  })

  test('what must pass is the union of both lists: copy, slop, phone, interaction, access (0.5)', () => {
    const must = (family: keyof typeof ruleFamilies) =>
      ruleFamilies[family].filter(({ mustPass }) => mustPass).map(({ id }) => id)
    expect(must('copy')).toEqual(expect.arrayContaining(['copy/changed', 'copy/missing']))
    expect(must('slop')).toEqual(['slop/primary-purple'])
    expect(must('layout')).toEqual(
      expect.arrayContaining(['layout/phone-overflow', 'layout/tiny-text', 'layout/clipped-text']),
    )
    expect(must('layout')).not.toContain('layout/overflow')
    expect(must('interaction')).toEqual(
      expect.arrayContaining([
        'interaction/dead-link',
        'interaction/dead-button',
        'interaction/failed-request',
      ]),
    )
    expect(must('interaction')).not.toContain('interaction/one-primary-call')
    expect(must('accessibility')).toEqual(
      expect.arrayContaining(['accessibility-score', 'axe-wcag']),
    )
    expect(must('contrast')).toContain('contrast-text')
    expect(must('tokens')).toEqual([])
    expect(must('weight')).toEqual([])
  })
})

describe('the judgement of a page', () => {
  test('a page without a fault scores 1 everywhere, with evidence and the rubric cited', () => {
    const { score, mustPassFailures, notChecked } = judge(
      { views: whole, static: files() },
      { copy, tokens },
    )
    expect(mustPassFailures).toEqual([])
    expect(notChecked).toEqual([])
    for (const dimension of pageDimensions) {
      const { subCriteria: parts, anchor, rubric } = score.dimensions[dimension]
      for (const part of parts) {
        expect(part.rubric).toContain(`${part.anchor.toFixed(2)}: `)
        expect(part.evidence.length).toBeGreaterThan(0)
      }
      expect(rubric).toContain(anchor.toFixed(2))
    }
    expect(score.dimensions.Completeness.score).toBe(1)
    expect(score.dimensions.Functionality.score).toBe(1)
  })

  test('anchors follow from findings: none, minor, notable, major', () => {
    expect(anchorOf([])).toBe(1)
    expect(anchorOf([finding('info')])).toBe(1)
    expect(anchorOf([finding('warning'), finding('warning')])).toBe(0.75)
    expect(anchorOf([finding('error'), finding('warning')])).toBe(0.5)
    expect(anchorOf(Array.from({ length: 4 }, () => finding('error')))).toBe(0.25)
    expect([1, 0.95, 0.9, 0.89, 0.7, 0.69, 0].map(anchorOfShare)).toEqual([
      1, 0.75, 0.75, 0.5, 0.5, 0.25, 0.25,
    ])
  })

  test('parts aggregate by their least, by their mean where asked, and nothing to 0', () => {
    expect(aggregate([1, 0.5, 0.75], 'min')).toBe(0.5)
    expect(aggregate([1, 0.5], 'mean')).toBe(0.75)
    expect(aggregate([], 'min')).toBe(0)
    const facts = aPage({
      axe,
      views: inViews({ images: [anImage({ hasSizeAttributes: false })] }),
    })
    const least = judgePage(facts, noContract).score.dimensions.Functionality.score
    const mean = judgePage(facts, noContract, { aggregation: { Functionality: 'mean' } })
    expect(least).toBe(0.75)
    expect(mean.score.dimensions.Functionality.score).toBeGreaterThan(0.75)
  })

  test('0.75 everywhere reaches 0.75, whatever decimals do to the sum (0.9)', () => {
    const same = (score: number) => ({
      'Design Quality': score,
      Originality: score,
      Completeness: score,
      Functionality: score,
    })
    expect(reaches(overallOf(same(0.75)), 0.75)).toBe(true)
    expect(reaches(0.1 + 0.2 + 0.45 - 1e-12, 0.75)).toBe(true)
    expect(reaches(0.7499, 0.75)).toBe(false)
  })

  test('the overall score is the weighted mean, not the plain one (0.10)', () => {
    const weights = pageDimensions.map((dimension) => dimensionWeights[dimension])
    expect(weights).toEqual([0.3, 0.25, 0.25, 0.2])
    expect(
      overallOf({ 'Design Quality': 1, Originality: 0.5, Completeness: 0.5, Functionality: 0 }),
    ).toBe(0.55)
  })

  test('[GAN-81] changed copy fails the page and caps Completeness at 0.50 (0.6)', () => {
    const altered = showing('Bread that is still hot', ...copy.slice(1).map(({ text }) => text))
    const { mustPassFailures, score } = judge({ views: altered }, { copy })
    expect(mustPassFailures).toMatchObject([{ ruleId: 'copy/changed', why: 'failed' }])
    expect(score.dimensions.Completeness).toMatchObject({ score: 0.5, anchor: 0.5 })
    expect(score.dimensions.Completeness.caps).toMatchObject([{ at: 0.5 }])
    const most = judge({ views: showing('Bread that is still hot', 'Something else') }, { copy })
    expect(most.score.dimensions.Completeness.score).toBe(0.25)
  })

  test('[GAN-81] spacing outside the scale caps Design Quality, and is quoted by file and line', () => {
    const { score, mustPassFailures } = judge(
      { views: whole, static: files(aLiteral('spacing', 'padding', '13px')) },
      { tokens },
    )
    expect(score.dimensions['Design Quality'].score).toBe(0.5)
    expect(score.dimensions['Design Quality'].caps).toMatchObject([{ rules: ['tokens/spacing'] }])
    const part = score.dimensions['Design Quality'].subCriteria.find(({ id }) => id === 'DQ-tokens')
    expect(part?.evidence).toContainEqual({
      type: 'quote',
      file: 'style.css',
      line: 12,
      quote: '13px',
    })
    expect(mustPassFailures).toEqual([])
  })

  test('[GAN-81] stock icons cap Originality, and images without alt cap Functionality', () => {
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
    expect(judge({ views: inViews({ images }) }).score.dimensions.Originality).toMatchObject({
      score: 0.5,
      caps: [{ rules: ['slop/generic-icons'] }],
    })
    const place = { file: 'index.html', line: 3, column: 1 }
    const noAlt = aStaticPage({ imagesWithoutAlt: [{ ...place, selector: 'img', html: '<img>' }] })
    const judged = judge({ static: staticFacts({ pages: [noAlt] }) })
    expect(judged.score.dimensions.Functionality.score).toBeLessThanOrEqual(0.5)
    expect(judged.score.dimensions.Functionality.caps).toMatchObject([{ at: 0.5 }])
  })

  test('[GAN-78] an accessibility score under 80 fails, from 80 to 89 it caps Functionality at 0.75 (0.7)', () => {
    const rule = (id: string) => ({
      id,
      tags: [],
      help: id,
      nodes: [],
    })
    const broken = (ids: readonly string[]) => ({
      axe: { ...axe, violations: ids.map(rule) },
    })
    const weak = judge(
      broken([
        'aria-allowed-role',
        'heading-order',
        'landmark-one-main',
        'tabindex',
        'meta-viewport',
        'html-has-lang',
        'button-name',
        'image-alt',
        'label',
        'link-name',
        'color-contrast',
        'document-title',
        'aria-valid-attr',
        'aria-roles',
      ]),
    )
    expect(weak.mustPassFailures.map(({ ruleId }) => ruleId)).toContain('accessibility-score')
    const between = [
      ['button-name', 'image-alt', 'label'],
      ['button-name', 'image-alt', 'label', 'link-name'],
      ['button-name', 'image-alt', 'label', 'link-name', 'html-has-lang'],
      ['button-name', 'image-alt', 'label', 'link-name', 'html-has-lang', 'document-title'],
    ].find((ids) => judge(broken(ids)).byRule['accessibility-score-low'] !== undefined)
    expect(between).toBeDefined()
    const judged = judge(broken(between ?? []))
    expect(judged.score.dimensions.Functionality.caps).toContainEqual(
      expect.objectContaining({ at: 0.75, rules: ['accessibility-score-low'] }),
    )
    expect(judged.mustPassFailures.map(({ ruleId }) => ruleId)).not.toContain('accessibility-score')
  })

  test('[GAN-85] scores are anchors; 0 stands only for what could not be evaluated (0.8, 0.19)', () => {
    const anchors = new Set([0.25, 0.5, 0.75, 1])
    const awful = judge(
      {
        views: [aView(375, { scrollWidth: 900 }), aView(1280, { scrollWidth: 2000 })],
        static: files(
          ...['13px', '7px', '9px', '11px', '15px'].map((value) =>
            aLiteral('spacing', 'padding', value),
          ),
        ),
      },
      { tokens, copy },
    )
    for (const dimension of pageDimensions)
      for (const { anchor } of awful.score.dimensions[dimension].subCriteria)
        expect(anchors.has(anchor)).toBe(true)
    const blind = judge({ views: whole, ...gap('performance') })
    const weight = blind.score.dimensions.Functionality.subCriteria.find(
      ({ id }) => id === 'FU-weight',
    )
    expect(weight?.anchor).toBe(0.75)
    const unseen = judge({ views: [], ...gap('views') })
    expect(unseen.score.dimensions.Originality).toMatchObject({ score: 0, anchor: 0 })
  })

  test('[CHECKPAGE-10] what could not be checked never passes a must-pass rule', () => {
    const { mustPassFailures, notChecked } = judge({ views: whole, ...gap('probes') })
    expect(mustPassFailures).toContainEqual(
      expect.objectContaining({
        ruleId: 'interaction/dead-button',
        why: 'not-checked',
        reason: 'time ran out',
      }),
    )
    expect(notChecked.map(({ ruleId }) => ruleId)).toContain('interaction/form-validation')
    const noAxe = judge({ views: whole, ...gap('axe') })
    expect(noAxe.mustPassFailures.map(({ ruleId }) => ruleId)).toContain('axe-wcag')
  })

  test('[CHECKPAGE-10] a contract that is not given is not asked for', () => {
    const { mustPassFailures, notChecked, score } = judge({ views: whole })
    expect(mustPassFailures).toEqual([])
    expect(notChecked.map(({ ruleId }) => ruleId)).not.toContain('copy/changed')
    expect(score.dimensions.Completeness.subCriteria.map(({ id }) => id)).toEqual([
      'CO-placeholders',
    ])
  })

  test('[CHECKPAGE-10] without a browser the files are judged, and all that was not checked is said', () => {
    const judged = judgeStatic(
      staticFacts({
        literals: [aLiteral('colour', 'color', '#123456')],
        pages: [
          aStaticPage({
            texts: [{ file: 'index.html', line: 2, column: 1, tag: 'p', text: 'Lorem ipsum' }],
          }),
        ],
      }),
      { ...noContract, tokens, copy },
      { reason: 'no Chromium is installed' },
    )
    expect(Object.keys(judged.byRule)).toEqual(
      expect.arrayContaining(['tokens/colour', 'copy/in-source', 'copy/placeholder-in-source']),
    )
    expect(judged.notChecked).toContainEqual({
      ruleId: 'layout/phone-overflow',
      reason: 'no Chromium is installed',
    })
    expect(judged.mustPassFailures.some(({ why }) => why === 'not-checked')).toBe(true)
    expect(judged.score.dimensions.Originality.score).toBe(0)
  })

  test('the same facts give the same judgement, and every finding is under its rule', () => {
    const facts = aPage({ axe, views: [aView(375, { scrollWidth: 500 })] })
    const one = judgePage(facts, noContract)
    expect(judgePage(structuredClone(facts), noContract)).toEqual(one)
    expect(Object.values(one.byRule).flat()).toEqual(one.findings)
    for (const { ruleId, dimension } of one.findings)
      expect(pageRules.find(({ id }) => id === ruleId)?.dimension).toBe(dimension)
  })
})
