// Three requirements documents become designs; one is frozen, and a change from outside is noticed.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, '.', async ({ lw, path, read }) => {
  const features = ['clinic-appointments', 'team-expenses', 'tool-library']
  for (const feature of features) {
    await lw(3, 'design', 'start', feature, `${feature}.md`, '--quiet')
    const state = JSON.parse(read(`features/${feature}/design/state.json`))
    assert.equal(state.state, 'CANDIDATE')
    const unmet = state.continuation.judged.obligations.filter(({ status }) => status === 'unmet')
    assert.deepEqual(unmet, [], `every requirement of ${feature} is carried or left to a person`)
  }
  const [feature, other] = features
  // a title asks for nothing
  writeFileSync(path('title.md'), '# A title\n')
  await lw(2, 'design', 'start', 'title-only', 'title.md')
  // a tidy design about something else is not what was asked for
  const design = `features/${feature}/design/intent.json`
  await lw(1, 'check', 'design', design, '--requirements', `${other}.md`)

  // a person may change the design itself; it is judged anew before it is frozen
  writeFileSync(path(design), read(design).replaceAll(/\bSlot\b/g, 'Opening'))
  await lw(2, 'design', 'approve', feature, '--by', 'Ada L.')
  await lw(0, 'design', 'approve', feature, '--by', 'Ada L.', '--rationale', 'Covers the pilot.')
  await lw(0, 'design', 'verify', feature)
  assert.match(
    read(`features/${feature}/design/final/FROZEN.md`),
    /^checksumSHA256: "[0-9a-f]{64}"$/m,
  )

  const frozen = path(`features/${feature}/design/final/intent.json`)
  const intent = JSON.parse(readFileSync(frozen, 'utf8'))
  // another spelling of the same design is the same design
  writeFileSync(frozen, JSON.stringify(intent))
  await lw(0, 'design', 'verify', feature)
  writeFileSync(frozen, JSON.stringify({ ...intent, goals: [...intent.goals, 'One goal more'] }))
  const told = await lw(1, 'design', 'verify', feature)
  assert.match(told, /integrity violation/)
  await lw(0, 'design', 'list')
})
