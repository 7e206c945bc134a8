import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { evaluatePlan, type PlanFacts } from './evaluate-plan.ts'
import { issuesOf, verdictOfPass } from './evaluation.ts'
import { readPlan } from './plan.ts'

const spec = `# Parcel tracking
## Functional requirements
- FR-1: Customers see the last scan of a parcel
- FR-2: Refund lost parcels within fourteen days
### Notifications
- Send a text message on delivery
- Send an email on delay
## Acceptance criteria
- [ ] \`lastScan("P1")\` gives the newest scan
## Out of scope
- Live maps
`
const plan = `# Plan
## Phase 1: Parcels
- [ ] Task 1.1: Show the last scan of a parcel to customers
  - Type: code
  - Acceptance: the newest scan is shown
  - Files: src/scans.ts
- [ ] Task 1.2: Refund lost parcels <!-- deps: 1.1 -->
  - Type: code
  - Acceptance: fourteen days at most
  - Files: src/refunds.ts
- [ ] Task 1.3: Send notifications on delivery and delay <!-- deps: 1.1 -->
  - Type: integration
  - Acceptance: one text message, one email
  - Files: src/notify.ts
- [ ] Task 1.4: Run all tests
`
const evaluate = (planText: string, facts: Partial<PlanFacts> = {}) =>
  evaluatePlan({
    spec,
    planText,
    plan: readPlan(planText),
    metadata: {},
    planVersion: 1,
    others: [],
    ...facts,
  })
const verdicts = (planText: string, facts: Partial<PlanFacts> = {}) =>
  evaluate(planText, facts).passes.map(verdictOfPass)
const messages = (planText: string, facts: Partial<PlanFacts> = {}) =>
  issuesOf(evaluate(planText, facts).passes).map(({ message }) => message)
const yaml = (text: string) => `${plan}\n\`\`\`yaml\ndag:\n${text}\n\`\`\`\n`
const nodes =
  '  nodes: [{id: "1.1"}, {id: "1.2", depends_on: ["1.1"]}, {id: "1.3", depends_on: ["1.1"]}]'

