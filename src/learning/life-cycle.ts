import type { LessonState } from '../model/lesson.ts'
import { err, ok, type Result } from '../model/result.ts'

/** What can happen to a lesson. Those of a person are approve, decline, reject, retire and supersede. */
export type LessonEvent =
  | 'accept'
  | 'reject'
  | 'start'
  | 'support'
  | 'approve'
  | 'decline'
  | 'find-harmful'
  | 'find-futile'
  | 'demote'
  | 'confirm'
  | 'restart'
  | 'graduate'
  | 'retire'
  | 'supersede'

const ended = { supersede: 'superseded', retire: 'retired' } as const

/** Every step there is. What is not here is refused. */
const steps: Readonly<Record<LessonState, Partial<Record<LessonEvent, LessonState>>>> = {
  proposed: { accept: 'queued', reject: 'rejected', ...ended },
  queued: { start: 'candidate', reject: 'rejected', ...ended },
  candidate: {
    support: 'supported',
    'find-harmful': 'retired-harmful',
    'find-futile': 'retired-futile',
    reject: 'rejected',
    ...ended,
  },
  supported: {
    approve: 'promoted',
    // declined by a person: it goes on being tried
    decline: 'candidate',
    'find-harmful': 'retired-harmful',
    'find-futile': 'retired-futile',
    reject: 'rejected',
    ...ended,
  },
  // a promoted lesson that is tried again since something changed is confirmed or demoted
  promoted: { demote: 'demoted', confirm: 'promoted', graduate: 'graduated', ...ended },
  demoted: { restart: 'candidate', ...ended },
  graduated: {},
  rejected: {},
  'retired-harmful': {},
  'retired-futile': {},
  retired: {},
  superseded: {},
}

export const isTried = (state: LessonState): boolean =>
  state === 'candidate' || state === 'supported' || state === 'promoted'

/** The state after an event, or a sentence that says why it can't be. */
export function move(state: LessonState, event: LessonEvent): Result<LessonState, string> {
  const next = steps[state][event]
  if (next !== undefined) return ok(next)
  const possible = Object.keys(steps[state])
  return err(
    possible.length === 0
      ? `a lesson that is ${state} stays so`
      : `a lesson that is ${state} cannot be told to ${event}; possible: ${possible.join(', ')}`,
  )
}
