import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepsSuccess } from '../../../model/records-sampling.ts'
import { recordOrder } from './record.ts'
import {
  attempted,
  begun,
  briefed,
  failedAttempt,
  measuredAt,
  openSample,
  orderIdOf,
  played,
  sampleSetup,
} from './sample.contract.ts'

let sample: Awaited<ReturnType<typeof openSample>>
beforeEach(async () => {
  sample = await openSample()
})
afterEach(() => sample.close())

const toolVersion = '1.0.0'
const record = (run: ReturnType<typeof played>) =>
  recordOrder(sample.records, { ...run, toolVersion })

describe('attempts', () => {
  /** An order whose success is kept, or not, among the failures. */
  const numberWhere = (kept: boolean): number => {
    let number = 1
    while (keepsSuccess(orderIdOf(number)) !== kept) number += 1
    return number
  }

  test('are all recorded; of proposer_failures every failure and one success in ten, by the order (decision 2.11)', async () => {
    const counts = async () => {
      const attempts = await sample.records.attempts({ proposer: 'small', band: '0.3-0.4' })
      const failures = await sample.records.failures()
      return [attempts.length, failures.length]
    }
    const run = (number: number) =>
      played(
        [...begun(sampleSetup(number)), briefed(), ...attempted([]), ...measuredAt(8, [])],
        number,
      )
    await record(run(numberWhere(false)))
    expect(await counts()).toEqual([1, 0])
    await record(run(numberWhere(true)))
    expect(await counts()).toEqual([2, 1])
    const failing = played(
      [...begun(sampleSetup(500)), briefed(), ...attempted(['TS2304']), failedAttempt('small')],
      500,
    )
    await record(failing)
    expect(await counts()).toEqual([3, 2])
  })

  test('tell errors before and after the sanitizer and after refinement apart', async () => {
    const number = 1
    const sanitizer = {
      changes_made: ['curly quotes'],
      functions_triggered: ['fixSmartQuotes'],
      telemetry: {
        functions_triggered: 1,
        pre_size: 9,
        post_size: 9,
        pre_hash: 'x',
        post_hash: 'y',
      },
      pre_errors: 4,
      post_errors: 2,
      tried: [],
    }
    const [proposed, first] = attempted(['TS2304', 'TS1005'], { errorsBefore: 4, sanitizer })
    const [, second] = attempted(['TS2304'])
    const run = played(
      [
        ...begun(sampleSetup(number)),
        briefed(),
        ...(proposed && first ? [proposed, first] : []),
        ['cycle_begun', { cycle: 1, strategy: 'syntax_imports', by: 'proposer' }],
        [
          'refined',
          {
            tree: 'b'.repeat(40),
            paths: [],
            counts: { files: 1, added: 1, deleted: 0 },
            cost: { ms: 1 },
          },
        ],
        ...(second ? [second] : []),
        failedAttempt(null),
      ],
      1,
    )
    await record(run)
    expect(await sample.records.failures()).toMatchObject([
      {
        raw_errors: 4,
        initial_errors: 2,
        final_errors: 1,
        refinement_count: 1,
        refinement_success: true,
        error_codes: ['TS1005', 'TS2304'],
        error_samples: [{ code: 'TS2304', line: 1, column: 2 }, { code: 'TS1005' }],
        sanitizer_changes: ['curly quotes'],
        sanitizer_functions_triggered: 1,
        failure_category: 'import_error',
        complexity_band: '0.3-0.4',
        is_success: false,
      },
    ])
  })

  test('succeed only where the order is completed by them', async () => {
    const run = (number: number, score: number) =>
      played(
        [...begun(sampleSetup(number)), briefed(), ...attempted([]), ...measuredAt(score, [])],
        number,
      )
    await record(run(1, 8))
    await record(run(2, 5))
    const attempts = await sample.records.attempts({ proposer: 'small', band: '0.3-0.4' })
    const succeeded = attempts.filter(({ was_success }) => was_success)
    expect([attempts.length, succeeded.length]).toEqual([2, 1])
    expect(succeeded[0]?.work_order_id).toBe(orderIdOf(1))
  })

  test('that nobody answered are failures too', async () => {
    await record(played([...begun(sampleSetup(1)), briefed(), failedAttempt('small')], 1))
    expect(await sample.records.failures()).toMatchObject([{ final_errors: 0, is_success: false }])
  })

  test('of orders with a complexity of 1 are in the last band (decision 2.13)', async () => {
    const complexity = { score: 1, band: '0.9-1.0', strongest: true, why: '' }
    const setup = sampleSetup(1, { complexity })
    await record(
      played([...begun(setup), briefed(), ...attempted(['TS1005']), failedAttempt(null)], 1),
    )
    expect(await sample.records.failures({ band: '0.9-1.0' })).toHaveLength(1)
  })
})
