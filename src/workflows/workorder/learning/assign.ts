import { stratumOf } from '../../../learning/assignment.ts'
import type { Ledger } from '../../../learning/ledger.ts'
import { type Assignment as Planned, planOrder } from '../../../learning/plan-order.ts'
import { AcceptanceResult } from '../../../checks/acceptance/acceptance-result.ts'
import type { EnhancementRow } from '../../../model/records-lessons.ts'
import type { OrderRow } from '../../../model/records-orders.ts'
import type { Records } from '../../../ports/records.ts'
import type { Assignment } from '../events.ts'
import type { TaughtLesson } from '../prompt/guidelines.ts'
import { placesIn } from '../prompt/template.ts'
import type { Taught } from '../steps/bench.ts'
import { coverFromCatalogue } from './generate.ts'
import { type KnownLesson, type Learned, learnedFrom, stageOf } from './lesson-ledger.ts'
import { activeTemplate, bareHash } from './prompt.ts'

/** How the last order of this kind was measured, and the one before it of the same match. */
export type LastAcceptances = {
  readonly last: AcceptanceResult | null
  readonly before: AcceptanceResult | null
}

export type AcceptancesWanted = {
  readonly orderId: string
  readonly outputType: string
  readonly project: string | null
}

export type OrderToTeach = {
  readonly orderId: string
  /** From 0 to 1, and its band. */
  readonly complexity: number
  readonly band: string
  readonly proposer: string
  /** What the proposer works with: `modelOf` of record.ts says it. */
  readonly model: string
  readonly outputType: string
  /** Places that the deltas left for lessons. */
  readonly slots: number
  readonly toolVersion: string
  readonly at: string
}

export async function lastAcceptances(
  records: Records,
  { orderId, outputType, project }: AcceptancesWanted,
): Promise<LastAcceptances> {
  const measuredOrders = await records.lastMeasured({
    outputType,
    project,
    except: orderId,
    count: 2,
  })
  const [last, before] = measuredOrders?.orders ?? []
  return { last: acceptanceOf(last), before: acceptanceOf(before) }
}

/** What was recorded, in the shape that is told to proposers. Coverage nobody could measure is none. */
function acceptanceOf(order: OrderRow | undefined): AcceptanceResult | null {
  const recorded = order?.acceptance_result
  if (recorded === undefined || recorded === null) return null
  const fields = Object.fromEntries(
    Object.keys(AcceptanceResult.shape).map((field) => [field, recorded[field]]),
  )
  const read = AcceptanceResult.safeParse({
    ...fields,
    test_coverage_percent: recorded.test_coverage_percent ?? 0,
  })
  return read.success ? read.data : null
}

/** Which lessons this order gets. The same records and order give the same answer. */
export async function assignLessons(records: Records, order: OrderToTeach): Promise<Taught> {
  const {
    id,
    version_number: number,
    prompt_template: text,
  } = await activeTemplate(records, order.at)
  await coverFromCatalogue(records, order.at)
  const template = { id, number, text, sha256: bareHash(text) }
  return { template, ...drawLessons(inUse(await learnedFrom(records)), order, template) }
}

/** Without lessons that somebody switched off in the table itself. */
const inUse = (learned: Learned): Learned => ({
  ...learned,
  lessons: new Map(
    [...learned.lessons].filter(
      ([, known]) => known.row.is_active || !isBeside(stageOf(learned, known)),
    ),
  ),
})

/** The coins of one order, from what was known when it was briefed. */
export function drawLessons(
  learned: Learned,
  order: OrderToTeach,
  template: Pick<Taught['template'], 'text' | 'sha256'>,
): Omit<Taught, 'template'> {
  const eligible = [...learned.lessons.values()].filter(({ row }) => isEligible(row, order))
  const places = new Set(placesIn(template.text))
  const inTemplate = eligible.filter(
    (known) => places.has(`lesson:${known.row.id}`) && stageOf(learned, known) === 'promoted',
  )
  const beside = eligible.filter((known) => isBeside(stageOf(learned, known)))
  const plan = planner(learned, order, template.sha256)
  const held = plan(inTemplate, { most: inTemplate.length, tokens: Infinity })
  const { most, tokens } = learned.ledger.policy.shortlist
  const drawn = plan(beside, { most: Math.min(order.slots, most), tokens })
  return {
    assignments: [...held, ...drawn].map(({ assignment }) => assignment),
    taught: drawn.flatMap(({ known, assignment }) => (assignment.on ? [taughtAs(known)] : [])),
    promoted: Object.fromEntries(
      held.flatMap(({ known: { row }, assignment }) =>
        assignment.on ? [[row.id, row.enhancement_text]] : [],
      ),
    ),
  }
}

const isBeside = (stage: EnhancementRow['stage']): boolean =>
  stage === 'candidate' || stage === 'supported'

function isEligible(row: EnhancementRow, order: OrderToTeach): boolean {
  const { target_proposer_names: proposers, target_output_types: types } = row
  return (
    (proposers === null || proposers.includes(order.proposer)) &&
    (types === null || types.includes(order.outputType)) &&
    order.complexity >= (row.target_complexity_min ?? 0) &&
    order.complexity <= (row.target_complexity_max ?? 1)
  )
}

type Room = { readonly most: number; readonly tokens: number }
type Drawn = { readonly known: KnownLesson; readonly assignment: Assignment }

/** Draws for some of the lessons, with as much room as they have. */
function planner({ ledger }: Learned, order: OrderToTeach, promptHash: string) {
  const { proposer, model, toolVersion, band, outputType } = order
  const stratum = stratumOf({ band, proposer, outputType })
  return (lessons: readonly KnownLesson[], room: Room): readonly Drawn[] => {
    const { policy } = ledger
    const roomy: Ledger = {
      ...ledger,
      policy: { ...policy, shortlist: { ...policy.shortlist, ...room } },
    }
    const planned = planOrder(roomy, {
      workOrderId: order.orderId,
      setting: { proposer, model, promptHash, toolVersion },
      eligible: lessons,
    })
    return planned.flatMap((each) => drawnFor(each, lessons, stratum))
  }
}

function drawnFor(
  planned: Planned,
  lessons: readonly KnownLesson[],
  stratum: string,
): readonly Drawn[] {
  const known = lessons.find(
    ({ lessonId, version }) => lessonId === planned.lessonId && version === planned.version,
  )
  if (known === undefined) return []
  const { version, shortlisted, probability, on } = planned
  const { id, error_code: code } = known.row
  return [
    { known, assignment: { lessonId: id, version, code, shortlisted, probability, on, stratum } },
  ]
}

const taughtAs = ({ row }: KnownLesson): TaughtLesson => ({
  id: row.id,
  version: row.enhancement_version,
  code: row.error_code,
  text: row.enhancement_text,
  reductionRate: row.reduction_rate,
})
