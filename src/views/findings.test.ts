import { expect, test } from 'vitest'
import type { Obligation } from '../model/obligation.ts'
import { ruleObligation } from '../obligations/from-rules.ts'
import { codeFrame, findingLines, type JudgedFile, type JudgedRule, printable } from './findings.ts'
import { filesAsJson, filesAsMarkdown, fileSuite } from './findings-formats.ts'
import { junit } from './junit.ts'
import { sarif } from './sarif.ts'
import { fixableCount, scorecard, scoreLine } from './scorecard.ts'
import { howToDecide, obligationLines } from './verdict.ts'

const plain = (_: unknown, text: string) => text

const rule = (over: Partial<JudgedRule>): JudgedRule => ({
  id: 'a.completeness.examples',
  description: 'Has examples',
  severity: 'fail',
  weight: 2,
  verdict: 'fail',
  details: 'GET /books has no example',
  decidedBy: 'builtin:openapi/examples',
  counts: true,
  findings: [
    {
      message: 'GET /books has no example',
      place: { line: 2, column: 3, pointer: '/paths/~1books/get' },
      fix: { title: 'Add one', edits: [{ start: 9, end: 12, text: 'put' }] },
    },
  ],
  ...over,
})

const file = (over: Partial<JudgedFile> = {}): JudgedFile => ({
  path: 'docs/api spec.yaml',
  sha256: 'ab'.repeat(32),
  text: '/books:\n  get:\n    x: 1\n',
  type: 'api-spec',
  criteria: 'openapi_v1',
  level: 'B',
  score: 0.5,
  threshold: 0.9,
  passed: false,
  rules: [
    rule({}),
    rule({
      id: 'b.style.naming',
      verdict: 'pass',
      severity: 'warn',
      weight: 1,
      details: 'one convention',
      findings: [],
    }),
  ],
  seconds: 0.25,
  fixed: [],
  ...over,
})

const shown = (judged: JudgedFile, mostPerRule = 10) =>
  findingLines(judged, { paint: plain, mostPerRule })

test('[CLI-CHECK-2] a finding is one line that problem matchers read, with the line it is about', () => {
  const lines = shown(file())
  expect(lines[0]).toBe(
    'docs/api spec.yaml:2:3: error: GET /books has no example [a.completeness.examples]',
  )
  expect(lines[1]).toBe('    2 │   get:')
  expect(lines[2]).toBe('      │   ^')
  expect(lines.join('\n')).toContain('fixable: Add one')
})

test('[CLI-CHECK-2] warnings and notes have their own words, and a long list is cut with its count', () => {
  const findings = Array.from({ length: 25 }, (_, index) => ({
    message: `finding ${index}`,
    place: { line: 1 },
  }))
  const lines = shown(file({ rules: [rule({ severity: 'warn', verdict: 'warn', findings })] }))
  expect(lines.filter((line) => line.includes(': warning: '))).toHaveLength(10)
  expect(lines.at(-1)).toContain('15 more')
  const all = shown(file({ rules: [rule({ findings })] }), Infinity)
  expect(all.filter((line) => line.includes(': error: '))).toHaveLength(25)
})

test('[CLI-CHECK-2] a missed rule without a place still has its line', () => {
  expect(shown(file({ rules: [rule({ findings: [] })] }))[0]).toBe(
    'docs/api spec.yaml:1:1: error: GET /books has no example [a.completeness.examples]',
  )
})

test('[VERDICT-2] what is undecided or broken is said, never left out', () => {
  const lines = shown(
    file({
      rules: [
        rule({ verdict: 'undecided', details: 'no judge', findings: [] }),
        rule({ verdict: 'error', details: 'timed out', findings: [] }),
      ],
    }),
  )
  expect(lines[0]).toContain('note: undecided: no judge')
  expect(lines[1]).toContain('error: the check broke: timed out')
})

test('[ATTACK-18] a file can neither steer the terminal nor have its secrets shown', () => {
  expect(printable('a\u001b[31mb\u202ec\u0007')).toBe('a·[31mb·c·')
  const lines = shown(
    file({
      text: 'DB_PASSWORD=hunter2hunter2\n',
      rules: [rule({ findings: [{ message: 'secret\nline', place: { line: 1 } }] })],
    }),
  )
  expect(lines.join('\n')).not.toContain('hunter2')
  expect(lines[0]).toContain('secret line')
})

