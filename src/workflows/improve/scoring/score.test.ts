import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Measurement } from '../../../checks/acceptance/measurement.ts'
import { Config } from '../../../model/config.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { criteria, type CriterionId, type Question, type Questions } from './criteria.ts'
import type { ApplicationFacts } from './facts.ts'
import {
  inHundredths,
  macroDimensions,
  MacroScore,
  macroWeights,
  scoreApplication,
} from './score.ts'

const file = (path: string, over: Partial<Measurement['files'][number]> = {}) => ({
  path,
  lines: 40,
  executable_lines: 20,
  is_test: false,
  functions: [],
  todos: [],
  parse_errors: [],
  ...over,
})

const measured = (over: Partial<Measurement> = {}): Measurement =>
  Measurement.parse({
    version: 1,
    tree: 'a',
    sandbox: 'bwrap',
    seconds: 1,
    files: [file('src/shop.ts'), file('src/shop.test.ts', { is_test: true })],
    build: { state: 'passed', decided_by: 'command', errors: [] },
    tests: {
      state: 'passed',
      decided_by: 'report',
      passed: 9,
      failed: 0,
      skipped: 0,
      failures: [],
      flaky: [],
    },
    coverage: { confidence: 'measured', percent: 91, files: [], source: 'node' },
    lint: { state: 'measured', errors: 0, warnings: 0, diagnostics: [] },
    commands: [],
    scripts: [],
    notes: [],
    ...over,
  })

const ids = Object.keys(criteria) as CriterionId[]
const decided = (count: number): Question => ({
  status: 'decided',
  faults: Array.from({ length: count }, (_, index) => ({
    text: `fault ${index + 1}`,
    path: 'src/shop.ts',
    line: index + 1,
  })),
})
const questions = (over: Partial<Questions> = {}): Questions => ({
  ...(Object.fromEntries(ids.map((id) => [id, decided(0)])) as Questions),
  ...over,
})

const demand = (number: number, over: Partial<Obligation> = {}): Obligation => ({
  id: `task.${number}`,
  statement: `demand ${number}`,
  source: { kind: 'task', text: `Sentence ${number}.`, line: number },
  weight: 'must',
  decided_by: 'check',
  status: 'met',
  reason: 'it was tried',
  evidence: [{ text: 'it was tried', where: 'src/shop.ts:3' }],
  ...over,
})
const demands = (met: number, rest: readonly Obligation['status'][] = []) => [
  ...Array.from({ length: met }, (_, index) => demand(index + 1)),
  ...rest.map((status, index) => demand(met + index + 1, { status })),
]

const facts = (over: Partial<ApplicationFacts> = {}): ApplicationFacts => ({
  measured: measured(),
  unmeasured: null,
  questions: questions(),
  requirements: demands(10),
  planted: {
    noticed: 15,
    of: 20,
    survivors: [{ text: 'a bug passes', path: 'src/shop.ts', line: 2 }],
  },
  judged: [],
  isBuilt: true,
  isolation: { verified: true, changed: [] },
  security: [],
  lines: { 'src/shop.ts': 40, 'src/shop.test.ts': 40, 'package.json': 9 },
  screens: [],
  notes: [],
  ...over,
})

const scores = (over: Partial<ApplicationFacts> = {}) => {
  const { dimensions } = scoreApplication(facts(over))
  return macroDimensions.map((each) => dimensions[each].score)
}
const reasons = (over: Partial<ApplicationFacts> = {}) =>
  scoreApplication(facts(over)).adjustments.map(({ points, reason }) => [points, reason])

const withFile = (over: Partial<Measurement['files'][number]>) => ({
  measured: measured({ files: [file('src/shop.ts', over)] }),
})
const asked = (over: Partial<Questions>) => ({ questions: questions(over) })
const covered = (percent: number | null, over: Partial<Measurement> = {}) => ({
  measured: measured({
    coverage: {
      confidence: percent === null ? 'unknown' : 'measured',
      percent,
      files: [{ path: 'src/shop.ts', covered: 3, total: 20, missed: [7] }],
      source: 'node',
    },
    ...over,
  }),
})

