import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { applied, begin, cost, scoreOf, sha } from '../../../test/support/improve-run.ts'
import { earnAutonomy } from '../../../test/support/improve-workspace.ts'
import { openWorkspace } from '../../app.ts'
import { orderOf } from '../../ports/records-samples.contract.ts'
import { keepIterations, openHealedRecords } from './records.ts'

const lesson = { error_code: 'test_fail', text: 'Run the whole test suite before you answer.' }

async function kept() {
  const workspace = await openWorkspace({ cwd: freshFolder(), env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const records = await workspace.value.records()
  if (!records.ok) throw new Error(records.error.what)
  // the order that every application of these runs is built by
  const id = '00000000-0000-4000-8000-000000000000'
  await records.value.saveOrder({ ...orderOf('one'), id })
  const run = begin()
  run.iterate(scoreOf(5), 'needs_review')
  run.analysed(2, (each) => (each.id === 'p1' ? { ...each, changes: [], lesson } : each))
  run.tell(run.answer('approve', { only: ['p1'] }))
  run.tell({ type: 'record-applied', results: [applied('p1', 3)], head: sha(3), cost })
  run.iterate(scoreOf(7, { lintErrors: 2, testsPass: false }))
  const state = run.analysed(1, (each) => ({ ...each, id: 'p3' }))
  const keep = (of = state) => keepIterations(workspace.value, { state: of })
  return { ...run, records: records.value, keep, order: id }
}

test('the tables say what the journal says, however often they are written: iterations, orders and what became of proposals', async () => {
  const { records, keep, order } = await kept()
  for (const _ of [1, 2]) expect(await keep()).toMatchObject({ ok: true })
  const rows = await records.iterations('converter')
  const always = {
    status: 'completed',
    moose_version: sha(1),
    total_work_orders: 1,
    builds_successfully: true,
    moose_files_modified: false,
    isolation_verified: true,
  }
  expect(rows).toMatchObject([
    {
      ...always,
      iteration_number: 1,
      overall_score: 5,
      architecture_score: 5,
      work_orders_succeeded: 0,
      work_orders_failed: 1,
      improvements_made: 'p1: Tell agents to test',
    },
    {
      ...always,
      iteration_number: 2,
      overall_score: 7,
      work_orders_succeeded: 1,
      tests_pass: false,
      lint_errors: 2,
      improvements_made: null,
    },
  ])
  const [first, second] = rows
  expect(await records.iterationLogs(first?.id ?? '')).toMatchObject([
    { work_order_id: order, execution_order: 1, status: 'needs_review', pr_merged: true },
  ])
  const nameOf = ({ proposal_details }: { proposal_details: Readonly<Record<string, unknown>> }) =>
    String(proposal_details['id'])
  const improvements = (await records.improvements()).toSorted((one, other) =>
    nameOf(one) < nameOf(other) ? -1 : 1,
  )
  expect(improvements).toMatchObject([
    {
      status: 'applied',
      from_iteration_id: first?.id,
      to_iteration_id: second?.id,
      approved_by: 'human',
      actual_impact: expect.stringContaining('score 5 to 7 (+2)'),
    },
    { status: 'rejected', decision_reason: 'skipped at the gate', to_iteration_id: null },
    { status: 'pending_approval', from_iteration_id: second?.id },
  ])
})

test('2.21: a lesson is told to work orders once a person approved it, and no more once it is taken back', async () => {
  const { records, keep, tell } = await kept()
  await keep()
  const taught = { error_code: 'test_fail', enhancement_text: lesson.text, origin: 'macro' }
  const reason = expect.stringMatching(/^From iteration 1 of r: /)
  // the tables begin with lessons of their own
  const lessons = async () =>
    (await records.enhancements()).filter(
      ({ enhancement_text }) => enhancement_text === lesson.text,
    )
  expect(await lessons()).toMatchObject([
    { ...taught, is_active: true, improvement_reason: reason },
  ])
  const back = { improvement: 'p1', commit: sha(4), files: [], by: 'ada', reason: 'no help' }
  const state = tell({ type: 'record-rolled-back', ...back })
  for (const _ of [1, 2]) await keep(state)
  expect(await lessons()).toMatchObject([
    { ...taught, is_active: false, stage: 'retired', stage_reason: 'no help' },
  ])
})

test('what a crash kept out of the tables is in them before anybody counts', async () => {
  const folder = freshFolder()
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  expect(await openHealedRecords(workspace.value)).toEqual({ ok: true, value: null })
  await earnAutonomy(folder)
  expect(workspace.value.hasRecords()).toBe(false)
  const healed = await openHealedRecords(workspace.value)
  if (!healed.ok || healed.value === null) throw new Error('nothing was recorded')
  expect(await healed.value.iterations()).toHaveLength(10)
  expect((await healed.value.improvements()).length).toBeGreaterThan(0)
})
