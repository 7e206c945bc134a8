import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgePage, type PageJudgement } from '../../checks/page/judge-page.ts'
import { aPage, noContract } from '../../checks/page/score/sample-page.contract.ts'
import { type Evidence, JudgeOutput } from './contracts.ts'
import { hashOf } from './sample-run.contract.ts'
import { evidenceProblem, evidenceProblems, evidenceText, type Ground } from './verify-evidence.ts'

const html = `<!doctype html>
<html lang="en">
  <body>
    <main id="top"><h1 class="title">Bread   that is warm</h1></main>
  </body>
</html>`

const judgement: PageJudgement = {
  ...judgePage(aPage(), noContract),
  notChecked: [{ ruleId: 'axe-wcag', reason: 'late' }],
  byRule: {
    'contrast-text': [
      {
        ruleId: 'contrast-text',
        dimension: 'Design Quality',
        severity: 'error',
        message: 'too faint',
        place: { selector: 'h1' },
        measured: { value: 2.345, needed: 4.5, unit: ':1' },
      },
    ],
    'layout/overflow': [
      {
        ruleId: 'layout/overflow',
        dimension: 'Design Quality',
        severity: 'info',
        message: 'a little',
        place: {},
      },
    ],
  },
}
const ground: Ground = {
  files: [
    { path: 'index.html', content: html, encoding: 'utf8' },
    { path: 'logo.png', content: 'AAAA', encoding: 'base64' },
  ],
  judgement,
  screenshots: [hashOf('desktop')],
  sections: [
    { section: 'Hero', present: true },
    { section: 'Prices', present: false },
  ],
}
const problem = (evidence: Evidence, over: Partial<Ground> = {}) =>
  evidenceProblem(evidence, { ...ground, ...over })
const quote = (line: number, words: string, file = 'index.html'): Evidence => ({
  type: 'quote',
  file,
  line,
  quote: words,
})

