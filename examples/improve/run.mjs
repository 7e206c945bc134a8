// One set-up builds the same library twice; what a person approved in between makes the second one better.
import assert from 'node:assert/strict'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, 'package/', async ({ lw, git, read }) => {
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'The set-up')

  await lw(3, 'improve', 'start', 'spec.md', '--setup', '.', '--target', '9', '--quiet')
  const first = JSON.parse(await lw(0, 'improve', 'status', 'converter', '--json'))
  const proposal = first.proposals.find(({ cause }) => cause === 'test_coverage')
  assert.match(proposal.description, /Write tests with every change/)
  assert.match(await lw(3, 'answer', 'converter', 'view', '--by', 'ada'), /test_coverage|tests/i)
  await lw(0, 'answer', 'converter', 'approve', '--only', proposal.id, '--by', 'ada')

  const { iterations, improvements, outcome } = JSON.parse(
    await lw(0, 'improve', 'status', 'converter', '--json'),
  )
  assert.equal(outcome, 'target_reached')
  assert.ok(iterations[1].score.overall > iterations[0].score.overall)
  assert.match(improvements[0].actual, /^score \d.* to \d.* \(\+\d/)
  assert.match(read('reports/iteration-1-improvements-converter.md'), /## Approval checklist/)
  await lw(0, 'improve', 'metrics')

  assert.match(
    git('show', 'loopwright/improve-converter:AGENTS.md'),
    /Write tests with every change/,
  )
  await lw(0, 'improve', 'rollback', 'converter', proposal.id, '--by', 'ada')
  assert.doesNotMatch(git('show', 'loopwright/improve-converter:AGENTS.md'), /Write tests/)
  assert.equal(git('status', '--porcelain'), '', 'the checkout of the set-up is as it was')
})
