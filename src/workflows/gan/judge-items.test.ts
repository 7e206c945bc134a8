import { describe, expect, test } from 'vitest'
import { judgePage } from '../../checks/page/judge-page.ts'
import { aPage, noContract } from '../../checks/page/score/sample-page.contract.ts'
import { wasAsked } from './judge-items.ts'
import { all, anItem, ganSetup } from './sample-run.contract.ts'
import { profiles } from './inputs/profiles.ts'
import { scoreSite } from './score-site.ts'
import { evidenceProblem } from './verify-evidence.ts'

const bare = judgePage(aPage(), noContract)

describe('an item whose rules have nothing to compare with', () => {
  const item = anItem('AC-01', { rules: ['tokens/spacing', 'copy/changed'] })

  test('is left to an evaluator, while one that holds in every contract does not apply', () => {
    expect(wasAsked(item, bare)).toBe(false)
    expect(wasAsked({ ...item, implicit: true }, bare)).toBe(true)
    expect(wasAsked(anItem('AC-02', { rules: ['layout/overflow', 'copy/changed'] }), bare)).toBe(
      true,
    )
  })

  test('counts in its dimension with what the evaluator saw, and cites no such rule', () => {
    const { weights, aggregation } = ganSetup()
    const terms = {
      items: [item],
      conditions: all(0.75),
      weights,
      aggregation,
      profile: profiles.design,
    }
    const verdict = { id: 'AC-01', passed: false, score: 0.25, reason: '', evidence: [] }
    const scored = scoreSite(bare, [{ ...verdict, byJudge: true }], terms)
    expect(scored.scores[item.dimension]).toBe(0.25)
    const ground = { files: [], judgement: bare, screenshots: [], sections: [] }
    const cited = { type: 'rule', rule: 'copy/changed', result: 'passed' } as const
    expect(evidenceProblem(cited, ground)).toContain('nothing to compare with')
  })
})
