import { expect, test } from 'vitest'
import type { AgentRequest } from '../../../model/agent.ts'
import { answerOfflineTrack } from './answer.ts'

const request = (phase: string, input: Readonly<Record<string, unknown>>): AgentRequest => ({
  protocol: 1,
  workflow: 'track',
  run_id: 't',
  iteration: 1,
  phase,
  role: phase === 'PLAN' ? 'planner' : 'fixer',
  prompt: '',
  input,
  output_schema: null,
  workspace: null,
  attempt: 1,
})

test('the embedded agent plans a list of requirements once, and says where it cannot', async () => {
  const input = {
    track: 't',
    title: 'Quotes',
    spec: '# Q\n\n## Requirements\n\n- R1: `quote(2)` is 5\n',
    files: [],
  }
  expect(await answerOfflineTrack(request('PLAN', input))).toMatchObject({
    ok: true,
    value: { output: { plan: expect.stringContaining('Task 1.1') } },
  })
  for (const other of [
    request('PLAN', { ...input, spec: '# Q\n\nBe nice.\n' }),
    request('PLAN', { ...input, reasons: ['R2 has no task'] }),
    request('EXECUTE', {}),
  ])
    expect(await answerOfflineTrack(other)).toMatchObject({
      ok: false,
      error: { type: 'unavailable', retryable: false },
    })
})

test('the embedded agent flags documents that must follow, and mends no code', async () => {
  const flag =
    'src/tiers.js:4 changes a price: add "Business Doc Sync Required: Yes" to the summary'
  const fix = (issues: readonly string[]) =>
    answerOfflineTrack(request('FIX', { issues, affected_docs: ['conductor/product.md'] }))
  expect(await fix([flag])).toMatchObject({
    ok: true,
    value: {
      output: { business_doc_sync: { required: true, affected_docs: ['conductor/product.md'] } },
    },
  })
  expect(await fix([flag, 'the build fails'])).toMatchObject({ ok: false })
})
