import { describe, expect, test } from 'vitest'
import { readPlan } from './plan.ts'
import { dagProblems } from './plan-dag.ts'
import { isDocumented } from './plan-task.ts'

const brief = (text: string) =>
  readPlan(text).tasks.map(({ id, title, status, sha }) => [id, title, status, sha])

describe('a plan', () => {
  test('3.21: names commits in both formats', () => {
    expect(
      brief(
        '- [x] Task 1.1: One <!-- abc1234 -->\r\n- [x] Task 1.2: Two <!-- commit: ABC12345 -->\r\n- [x] Task 1.3: Three (deadbee)\r\n- [x] Task: Four. 1e23d87',
      ),
    ).toEqual([
      ['1.1', 'One', 'done', 'abc1234'],
      ['1.2', 'Two', 'done', 'abc12345'],
      ['1.3', 'Three', 'done', 'deadbee'],
      ['#4', 'Four.', 'done', '1e23d87'],
    ])
    expect(brief('- [x] Task 1: Pay 1234567 <!-- commit: abc -->')).toEqual([
      ['1', 'Pay 1234567', 'done', null],
    ])
  })

  test('is read with any bullet, nested, as headings and as a table, and not inside code', () => {
    const text = [
      '* [x] 1.1 Group <!-- aaaaaaa -->',
      '  + [x] Inner',
      '  + ✅ Other <!-- bbbbbbb -->',
      '1. [~] **Task 2**: Half',
      '### [!] Task 3: Blocked',
      '- Reason: no key',
      '````md\n```\n- [ ] Task 9: none\n```\n````',
      '| # | Task | Status | Commit |\n|---|---|---|---|\n| 4 | Row | done | ccccccc |',
      '| Phase | Done |\n|---|---|\n| One | 2 |',
    ].join('\n')
    expect(brief(text)).toEqual([
      ['1.1', 'Group', 'done', 'aaaaaaa'],
      ['#2', 'Inner', 'done', 'aaaaaaa'],
      ['#3', 'Other', 'done', 'bbbbbbb'],
      ['2', 'Half', 'doing', null],
      ['3', 'Blocked', 'blocked', null],
      ['4', 'Row', 'done', 'ccccccc'],
    ])
  })

  test('is read from a table without a column for the state', () => {
    const table = (...rows: readonly string[]) =>
      [rows[0], '|---|---|---|', ...rows.slice(1)].map((row) => `${row}\n`).join('')
    expect(
      brief(table('| Task | Files | Commit |', '| Pay | a.ts | ccccccc1 |', '| Tax | b.ts | |')),
    ).toEqual([
      ['#1', 'Pay', 'done', 'ccccccc1'],
      ['#2', 'Tax', 'todo', null],
    ])
    expect(
      brief(
        table('| Task | Description | Depends on |', '| 1.1 | Pay | - |', '| 1.2 | Tax | 1.1 |'),
      ),
    ).toEqual([
      ['1.1', 'Pay', 'todo', null],
      ['1.2', 'Tax', 'todo', null],
    ])
    expect(brief(table('| # | Name | Notes |', '| 1 | [x] Pay | `ccccccc1` |'))).toEqual([
      ['1', 'Pay', 'done', 'ccccccc1'],
    ])
    expect(brief(table('| Risk | Description | Owner |', '| 1 | Delay | Ada |'))).toEqual([])
  })

  test('numbers a task that has no number of its own, in the order of all', () => {
    expect(
      brief('## A\n- [ ] Task 1: One\n- [ ] Plain\n## B\n- [ ] Task 1: Other').map(([id]) => id),
    ).toEqual(['1', '#2', '#3'])
  })

  test('has files, acceptance and a DAG', () => {
    const { tasks, dag } = readPlan(
      '- [ ] Task 1.1: Parse `src/a.ts`\n  - **Files**: `src/b.ts` (new), src/c/*.ts\n  - Acceptance:\n    - reads `docs/x.md`\n    - is fast\n  - Depends on: 1.0\n\n```yaml\ndag:\n  nodes:\n    - id: "1.1"\n      depends_on: ["1.0"]\n```',
    )
    expect(tasks[0]).toMatchObject({
      files: ['src/a.ts', 'src/b.ts', 'src/c/*.ts'],
      acceptance: ['reads `docs/x.md`', 'is fast'],
      dependsOn: ['1.0'],
    })
    expect(dag?.nodes[0]).toMatchObject({ id: '1.1', depends_on: ['1.0'] })
    expect(readPlan('```yaml\ndag:\n  nodes: 3\n```').dagProblem).toContain('nodes')
  })

  test.each([
    ['- [ ] A\n  - Deferred: next quarter', true],
    ['- [ ] A <!-- Deferred: needs numbers -->', true],
    ['- [ ] A — deferred to track billing', true],
    ['- [ ] A (deferred)', false],
    ['- [ ] A\n  - Deferred: no', false],
    ['- [ ] A\n  - Acceptance: delivery is deferred: always', false],
    ['- [!] A\n  - Blocked: no credentials', true],
    ['- [!] A\n  - Files: src/a.ts', false],
    ['- [ ] A\n  - Reason: nobody knows', false],
  ])('3.20: documents a deferral: %j', (text, expected) => {
    expect(readPlan(text).tasks.map(isDocumented)).toEqual([expected])
  })

  test.each([
    ['nodes: [{id: a}, {id: b, depends_on: [a]}]', []],
    [
      'nodes: [{id: a, depends_on: [b]}, {id: b, depends_on: [a]}]',
      ['tasks wait for each other: a → b → a'],
    ],
    [
      'nodes: [{id: a, depends_on: [z]}, {id: a}]',
      ['a is there twice', 'a depends on z, which is not there'],
    ],
    [
      'nodes: [{id: a, files: [x]}, {id: b, files: [x]}]\nparallel_groups: [{id: g, tasks: [a, b]}]',
      ['group g: a and b both change x'],
    ],
    [
      'nodes: [{id: a, files: [x]}, {id: b, files: [x]}]\nparallel_groups: [{id: g, tasks: [a, b], coordination_strategy: file_lock}]',
      [],
    ],
    [
      'nodes: [{id: a}, {id: b, depends_on: [a]}, {id: c, depends_on: [b]}]\nparallel_groups: [{tasks: [a, c, q]}]',
      ['group 1: q is not there', 'group 1: a and c depend on each other'],
    ],
  ])('has a DAG that holds, or it is told why not: %s', (yaml, expected) => {
    const { dag } = readPlan(`\`\`\`yaml\n${yaml}\n\`\`\``)
    expect(dag === null ? null : dagProblems(dag)).toEqual(expected)
  })
})