describe('the tiers of 3.8', () => {
  test.each<[string, number, Partial<ApplicationFacts>]>([
    ['10: no fault', 10, {}],
    ['8-9: something is written twice', 9, asked({ duplication: decided(1) })],
    ['8-9: one circle of imports', 8, asked({ cycles: decided(1) })],
    [
      '8-9: a function of complexity 31',
      8,
      withFile({ functions: [{ name: 'pay', line: 3, complexity: 31 }] }),
    ],
    ['6-7: three circles', 6, asked({ cycles: decided(3) })],
    ['6-7: a file of 1001 lines', 6, withFile({ lines: 1001 })],
    [
      '4-5: circles, and much is written twice',
      4,
      asked({ cycles: decided(1), duplication: decided(6), layers: decided(1) }),
    ],
    [
      '1-3: all of it',
      1,
      { ...withFile({ lines: 1001 }), ...asked({ cycles: decided(3), duplication: decided(6) }) },
    ],
    ['1-3: nothing was written', 1, { measured: measured({ files: [] }) }],
  ])('architecture %s', (_, score, over) => expect(scores(over)[0]).toBe(score))

  test.each<[string, number, Partial<ApplicationFacts>]>([
    ['10: no fault', 10, {}],
    ['8-9: one function of 50 lines', 9, asked({ 'long-functions': decided(1) })],
    [
      '8-9: 11 warnings of the linter',
      8,
      {
        measured: measured({
          lint: { state: 'measured', errors: 0, warnings: 11, diagnostics: [] },
        }),
      },
    ],
    ['6-7: five long functions', 7, asked({ 'long-functions': decided(5) })],
    [
      '4-5: long functions and unsafe types',
      4,
      asked({ 'long-functions': decided(6), types: decided(10) }),
    ],
    [
      '1-3: dead code besides',
      1,
      asked({ 'long-functions': decided(10), types: decided(10), leftovers: decided(10) }),
    ],
  ])('readability %s', (_, score, over) => expect(scores(over)[1]).toBe(score))

  test.each<[string, number, Partial<ApplicationFacts>]>([
    ['10: every requirement is met', 10, {}],
    ['8-9: one of fifteen is not', 9, { requirements: demands(14, ['unmet']) }],
    ['8-9: one of ten is not', 9, { requirements: demands(9, ['unmet']) }],
    ['8-9: a TODO', 9, withFile({ todos: [{ line: 3, text: 'TODO: taxes' }] })],
    [
      '6-7: undecided is not met',
      7,
      { requirements: demands(7, ['undecided', 'undecided', 'undecided']) },
    ],
    [
      '6-7: three to five TODOs',
      7,
      withFile({ todos: [1, 2, 3].map((line) => ({ line, text: 'TODO' })) }),
    ],
    ['4-5: half of it', 5, { requirements: demands(1, ['unmet']) }],
    [
      '4-5: six TODOs',
      5,
      withFile({ todos: [1, 2, 3, 4, 5, 6].map((line) => ({ line, text: 'TODO' })) }),
    ],
    [
      '4-5: neither accessible nor for phones, no empty states',
      4,
      asked({ phones: decided(4), accessibility: decided(4), states: decided(4) }),
    ],
    ['1-3: nothing of it', 1, { requirements: demands(0, ['unmet', 'undecided']) }],
    ['1-3: nothing was asked', 1, { requirements: [] }],
  ])('completeness %s', (_, score, over) => expect(scores(over)[2]).toBe(score))

  test.each<[string, number, Partial<ApplicationFacts>]>([
    [
      '10: 80 % and planted bugs are noticed',
      10,
      { ...covered(80), planted: { noticed: 8, of: 10, survivors: [] } },
    ],
    ['8-9: some planted bugs pass', 9, covered(80)],
    ['8-9: 60 %', 8, { ...covered(79.9), planted: { noticed: 8, of: 10, survivors: [] } }],
    [
      '6-7: most planted bugs pass',
      7,
      { ...covered(90), planted: { noticed: 3, of: 10, survivors: [] } },
    ],
    ['6-7: 40 %', 6, { ...covered(40), planted: { noticed: 8, of: 10, survivors: [] } }],
    ['4-5: below 40 %', 4, { ...covered(39), planted: { noticed: 8, of: 10, survivors: [] } }],
    [
      '4-5: tests that fail prove little',
      4,
      covered(90, { tests: { ...measured().tests, state: 'failed' } }),
    ],
    [
      '1-3: tests that notice nothing and cannot fail',
      1,
      {
        ...covered(39),
        planted: { noticed: 0, of: 9, survivors: [] },
        ...asked({ 'real-tests': decided(3) }),
      },
    ],
    [
      '0: no test ran',
      0,
      { measured: measured({ tests: { ...measured().tests, state: 'none' } }) },
    ],
  ])('test coverage %s', (_, score, over) => expect(scores(over)[3]).toBe(score))

  test.each<[string, number, Partial<ApplicationFacts>]>([
    ['10: no fault', 10, {}],
    ['8-9: a link leads nowhere', 9, asked({ links: decided(1) })],
    ['8-9: a button does nothing', 8, asked({ behaviour: decided(1) })],
    ['4-5: links and forms lead nowhere', 4, asked({ links: decided(4), forms: decided(4) })],
    ['4-5: a command line that says nothing of wrong input', 5, asked({ errors: decided(2) })],
    [
      '1-3: nothing works',
      1,
      asked({ links: decided(4), forms: decided(4), behaviour: decided(4) }),
    ],
  ])('user experience %s', (_, score, over) => expect(scores(over)[4]).toBe(score))
})

