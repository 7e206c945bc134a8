import { describe, expect, test } from 'vitest'
import type { Entry } from '../model/entry.ts'
import type { Obligation } from '../model/obligation.ts'
import { twoVerdicts } from './two-verdicts.ts'

const subject = 'ab'.repeat(32)
const owed = (given: Partial<Obligation> = {}): Obligation => ({
  id: 'code.build',
  statement: 'the project builds',
  source: { kind: 'workflow', text: 'the project builds' },
  weight: 'must',
  decided_by: 'command',
  status: 'met',
  reason: '',
  evidence: [],
  subject,
  ...given,
})
const entry = (n: number, obligation: Obligation, event = 'measured'): Entry => ({
  iteration: 1,
  phase: null,
  step: 'MEASURE',
  event,
  status: 'ok',
  ts: '',
  run_id: 'wo1',
  v: 1,
  n,
  hash: '',
  payload: { obligations: [obligation] },
})

describe('two verdicts about one hash', () => {
  test('[DELIVER-7] are a fault that names both events', () => {
    const [fault = '', ...more] = twoVerdicts([
      entry(3, owed({ status: 'unmet' })),
      entry(7, owed()),
    ])
    expect(fault).toContain('abababab: event 3 says unmet and event 7 says met')
    expect(more).toEqual([])
  })

  test('[DELIVER-7] are none where the text, the question or who decided is another', () => {
    const first = entry(3, owed({ status: 'unmet' }))
    for (const second of [
      owed({ subject: 'cd'.repeat(32) }),
      owed({ statement: 'the project builds twice' }),
      owed({ decided_by: 'judge' }),
      owed({ status: 'undecided' }),
      owed({ status: 'unmet' }),
    ])
      expect(twoVerdicts([first, entry(7, second)])).toEqual([])
    expect(twoVerdicts([first, entry(7, owed(), 'gate_answered')])).toEqual([])
  })
})
