import type { Lesson, LessonOutcome } from '../model/lesson.ts'
import { err, ok, type Result } from '../model/result.ts'
import { type Belief, combined, inherited } from './belief.ts'
import { type Metric, stratified } from './cells.ts'
import { logEvidence } from './evidence.ts'
import { joined } from './hash64.ts'
import { type LessonEvent, move } from './life-cycle.ts'
import type { Policy } from './policy.ts'
import { foldOutcome, newEpoch, newTally, type Tally } from './tally.ts'

/** What is written down, in this order for ever: reading it again gives the same ledger. */
export type LedgerEntry =
  | { readonly type: 'lesson'; readonly lesson: Lesson }
  | {
      readonly type: 'moved'
      readonly lessonId: string
      readonly version: number
      readonly event: LessonEvent
    }
  | { readonly type: 'outcome'; readonly outcome: LessonOutcome }

export type Kept = {
  lesson: Lesson
  /** Promoted, and tried again at one half since something changed. */
  rerandomised: boolean
  /** As which number it was first tried, from 1; null before. */
  place: number | null
  /** Logarithm of the evidence of benefit when a decision ended the trial. */
  stopped: number | null
  /** Logarithm of the evidence when a person declined it. */
  declined: number | null
  tally: Tally
}

/** The standing of all lessons as sums. It is changed in place by `record` and by nothing else. */
export type Ledger = {
  readonly policy: Policy
  readonly salt: string
  readonly lessons: Map<string, Kept>
  /** What each proposer was seen to work with. */
  readonly settings: Map<string, Set<string>>
  tested: number
}

export const newLedger = (policy: Policy, salt: string): Ledger => ({
  policy,
  salt,
  lessons: new Map(),
  settings: new Map(),
  tested: 0,
})

export const keyOf = (lessonId: string, version: number): string => joined([lessonId, version])

/** Takes one entry in, or says why it cannot be. */
export function record(ledger: Ledger, entry: LedgerEntry): Result<Kept, string> {
  switch (entry.type) {
    case 'lesson':
      return admit(ledger, entry.lesson)
    case 'moved': {
      const lesson = ledger.lessons.get(keyOf(entry.lessonId, entry.version))
      return lesson === undefined
        ? err(unknownLesson(entry.lessonId, entry.version))
        : moveLesson(ledger, lesson, entry.event)
    }
    case 'outcome':
      return take(ledger, entry.outcome)
  }
}

const unknownLesson = (lessonId: string, version: number) =>
  `lesson ${lessonId} version ${version} is not known; record the lesson before its outcomes`

function admit(ledger: Ledger, lesson: Lesson): Result<Kept, string> {
  const key = keyOf(lesson.id, lesson.version)
  if (ledger.lessons.has(key))
    return err(`lesson ${lesson.id} version ${lesson.version} is already known`)
  const fresh: Kept = {
    lesson,
    rerandomised: false,
    place: null,
    stopped: null,
    declined: null,
    tally: newTally(ledger.policy, priorsOf(ledger, lesson)),
  }
  ledger.lessons.set(key, fresh)
  return ok(fresh)
}

/** For a rewritten text a part of what the version before it showed. */
const priorsOf = (ledger: Ledger, { id, version }: Lesson): Tally['priors'] =>
  priorsFrom(ledger.lessons.get(keyOf(id, version - 1))?.tally, ledger.policy)

/** No effect, give or take; and a part of what an earlier trial showed, if there was one. */
function priorsFrom(earlier: Tally | undefined, policy: Policy): Tally['priors'] {
  const prior = (metric: Metric): Belief => {
    const none = { mean: 0, variance: policy.spread[metric] ** 2 }
    if (earlier === undefined) return none
    const belief = stratified(earlier.cells, metric).difference
    return Number.isFinite(belief.variance)
      ? inherited(none, combined(earlier.priors[metric], belief), policy.inheritance)
      : none
  }
  return { target: prior('target'), guardrail: prior('guardrail') }
}

function moveLesson(ledger: Ledger, lesson: Kept, event: LessonEvent): Result<Kept, string> {
  const next = move(lesson.lesson.state, event)
  if (!next.ok) return next
  const before = lesson.lesson.state
  lesson.lesson = { ...lesson.lesson, state: next.value }
  if (event === 'decline') lesson.declined = logEvidence(lesson.tally.evidence.benefit)
  if (event === 'confirm') lesson.rerandomised = false
  if (event === 'restart') {
    lesson.stopped = null
    lesson.rerandomised = false
    lesson.tally = newTally(ledger.policy, priorsFrom(lesson.tally, ledger.policy))
  }
  if (event === 'approve' || event === 'confirm') lesson.tally.epoch = newEpoch(ledger.policy)
  const wasOpen = before === 'candidate' || before === 'supported'
  const isOpen = next.value === 'candidate' || next.value === 'supported'
  if (wasOpen && !isOpen) lesson.stopped = logEvidence(lesson.tally.evidence.benefit)
  return ok(lesson)
}

function take(ledger: Ledger, outcome: LessonOutcome): Result<Kept, string> {
  const lesson = ledger.lessons.get(keyOf(outcome.lessonId, outcome.version))
  if (lesson === undefined) return err(unknownLesson(outcome.lessonId, outcome.version))
  const { probability, shortlisted } = outcome
  if (!hasCoin(outcome))
    return err(
      `outcome of lesson ${outcome.lessonId} for ${outcome.workOrderId}: probability is ${probability}, expected above 0 and below 1`,
    )
  noticeSetting(ledger, outcome)
  if (shortlisted && lesson.place === null) {
    ledger.tested += 1
    lesson.place = ledger.tested
  }
  foldOutcome(lesson.tally, outcome, ledger.policy)
  return ok(lesson)
}

/** Whoever is compared was drawn for by a coin that could fall either way. */
export const hasCoin = ({
  shortlisted,
  probability,
}: Pick<LessonOutcome, 'shortlisted' | 'probability'>): boolean =>
  !shortlisted || (probability > 0 && probability < 1)

/** What a proposer works with: a change of it makes old evidence doubtful. */
export type Setting = Pick<LessonOutcome, 'proposer' | 'model' | 'promptHash' | 'toolVersion'>

export const settingKey = ({ model, promptHash, toolVersion }: Setting) =>
  joined([model, promptHash, toolVersion])

/** A proposer that is known works with something it was never seen with. */
export function isNewSetting(ledger: Ledger, setting: Setting): boolean {
  const known = ledger.settings.get(setting.proposer)
  return known !== undefined && !known.has(settingKey(setting))
}

/** A new model, prompt template or tool puts every promoted lesson on trial again. */
function noticeSetting(ledger: Ledger, setting: Setting): void {
  const known = ledger.settings.get(setting.proposer)
  if (known?.has(settingKey(setting)) === true) return
  if (known === undefined) {
    ledger.settings.set(setting.proposer, new Set([settingKey(setting)]))
    return
  }
  known.add(settingKey(setting))
  for (const lesson of ledger.lessons.values()) tryAgain(lesson, ledger.policy)
}

export function tryAgain(lesson: Kept, policy: Policy): void {
  if (lesson.lesson.state !== 'promoted') return
  lesson.rerandomised = true
  lesson.tally.epoch = newEpoch(policy)
}
