import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../test/support/cpu-time.ts'
import { scopeScore, scopeVerdict } from '../complexity/scope-score.ts'
import { cyclesIn } from './order-graph.ts'
import { readPlan, type PlannedOrder, type PlanOutput } from './plan-output.ts'
import { planSpecification } from './plan-spec.ts'

const samples = join(import.meta.dirname, 'samples')

async function planOf(markdown: string): Promise<PlanOutput> {
  const plan = await planSpecification(markdown)
  if (!plan.ok) throw new Error(plan.error)
  return plan.value
}

const sample = (name: string) => planOf(readFileSync(join(samples, `${name}.md`), 'utf8'))

function orderOf(plan: PlanOutput, id: string): PlannedOrder {
  const found = plan.orders.find((order) => order.id === id)
  if (!found) throw new Error(`no ${id} among ${plan.orders.map((each) => each.id).join(', ')}`)
  return found
}

const outline = ({ orders }: PlanOutput) =>
  orders.map(({ id, depends_on }) =>
    depends_on.length === 0 ? id : `${id} < ${depends_on.join(' ')}`,
  )

const hard = [
  '# A',
  '## Tasks',
  '- [ ] Add `src/a.ts`',
  '- x',
  '1. Fix y. Depends on 2',
  '| a | b |',
  '|---|---|',
  '**Files:** `../x`, `/etc/passwd`',
  'Depends on: everything above',
  '```ts',
  '> > q',
  '## Phase 2: Go',
  '### Acceptance criteria',
  '- Given a',
  '- Then b',
  'Risk: high',
  '<!-- x -->',
  '## Tasks ✅',
] as const

