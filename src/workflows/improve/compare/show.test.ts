import { describe, expect, test } from 'vitest'
import { trialLines, trialSvg, verdictText } from './show.ts'
import { type Arm, trialResult, type TrialRow } from './trial.ts'

const arms: readonly [Arm, Arm] = [
  { name: 'today', setup: 'a' },
  { name: 'less <b> & more', setup: 'b' },
]
const measured = (overall: number, ux: number) => ({
  overall,
  dimensions: { completeness: overall, ux },
  costUsd: overall / 4,
  seconds: 90,
})
const rowsOf = (differences: readonly number[]): readonly TrialRow[] =>
  differences.map((each, at) => ({
    spec: at % 2 === 0 ? 'shop' : 'blog',
    repeat: at >> 1,
    first: 'a',
    a: measured(4, 5),
    b: measured(4 + each, 5 - each),
  }))
const resultOf = (differences: readonly number[]) =>
  trialResult(rowsOf(differences), { specs: ['shop', 'blog'], repeats: 10 })

const better = resultOf([2, 1.5, 2.2, 1.8, 2.1, 1.9, 2, 2.4])
const unsure = resultOf([1, -0.6, 0.9, 0.2, -0.3, 0.8, 0.5])

describe('what a comparison looks like', () => {
  test('says who is better, by how much and how sure that is', () => {
    const lines = trialLines(arms, better)
    expect(lines[0]).toMatch(
      /^less <b> & more is better than today: by 1\.99 points of 10 on average, very likely between \d\.\d\d and \d\.\d\d, after 8 pairs of runs\.$/,
    )
    expect(lines[1]).toBe('It was sure before all repeats were done.')
    const row = (name: string) => lines.find((line) => line.startsWith(name)) ?? ''
    expect(row('completeness')).toContain('less <b> & more better')
    expect(row('ux')).toContain('today better')
    expect(row('shop')).toContain('too few pairs')
    expect(lines.at(-1)).toBe(
      'A run took $1.00 and 1 min 30 s with today, $1.50 and 1 min 30 s with less <b> & more.',
    )
  })

  test('says that no difference is shown, what is possible, and how many more pairs would show it', () => {
    expect(verdictText(arms, unsure.overall)).toMatch(
      /^No difference shown between today and less <b> & more after 7 pairs of runs\. .* may be anything from -\d\.\d\d to \+\d\.\d\d points .* about \d+ more pairs would show it\.$/,
    )
    expect(verdictText(arms, resultOf([0, 0]).overall)).toBe(
      'No difference shown between today and less <b> & more after 2 pairs of runs. More pairs like these would hardly show one.',
    )
    const [a, b] = arms
    expect(verdictText([b, a], resultOf(Array.from({ length: 8 }, () => -2)).overall)).toMatch(
      /^less <b> & more is better than today: by 2\.00 .* between \d\.\d\d and \d\.\d\d/,
    )
  })

  test('draws a picture that reads aloud, and whose meaning does not hang on colour', () => {
    const svg = trialSvg(arms, better)
    expect(svg).toContain('<title id="trial-title">less &lt;b&gt; &amp; more against today</title>')
    expect(svg).toMatch(/<desc id="trial-desc">less &lt;b&gt; &amp; more is better than today/)
    expect(svg).toContain('ux: -1.99')
    expect(svg).not.toMatch(/<b>|NaN|Infinity|undefined/)
    expect(svg.match(/<path class="sure"/g)).toHaveLength(3)
    expect(svg.match(/<circle class="unsure"/g)).toHaveLength(2)
    expect(trialSvg(arms, unsure)).not.toContain('class="sure"')
    expect(trialSvg(arms, resultOf([]))).not.toMatch(/NaN|Infinity/)
  })

  test('keeps long names of set-ups apart', () => {
    const named = (name: string): Arm => ({ name, setup: name })
    const long = 'agents@loopwright/improve-of-bed-planner-with-a-long-name'
    const svg = trialSvg([named(`A (${long})`), named(`B (${long})`)], better)
    const label = /<text x="(\d+)" y="24" text-anchor="(?:start|end)">([^<]+)</g
    const [[, from, one = ''] = [], [, to, other = ''] = []] = [...svg.matchAll(label)]
    // a letter of 13 pixels is about 7 wide
    expect((one.length + other.length) * 7).toBeLessThan(Number(to) - Number(from))
    expect(one).toContain('A (agents@loopwright/')
  })

  test('keeps intervals that run out of the picture inside it', () => {
    const rows = rowsOf([0.6, 0, -0.5, 0.1, 0.4, -0.1, -0.6, 0, 0.5, 0.1, -0.4, 0, 0.2, 0])
    const wide = trialResult(rows, { specs: ['shop', 'blog'], repeats: 7, alpha: 0.0333 })
    expect(wide.perSpec['shop']!.high).toBeGreaterThan(5)
    const places = [...trialSvg(arms, wide).matchAll(/class="range" d="M(-?\d+) [\d.]+H(-?\d+)/g)]
    expect(places.length).toBeGreaterThan(0)
    for (const [, from, to] of places) {
      expect(Number(from)).toBeGreaterThanOrEqual(190)
      expect(Number(to)).toBeLessThanOrEqual(550)
    }
  })
})
