import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cyclesIn } from './order-graph.ts'
import { type PlanOutput, readPlan } from './plan-output.ts'
import { planSpecification } from './plan-spec.ts'

async function planOf(markdown: string): Promise<PlanOutput> {
  const plan = await planSpecification(markdown)
  if (!plan.ok) throw new Error(plan.error)
  return plan.value
}

const outline = ({ orders }: PlanOutput) =>
  orders.map(({ id, depends_on }) =>
    depends_on.length === 0 ? id : `${id} < ${depends_on.join(' ')}`,
  )

const prices = `# Prices

## Why

Customers complained.

## 1. Show prices

\`src/show.js\` writes a price with two digits. Depends on Round prices.

- 5 euros are shown as 5.00 EUR

### Acceptance criteria

- \`show(5)\` is "5.00 EUR"

## 2. Round prices

Every price is rounded in \`src/round.js\`. Risk: medium

- A price of 1.005
  is shown as 1.01
- A negative price is refused
  - also below a cent

## Guide

Write \`docs/prices.md\`.
`

describe('a plan of a specification', () => {
  test('has an order for each heading with points or files, its points as criteria', async () => {
    const plan = await planOf(prices)
    expect(outline(plan)).toEqual(['round-prices', 'show-prices < round-prices', 'guide'])
    expect(plan.orders).toMatchObject([
      {
        title: 'Round prices',
        risk_level: 'medium',
        files_in_scope: ['src/round.js'],
        acceptance_criteria: [
          'A price of 1.005 is shown as 1.01',
          'A negative price is refused - also below a cent',
        ],
      },
      { acceptance_criteria: ['5 euros are shown as 5.00 EUR', '`show(5)` is "5.00 EUR"'] },
      { expected_output_type: 'docs', acceptance_criteria: [] },
    ])
    expect(plan.orders[0]?.description).toContain('Part of: Prices')
    // without criteria the description is the exam
    expect(plan.orders[2]?.description).not.toContain('Part of')
    expect(plan.notes).toEqual([
      'There are no acceptance criteria for "Guide".',
      '"Why" has no points and names no file; it is no order.',
    ])
  })

  test('has an order for each open point of a list of tasks', async () => {
    const plan = await planOf(
      '# App\n\n## Tasks\n\n- [ ] Add a **colour** to `src/theme.ts`\n- [x] Remove the font\n- [ ] Encrypt the authentication token in `src/theme.ts`\n',
    )
    expect(plan.orders).toMatchObject([
      { title: 'Add a colour to src/theme.ts', files_in_scope: ['src/theme.ts'] },
      { risk_level: 'high', depends_on: [plan.orders[0]?.id] },
    ])
    expect(plan.notes).toContain('Done already, so no order: Remove the font')
  })

  test('reports rings and needs that are no order, and what is large', async () => {
    const points = Array.from({ length: 30 }, (_, at) => `- It does thing ${at}`).join('\n')
    const plan = await planOf(
      `## A\n\nDepends on B.\n\n- a\n\n## B\n\nDepends on A and the moon.\n\n- b\n\n## C\n\n${points}\n`,
    )
    expect(plan.notes).toEqual([
      '"B" and "A" need each other in a ring.',
      '"B" needs "the moon", which is no order of this plan.',
      expect.stringContaining('"C" is large'),
    ])
    expect(cyclesIn(plan.orders)).toEqual([])
  })

  test('tells equal titles apart, and finds nothing in a text that asks for nothing', async () => {
    const twice = await planOf('## Search\n\nIn `src/a.ts`\n\n## Search\n\nIn `src/b.ts`\n')
    expect(new Set(twice.orders.map(({ id }) => id)).size).toBe(2)
    expect(new Set(twice.orders.map(({ title }) => title)).size).toBe(2)
    expect(await planSpecification('')).toMatchObject({ error: 'the specification is empty' })
    for (const text of ['# Title\n', 'Hello there.', '## Overview\n\nWe like trees.\n'])
      expect(await planSpecification(text)).toMatchObject({ ok: false })
  })

  test('of the project’s own documents is valid, sorted and the same each time', async () => {
    const docs = resolve(import.meta.dirname, '../../../../docs')
    let planned = 0
    for (const name of readdirSync(docs).filter((each) => each.endsWith('.md'))) {
      const text = readFileSync(join(docs, name), 'utf8')
      const plan = await planSpecification(text)
      expect(await planSpecification(text)).toEqual(plan)
      if (!plan.ok) continue
      planned += 1
      expect(readPlan(plan.value), name).toEqual({ ok: true, value: plan.value })
    }
    expect(planned).toBeGreaterThan(5)
  })

  test('never throws, whatever is written, and gives a valid plan or a reason', async () => {
    const hard = [
      '## A',
      '## B',
      '### Tasks',
      '- [ ] x',
      '- point',
      '  - below',
      'Depends on A, B and C.',
      '`../x.ts`',
      '`src/a.ts`',
      '```',
      '| a | b |',
      '',
      '---',
    ]
    const piece = fc.oneof(fc.constantFrom(...hard), fc.string({ maxLength: 40 }))
    let plans = 0
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (lines) => {
        const plan = await planSpecification(lines.join('\n'))
        if (!plan.ok) return
        plans += 1
        const read = readPlan(plan.value)
        expect(read.ok ? [] : read.error).toEqual([])
      }),
      { numRuns: 300 },
    )
    expect(plans).toBeGreaterThan(15)
  })
})