describe('a plan from a specification', () => {
  test('has an order for each section that asks for something, with what the section says', async () => {
    const plan = await sample('feature-sections')
    expect(outline(plan)).toEqual([
      'absence-storage',
      'calendar-view < absence-storage',
      'reminder-e-mails < absence-storage',
    ])
    const storage = orderOf(plan, 'absence-storage')
    expect(storage.acceptance_criteria).toEqual([
      'addAbsence() returns the new id',
      'Overlapping absences of one person are refused with OverlapError',
      'All absences of a month are read with one call',
      'The store must reject absences whose last day lies before the first.',
    ])
    expect(storage.files_in_scope).toEqual(['src/absences/store.ts'])
    expect(storage.description).toContain('Payroll export')
    expect(orderOf(plan, 'reminder-e-mails').files_in_scope).toEqual([
      'src/mail/reminders.ts',
      '!src/mail/transport.ts',
    ])
    expect(orderOf(plan, 'calendar-view').acceptance_criteria).toHaveLength(3)
  })

  test('has an order for each open task of a list; what is ticked off is told, not planned', async () => {
    const plan = await sample('task-list')
    expect(outline(plan)).toEqual([
      'rename-src-settings-js-src-settings',
      'convert-src-loader-js',
      'convert-command-line < convert-src-loader-js',
      'add-type-check-ci',
      'update-readme',
    ])
    expect(plan.notes.join('\n')).toContain('Done already, so no order: Add tsconfig.json')
    expect(orderOf(plan, 'convert-src-loader-js').acceptance_criteria).toEqual([
      'loader returns a typed Settings',
      'unknown keys raise UnknownKeyError',
    ])
    expect(orderOf(plan, 'convert-command-line').files_in_scope).toEqual(['bin/settings.js'])
    expect(plan.orders.map((order) => order.expected_output_type)).toEqual([
      'code',
      'code',
      'code',
      'config',
      'docs',
    ])
  })

  test('has an order for each numbered requirement, and gives it the criteria of the whole that fit', async () => {
    const plan = await sample('requirements')
    expect(outline(plan)).toEqual([
      'accept-uploads',
      'scan-malware < accept-uploads',
      'list-uploads < accept-uploads',
      'authenticate-callers',
    ])
    expect(orderOf(plan, 'accept-uploads').acceptance_criteria).toContain(
      'An upload of 21 MB gets status 413',
    )
    expect(orderOf(plan, 'scan-malware').acceptance_criteria).toContain(
      'The test file EICAR is reported as infected',
    )
    expect(orderOf(plan, 'list-uploads').acceptance_criteria).toContain(
      'A caller never sees the uploads of another caller',
    )
    expect(orderOf(plan, 'authenticate-callers').risk_level).toBe('high')
    for (const { description } of plan.orders) {
      expect(description).toContain('No personal data in logs')
      expect(description).toContain('Not part of the work')
    }
  })

  test('lets phases follow each other and tests come last, and takes the design into the tasks', async () => {
    const plan = await sample('rfc-phases')
    expect(outline(plan)).toEqual([
      'index-writer',
      'tokenise-documents',
      'rebuild-command',
      'parse-query-language < index-writer tokenise-documents rebuild-command',
      'rank-results < index-writer tokenise-documents rebuild-command',
      'add-search-box < parse-query-language rank-results',
      'highlight-matches < parse-query-language rank-results',
      'full-text-search-testing < add-search-box highlight-matches',
    ])
    expect(orderOf(plan, 'index-writer').acceptance_criteria).toEqual([
      'The index must survive a crash.',
    ])
    expect(orderOf(plan, 'parse-query-language').description).toContain('quotes make a phrase')
    expect(orderOf(plan, 'full-text-search-testing').expected_output_type).toBe('test')
    expect(plan.orders.map(({ title }) => title).join()).not.toContain('external')
  })

  test('reads tables of tasks, and stories as their criteria', async () => {
    const plan = await sample('table-and-stories')
    expect(outline(plan)).toEqual([
      'invoices-orders',
      'render-invoice-pdf < invoices-orders',
      'send-invoices-e-mail < invoices-orders render-invoice-pdf',
      'lock-sent-invoices < send-invoices-e-mail',
    ])
    expect(plan.orders.map((order) => order.risk_level)).toEqual([
      'low',
      'medium',
      'medium',
      'high',
    ])
    expect(orderOf(plan, 'invoices-orders').acceptance_criteria).toEqual([
      'Given a completed order, when I press "Create invoice", then a draft invoice with the same lines exists',
    ])
    expect(orderOf(plan, 'send-invoices-e-mail').files_in_scope).toEqual([
      'src/invoice/send.ts',
      'src/mail/queue.ts',
    ])
  })

  test('splits what is likely oversized, loses nothing of it, and what waits for it waits for its last part', async () => {
    const plan = await sample('large-section')
    expect(outline(plan)).toEqual([
      'user-management-part-1',
      'user-management-part-2 < user-management-part-1',
      'audit-log < user-management-part-2',
    ])
    const parts = plan.orders.slice(0, 2)
    expect(parts.flatMap((part) => part.acceptance_criteria)).toHaveLength(10)
    expect(new Set(parts.flatMap((part) => part.files_in_scope)).size).toBe(8)
    for (const order of plan.orders) expect(verdictOf(order)).not.toBe('likely_oversized')
  })

  test('joins small neighbours of one list that belong together, and no others', async () => {
    const list = (...lines: string[]) =>
      planOf(`# App\n\n## Tasks\n\n${lines.map((each) => `- ${each}`).join('\n')}\n`)
    const same = await list(
      'Add a colour to `src/theme.ts`',
      'Remove the old font from `src/theme.ts`',
      'Send a mail in `src/mail.ts`',
    )
    expect(same.orders.map(({ title }) => title)).toEqual([
      'Add a colour; Remove the old font from src/theme.ts',
      'Send a mail',
    ])
    expect(same.orders[0]?.acceptance_criteria).toHaveLength(2)
    const apart = await list('Add a colour picker', 'Send invoices by mail', 'Rotate the logs')
    expect(apart.orders).toHaveLength(3)
  })

  test('reports rings and needs that are no order, and stays usable', async () => {
    const plan = await sample('ring')
    expect(plan.notes[0]).toContain('need each other in a ring')
    expect(plan.notes[1]).toContain('"moon", which is no order of this plan')
    expect(cyclesIn(plan.orders)).toEqual([])
    expect(plan.orders).toHaveLength(4)
  })

  test('is one order for a few sentences, and nothing for a text that asks for nothing', async () => {
    const plan = await sample('prose')
    expect(plan.orders).toMatchObject([
      { title: 'Make the export faster', files_in_scope: ['src/export/csv.ts'] },
    ])
    expect(plan.orders[0]?.acceptance_criteria[0]).toContain('50 MB')
    expect(await planSpecification('')).toMatchObject({ error: 'the specification is empty' })
    for (const text of [
      '# Title\n',
      'Hello there.',
      '## Overview\n\nWe like trees.\n',
      '![x](y.png)',
    ])
      expect(await planSpecification(text)).toMatchObject({ ok: false })
  })

  test('has ids from titles alone: another section more changes no other id', async () => {
    const text = readFileSync(join(samples, 'feature-sections.md'), 'utf8')
    const more = text.replace('## 1.', '## 0. Print view\n\nAdd a print view.\n\n## 1.')
    const ids = (await planOf(text)).orders.map(({ id }) => id)
    expect((await planOf(more)).orders.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const japanese = await planOf(
      '# 仕様\n\n## 検索を追加する\n\n`src/a.ts` を変更\n\n## 削除\n\n`src/b.ts`\n',
    )
    expect(new Set(japanese.orders.map(({ id }) => id)).size).toBe(2)
    const twice = await planOf('# A\n\n## Search\n\nIn `src/a.ts`\n\n## Search\n\nIn `src/b.ts`\n')
    expect(new Set(twice.orders.map(({ id }) => id)).size).toBe(2)
  })

  test('knows what must stay, and lets orders on one file follow each other', async () => {
    const plan = await planOf(`# Store

## Add expiry

Entries of \`src/store.ts\` expire. The signature of \`get(key: string): Entry\` in \`src/store.ts\` must not change.

## Add statistics

Count reads in \`src/store.ts\`, similar to \`src/metrics.ts\`. See https://example.org/a/b.ts and \`application/json\`.
`)
    expect(outline(plan)).toEqual(['add-expiry', 'add-statistics < add-expiry'])
    expect(plan.orders[0]?.contracts).toMatchObject([{ path: 'src/store.ts', name: 'get' }])
    expect(plan.orders[1]?.files_in_scope).toEqual(['src/store.ts'])
  })

  test('of every sample and of the project’s own documents is valid, sorted and the same each time', async () => {
    const root = resolve(import.meta.dirname, '../../../..')
    const own = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map((name) => join(root, name))
    const docs = readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(root, 'docs', name))
    const all = [...readdirSync(samples).map((name) => join(samples, name)), ...own, ...docs]
    let planned = 0
    for (const path of all) {
      const text = readFileSync(path, 'utf8')
      const plan = await planSpecification(text)
      expect(await planSpecification(text)).toEqual(plan)
      if (!plan.ok) continue
      planned += 1
      expect(readPlan(plan.value), path).toEqual({ ok: true, value: plan.value })
    }
    expect(planned).toBeGreaterThan(8)
  })

  test('never throws, whatever is written, and gives a valid plan or a reason', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...hard),
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    )
    let plans = 0
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (lines) => {
        const plan = await planSpecification(lines.join('\n'))
        if (!plan.ok) return
        plans += 1
        const read = readPlan(plan.value)
        expect(read.ok ? [] : read.error).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(plans).toBeGreaterThan(40)
  })

  test('refuses a text that is too long or nested beyond reason, within a moment', async () => {
    const begun = cpuMs()
    for (const text of [
      '> '.repeat(5_000),
      '*a '.repeat(50_000),
      'x'.repeat(1_000_001),
      '- '.repeat(2_000),
    ])
      await planSpecification(text)
    const long = `# A\n\n${'stay here and leave it '.repeat(20_000)}\n\n## B\n\nAdd \`src/b.ts\`\n`
    expect((await planOf(long)).orders.length).toBeGreaterThan(0)
    expect(cpuMs() - begun).toBeLessThan(20_000)
  })
})

const verdictOf = (order: PlannedOrder) =>
  scopeVerdict(
    scopeScore({
      files: order.files_in_scope.filter((path) => !path.startsWith('!')).length,
      criteria: order.acceptance_criteria.length,
      dependencies: order.depends_on.length,
      tokens: order.context_budget_estimate,
      risk: order.risk_level,
    }),
  )
