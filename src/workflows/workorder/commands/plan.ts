import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import type { Screen } from '../../../model/screen.ts'
import { printable } from '../../../views/findings.ts'
import { oneLine, table } from '../../../views/format.ts'
import { type AddedPlan, addPlan, type Plan, planOrders, type ShownOrder } from '../plan.ts'

export const command = defineCommand({
  name: 'workorder plan',
  usage: 'workorder plan <spec.md> [options]',
  about:
    'Makes work orders of a technical specification: small enough to be made and measured one at a time, sorted by what\nthey need. Without a model it is read by its headings, points and named files; bind the role "decomposer"\nto an agent to have it planned by one. Planning the same text again adds nothing twice.',
  words: ['spec'],
  arguments: z.object({
    spec: z.string(),
    dryRun: z.boolean().default(false).meta({ help: 'only show the orders' }),
  }),
  records: true,
  examples: [
    ['loopwright workorder plan spec.md --dry-run', 'look first'],
    ['loopwright workorder plan spec.md', 'then: loopwright workorder run --all'],
  ],
  async run({ workspace, person: { by } }, { spec, dryRun }) {
    const plan = await planOrders(workspace, spec)
    if (!plan.ok) return plan
    const added = dryRun ? ok(nothing) : await addPlan(workspace, plan.value, by)
    if (!added.ok) return added
    return ok({
      type: 'show',
      json: { ...plan.value, added: added.value.runIds },
      lines: (screen) => planLines(plan.value, added.value, screen),
    })
  },
})

const nothing: AddedPlan = { runIds: [], fresh: 0 }

function planLines(
  { orders, notes }: Plan,
  { runIds, fresh }: AddedPlan,
  { paint }: Screen,
): readonly string[] {
  const rows = orders.map((order, index) => [
    String(index + 1),
    printable(oneLine(order.title, 48)),
    order.complexity.toFixed(2),
    `${order.scope.toFixed(2)} ${order.verdict.replaceAll('_', ' ')}`,
    String(order.files_in_scope.length),
    String(order.acceptance_criteria.length),
    needed(order, orders),
  ])
  const ids = runIds.length === 1 ? runIds.join() : `${runIds[0] ?? ''} … ${runIds.at(-1) ?? ''}`
  return [
    ...table(['#', 'order', 'complexity', 'scope', 'files', 'criteria', 'needs'], rows),
    ...notes.map((note) => paint('yellow', `! ${printable(note)}`)),
    '',
    ...(runIds.length === 0
      ? [`  ${paint('cyan', '→')} add them: run it without --dry-run`]
      : [
          `${paint('green', '✓')} ${addedText(fresh, runIds.length)}: ${ids}`,
          `  ${paint('cyan', '→')} work on them: loopwright workorder run --all`,
        ]),
  ]
}

const addedText = (fresh: number, all: number): string => {
  if (fresh === 0) return 'this was planned before, nothing is added'
  const rest = all - fresh
  return `${fresh} ${fresh === 1 ? 'order' : 'orders'} added${rest > 0 ? `, ${rest} were there` : ''}`
}

const needed = ({ depends_on: ids }: ShownOrder, orders: readonly ShownOrder[]): string =>
  ids.length === 0
    ? '-'
    : ids.map((id) => `#${orders.findIndex((order) => order.id === id) + 1}`).join(' ')