test('a secret in a very long line is hidden, and the place is still marked', () => {
  const text = `${'x '.repeat(10_000)}PASSWORD=hunter2hunter2 HERE ${'y'.repeat(10_000)}`
  const place = { line: 1, column: text.indexOf('HERE') + 1 }
  const lines = shown(file({ text, rules: [rule({ findings: [{ message: 'Bad', place }] })] }))
  expect(lines.join('\n')).not.toContain('hunter2')
  expect(lines[1]).toContain('PASSWORD=*** HERE')
  expect(lines[1]?.length).toBeLessThan(140)
})

test('[CLI-CHECK-2] a very long line is cut around the column', () => {
  const [line = '', mark = ''] = codeFrame(`${'x'.repeat(5_000)}HERE${'y'.repeat(5_000)}`, 7, 5_001)
  expect(line.length).toBeLessThan(140)
  expect(line.slice(mark.indexOf('^'))).toMatch(/^HERE/)
})

test('the scorecard shows every rule with its verdict and the weight it earned', () => {
  const lines = scorecard(file().rules, plain, 100)
  expect(lines[1]).toMatch(/✗ a\.completeness\.examples\s+fail\s+0\/2\s+GET \/books has no example/)
  expect(lines[2]).toMatch(/✓ b\.style\.naming\s+pass\s+1\/1/)
  expect(scoreLine(file())).toMatch(/^score 0\.50, threshold 0\.90 \(.*level B\), 1 blocking$/)
  expect(fixableCount(file())).toBe(1)
})

test('SARIF holds one run with rules, relative places, hash and score', () => {
  const log = sarif([file()], { version: '0.1.0' })
  const [run] = log.runs
  expect(log.version).toBe('2.1.0')
  expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual([
    'a.completeness.examples',
    'b.style.naming',
  ])
  expect(run?.results).toHaveLength(1)
  expect(run?.results[0]).toMatchObject({
    ruleId: 'a.completeness.examples',
    ruleIndex: 0,
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'docs/api%20spec.yaml' },
          region: { startLine: 2, startColumn: 3 },
        },
      },
    ],
    properties: { score: 0.5, artifact_sha256: 'ab'.repeat(32) },
  })
  expect(run?.artifacts[0]?.hashes['sha-256']).toBe('ab'.repeat(32))
  expect(run?.invocations[0]?.executionSuccessful).toBe(true)
})

test('a fingerprint stays when lines move, and differs between findings', () => {
  const printsOf = (judged: JudgedFile) =>
    sarif([judged], { version: '0.1.0' }).runs[0]?.results.map(
      ({ partialFingerprints }) => partialFingerprints['loopwrightFinding/v1'],
    )
  const moved = file({
    text: `# new\n# lines\n${file().text}`,
    rules: [
      rule({ findings: [{ message: 'GET /books has no example', place: { line: 4, column: 3 } }] }),
    ],
  })
  expect(printsOf(moved)).toEqual(printsOf(file()))
  const twice = file({
    rules: [
      rule({
        findings: [
          { message: 'same', place: { line: 2 } },
          { message: 'same', place: { line: 2 } },
          { message: 'other', place: { line: 2 } },
        ],
      }),
    ],
  })
  expect(new Set(printsOf(twice)).size).toBe(3)
})

test('a fix is given as regions of the file', () => {
  const [result] = sarif([file()], { version: '0.1.0' }).runs[0]?.results ?? []
  expect(result?.fixes?.[0]?.artifactChanges[0]?.replacements[0]).toEqual({
    deletedRegion: { startLine: 2, startColumn: 2, endLine: 2, endColumn: 5 },
    insertedContent: { text: 'put' },
  })
})

test('a broken check is a failed invocation and no result; undecided is for review', () => {
  const [run] = sarif(
    [
      file({
        rules: [
          rule({ verdict: 'error', findings: [] }),
          rule({ id: 'b.style.tone', verdict: 'undecided', findings: [] }),
        ],
      }),
    ],
    { version: 'unknown' },
  ).runs
  expect(run?.invocations[0]?.executionSuccessful).toBe(false)
  expect(run?.invocations[0]?.toolExecutionNotifications).toHaveLength(1)
  expect(run?.results).toHaveLength(1)
  expect(run?.results[0]).toMatchObject({ kind: 'review', level: 'none' })
})

