// Three requirements documents become designs; one is frozen, and a change from outside is noticed.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { inCopy } from '../in-copy.mjs'

await inCopy(new URL('.', import.meta.url), ({ lw, path, read }) => {
  const features = ['clinic-appointments', 'team-expenses', 'tool-library']
  for (const feature of features) {
    lw(3, 'design', 'start', feature, `${feature}.md`, '--quiet')
    const state = JSON.parse(read(`features/${feature}/design/state.json`))
    assert.equal(state.state, 'CANDIDATE')
    const scores = state.scoreHistory.map(([, score]) => score)
    assert.ok(scores[0] < state.threshold, `the first draft of ${feature} is not good enough`)
    assert.ok(scores.at(-1) >= state.threshold, `the last one of ${feature} is`)
  }
  const [feature] = features
  lw(0, 'design', 'approve', feature, '--by', 'Ada L.', '--rationale', 'Covers the pilot.')
  lw(0, 'design', 'verify', feature)
  assert.match(
    read(`features/${feature}/design/final/FROZEN.md`),
    /^checksumSHA256: "[0-9a-f]{64}"$/m,
  )

  const frozen = path(`features/${feature}/design/final/intent.json`)
  const intent = JSON.parse(readFileSync(frozen, 'utf8'))
  // another spelling of the same design is the same design
  writeFileSync(frozen, JSON.stringify(intent))
  lw(0, 'design', 'verify', feature)
  writeFileSync(frozen, JSON.stringify({ ...intent, goals: [...intent.goals, 'One goal more'] }))
  const told = lw(1, 'design', 'verify', feature)
  assert.match(told, /integrity violation/)
  lw(0, 'design', 'list')
})