describe('the evaluation of a plan', () => {
  test('passes a good plan, and leaves out what does not apply', () => {
    expect(verdicts(plan)).toEqual(['PASS', 'N/A', 'PASS', 'PASS', 'N/A'])
    expect(verdicts(yaml(nodes))[4]).toBe('PASS')
  })

  test.each([
    ['', 'plan.md has no tasks'],
    [
      plan.replace(/- \[ \] Task 1\.2[\s\S]*?(?=- \[ \] Task 1\.3)/, ''),
      'no task takes up FR-2 "Refund lost parcels within fourteen days"',
    ],
    [
      `${plan}- [ ] Task 1.5: Colour the dashboard of lorry drivers purple\n`,
      'task 1.5 "Colour the dashboard of lorry drivers purple" speaks of nothing in the spec',
    ],
    [
      plan.replace('deps: 1.1', 'deps: 7.1'),
      'task 1.2 "Refund lost parcels" depends on 7.1, which is no task of the plan',
    ],
    [
      plan.replace('customers\n', 'customers <!-- deps: 1.2 -->\n'),
      'task 1.1 "Show the last scan of a parcel to customers" waits for 1.2, which waits for 1.1 again',
    ],
    [
      plan
        .replace('Files: src/scans.ts', 'Files: src/scans.ts, src/notify.ts')
        .replace('src/notify.ts\n- [ ] Task 1.4', 'src/notify.ts (new)\n- [ ] Task 1.4')
        .replace('src/scans.ts, src/notify.ts', 'src/notify.ts'),
      'task 1.1 "Show the last scan of a parcel to customers" uses src/notify.ts, which task 1.3 "Send notifications on delivery and delay" creates later',
    ],
    [`${plan}- [ ] Misc stuff\n`, '"Misc stuff" does not say what is made'],
    [
      plan.replace('  - Acceptance: the newest scan is shown\n', ''),
      'task 1.1 "Show the last scan of a parcel to customers" has no acceptance',
    ],
    [
      plan.replace(
        'src/scans.ts',
        Array.from({ length: 13 }, (_, at) => `src/scan${at}.ts`).join(', '),
      ),
      'task 1.1 "Show the last scan of a parcel to customers" is too large for a session',
    ],
    [
      `${plan}- [ ] Task 1.5: Build scans, parcels, refunds, emails, messages and customers\n  - Type: code\n  - Acceptance: all there\n`,
      'task 1.5 "Build scans, parcels, refunds, emails, messages and customers" is too large',
    ],
    [yaml('  nodes: 3'), 'the DAG cannot be read'],
    [yaml(nodes.replace('"1.3"', '"1.7"')), 'the node 1.7 is no task of the plan'],
    [
      yaml(nodes.replace(', {id: "1.3", depends_on: ["1.1"]}', '')),
      'task 1.3 "Send notifications on delivery and delay" has no node in the DAG',
    ],
    [
      yaml(`${nodes}\n  parallel_groups: [{id: g, tasks: ["1.1", "1.2"]}]`),
      'the DAG is wrong: group g: 1.1 and 1.2 depend on each other',
    ],
  ])('finds a fault: %#', (text, message) => {
    expect(messages(text).find((each) => each.startsWith(message))).toBeDefined()
  })

  test('finds what a complete track made; files that are changed again are a note', () => {
    const other = (isComplete: boolean) => [
      {
        id: 'refunds_20250101',
        isComplete,
        tasks: [{ title: 'Refund lost parcels!', files: ['src/scans.ts'] }],
      },
    ]
    expect(messages(plan, { others: other(false) })).toEqual([])
    expect(messages(plan, { others: other(true) })).toEqual([
      'task 1.2 "Refund lost parcels" was done in the track refunds_20250101',
    ])
    const made = [
      {
        id: 'a',
        isComplete: true,
        tasks: [{ title: 'Create `src/refunds.ts`', files: ['src/refunds.ts'] }],
      },
    ]
    expect(messages(plan, { others: made })).toEqual([])
    expect(
      messages(plan.replace('src/refunds.ts', '`src/refunds.ts` (new)'), { others: made }),
    ).toHaveLength(1)
  })

  test('tells once of a plan without acceptance, and leaves it to a judge where people wrote it', () => {
    const without = plan.replaceAll(/ {2}- Acceptance.*\n/g, '')
    expect(messages(without)).toEqual(['3 of 3 tasks: each has no acceptance'])
    expect(messages(plan.replaceAll(/ {2}- .*\n/g, ''))).toEqual([])
  })

  test('leaves to a judge what is said in other words', () => {
    const other = '- [ ] Éclairer le tableau de bord\n- [ ] Envoyer les messages\n'
    expect(verdicts(other)[0]).toBe('NOT DECIDED')
    expect(verdicts(plan, { spec: 'Some prose about parcels.' })[0]).toBe('NOT DECIDED')
  })

  test.each(['shop', 'clinic'])('refuses no plan that was executed: %s', (name) => {
    const read = (file: string) => readFileSync(`bench/track/${name}/track/${file}`, 'utf8')
    expect(messages(read('plan.md'), { spec: read('spec.md') })).toEqual([])
  })

  test('tells why a board and the CTO must look at it', () => {
    expect(evaluate(plan).majorBecause).toEqual([])
    expect(
      evaluate(`${plan}- [ ] Task 1.5: Check refund rules\n`, {
        spec: `${spec}\nPriority: P0. Security matters.`,
        metadata: { type: 'integration' },
        planVersion: 2,
      }).majorBecause,
    ).toEqual([
      'its type is integration',
      'it has 5 tasks and speaks of "Refund"',
      'it is about security',
      'its priority is P0',
      'this is version 2 of its plan',
    ])
    expect(evaluate(plan, { spec: `${spec}\nDatabases, an API; capital.` }).technical).toEqual([
      'integration',
      'API',
      'database',
    ])
    expect(evaluate(yaml(nodes)).dagSummary).toEqual({ nodes: 3, groups: 0, depth: 2 })
  })
})
