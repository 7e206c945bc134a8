import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { applied, begin, cost, scoreOf, sha } from '../../../test/support/improve-run.ts'
import { openWorkspace } from '../../app.ts'
import { plainScreen } from '../../model/screen.ts'
import { analyse } from './analysis.ts'
import type { Improvement } from './state.ts'
import { actualImpact } from './impact.ts'
import { iterationReport } from './report.ts'
import { improveReports } from './reports.ts'

const easier = ['workflows.workorder.threshold falls from 7 to 4']

/** Two changes are applied to the first iteration, of which one makes the exam easier; a third does not apply. */
function eased() {
  const run = begin({ consecutive: 1 })
  run.iterate(scoreOf(5), 'needs_review')
  run.analysed(3, (each) => ({
    ...each,
    description: each.id === 'p1' ? 'Ask for tests' : 'Say more.',
    ...(each.id === 'p2' ? { easier } : {}),
    ...(each.id === 'p3' ? { flaw: 'STYLE.md: the file is not there' } : {}),
  }))
  const first = run.tell(run.answer('approve', { only: ['p1', 'p2'] }))
  const results = [applied('p1', 3), applied('p2', 4)]
  run.tell({ type: 'record-applied', results, head: sha(4), cost })
  return { ...run, first }
}

const reportOf = (state: Parameters<typeof iterationReport>[0], number: number) => {
  const iteration = state.iterations[number - 1]
  if (iteration === undefined) throw new Error('it was not built')
  return iterationReport(state, iteration)
}

describe('the report of an iteration', () => {
  test('asks about what can be applied, and plans it in whole sentences', () => {
    const report = reportOf(eased().first, 1)
    expect(report).toContain('- p1: Ask for tests. Then: look')
    expect(report).toContain('- p2: Say more. Then: look')
    expect(report).not.toContain('p3: Say more. Then')
    expect(report).toContain('- [ ] p1 is right, and can be taken back\n')
    expect(report).toContain(`it makes the exam easier: ${easier[0]}`)
    expect(report).toContain('- p3 cannot be applied: STYLE.md: the file is not there')
    expect(report).not.toContain('p3 is right')
  })

  test('is what whoever answers view gets to see, with each patch, who proposed it and what they said', async () => {
    const workspace = await openWorkspace({ cwd: freshFolder(), env: process.env })
    if (!workspace.ok) throw new Error(workspace.error.what)
    const { iterate, tell } = begin()
    const { iterations } = iterate(scoreOf(5))
    const given = { analysis: analyse(iterations), proposals: [], by: 'adviser', cost }
    const state = tell({ type: 'record-analysed', ...given, notes: ['tests come first'] })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
    const open = { state } as unknown as Parameters<typeof improveReports>[1]
    const shown = await (await improveReports(workspace.value, open)).pretty?.(plainScreen)
    expect(shown).toBe(reportOf(state, 1))
    expect(shown).toContain('From adviser.')
    expect(shown).toContain('- tests come first')
  })

  test('shows each line that a patch takes away, also where the same line stands elsewhere', () => {
    const run = begin()
    run.iterate(scoreOf(5), 'needs_review')
    const line = 'assert.equal(price, 12)'
    const before = ['a', 'b', line, 'c', 'd', 'e', 'f', 'g', line, 'h'].join('\n')
    const after = ['a', 'b', 'c', 'd', 'e', 'f', 'g', line, 'i'].join('\n')
    const state = run.analysed(1, (each) => ({
      ...each,
      changes: [{ path: 'test/price.js', before, after }],
    }))
    const shown = [' a', ' b', `-${line}`, ' c', ' d', ' …', ' g', ` ${line}`, '-h', '+i'].join(
      '\n',
    )
    expect(reportOf(state, 1)).toContain(shown)
  })

  test('says nothing of the isolation and the analysis of what was not scored', () => {
    const run = begin()
    const state = run.built()
    const report = reportOf(state, 1)
    expect(report).not.toContain('isolation verified')
    expect(report).toContain('Nothing was analysed yet.')
    expect(report).toContain('go on: `loopwright resume')
  })

  test('[IMPROVE-4] never shows as a gain what was measured in an easier exam: in question, report, impact and end', () => {
    const run = eased()
    run.iterate(scoreOf(7))
    const asking = run.analysed(1)
    const told = 'in an exam made easier by p2'
    expect(asking).toMatchObject({ detail: expect.stringContaining(`scores 7 of 10, ${told}`) })
    expect(reportOf(asking, 2)).toContain('the exam was made easier by p2')
    expect(reportOf(asking, 1)).not.toContain('the exam was made easier by')
    const impact = (improvement: Improvement | undefined) =>
      improvement === undefined ? null : actualImpact(asking, improvement)
    expect(impact(asking.improvements[0])).toContain(
      'the exam was made easier at the same time (p2), so a gain may be no gain',
    )
    expect(impact(asking.improvements[1])).toContain('so this is no gain')
    run.tell(run.answer('skip'))
    expect(run.iterate(scoreOf(9))).toMatchObject({ at: 'ended', reason: `9 of 10, ${told}` })
  })

  test('[IMPROVE-4] says nothing of an easier exam once it is taken back', () => {
    const run = eased()
    run.iterate(scoreOf(7))
    run.analysed(1)
    const back = { improvement: 'p2', commit: sha(5), files: [], by: 'ada', reason: 'no' }
    run.tell({ type: 'record-rolled-back', ...back })
    run.tell(run.answer('skip'))
    const ended = run.iterate(scoreOf(9))
    expect(ended).toMatchObject({ at: 'ended', reason: '9 of 10' })
    expect(reportOf(ended, 2)).toContain('the exam was made easier by p2')
    expect(reportOf(ended, 3)).not.toContain('the exam was made easier by')
  })
})