test('JUnit has a suite per file and a case per rule, and counts failures, errors and skips', () => {
  const xml = junit([
    fileSuite(
      file({
        rules: [
          ...file().rules,
          rule({ id: 'a.x.na', verdict: 'na', findings: [] }),
          rule({ id: 'a.x.broken', verdict: 'error', details: 'timed out', findings: [] }),
        ],
      }),
    ),
  ])
  expect(xml).toContain('tests="4" failures="1" errors="1" skipped="1"')
  expect(xml).toContain('<testsuite name="docs/api spec.yaml"')
  expect(xml).toContain('<error type="check-error" message="timed out">')
  expect(xml).toContain(
    '<testcase name="b.style.naming" classname="openapi_v1" file="docs/api spec.yaml"/>',
  )
  expect(xml).toContain('<property name="score" value="0.5"/>')
})

test('Markdown ends with the gate block, which is JSON that names the blockers', () => {
  const owed = ruleObligation(rule({}), 'abc')
  const advice = { ...owed, id: 'rule.advice', weight: 'should' as const }
  const text = filesAsMarkdown([file({ obligations: [owed, advice] })])
  const block = /```aif-gate-result\n([\s\S]*)\n```\n$/.exec(text)?.[1] ?? ''
  expect(JSON.parse(block)).toMatchObject({
    schema_version: 1,
    gate: 'verify',
    status: 'fail',
    blocking: true,
    blockers: [{ id: 'rule.a.completeness.examples', severity: 'error' }],
    affected_files: ['docs/api spec.yaml'],
    suggested_next: { command: expect.stringContaining('--fix') },
  })
  const good = filesAsMarkdown([
    file({ passed: true, rules: [rule({ verdict: 'pass', findings: [] })] }),
  ])
  expect(good).toContain('"status": "pass"')
})

test('text from a file stays text in every format', () => {
  const hostile = '</testcase><script>alert(1)</script> | @team `x` \u0000 ]]> "q"'
  const judged = file({
    rules: [rule({ details: hostile, findings: [{ message: hostile, place: { line: 1 } }] })],
  })
  const xml = junit([fileSuite(judged)])
  expect(xml).not.toContain('<script>')
  expect(xml).not.toContain('\u0000')
  const markdown = filesAsMarkdown([judged]).split('```aif-gate-result')[0] ?? ''
  expect(markdown).not.toContain('<script>')
  expect(markdown).not.toContain('@team')
  expect(markdown).toContain('\\|')
})

test('[REPORT-8] JSON holds every rule and finding but not the file itself', () => {
  const parsed: unknown = JSON.parse(JSON.stringify(filesAsJson([file()], 1)))
  expect(parsed).toMatchObject({
    loopwright: 1,
    passed: false,
    exit: 1,
    files: [
      { path: 'docs/api spec.yaml', rules: [{ decided_by: 'builtin:openapi/examples' }, {}] },
    ],
  })
  expect(JSON.stringify(parsed)).not.toContain('"text":"/books')
})

test('before anybody judges what could not run, its packages are installed', () => {
  const open = {
    ...ruleObligation(rule({ verdict: 'undecided' }), 'abc'),
    decided_by: 'judge' as const,
  }
  expect(howToDecide([open])[0]).toContain('bind an agent')
  const reason =
    "the build could not run: tsc is not installed; install the project's packages first"
  expect(howToDecide([open, { ...open, reason }])).toEqual([
    expect.stringMatching(/^install the project's packages/),
  ])
})

test('what several rules say of one place for one reason is told once, with all their names', () => {
  const nothing = { findings: [], details: 'the file holds no setting' }
  const rules = [
    rule({ id: 'a.one', ...nothing }),
    rule({ id: 'a.two', ...nothing }),
    rule({ id: 'a.three', findings: [], details: 'the file has no name' }),
  ]
  const lines = shown(file({ rules })).join('\n')
  expect(lines.match(/holds no setting/g)).toHaveLength(1)
  expect(lines).toContain('a.two')
  expect(lines).toContain('the file has no name')
  const told = (obligations: readonly Obligation[]) =>
    obligationLines(obligations, { paint: plain, width: 100, all: false }).join('\n')
  const owed = rules.map((each) => ruleObligation(each, 'abc'))
  expect(told(owed).match(/holds no setting/g)).toHaveLength(1)
  expect(told(owed)).toContain('rule.a.two')
  // of a task each sentence is told
  const asked = owed.map((each) => ({ ...each, source: { kind: 'task', text: each.id } as const }))
  expect(told(asked).match(/holds no setting/g)).toHaveLength(2)
})
