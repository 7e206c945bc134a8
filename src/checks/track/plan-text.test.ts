import { array, assert, constantFrom, integer, property, string, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlan } from './plan.ts'
import { isDocumented } from './plan-task.ts'
import { addDiscovered, addFixPhase, markTask, type TaskMark } from './plan-text.ts'

const marks: readonly TaskMark[] = [
  { status: 'todo' },
  { status: 'doing' },
  { status: 'done', sha: 'abc1234' },
  { status: 'done', sha: 'f00ba12', summary: 'It works' },
  { status: 'blocked', reason: 'no credentials' },
  { status: 'deferred', reason: 'next quarter, see 1e23d87' },
]
const tasks = [
  '- [ ] Task 1.1: One <!-- deps: 1.0, parallel: pg-1 -->\n    - Files: `src/a.ts`\n    - Acceptance:\n      - it works',
  '* [x] **Task 2**: Two <!-- aaaaaaa -->\n  * [ ] inner\n\n    more of it',
  '1. ✅ Plain (bbbbbbb)\n   - Commit: bbbbbbb\n   - Summary: old\n     and more',
  '- **[!]** Blocked thing <!-- Blocked: no key --> <!-- ccccccc, deps: 2 -->',
  '### [~] Task 3: Heading ##\n- Files: src/c.ts\n\ntext',
  '| # | Task | Status | Commit |\n|---|---|---|---|\n| 4 | Row | done | ddddddd |\n| 5 | Row 2 | ⬜ | |',
  '| Task | Done |\n|---|---|\n| Other `a\\|b` | [ ] |\n',
  '| Task | Title | Files |\n|---|---|---|\n| 6.1 | Row 3 | `src/d.ts` |\n',
  '```\n- [ ] Task 9: code\n```\nSome text.',
]
const plans = tuple(
  array(constantFrom(...tasks), { minLength: 1, maxLength: 6 }),
  constantFrom('\n', '\r\n'),
  constantFrom('', '\n'),
).map(([parts, end, tail]) =>
  (parts.map((part, index) => `## Phase ${index}\n\n${part}`).join('\n\n') + tail).replaceAll(
    '\n',
    end,
  ),
)

describe('the text of a plan', () => {
  test('is read back as it was marked, and all other tasks as before', () => {
    assert(
      property(plans, integer({ min: 0 }), array(constantFrom(...marks)), (text, pick, earlier) => {
        const before = readPlan(text).tasks
        const chosen = before[pick % Math.max(before.length, 1)]
        if (chosen === undefined) return
        const dirty = earlier.reduce((each, mark) => markTask(each, chosen.id, mark), text)
        for (const mark of marks) {
          const after = readPlan(markTask(dirty, chosen.id, mark)).tasks
          const task = after.find(({ id }) => id === chosen.id)
          const wanted = mark.status === 'deferred' ? 'todo' : mark.status
          expect(task).toMatchObject({
            status: wanted,
            title: chosen.title,
            files: chosen.files,
            acceptance: chosen.acceptance,
            dependsOn: chosen.dependsOn,
            ...(mark.status === 'done' ? { sha: mark.sha } : {}),
          })
          if ('reason' in mark) {
            expect(task?.notes).toContain(
              `${mark.status === 'blocked' ? 'Blocked' : 'Deferred'}: ${mark.reason}`,
            )
            expect(task === undefined || isDocumented(task)).toBe(true)
          } else expect(task?.notes.join('\n')).not.toMatch(/^(?:Blocked|Deferred):/m)
          const others = (all: typeof before) =>
            all
              .filter(({ id }) => id !== chosen.id)
              .map(({ line: _line, sha: _sha, ...rest }) => rest)
          expect(others(after)).toEqual(others(before))
        }
      }),
    )
  })

  test('keeps every other byte', () => {
    const text = '# Plan\r\n\r\n- [ ] Task 1: One  \r\n\ttext\r\n- [ ] Task 2: Two'
    expect(markTask(text, '2', { status: 'done', sha: 'abc1234', summary: 'Made\n it' })).toBe(
      '# Plan\r\n\r\n- [ ] Task 1: One  \r\n\ttext\r\n- [x] Task 2: Two <!-- abc1234 -->\r\n  - Summary: Made it',
    )
    expect(markTask(text, '1', { status: 'blocked', reason: 'no key' })).toBe(
      '# Plan\r\n\r\n- [!] Task 1: One  \r\n\ttext\r\n\t- Blocked: no key\r\n- [ ] Task 2: Two',
    )
    expect(markTask(text, '7', { status: 'doing' })).toBe(text)
    const done = markTask(text, '1', { status: 'done', sha: 'abc1234', summary: 'x' })
    expect(markTask(done, '1', { status: 'todo' })).toBe(text)
  })

  test('takes the fixes of a cycle once, as tasks', () => {
    assert(
      property(plans, array(string({ minLength: 1 }), { minLength: 1 }), (text, issues) => {
        const fixes = issues.map((issue) => ({ issue: `see ${issue} abc1234`, acceptance: 'ok' }))
        const phase = { cycle: 2, date: '2026-03-01', fixes }
        const fixed = addFixPhase(text, phase)
        expect(fixed.startsWith(text)).toBe(true)
        const all = readPlan(fixed).tasks
        const added = all.slice(-fixes.length)
        expect(all.length).toBe(readPlan(text).tasks.length + fixes.length)
        expect(
          added.map(({ id, status, sha, phase: name, acceptance }) => [
            id,
            status,
            sha,
            name,
            acceptance,
          ]),
        ).toEqual(
          fixes.map((_, index) => [
            `F2.${index + 1}`,
            'todo',
            null,
            'Fix Phase 2 (2026-03-01)',
            ['ok'],
          ]),
        )
        expect(addFixPhase(fixed, phase)).toBe(fixed)
      }),
    )
    const long = `The page ${'is slow and '.repeat(20)}`
    expect(
      readPlan(addFixPhase('', { cycle: 1, date: 'd', fixes: [{ issue: long, acceptance: 'a' }] }))
        .tasks[0]?.title.length,
    ).toBeLessThan(103)
  })

  test.each([
    ['# Plan\n', '# Plan\n\n## Discovered Work\n\n- A\n- B\n'],
    [
      '# Plan\n## Discovered Work\n- a.\n\n## End\n',
      '# Plan\n## Discovered Work\n- a.\n- B\n\n## End\n',
    ],
    ['# Plan\r\n## Discovered Work', '# Plan\r\n## Discovered Work\r\n\r\n- A\r\n- B'],
    ['## Discovered Work\n- [ ] A\n- [x] B', '## Discovered Work\n- [ ] A\n- [x] B'],
  ])('takes what was discovered, each once: %j', (text, expected) => {
    expect(addDiscovered(text, ['A', '- [ ] B', 'A'])).toBe(expected)
    expect(addDiscovered(expected, ['A', 'B'])).toBe(expected)
  })
})
