import type { Entry } from '../../src/model/entry.ts'
import { payloads, type Setup } from '../../src/workflows/reflex/events.ts'
import type { ReflexState } from '../../src/workflows/reflex/state.ts'
import { expectedStop } from './stop-oracle.ts'
import type { Violation } from './world.ts'

type Ended = Extract<ReflexState, { at: 'ended' }>

/** The laws that a reflex run's history alone can be held against. */
export function reflexLaws(entries: readonly Entry[], state: ReflexState): readonly Violation[] {
  if (state.at !== 'ended') return []
  return [
    ...capsHold(entries, state),
    ...setupStays(entries, state),
    ...bestIsKept(entries, state),
    ...stopsRightly(entries, state),
    ...verdictsFit(entries),
    ...musts(entries, state),
  ]
}

const broken = (law: string, what: string): Violation => ({ law, what })

/** Law 7: no cap is passed, and none is reset by a resume. */
function capsHold(entries: readonly Entry[], { setup, spent }: Ended): readonly Violation[] {
  const costs = entries.flatMap(
    ({ payload }) => (payload['cost'] as { tokens?: number } | undefined) ?? [],
  )
  const tokens = costs.reduce((sum, cost) => sum + (cost.tokens ?? 0), 0)
  const last = Math.max(...entries.map(({ iteration }) => iteration))
  return [
    ...(tokens === spent.tokens
      ? []
      : [broken('law-7', `${tokens} tokens were used, ${spent.tokens} are remembered`)]),
    ...(last > setup.max_iterations
      ? [broken('law-7', `iteration ${last} of ${setup.max_iterations}`)]
      : []),
  ]
}

/** Law 8: what a run started with is what it ended with, but for a change a person made at a gate. */
function setupStays(entries: readonly Entry[], state: Ended): readonly Violation[] {
  let setup: Setup = payloads.run_started.parse(entries[0]?.payload).setup
  for (const { event, payload } of entries)
    if (event === 'gate_answered') setup = payloads.gate_answered.parse(payload).setup ?? setup
  return JSON.stringify(state.setup) === JSON.stringify(setup)
    ? []
    : [broken('law-8', 'the set-up changed under the run')]
}

/** Law 9: the best version is remembered: B before A, then fewer blockers, then the score, then the earlier. */
function bestIsKept(entries: readonly Entry[], { best }: Ended): readonly Violation[] {
  let most: { rank: number; hash: string } | null = null
  for (const { event, payload, phase } of entries) {
    if (event !== 'evaluation_done') continue
    const { failed, score, artifact_sha256 } = payload as {
      failed: readonly unknown[]
      score: number
      artifact_sha256: string
    }
    const rank = (phase === 'B' ? 1_000 : 0) - failed.length * 10 + score
    if (most === null || rank > most.rank) most = { rank, hash: artifact_sha256 }
  }
  return most?.hash === best?.hash ? [] : [broken('law-9', 'the best version was forgotten')]
}

function stopsRightly(entries: readonly Entry[], state: Ended): readonly Violation[] {
  const expected = expectedStop(entries, state.setup)
  return expected === null || expected === state.stop.code
    ? []
    : [broken('law-stop', `stopped for ${state.stop.code}, expected ${expected}`)]
}

/**
 * Laws 12, 13 and 15: a run completes only if every must of its last evaluation is met with evidence that
 * is not the producer's own, or a person said so. Written from the laws, not from the verdict's code.
 */
function musts(entries: readonly Entry[], { status }: Ended): readonly Violation[] {
  const last = entries.findLast(({ event }) => event === 'evaluation_done')
  if (status !== 'completed' || last === undefined) return []
  const { obligations = [] } = payloads.evaluation_done.parse(last.payload)
  const said = new Set(
    entries.flatMap(({ event, payload }) =>
      event === 'gate_answered'
        ? (payloads.gate_answered.parse(payload).obligations ?? [])
            .filter(({ decided_by, status: now }) => decided_by === 'person' && now === 'met')
            .map(({ id }) => id)
        : [],
    ),
  )
  const open = obligations.filter(
    ({ id, weight, status: now, evidence, self_reported }) =>
      weight === 'must' &&
      now !== 'not_applicable' &&
      !(now === 'met' && evidence.length > 0 && self_reported !== true) &&
      !said.has(id),
  )
  return open.length === 0
    ? []
    : [broken('law-13', `completed, but ${open.map(({ id }) => id).join(', ')} was not met`)]
}

/** Law 3: every verdict is on the artifact that was current when it was given. */
function verdictsFit(entries: readonly Entry[]): readonly Violation[] {
  let artifact: unknown = null
  for (const { event, payload } of entries) {
    if (event === 'artifact_created' || event === 'refinement_done')
      artifact = payload['artifact_hash']
    if (event === 'evaluation_done' && payload['artifact_sha256'] !== artifact)
      return [broken('law-3', 'a verdict on another artifact was taken')]
  }
  return []
}
