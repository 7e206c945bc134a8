import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { readPlan } from '../../checks/track/plan.ts'
import { onEnd, onStart, type Outcome } from './checkpoints.ts'
import {
  mergeInto,
  mergeMetadata,
  type Metadata,
  migration,
  readMetadata,
  withTheirs,
} from './metadata.ts'
import { changeMetadata } from './metadata-file.ts'

const at = '2026-03-01T10:00:00.000Z'
const read = (source: string): Metadata => {
  const metadata = readMetadata(source, 'metadata.json')
  if (!metadata.ok) throw new Error(metadata.error.what)
  return metadata.value
}
const outcome: Outcome = {
  verdict: 'PASS',
  runs: [{ evaluator: 'eval-code-quality', verdict: 'PASS', issues: [] }],
  failureItems: [],
  undecided: [],
  syncRequired: false,
}
const failed: Outcome = { ...outcome, verdict: 'FAIL', failureItems: ['Fix it'] }

describe('metadata.json', () => {
  test('3.18: is merged; unknown keys, order, indentation and line ends stay', () => {
    const source =
      '{\r\n\t"mine": [1, 2],\r\n\t"loop_state": { "note": "x" },\r\n\t"version": 2\r\n}\r\n'
    const merged = mergeInto(source, { loop_state: { current_step: 'FIX', list: ['a'] } })
    expect(merged).toContain('\t"mine": [1, 2],\r\n')
    expect(JSON.parse(merged)).toEqual({
      mine: [1, 2],
      loop_state: { note: 'x', current_step: 'FIX', list: ['a'] },
      version: 2,
    })
    expect(mergeInto(merged, { loop_state: { current_step: 'FIX' } })).toBe(merged)
    expect(mergeInto('{"a":{"b":[1]}}', { c: 1 })).not.toContain('\n')
  })

  test('3.18: an object takes the place of what is none, and lists keep what others wrote into them', () => {
    const source = '{"created_at":"then","blockers":[{"id":"b-1"}],"checkpoints":{"FIX":"done"}}'
    const patch = { created_at: 'now', blockers: [{ id: 'blocker-1' }] }
    expect(JSON.parse(mergeInto(source, { checkpoints: { FIX: { cycle: 1 } } }))).toMatchObject({
      checkpoints: { FIX: { cycle: 1 } },
    })
    expect(withTheirs(source, patch)).toEqual({
      created_at: 'then',
      blockers: [{ id: 'b-1' }, { id: 'blocker-1' }],
    })
    expect(withTheirs('', patch)).toEqual(patch)
  })

  test('that is damaged is written whole and keeps what can still be read', () => {
    const patch = { dag: { nodes: 3 } }
    expect(JSON.parse(mergeMetadata('{"mine":1,"dag":{"no', patch))).toEqual({ mine: 1, ...patch })
    expect(mergeMetadata('{"half', patch)).toBe(mergeMetadata('', patch))
  })

  test('that is no JSON is refused with its line', () => {
    expect(readMetadata('{\n  "a": 1,\n}', 'm.json')).toMatchObject({
      ok: false,
      error: { exit: 2, where: 'm.json', what: expect.stringContaining('line 3') },
    })
    expect(readMetadata('[]', 'm.json')).toMatchObject({
      ok: false,
      error: { what: 'it is no JSON object' },
    })
    expect(readMetadata('{"loop_state":"PLAN"}', 'm.json')).toMatchObject({
      ok: false,
      error: { what: 'its loop_state is no JSON object' },
    })
    expect(read('{"loop_state":null}').loop_state).toBeUndefined()
  })

  test.each([
    ['- [ ] a', 'EVALUATE_PLAN', 'NOT_STARTED'],
    ['- [x] a <!-- abc1234 -->\n- [ ] b', 'EXECUTE', 'IN_PROGRESS'],
    ['- [x] a <!-- abc1234 -->', 'EVALUATE_EXECUTION', 'NOT_STARTED'],
    ['', 'PLAN', 'NOT_STARTED'],
  ])('of version 1 is migrated by its plan %j', (plan, step, status) => {
    expect(migration(read('{"status":"in_progress"}'), readPlan(plan), at)).toMatchObject({
      version: 2,
      loop_state: { current_step: step, step_status: status, fix_cycle_count: 0 },
    })
    expect(migration(read('{"version":2,"loop_state":{}}'), readPlan(plan), at)).toBeNull()
    expect(migration(read('{"version":9,"loop_state":{}}'), readPlan(plan), at)).toBeNull()
  })

  test('3.5, 3.19: says after a pass whether the documents must be synced', () => {
    const none = mergeInto('{}', onEnd(outcome, read('{}'), at))
    expect(JSON.parse(none).loop_state).toMatchObject({
      current_step: 'COMPLETE',
      step_status: 'PASSED',
    })
    expect(onEnd({ ...outcome, syncRequired: true }, read('{}'), at)).toMatchObject({
      loop_state: {
        current_step: 'BUSINESS_SYNC',
        step_status: 'NOT_STARTED',
        checkpoints: {
          EVALUATE_EXECUTION: { status: 'PASSED', verdict: 'PASS', business_sync_required: true },
          BUSINESS_SYNC: { status: 'NOT_STARTED', required: true },
        },
      },
    })
    expect(onStart(at)).toMatchObject({
      loop_state: {
        current_step: 'EVALUATE_EXECUTION',
        step_status: 'IN_PROGRESS',
        step_started_at: at,
        checkpoints: {
          EVALUATE_EXECUTION: {
            status: 'IN_PROGRESS',
            started_at: at,
            agent: 'loop-execution-evaluator',
          },
        },
      },
    })
  })

  test('says of an evaluation that began again nothing about the end of the last one', () => {
    const ended = mergeInto('{}', onEnd(outcome, read('{}'), at))
    const again = JSON.parse(mergeInto(ended, onStart('2026-03-02T10:00:00.000Z')))
    const checkpoint = again.loop_state.checkpoints.EVALUATE_EXECUTION
    expect(checkpoint).toMatchObject({ status: 'IN_PROGRESS' })
    expect(checkpoint).not.toHaveProperty('completed_at')
  })

  test('vector 12, 3.1 to 3.3: three fixes, counted once each, then blocked with a blocker', () => {
    let source = '{"version":2,"loop_state":{}}'
    const states = [1, 2, 3, 4].map(() => {
      source = mergeInto(source, onEnd(failed, read(source), at))
      const { loop_state: state, blockers = [] } = JSON.parse(source)
      return [
        state.step_status,
        state.fix_cycle_count,
        state.checkpoints.FIX.cycle,
        blockers.map(({ id }: { id: string }) => id),
      ]
    })
    expect(states).toEqual([
      ['NOT_STARTED', 1, 1, []],
      ['NOT_STARTED', 2, 2, []],
      ['NOT_STARTED', 3, 3, []],
      ['BLOCKED', 3, 3, ['blocker-1']],
    ])
  })

  test('is written under .metadata.lock; a lock of a dead writer, ours or not, is taken away', async () => {
    const folder = freshFolder()
    const lock = join(folder, '.metadata.lock')
    const append = () =>
      changeMetadata(folder, (source) =>
        mergeInto(source, { n: Number(JSON.parse(source || '{}').n ?? 0) + 1 }),
      )
    const dead = [() => writeFileSync(join(lock, 'pid'), '999999999'), () => utimesSync(lock, 0, 0)]
    for (const die of dead) {
      mkdirSync(lock)
      die()
      expect(await append()).toMatchObject({ ok: true })
    }
    mkdirSync(lock)
    setTimeout(
      () =>
        readdirSync(folder) &&
        import('node:fs').then(({ rmSync }) => rmSync(lock, { recursive: true })),
      300,
    )
    const all = await Promise.all(Array.from({ length: 12 }, append))
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8'))).toEqual({ n: 14 })
    expect(readdirSync(folder)).toEqual(['metadata.json'])
  })
})
