import { hash64, unitOf } from '../../../learning/hash64.ts'
import type { NewOrder } from '../../../model/records-orders.ts'
import { recordIdOf } from '../../../model/records-sampling.ts'
import { bandOf } from '../../../model/records-values.ts'
import type { Records } from '../../../ports/records.ts'
import type { Taught } from '../steps/bench.ts'
import { assignLessons, type OrderToTeach } from './assign.ts'
import { after, orderIdOf } from './sample.contract.ts'

export const orderAhead = (number: number, changes: Partial<OrderToTeach> = {}): OrderToTeach => ({
  orderId: orderIdOf(number),
  complexity: 0.35,
  band: bandOf(0.35),
  proposer: 'small',
  model: 'model one',
  outputType: 'code',
  slots: 5,
  toolVersion: '1.0.0',
  at: after(number),
  ...changes,
})

/** A rate that comes true by the number alone. */
const happens = (rate: number, ...parts: readonly (string | number)[]): boolean =>
  unitOf(hash64(parts.join('|'))) < rate

export const plainOrder = (number: number, status: NewOrder['status'] = 'completed'): NewOrder => ({
  id: orderIdOf(number),
  created_at: after(number),
  updated_at: after(number),
  title: `Order ${number}`,
  description: 'change something',
  status,
  project_name: 'shop',
  proposer_id: 'small',
  complexity_score: 0.35,
})

type World = {
  readonly from: number
  readonly count: number
  /** The rates of failure of an order, with its lessons. */
  readonly target: (on: boolean, code: string) => number
  readonly guardrail?: number
}

/** Runs so many orders in a world of known rates: assigned by coins, outcomes recorded. */
export async function live(records: Records, world: World): Promise<readonly Taught[]> {
  const { from, count, target, guardrail = 0.3 } = world
  const taught: Taught[] = []
  for (let number = from; number < from + count; number += 1) {
    const ahead = orderAhead(number)
    const teaching = await assignLessons(records, ahead)
    taught.push(teaching)
    await records.saveOrder(plainOrder(number))
    await records.recordApplications(
      teaching.assignments.map((each) => ({
        enhancement_id: each.lessonId,
        enhancement_version: each.version,
        work_order_id: ahead.orderId,
        applied_at: after(number + 0.5),
        probability: each.probability,
        is_on: each.on,
        shortlisted: each.shortlisted,
        complexity_band: ahead.band,
        proposer_name: ahead.proposer,
        output_type: ahead.outputType,
        target_failed: happens(target(each.on, each.code), 'target', number, each.code),
        guardrail_failed: happens(guardrail, 'guardrail', number),
        model: ahead.model,
        prompt_hash: teaching.template.sha256,
        tool_version: ahead.toolVersion,
      })),
    )
  }
  return taught
}

type Trial = {
  readonly lesson: { readonly id: string; readonly version?: number }
  readonly from?: number
  readonly count: number
  /** Shares of orders in which its error occurs, with it and without. */
  readonly with: number
  readonly without: number
  readonly guardrailWith?: number
  readonly guardrailWithout?: number
}

/** So many orders with fair coins for one lesson, evenly spread so that the shares come true. */
export async function tried(records: Records, trial: Trial): Promise<void> {
  const { lesson, from = 0, count, guardrailWith = 0.2, guardrailWithout = 0.2 } = trial
  const seen = { on: 0, off: 0 }
  // the nth order of an arm fails where the whole part of n × share steps on
  const due = (n: number, share: number) =>
    Math.floor((n + 1) * share + 1e-9) > Math.floor(n * share + 1e-9)
  const rows = Array.from({ length: count }, (_, index) => {
    const isOn = happens(0.5, 'coin', lesson.id, from + index)
    const n = isOn ? seen.on++ : seen.off++
    return {
      enhancement_id: lesson.id,
      enhancement_version: lesson.version ?? 1,
      work_order_id: orderIdOf(from + index),
      applied_at: after(from + index + 0.5),
      probability: 0.5,
      is_on: isOn,
      shortlisted: true,
      complexity_band: bandOf(0.35),
      proposer_name: 'small',
      output_type: 'code',
      target_failed: due(n, isOn ? trial.with : trial.without),
      guardrail_failed: due(n, isOn ? guardrailWith : guardrailWithout),
      model: 'model one',
      prompt_hash: 'hash',
      tool_version: '1.0.0',
    }
  })
  for (const { work_order_id: id } of rows)
    if ((await records.order(id)) === null)
      await records.saveOrder({ ...plainOrder(from), id, metadata: {} })
  await records.recordApplications(rows)
}

export const sampleLesson = (
  code: string,
  text = `Take care of ${code} in each file you write.`,
) => ({
  id: recordIdOf('sample lesson', code),
  created_at: after(-10),
  updated_at: after(-10),
  error_code: code,
  enhancement_text: text,
  stage: 'candidate' as const,
  token_count: 12,
})