test('[2.3] the weights are .25, .15, .25, .20 and .15, rounded half up to one decimal', () => {
  expect(scoreApplication(facts()).overall).toBe(9.8)
  const half = facts(asked({ links: decided(1), duplication: decided(1), names: decided(1) }))
  // 9, 9, 10, 9, 9 weigh 9.25
  expect(scoreApplication(half).overall).toBe(9.3)
  const only = {
    architecture: 0,
    readability: 0,
    completeness: 0,
    test_coverage: 1,
    user_experience: 0,
  }
  expect(scoreApplication(half, only).overall).toBe(9)
  const { weights } = Config.parse({}).workflows.improve
  expect(inHundredths(weights)).toEqual(macroWeights)
})

test('a large project with as many faults by line scores as a small one', () => {
  const files = Array.from({ length: 50 }, (_, index) =>
    file(`src/${index}.ts`, { executable_lines: 200 }),
  )
  const large = (count: number) =>
    scores({ measured: measured({ files }), ...asked({ leftovers: decided(count) }) })[1]
  expect([large(1), large(30), large(31), large(90), large(91)]).toEqual([9, 9, 8, 8, 7])
})

describe('the adjustments of 3.8', () => {
  const error = {
    path: 'src/shop.ts',
    line: 3,
    column: 1,
    severity: 'error' as const,
    code: 'TS1',
    message: 'no type',
  }
  test.each<[number, RegExp, Partial<ApplicationFacts>]>([
    [
      -2,
      /^the build fails at src\/shop\.ts:3: no type/,
      {
        measured: measured({ build: { state: 'failed', decided_by: 'command', errors: [error] } }),
      },
    ],
    [
      -2,
      /^nobody could tell whether it builds/,
      { measured: measured({ build: { state: 'stopped', decided_by: 'command', errors: [] } }) },
    ],
    [
      -2,
      /^the isolation was violated: AGENTS\.md/,
      { isolation: { verified: false, changed: ['AGENTS.md'] } },
    ],
    [-2, /^the isolation could not be verified/, { isolation: { verified: false, changed: [] } }],
    [
      -2,
      /^a critical security flaw at src\/shop\.ts:4: a key/,
      { security: [{ text: 'a key is written here', path: 'src/shop.ts', line: 4 }] },
    ],
    [
      -1,
      /^tests fail/,
      { measured: measured({ tests: { ...measured().tests, state: 'failed' } }) },
    ],
    [
      -1,
      /^11 lint errors/,
      {
        measured: measured({
          lint: { state: 'measured', errors: 11, warnings: 0, diagnostics: [] },
        }),
      },
    ],
    [-1, /^a core feature is missing: Sentence 10/, { requirements: demands(9, ['unmet']) }],
    [
      1,
      /^it exceeds the specification/,
      { requirements: [...demands(3), demand(9, { weight: 'should' })] },
    ],
    [1, /^exceptional quality/, { planted: { noticed: 9, of: 10, survivors: [] } }],
  ])('%i: %s', (points, reason, over) =>
    expect(reasons(over)).toEqual([[points, expect.stringMatching(reason)]]),
  )

  test('none for ten lint errors, an undecided demand, or what does not apply', () => {
    const lint = { state: 'measured' as const, errors: 10, warnings: 0, diagnostics: [] }
    expect(reasons({ measured: measured({ lint }) })).toEqual([])
    expect(reasons({ requirements: demands(9, ['undecided']) })).toEqual([])
    const none: Question = { status: 'not_applicable', reason: 'no page' }
    const library = Object.fromEntries(
      ids.slice(ids.indexOf('links')).map((id) => [id, none]),
    ) as Partial<Questions>
    const few = { ...asked(library), planted: { noticed: 9, of: 10, survivors: [] } }
    expect(reasons(few)).toEqual([])
    expect(scoreApplication(facts(few)).dimensions.user_experience).toMatchObject({
      score: 10,
      evidence: [{ text: expect.stringContaining('counts as the mean of the others') }],
    })
  })
})

