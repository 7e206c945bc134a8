// An executor breaks a rule of the business and a layout, is sent to FIX twice, and the track completes.
import assert from 'node:assert/strict'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, 'package/', async ({ lw, git, read }) => {
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'The tool library')

  const id = 'pricing_20260301'
  await lw(0, 'track', 'new', 'Pricing screen', '--spec', 'pricing.md', '--id', id)
  await lw(0, 'track', 'run', id, '--quiet')
  await lw(0, 'track', 'status', id)

  const folder = `conductor/tracks/${id}`
  const { status, loop_state: loop } = JSON.parse(read(`${folder}/metadata.json`))
  assert.equal(status, 'complete')
  assert.equal(loop.fix_cycle_count, 2)
  assert.match(read(`${folder}/evaluation-report.md`), /Final Verdict: PASS/)
  assert.match(read(`${folder}/fix-log.md`), /Cycle 2/)
  assert.match(read('conductor/decision-log.md'), /conductor\/product\.md/)

  git('add', 'conductor')
  git('commit', '-q', '-m', 'docs: the pricing track')
  git('merge', '-q', '--no-edit', `loopwright/${id}`)
  assert.match(read('conductor/product.md'), /\$29/)
  assert.match(git('log', '--format=%s'), /docs: sync business docs/)
})
