import { readPayload } from '../../loop/read-payload.ts'
import { nothingSpent } from '../../model/caps.ts'
import type { Entry } from '../../model/entry.ts'
import { payloads } from './events.ts'
import type { TrackLive } from './state.ts'
import { hashOf } from './transitions.ts'

/** The state that the first event tells. */
export function begin(entry: Entry): TrackLive {
  const { runId, setup } = readPayload(entry, payloads.run_started)
  const { adopted, spec } = setup
  const plan = adopted?.plan ?? ''
  return {
    at: 'basing',
    runId,
    setup,
    base: null,
    head: null,
    spec,
    plan,
    planVersion: adopted?.planVersion ?? 0,
    planFailures: 0,
    planEvaluated: null,
    commits: adopted?.commits ?? [],
    touched: {},
    lastTask: null,
    summaries: [],
    syncNotes: [],
    evaluated: null,
    evaluations: 0,
    fixCycles: adopted?.fixCycles ?? 0,
    maxFixCycles: setup.maxFixCycles,
    cycles: [],
    synced: null,
    completed: null,
    decided: [],
    guidance: [],
    blockers: [],
    steps: 0,
    maxSteps: setup.maxSteps,
    times: {},
    byHand: false,
    round: 1,
    touchAllowed: false,
    failures: [],
    asked: 0,
    texts: [spec, plan].filter((text) => text !== '').map(hashOf),
    spent: nothingSpent,
    startedAt: entry.ts,
    updatedAt: entry.ts,
  }
}