test('[2.26] says what the stop rule asks', () => {
  expect(scoreApplication(facts())).toMatchObject({
    builds: true,
    testsPass: true,
    lintErrors: 0,
    isolationVerified: true,
    grade: 'excellent',
  })
  const unknown = scoreApplication(facts({ measured: null, unmeasured: 'no sandbox' }))
  expect(unknown).toMatchObject({
    builds: false,
    testsPass: false,
    lintErrors: null,
    grade: 'poor',
  })
  expect(unknown.summary).toContain('no sandbox')
  expect(MacroScore.parse(unknown)).toEqual(unknown)
})

test('[2.26] nothing is called excellent that is not done: the summary says what is open', () => {
  const good = scoreApplication(facts({ orders: { completed: 2, of: 2 } }))
  expect(good.grade).toBe('excellent')
  const open = scoreApplication(facts({ orders: { completed: 0, of: 2 } }))
  expect(open).toMatchObject({ overall: good.overall, grade: 'good' })
  expect(open.summary).toContain('2 of 2 work orders are not completed')
  const hanging = scoreApplication(
    facts({
      measured: measured({ build: { state: 'stopped', decided_by: 'command', errors: [] } }),
    }),
  )
  expect(hanging.builds).toBe(false)
  expect(hanging.summary).toContain('nobody could tell whether it builds')
})

test('[IMPROVE-2] nothing is called good that is broken or lacks what was asked for, whatever its score', () => {
  const build = { state: 'failed' as const, decided_by: 'command' as const, errors: [] }
  const flawed: readonly Partial<ApplicationFacts>[] = [
    { requirements: demands(9, ['unmet']) },
    { measured: measured({ build }) },
    { security: [{ text: 'a key is written here', path: 'src/shop.ts', line: 4 }] },
    { isolation: { verified: false, changed: [] } },
  ]
  for (const each of flawed) {
    const score = scoreApplication(facts(each))
    expect(score.overall, JSON.stringify(each)).toBeGreaterThanOrEqual(6)
    expect(score.grade).toBe('needs improvement')
  }
})

test('[IMPROVE-2] a starter earns no points for an application that nobody built', () => {
  const open = {
    requirements: demands(
      0,
      Array.from({ length: 10 }, () => 'unmet' as const),
    ),
  }
  const { overall, grade, dimensions } = scoreApplication(facts({ ...open, isBuilt: false }))
  expect(macroDimensions.map((each) => dimensions[each].score)).toEqual([1, 1, 1, 0, 1])
  expect({ overall, grade }).toEqual({ overall: 0, grade: 'poor' })
  expect(dimensions.architecture.evidence[0]?.text).toContain('nothing was built')
})

test('[IMPROVE-2] what is missing holds every dimension down; what nobody could decide does not', () => {
  const most = (rest: readonly Obligation['status'][]) => scores({ requirements: demands(2, rest) })
  expect(most(['unmet', 'unmet', 'unmet'])).toEqual([7, 7, 4, 7, 7])
  expect(most(['undecided', 'undecided', 'undecided'])).toEqual([10, 10, 4, 9, 10])
  const { dimensions } = scoreApplication(facts({ requirements: demands(2, ['unmet', 'unmet']) }))
  expect(dimensions.architecture.evidence[0]?.text).toBe(
    'too much of the specification is not met for more than 8 (−2)',
  )
})

test('what the application does not do is a bug that tests which pass did not notice', () => {
  const planted = { noticed: 9, of: 12, survivors: [] }
  const tests = (rest: readonly Obligation['status'][]) => {
    const { test_coverage: dimension } = scoreApplication(
      facts({ planted, requirements: demands(12, rest) }),
    ).dimensions
    return [dimension.score, dimension.evidence[0]?.text]
  }
  expect(tests([])[0]).toBe(9)
  expect(tests(['undecided', 'undecided', 'undecided', 'undecided'])[0]).toBe(9)
  expect(tests(['unmet', 'unmet', 'unmet', 'unmet'])).toEqual([
    8,
    'the tests notice planted bugs: 9 of 12, and none fails although 4 demands are not met (−2)',
  ])
})

test('what nobody could decide costs the most, and the dimension says how unsure it is', () => {
  const open: Question = { status: 'undecided', reason: 'there is no browser' }
  const { user_experience } = scoreApplication(facts(asked({ links: open }))).dimensions
  expect(user_experience).toEqual({
    score: 7,
    unsure: 3,
    evidence: [{ text: 'links lead somewhere: not decided, there is no browser (−3)' }],
  })
})

