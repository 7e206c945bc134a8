import { array, assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlan } from './plan.ts'
import { readyTasks, stuckTasks } from './plan-order.ts'
import { markTask } from './plan-text.ts'

const dag = (...groups: readonly string[]) =>
  `\n\`\`\`yaml\ndag:\n  nodes:\n    - {id: "1", files: [src/a.ts]}\n    - {id: "2", files: [src/b.ts]}\n    - {id: "3", files: [src/b.ts]}\n    - {id: "4", depends_on: ["1"], files: [src/d.ts]}\n    - {id: "5"}\n  parallel_groups:\n${groups.map((group) => `    - ${group}`).join('\n')}\n\`\`\`\n`
const five = [1, 2, 3, 4, 5].map((id) => `- [ ] Task ${id}: Make part ${id}`).join('\n')

describe('the tasks that are ready', () => {
  test.each([
    ['- [ ] A\n- [ ] B', ['#1']],
    ['- [x] A\n- [ ] B\n- [~] C', ['#3']],
    ['- [ ] Task 1: G\n  - [x] a\n  - [ ] b\n- [ ] Task 2: H', ['#3']],
    ['- [x] Task 1: G\n  - [ ] a\n- [ ] Task 2: H', ['2']],
    ['- [ ] Task 1: A <!-- deps: 2 -->\n- [ ] Task 2: B', ['2']],
    ['- [ ] Task 1: A <!-- deps: 2 -->\n- [ ] Task 2: G\n  - [x] a\n  - [ ] b', ['#4']],
    ['- [ ] Task 1: A <!-- deps: 2 -->\n- [!] Task 2: B\n  - Blocked: no key', ['1']],
    ['- [ ] Task 1: A <!-- deps: 9 -->\n- [ ] Task 2: B', ['1']],
    ['- [ ] A\n  - Deferred: later\n- [ ] B', ['#2']],
    ['- [x] A\n## Discovered Work\n- [ ] B', []],
    [five + dag('{tasks: ["1", "2", "3", "4", "5"], conflict_free: true}'), ['1', '2']],
    [five + dag('{tasks: ["1", "2"], conflict_free: false}'), ['1']],
    [five + dag('{tasks: ["1", "2"], shared_resources: [db]}'), ['1']],
    [five + dag('{tasks: ["2", "3"]}'), ['1']],
    [five + dag('{tasks: ["1", "5"]}'), ['1']],
    [
      `- [ ] Task 1: A\n  - [ ] a\n  - [ ] b\n- [ ] Task 2: B\n  - [ ] c\n${dag('{tasks: ["1", "2"]}')}`,
      ['#2', '#5'],
    ],
  ])('[TRACK-7] of %j are %j', (text, expected) => {
    expect(readyTasks(readPlan(text)).map(({ id }) => id)).toEqual(expected)
  })

  test('are never more than were asked for', () => {
    const plan = readPlan(five + dag('{tasks: ["1", "2"]}'))
    expect(readyTasks(plan, 1).map(({ id }) => id)).toEqual(['1'])
  })

  test('are there until all are done, unless some are stuck', () => {
    const tasks = array(
      array(integer({ min: 1, max: 8 }), { maxLength: 2 }).chain((deps) =>
        constantFrom('[ ]', '[~]', '[!]', '[x]').map((mark) => ({ mark, deps })),
      ),
      { minLength: 1, maxLength: 8 },
    )
    assert(
      property(tasks, (all) => {
        let text = all
          .map(
            ({ mark, deps }, at) => `- ${mark} Task ${at + 1}: T <!-- deps: ${deps.join(', ')} -->`,
          )
          .join('\n')
        const stuck = new Set(stuckTasks(readPlan(text)).map(({ task }) => task.id))
        for (let round = 0; round <= all.length; round++)
          for (const { id } of readyTasks(readPlan(text))) {
            expect(stuck.has(id)).toBe(false)
            text = markTask(text, id, { status: 'done', sha: 'abc1234' })
          }
        const open = readPlan(text).tasks.filter(
          ({ status }) => status === 'todo' || status === 'doing',
        )
        expect(new Set(open.map(({ id }) => id))).toEqual(stuck)
      }),
    )
  })

  test.each([
    [
      '- [ ] Task 1: A <!-- deps: 2 -->\n- [ ] Task 2: B <!-- deps: 1 -->\n- [ ] Task 3: C',
      [
        ['1', 'waits for 2, which waits for 1 again'],
        ['2', 'waits for 1, which waits for 2 again'],
      ],
    ],
    [
      '- [!] Task 1: A\n- [ ] Task 2: B <!-- deps: 1 -->\n- [ ] Task 3: C <!-- deps: 2 -->',
      [
        ['2', 'waits for 1, which is blocked and does not say why'],
        ['3', 'waits for 2, which waits for 1, which is blocked and does not say why'],
      ],
    ],
  ])('leave stuck ones with their reason: %j', (text, expected) => {
    expect(stuckTasks(readPlan(text)).map(({ task, reason }) => [task.id, reason])).toEqual(
      expected,
    )
  })
})
