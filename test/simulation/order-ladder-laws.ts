import type { Entry } from '../../src/model/entry.ts'
import { type OrderSetup, payloads } from '../../src/workflows/workorder/events.ts'
import type { Violation } from './world.ts'

const broken = (what: string): Violation => ({ law: 'law-ladder', what })

/** Attempts, cycles and reviews stay within what is allowed, counted once more from the history alone. */
export function laddersHold(entries: readonly Entry[], setup: OrderSetup): readonly Violation[] {
  let attempts = 0
  let cycles = 0
  let reviews = 0
  return entries.flatMap(({ event, payload }, index): readonly Violation[] => {
    if (event === 'gate_answered') {
      // who says "retry" after a failed attempt gives the same one another chance
      const again = entries[index - 2]?.event === 'attempt_failed' ? 1 : 0
      attempts = answered(payload) ? 0 : attempts - again
    }
    if (event === 'proposed') [cycles, reviews] = [0, 0]
    if (event === 'cycle_begun') {
      const { by } = payloads.cycle_begun.parse(payload)
      if (by === 'reviewer') reviews += 1
      else cycles += 1
      if (cycles > 3) return [broken(`cycle ${cycles} of three`)]
      if (reviews > 2) return [broken(`review ${reviews} of two`)]
    }
    if (event !== 'attempt_failed') return []
    attempts += 1
    const { next, proposer } = payloads.attempt_failed.parse(payload)
    if (next === null)
      return entries[index + 1]?.event === 'gate_opened' ? [] : [broken('nobody was asked')]
    if (attempts >= setup.attempts) return [broken(`attempt ${attempts + 1} of ${setup.attempts}`)]
    return strength(setup, next) < strength(setup, proposer)
      ? [broken(`${next} is weaker than ${proposer}`)]
      : []
  })
}

/** Another round begins with every answer but the one that does the same step again. */
const answered = (payload: unknown): boolean =>
  !['retry', 'keep', 'met', 'unmet'].includes(payloads.gate_answered.parse(payload).answer.option)

const strength = ({ proposers }: OrderSetup, name: string): number =>
  proposers.find((each) => each.name === name)?.complexity_threshold ?? 0
