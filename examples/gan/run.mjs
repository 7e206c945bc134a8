// A brief becomes a page under a sprint contract, and everything about it can be looked up.
import assert from 'node:assert/strict'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, '.', async ({ lw, read }) => {
  const { checks } = JSON.parse(await lw(0, 'doctor', '--json'))
  const browser = checks.find(({ name }) => name === 'browser')
  if (browser?.state !== 'ok') {
    console.error(`*** NO BROWSER: this example needs one. ${browser?.remedy ?? ''} ***`)
    return
  }
  await lw(0, 'gan', 'start', 'slow-ground', '--level', 'thorough', '--quiet')
  const contract = JSON.parse(read('.moai/sprints/slow-ground-1/sprint-1.json'))
  assert.ok(contract.acceptance_checklist.every(({ status }) => status === 'passed'))
  const report = JSON.parse(read('.moai/sprints/slow-ground-1/evaluation-report-1.json'))
  assert.equal(report.verdict, 'PASS')
  assert.deepEqual(report.must_pass_failures, [])
  await lw(0, 'verify', 'slow-ground')
  await lw(0, 'report', 'slow-ground')
})
