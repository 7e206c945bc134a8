import { takeDecisions } from '../decisions.ts'
import { keyOf, type LedgerEntry, newLedger, record } from '../ledger.ts'
import { stratumOf } from '../assignment.ts'
import { type Assignment, planOrder } from '../plan-order.ts'
import { type Policy, policy as usual } from '../policy.ts'
import { floorMisses, type SeedFields } from '../seed-fields.ts'
import type { Standing } from '../standing.ts'
import { standingsOf } from '../standings.ts'
import type { Method, Move } from './method.ts'
import type { World } from './world.ts'

export type Variation = {
  readonly policy?: Policy
  /** The shortlist is drawn by lot. */
  readonly byLot?: boolean
  /** Nobody looks at the acceptance of the whole. */
  readonly blind?: boolean
  /** Told of every entry that is recorded. */
  readonly onEntry?: (entry: LedgerEntry) => void
}

/** The rules of the product themselves; a person who approves whatever is put forward is part of the simulation. */
export function ours(world: World, variation: Variation = {}): Method {
  const { byLot = false, blind = false, onEntry } = variation
  const policy = policyOf(variation)
  const ledger = newLedger(policy, `world-${world.seed}`)
  const keep = (entry: LedgerEntry) => {
    const recorded = record(ledger, entry)
    if (!recorded.ok) throw new Error(recorded.error)
    onEntry?.(entry)
  }
  const ids = world.lessons.map((_, index) => `L${String(index).padStart(2, '0')}`)
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  world.lessons.forEach(({ tokens }, index) => {
    const id = ids[index] ?? ''
    keep({
      type: 'lesson',
      lesson: { id, version: 1, errorCode: id, text: id, tokens, state: 'candidate' },
    })
  })
  const strata = strataOf(world)
  let planned: readonly Assignment[] = []

  return {
    plan(order, eligible) {
      const options = byLot ? lot(world, order, eligible, policy.shortlist.most) : eligible
      planned = planOrder(ledger, {
        workOrderId: `order-${order}`,
        setting: settingOf(world, order),
        eligible: options.map((index) => ({ lessonId: ids[index] ?? '', version: 1 })),
      })
      const indices = (some: readonly Assignment[]) =>
        some.map(({ lessonId }) => indexOf.get(lessonId) ?? 0)
      return {
        on: indices(planned.filter(({ on }) => on)),
        compared: indices(planned.filter(({ shortlisted }) => shortlisted)),
      }
    },
    learn({ order, failed, guardrailFailed }) {
      for (const assignment of planned)
        keep({
          type: 'outcome',
          outcome: {
            ...assignment,
            ...settingOf(world, order),
            workOrderId: `order-${order}`,
            stratum: strata(order),
            targetFailed: failed[indexOf.get(assignment.lessonId) ?? 0] === 1,
            guardrailFailed: guardrailFailed && !blind,
            at: '',
            iteration: Math.floor(order / 15),
          },
        })
    },
    decide: () => decideOnce(ledger, keep, indexOf),
    estimates: () =>
      standingsOf(ledger).flatMap(({ lessonId, target }) =>
        Math.min(target.with.count, target.without.count) < policy.leastPerArm
          ? []
          : [{ lesson: indexOf.get(lessonId) ?? 0, ...target.interval }],
      ),
  }
}

/** Who does not look at the whole must not wait for what could be seen there either. */
function policyOf({ policy = usual, blind = false }: Variation): Policy {
  return blind ? { ...policy, guardrail: { ...policy.guardrail, chance: 2 } } : policy
}

type Ledger = ReturnType<typeof newLedger>

/** Decides as `learn analyze` does; a person who approves whatever is put before them is part of the simulation. */
function decideOnce(
  ledger: Ledger,
  keep: (entry: LedgerEntry) => void,
  indexOf: ReadonlyMap<string, number>,
): readonly Move[] {
  const moves: Move[] = []
  takeDecisions(ledger, ({ lessonId, version, event }) => {
    const standing = standingsOf(ledger).find((each) => each.lessonId === lessonId)
    const lesson = ledger.lessons.get(keyOf(lessonId, version))
    if (standing === undefined || lesson === undefined) return false
    if (event === 'approve' && floorMisses(seedFieldsOf(standing)).length > 0) return false
    keep({ type: 'moved', lessonId, version, event })
    if (event !== 'support' && event !== 'confirm')
      moves.push({
        lesson: indexOf.get(lessonId) ?? 0,
        to: event === 'approve' ? 'promoted' : 'retired',
        seen: lesson.tally.shortlisted,
        estimate: standing.target.mean,
      })
    return true
  })
  return moves
}

/** The fields that the records would show of this lesson. */
const seedFieldsOf = ({ target, iterations }: Standing): SeedFields => ({
  reductionRate: target.relative === null ? null : Math.max(0, target.relative.reduction),
  applicationsCount: target.with.count,
  active: { count: iterations, unit: 'iterations in a row' },
})

const settings = ['old', 'new'].flatMap((model) =>
  ['cheap', 'strong'].map((proposer) => ({
    proposer,
    model,
    promptHash: 'same',
    toolVersion: 'same',
  })),
)

function settingOf(world: World, order: number) {
  const setting = settings[(order >= world.upgradeAt ? 2 : 0) + (world.proposer[order] ?? 0)]
  if (setting === undefined) throw new Error('a world has two proposers')
  return setting
}

/** Names of strata, made once each. */
function strataOf(world: World): (order: number) => string {
  const names = Array.from({ length: 40 }, (_, at) =>
    stratumOf({
      band: String(Math.floor(at / 8)),
      proposer: String(Math.floor(at / 4) % 2),
      outputType: String(at % 4),
    }),
  )
  return (order) =>
    names[
      (world.band[order] ?? 0) * 8 +
        (world.proposer[order] ?? 0) * 4 +
        (world.outputType[order] ?? 0)
    ] ?? ''
}

/** Some of the eligible by lot, the same for the same work order. */
function lot(
  world: World,
  order: number,
  eligible: readonly number[],
  most: number,
): readonly number[] {
  const luck = (index: number) =>
    ((world.errorLuck[order * world.lessons.length + index] ?? 0) * 1e6) % 1
  return eligible.toSorted((left, right) => luck(left) - luck(right)).slice(0, most)
}