describe('evidence', () => {
  test('[GAN-103] that quotes a file stands where that line says it, but for white space', () => {
    expect(problem(quote(4, 'Bread that is warm'))).toBeNull()
    expect(problem(quote(4, 'class="title"'))).toBeNull()
  })

  test.each([
    [quote(3, 'Bread that is warm'), 'index.html:3 does not say "Bread that is warm"'],
    [quote(4, 'Bread that is cold'), 'does not say'],
    [quote(99, '<main'), 'has no line 99'],
    [quote(1, 'x', 'about.html'), 'no text file about.html'],
    [quote(1, 'AAAA', 'logo.png'), 'no text file logo.png'],
    [quote(1, 'root', '../../etc/passwd'), 'no text file'],
  ])('[GAN-103] and does not stand otherwise: %j', (evidence, why) => {
    expect(problem(evidence)).toContain(why)
  })

  test('[GAN-103] that names a rule stands where the rule was checked and came out so', () => {
    const rule = (name: string, result: 'passed' | 'failed') =>
      problem({ type: 'rule', rule: name, result })
    expect(rule('contrast-text', 'failed')).toBeNull()
    expect(rule('layout/phone-overflow', 'passed')).toBeNull()
    expect(rule('layout/overflow', 'passed')).toBeNull()
    expect(rule('contrast-text', 'passed')).toBe('contrast-text has not passed')
    expect(rule('layout/phone-overflow', 'failed')).toBe('layout/phone-overflow has not failed')
    expect(rule('looks-good', 'passed')).toBe('there is no rule looks-good')
    expect(rule('axe-wcag', 'passed')).toBe('axe-wcag was not checked')
  })

  test('[GAN-103] that measures stands where the gate measured the same, at the same place where one is named', () => {
    const measured = (value: number, selector: string | null, rule = 'contrast-text') =>
      problem({ type: 'measured', rule, selector, value })
    expect(measured(2.345, 'h1')).toBeNull()
    expect(measured(2.35, null)).toBeNull()
    expect(measured(2.4, 'h1')).toBe('contrast-text measured no 2.4 at h1')
    expect(measured(2.345, 'h2')).toContain('measured no 2.345 at h2')
    expect(measured(2.345, null, 'layout/overflow')).toContain('measured no')
    expect(measured(Number.NaN, null)).toContain('measured no')
  })

  test('[GAN-103] that shows a picture stands where the picture was taken of this site', () => {
    expect(problem({ type: 'screenshot', sha256: hashOf('desktop') })).toBeNull()
    expect(problem({ type: 'screenshot', sha256: hashOf('another site') })).toContain(
      'no screenshot has the hash',
    )
  })

  test('[GAN-103] that selects stands where something in the site matches', () => {
    const select = (selector: string) => problem({ type: 'selector', selector })
    expect(select('main#top > h1.title')).toBeNull()
    expect(select('h1.subtitle')).toBe('nothing in the site matches h1.subtitle')
    expect(select('h1:hover')).toContain('nothing')
    expect(select('>>> [')).toContain('nothing')
  })

  test('[GAN-103] that speaks of a section stands where the gate found it present or missing', () => {
    const section = (name: string, present: boolean) =>
      problem({ type: 'section', section: name, present })
    expect(section('Hero', true)).toBeNull()
    expect(section('Prices', false)).toBeNull()
    expect(section('Prices', true)).toContain('was not found to be present')
    expect(section('Hero', false)).toContain('was not found to be missing')
    expect(section('Team', true)).toContain('Team')
  })

  test('[GAN-103] of rules and measures cannot stand before anything was measured', () => {
    const early = { judgement: null }
    expect(problem({ type: 'rule', rule: 'contrast-text', result: 'failed' }, early)).toContain(
      'no rule has been run',
    )
    expect(
      problem({ type: 'measured', rule: 'contrast-text', selector: null, value: 2 }, early),
    ).toContain('nothing has been measured')
  })

  test('[GAN-103] of several pieces all must stand', () => {
    expect(evidenceProblems([quote(4, 'Bread'), quote(1, 'Bread'), quote(2, 'x')], ground)).toEqual(
      ['index.html:1 does not say "Bread"', 'index.html:2 does not say "x"'],
    )
  })

  test('never throws, whatever an agent writes', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('h1', '[', ':not(', '__proto__', '> +', '\0'),
    )
    const evidence: fc.Arbitrary<Evidence> = fc.oneof(
      fc.record({
        type: fc.constant('quote' as const),
        file: fc.oneof(word, fc.constant('index.html')),
        line: fc.integer({ min: 1 }),
        quote: word,
      }),
      fc.record({
        type: fc.constant('rule' as const),
        rule: word,
        result: fc.constantFrom('passed' as const, 'failed' as const),
      }),
      fc.record({
        type: fc.constant('measured' as const),
        rule: word,
        selector: fc.option(word),
        value: fc.double(),
      }),
      fc.record({ type: fc.constant('selector' as const), selector: word }),
      fc.record({ type: fc.constant('section' as const), section: word, present: fc.boolean() }),
      fc.record({ type: fc.constant('screenshot' as const), sha256: word }),
    )
    fc.assert(
      fc.property(evidence, (each) => {
        expect(typeof evidenceText(each)).toBe('string')
        expect([null, 'string']).toContain(problem(each) === null ? null : typeof problem(each))
      }),
      { numRuns: 200, seed: 20_260_101 },
    )
  })
})

describe('a verdict', () => {
  const given = { id: 'AC-01', evidence: [quote(4, 'Bread')], reason: 'clear', rubric_anchor: 0.75 }

  test('0.19: has an anchor of the rubric, a reason and evidence; 0 is no anchor', () => {
    const valid = (changes: object) =>
      JudgeOutput.safeParse({ verdicts: [{ ...given, ...changes }] }).success
    expect(valid({})).toBe(true)
    for (const anchor of [0, 0.1, 0.7, 0.8, 1.25, -0.25, '0.75'])
      expect(valid({ rubric_anchor: anchor })).toBe(false)
    expect(valid({ evidence: [] })).toBe(false)
    expect(valid({ reason: ' ' })).toBe(false)
    expect(valid({ evidence: [{ type: 'hunch', text: 'trust me' }] })).toBe(false)
  })
})
