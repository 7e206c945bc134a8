// Your own success criteria, and a writer that says it is done when it is not.
import assert from 'node:assert/strict'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, '.', async ({ lw, read }) => {
  const task = ['a runbook for deploying the shop', '--alias', 'runbook', '--type', 'other']
  // without a confirmation nothing starts: the run parks and asks
  await lw(3, 'new', ...task, '--criteria', 'gates.yaml')
  assert.match(await lw(0, 'gates'), /a\.completeness\.rollback/)
  await lw(3, 'answer', 'runbook', 'confirm', '--by', 'ada')
  // the second answer starts it; the gates pass, but whether it is a runbook for this shop no check can tell: a person says so
  await lw(3, 'answer', 'runbook', 'confirm', '--by', 'ada')
  await lw(0, 'answer', 'runbook', 'met', '--by', 'ada')

  const events = read('.ai-factory/evolution/runbook/history.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const scores = events.filter(({ event }) => event === 'evaluation_done')
  assert.equal(scores[0].payload.passed, false, 'the claim of the first draft did not count')
  assert.equal(scores.at(-1).payload.passed, true)
  assert.equal(events.at(-1).payload.reason, 'threshold_reached')
  assert.ok(read('.ai-factory/evolution/runbook/artifact.md').includes('kubectl rollout undo'))
})
