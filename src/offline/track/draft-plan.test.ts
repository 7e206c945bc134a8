import { array, assert, constantFrom, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluatePlan } from '../../checks/track/evaluate-plan.ts'
import { issuesOf } from '../../checks/track/evaluation.ts'
import { readPlan } from '../../checks/track/plan.ts'
import { readyTasks, stuckTasks } from '../../checks/track/plan-order.ts'
import { draftPlan } from './draft-plan.ts'

const draft = (spec: string, files: readonly string[] = []) =>
  draftPlan({ trackId: 'orders_20260101', spec, title: 'Orders', files })

const spec = `# Orders
## Functional requirements
### Prices
- FR-1: Work out quotes in \`src/quote.ts\`
- FR-2: Round prices in \`src/round.ts\` (abc1234)
  - half a cent goes up
### Orders
- Keep orders in \`OrderStore\`
- Send, cancel, refund, archive, export and print orders
## Acceptance criteria
- [ ] quotes are worked out for every tier
- [ ] \`canMove("placed", "paid")\` is true
- [ ] \`canMove("paid", "placed")\` is false
- [ ] \`GET /api/orders\` answers 401 without a session
- [ ] the service starts within a second
## Out of scope
- Payments
`

describe('a drafted plan', () => {
  test('has a task for each requirement, with its criteria and the files that are known', () => {
    const { plan = '', notes } =
      draft(spec, ['src/order-store.ts', 'test/order-store.test.ts']) ?? {}
    const { tasks, dag, discovered } = readPlan(plan)
    expect(
      tasks.map(({ id, title, files, dependsOn, sha }) => [id, title, files, dependsOn, sha]),
    ).toEqual([
      ['1.1', 'FR-1: Work out quotes in src/quote.ts', ['src/quote.ts'], [], null],
      ['1.2', 'FR-2: Round prices in src/round.ts', ['src/round.ts'], [], null],
      ['2.1', 'Keep orders in OrderStore', ['src/order-store.ts'], ['1.1', '1.2'], null],
      ['2.2', 'Send …', [], ['2.1'], null],
      ['3.1', 'Make canMove meet its criteria', [], ['2.2'], null],
      ['3.2', 'Make /api/orders meet its criteria', [], ['3.1'], null],
      ['4.1', 'Verify the whole against the spec', [], ['3.2'], null],
    ])
    expect(tasks[0]?.acceptance).toEqual([
      'Work out quotes in `src/quote.ts`',
      'quotes are worked out for every tier',
    ])
    expect(tasks[1]?.acceptance).toContain('half a cent goes up')
    expect(tasks.at(-1)?.acceptance).toContain('the service starts within a second')
    expect(dag?.parallel_groups.map((group) => group.tasks)).toEqual([['1.1', '1.2']])
    expect(readyTasks(readPlan(plan)).map(({ id }) => id)).toEqual(['1.1', '1.2'])
    expect(discovered).toEqual([])
    expect(plan).toContain('Files: not known yet')
    expect(notes).toEqual([
      '6 tasks are drafted from the requirements of spec.md, in its words; nothing was added',
      'the spec names no files for 2.2, 3.1, 3.2',
      'task 2.2 may be large: split it if spec.md:9 does not fit into a session',
      '1 criteria belong to no single task; task 4.1 verifies them',
    ])
  })

  test('is not made of a spec without requirements', () => {
    expect(draft('# Orders\n\nMake it nice.\n\n## Out of scope\n- Payments')).toBeNull()
  })

  test('puts what creates a file before what uses it', () => {
    const { plan = '' } =
      draft('## Requirements\n- Show totals of `src/a.ts`\n- Create `src/a.ts` for sums') ?? {}
    expect(readPlan(plan).tasks[0]?.title).toBe('Create src/a.ts for sums')
  })

  test('is never refused by the plan evaluator', () => {
    const items = constantFrom(
      'FR-1: Show the last scan',
      'Refund lost parcels within 14 days, cancel, print, archive and export them',
      '**Export**: write `src/export.ts`, see `src/a.ts`. Then more (deadbee)',
      'Create `src/a.ts` for totals',
      'As a driver, I want to see my route so that I am on time',
      '[x] ✅ Done things, etc.',
      'The list must not flicker <!-- soon -->',
      '`total(3)` is 9',
      'FR-2: ```js``` snippets | tables\n    - nested\n    - [ ] deeper',
      'TBD',
      'misc stuff',
      '发送通知',
    )
    const sections = tuple(
      constantFrom(
        '## Requirements',
        '### Prices',
        '## Acceptance criteria',
        '## User stories',
        '## Technical requirements',
        '## Discovered work',
      ),
      array(items, { minLength: 1, maxLength: 4 }),
    ).map(([head, list]) => `${head}\n${list.map((each) => `- ${each}`).join('\n')}\n`)
    assert(
      property(array(sections, { minLength: 1, maxLength: 5 }), (parts) => {
        const text = `# Orders\n\n${parts.join('\n')}`
        const made = draft(text, ['src/a.ts', 'src/total.ts'])
        if (made === null) return
        const plan = readPlan(made.plan)
        const { passes } = evaluatePlan({
          spec: text,
          planText: made.plan,
          plan,
          metadata: {},
          planVersion: 1,
          others: [],
        })
        expect(issuesOf(passes)).toEqual([])
        expect(plan.tasks.length).toBe(plan.dag?.nodes.length)
        expect(stuckTasks(plan)).toEqual([])
        expect(
          plan.tasks.every(
            ({ status, sha, acceptance }) =>
              status === 'todo' && sha === null && acceptance.length > 0,
          ),
        ).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
