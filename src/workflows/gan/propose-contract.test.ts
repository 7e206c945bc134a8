import { describe, expect, test } from 'vitest'
import { nextChecklist, Proposal, proposalProblems } from './contract.ts'
import { JudgeOutput } from './contracts.ts'
import { unknownRules } from './item-rules.ts'
import { evidenceProblems } from './verify-evidence.ts'
import { buildSite } from '../../offline/gan/build-site.ts'
import { exampleInputs, examples } from '../../offline/gan/example-inputs.contract.ts'
import { judgeOffline } from '../../offline/gan/answer.ts'
import { proposeContract } from './propose-contract.ts'

const inputs = await exampleInputs(examples[0])
const { brief } = inputs
const proposal = proposeContract({ brief, priority: 'Completeness', checklist: [] })

describe('the contract without a model', () => {
  test.each(examples)('$name: every item has rules that exist', async (example) => {
    const own = await exampleInputs(example)
    const made = Proposal.parse(
      proposeContract({ brief: own.brief, priority: 'Originality', checklist: [] }),
    )
    expect(proposalProblems(made)).toEqual([])
    expect(made.acceptance_checklist.flatMap(unknownRules)).toEqual([])
    expect(made.acceptance_checklist.filter(({ rules }) => rules.length === 0)).toEqual([])
    expect(made.priority_dimension).toBe('Originality')
    expect(new Set(made.acceptance_checklist.map(({ dimension }) => dimension)).size).toBe(4)
    expect(made.test_scenarios.map(({ description }) => description).join()).toMatch(
      /1280x720.*375x667/,
    )
  })

  test('asks for every row of the brief, every call, and what must pass', () => {
    const text = proposal.acceptance_checklist.map(({ criterion }) => criterion).join('\n')
    for (const { section } of brief.requirements) expect(text).toContain(`${section} is present`)
    for (const { label } of brief.callsToAction) expect(text).toContain(`"${label}"`)
    for (const criterion of brief.mustPass) expect(text).toContain(criterion)
  })

  test('a later sprint goes on from what the last one left', () => {
    const left = nextChecklist(proposal.acceptance_checklist, [{ id: 'AC-01', passed: true }])
    const next = proposeContract({ brief, priority: 'Functionality', checklist: left })
    expect(next.acceptance_checklist).toEqual(left)
    expect(next.priority_dimension).toBe('Functionality')
  })

  test('judges by evidence in the files, and passes nothing that it cannot see', () => {
    const { files } = buildSite({
      inputs,
      files: null,
      guidance: [],
      approach: 0,
      items: [],
    })
    const item = (id: string, criterion: string) => ({
      id,
      criterion,
      verification: 'look',
      status: 'pending',
      dimension: 'Originality',
    })
    const items = Proposal.shape.acceptance_checklist.parse([
      item('AC-01', 'There is a print style for the price list'),
      item('AC-02', 'The page says "Tonight has 5 free slots"'),
      item('AC-03', 'Home: Pricing is present'),
      item('AC-04', 'The humour is dry, never cruel'),
      item('AC-05', 'The page says "Free coffee for all"'),
    ])
    const { verdicts } = JudgeOutput.parse(judgeOffline({ items, files, inputs }))
    expect(verdicts.map(({ rubric_anchor }) => rubric_anchor)).toEqual([0.75, 0.75, 0.75, 0.5, 0.5])
    const ground = { files, judgement: null, screenshots: [], sections: [] }
    expect(verdicts.flatMap(({ evidence }) => evidenceProblems(evidence, ground))).toEqual([])
    expect(verdicts[3]?.reason).toContain('not judged without a model')
  })
})
