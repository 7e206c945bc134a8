import type { Entry } from '../../src/model/entry.ts'
import { type Evaluation, type GanSetup, payloads } from '../../src/workflows/gan/events.ts'

const hair = 1e-9

/** What the events tell of a run's way, kept apart from how the machine folds them. */
export type Trail = {
  readonly iteration: number
  /** The iteration that people last granted a fresh count with. */
  readonly cycleStart: number
  /** Scores that may be compared with each other; where a build was judged twice, the lower one. */
  readonly scores: readonly number[]
  /** People were asked in this count already because it took several iterations. */
  readonly asked: boolean
  readonly tokens: number
  readonly ms: number
  readonly evaluations: readonly Evaluation[]
  readonly second: { readonly overall: number; readonly scores: Evaluation['scores'] } | null
}

const beginning: Trail = {
  iteration: 1,
  cycleStart: 1,
  scores: [],
  asked: false,
  tokens: 0,
  ms: 0,
  evaluations: [],
  second: null,
}

/** The trail before each event, and the one after all of them. */
export function trailsOf(entries: readonly Entry[], most: number): readonly [Trail, ...Trail[]] {
  const trails: [Trail, ...Trail[]] = [beginning]
  for (const entry of entries) trails.push(follow(trails.at(-1) ?? beginning, entry, most))
  return trails
}

function follow(before: Trail, { event, payload }: Entry, most: number): Trail {
  const cost = payload['cost'] as { readonly tokens?: number; readonly ms?: number } | undefined
  const trail = {
    ...before,
    tokens: before.tokens + (cost?.tokens ?? 0),
    ms: before.ms + (cost?.ms ?? 0),
  }
  switch (event) {
    case 'evaluated': {
      const judged = payloads.evaluated.parse(payload)
      const evaluations = [...trail.evaluations, judged]
      return { ...trail, evaluations, second: null, scores: [...trail.scores, judged.overall] }
    }
    case 'evaluated_again': {
      const second = payloads.evaluated_again.parse(payload)
      const lower = Math.min(second.overall, trail.scores.at(-1) ?? Infinity)
      return { ...trail, second, scores: [...trail.scores.slice(0, -1), lower] }
    }
    case 'gate_opened': {
      const { reasons } = payloads.gate_opened.parse(payload)
      return { ...trail, asked: trail.asked || reasons.includes('escalation') }
    }
    case 'gate_answered':
      return granted(trail, payloads.gate_answered.parse(payload).answer.option, most)
    case 'iteration_advanced':
      return { ...trail, iteration: payloads.iteration_advanced.parse(payload).to }
    default:
      return trail
  }
}

/** What an answer grants: a fresh count, or scores that are not compared any more. */
function granted(trail: Trail, option: string, most: number): Trail {
  const anew = { scores: [], asked: false, cycleStart: trail.iteration + 1 }
  if (option === 'continue') return { ...trail, scores: trail.scores.slice(-1) }
  if (option === 'switch' || option === 'restart') return { ...trail, ...anew }
  if (option !== 'adjust') return trail
  const isLast = trail.iteration - trail.cycleStart + 1 >= most
  return isLast ? { ...trail, ...anew } : { ...trail, scores: [] }
}

/**
 * Where a judgement leads: passed, a question with its reasons, a cap, or the next iteration. Written
 * from the rules of the loop, not from the machine.
 */
export function expectedExit(trail: Trail, setup: GanSetup): string {
  if (isGood(trail, setup)) {
    if (setup.loop.strict && trail.iteration === 1) return nextOrCap(trail, setup)
    return owedOf(trail, 'undecided') > 0 ? 'ask undecided' : 'passed'
  }
  const count = trail.iteration - trail.cycleStart + 1
  const last = count >= setup.loop.maxIterations
  const reasons = [
    ...(last ? ['max_iterations'] : []),
    ...(isStuck(trail.scores, setup) ? ['stagnation'] : []),
    ...(!last && !trail.asked && count >= setup.loop.escalationAfter ? ['escalation'] : []),
  ]
  return reasons.length > 0 ? `ask ${reasons.join('+')}` : nextOrCap(trail, setup)
}

/** Good enough to pass, were it not for the second look that strict mode asks for. */
export function isGood(trail: Trail, { loop }: GanSetup): boolean {
  const judged = trail.evaluations.at(-1)
  const overall = trail.scores.at(-1)
  if (judged === undefined || overall === undefined) return false
  const lower = trail.second !== null && trail.second.overall < judged.overall
  const scores = lower ? (trail.second?.scores ?? judged.scores) : judged.scores
  return (
    overall > loop.passThreshold - hair &&
    judged.mustPassFailures.length === 0 &&
    owedOf(trail, 'unmet') === 0 &&
    (!loop.strict ||
      (judged.conditionsMet &&
        Object.values(scores).every((score) => score > loop.passThreshold - hair)))
  )
}

/** How many demands of the last judgement are unmet, or not shown to be met by anybody but the builder. */
function owedOf({ evaluations }: Trail, wanted: 'unmet' | 'undecided'): number {
  const { obligations = [], selfJudgement = false } = evaluations.at(-1) ?? {}
  return obligations.filter(({ weight, source, status, evidence, self_reported }) => {
    if (weight !== 'must' || source.kind === 'rule' || source.kind === 'workflow') return false
    const isShown = evidence.length > 0 && (self_reported !== true || selfJudgement)
    const counts = status === 'met' && !isShown ? 'undecided' : status
    return counts === wanted
  }).length
}

/** Two rounds in a row brought too little. */
function isStuck(scores: readonly number[], { loop }: GanSetup): boolean {
  const [third, second, first] = scores.toReversed()
  if (first === undefined || second === undefined || third === undefined) return false
  const least = loop.improvementThreshold - hair
  return second - first < least && third - second < least
}

function nextOrCap({ tokens, ms, iteration }: Trail, { caps }: GanSetup): string {
  if (caps.wall_time_s !== 'unlimited' && ms / 1000 >= caps.wall_time_s) return 'cap wall_time_s'
  if (caps.tokens !== 'unlimited' && tokens >= caps.tokens) return 'cap tokens'
  return `iteration ${iteration + 1}`
}