test('a judge is heard only where no check decided', () => {
  const word = (isMet: boolean) => [
    {
      criterion: 'links' as const,
      isMet,
      evidence: { text: 'judged', path: 'src/shop.ts', line: 2 },
    },
  ]
  const open = asked({ links: { status: 'undecided', reason: 'no browser' } })
  const of = (over: Partial<ApplicationFacts>) =>
    scoreApplication(facts(over)).dimensions.user_experience
  expect(of({ ...open, judged: word(true) })).toMatchObject({ score: 10, unsure: 0.5 })
  expect(of({ ...open, judged: word(false) })).toMatchObject({ score: 9, unsure: 0.5 })
  expect(of({ ...asked({ links: decided(4) }), judged: word(true) })).toMatchObject({
    score: 7,
    unsure: 0,
  })
})

test('only places that exist are evidence', () => {
  const faults = [
    { text: 'here', path: 'src/shop.ts', line: 40 },
    { text: 'too far', path: 'src/shop.ts', line: 41 },
    { text: 'elsewhere', path: '/pricing', line: 1 },
  ]
  const { evidence } = scoreApplication(facts(asked({ links: { status: 'decided', faults } })))
    .dimensions.user_experience
  expect(evidence.map(({ path, line }) => [path, line])).toEqual([
    ['src/shop.ts', 40],
    ['src/shop.ts', undefined],
    [undefined, undefined],
  ])
})

const anyQuestions = fc
  .record(Object.fromEntries(ids.map((id) => [id, fc.nat(12)])))
  .map((counts) => Object.fromEntries(ids.map((id) => [id, decided(counts[id] ?? 0)])) as Questions)
const statuses = fc.array(fc.constantFrom<Obligation['status'][]>('met', 'unmet', 'undecided'), {
  maxLength: 12,
})
const anyFacts = fc.record({
  questions: anyQuestions,
  statuses,
  percent: fc.nat(100),
  noticed: fc.nat(20),
  todos: fc.nat(8),
  warnings: fc.nat(25),
  lines: fc.nat(1200),
})
const factsFrom = ({
  statuses: list,
  percent,
  noticed,
  todos,
  warnings,
  lines,
  questions: all,
}: typeof anyFacts extends fc.Arbitrary<infer T> ? T : never) =>
  facts({
    questions: all,
    requirements: demands(0, list),
    planted: { noticed, of: 20, survivors: [] },
    measured: measured({
      files: [
        file('src/shop.ts', {
          lines,
          todos: Array.from({ length: todos }, (_, index) => ({ line: index + 1, text: 'TODO' })),
        }),
      ],
      coverage: { confidence: 'measured', percent, files: [], source: 'node' },
      lint: { state: 'measured', errors: 0, warnings, diagnostics: [] },
    }),
  })

test('more evidence of faults never raises a score, and the same facts give the same score', () => {
  fc.assert(
    fc.property(
      anyFacts,
      fc.constantFrom(...ids),
      fc.constantFrom('unmet', 'undecided' as const),
      (some, id, status) => {
        const before = scoreApplication(factsFrom(some))
        expect(scoreApplication(structuredClone(factsFrom(some)))).toEqual(before)
        expect(MacroScore.safeParse(before).success).toBe(true)
        const worse = [
          { ...some, questions: { ...some.questions, [id]: { ...decided(13) } } },
          { ...some, statuses: [...some.statuses, status] },
          { ...some, percent: Math.max(0, some.percent - 15) },
          { ...some, noticed: Math.max(0, some.noticed - 3) },
          { ...some, todos: some.todos + 1 },
          { ...some, warnings: some.warnings + 3 },
          { ...some, lines: some.lines + 300 },
        ]
        for (const each of worse) {
          const after = scoreApplication(factsFrom(each))
          expect(after.overall).toBeLessThanOrEqual(before.overall)
          for (const name of macroDimensions)
            expect(after.dimensions[name].score).toBeLessThanOrEqual(before.dimensions[name].score)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('every point lost names what it was lost for', () => {
  fc.assert(
    fc.property(anyFacts, (some) => {
      const { dimensions } = scoreApplication(factsFrom(some))
      for (const name of macroDimensions) {
        const { score, evidence } = dimensions[name]
        const named = evidence
          .flatMap(({ text }) => /\(−(\d+)\)/.exec(text)?.[1] ?? [])
          .reduce((sum, points) => sum + Number(points), 0)
        expect(Math.max(1, 10 - named)).toBe(score)
      }
    }),
    { numRuns: 100 },
  )
})
