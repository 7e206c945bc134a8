import { openWorkspace } from '../../../app.ts'
import {
  type AddedPlan,
  addPlan,
  planOrders,
  type ShownOrder,
} from '../plan.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { oneLine, table } from '../../../views/format.ts'
import { type Call, type Command, flag, pathIn, text, whoAmI } from '../../../entrypoints/cli/command.ts'

export const command: Command = {
  name: 'workorder plan',
  usage: 'workorder plan <spec.md> [options]',
  about:
    'Makes work orders of a technical specification: small enough to be made and measured one at a time, sorted by what\nthey need. Without a model it is read by its headings, lists and acceptance criteria; bind the role "decomposer"\nto an agent to have it planned by one. Planning the same text again adds nothing twice.',
  words: { least: 1, most: 1 },
  options: {
    'dry-run': { type: 'boolean', help: 'only show the orders' },
    by: { type: 'string', value: 'NAME', help: 'who plans (you)' },
  },
  examples: [
    ['loopwright workorder plan spec.md --dry-run', 'look first'],
    ['loopwright workorder plan spec.md', 'then: loopwright workorder run --all'],
  ],
  async run({ words, values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const plan = await planOrders(workspace.value, pathIn(cwd, words[0]) ?? '')
    if (!plan.ok) return plan
    const dry = flag(values, 'dry-run')
    const by = text(values, 'by') ?? whoAmI(env)
    const added = dry ? ok(nothing) : await addPlan(workspace.value, plan.value, by)
    if (!added.ok) return added
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, ...plan.value, added: added.value.runIds }))
    else tell(terminal, plan.value, added.value)
    return ok(exitCodes.accepted)
  },
}

const nothing: AddedPlan = { runIds: [], fresh: 0 }

type Told = { readonly orders: readonly ShownOrder[]; readonly notes: readonly string[] }

function tell({ print, paint }: Call['terminal'], plan: Told, { runIds, fresh }: AddedPlan): void {
  const rows = plan.orders.map((order, index) => [
    String(index + 1),
    printable(oneLine(order.title, 48)),
    order.complexity.toFixed(2),
    `${order.scope.toFixed(2)} ${order.verdict.replaceAll('_', ' ')}`,
    String(order.files_in_scope.length),
    String(order.acceptance_criteria.length),
    needed(order, plan.orders),
  ])
  for (const line of table(
    ['#', 'order', 'complexity', 'scope', 'files', 'criteria', 'needs'],
    rows,
  ))
    print(line)
  for (const note of plan.notes) print(paint('yellow', `! ${printable(note)}`))
  print('')
  if (runIds.length === 0) print(`  ${paint('cyan', '→')} add them: run it without --dry-run`)
  else {
    const ids = runIds.length === 1 ? runIds.join() : `${runIds[0] ?? ''} … ${runIds.at(-1) ?? ''}`
    print(`${paint('green', '✓')} ${told(fresh, runIds.length)}: ${ids}`)
    print(`  ${paint('cyan', '→')} work on them: loopwright workorder run --all`)
  }
}

const told = (fresh: number, all: number): string => {
  if (fresh === 0) return 'this was planned before, nothing is added'
  const rest = all - fresh
  return `${fresh} ${fresh === 1 ? 'order' : 'orders'} added${rest > 0 ? `, ${rest} were there` : ''}`
}

const needed = ({ depends_on: ids }: ShownOrder, orders: readonly ShownOrder[]): string =>
  ids.length === 0
    ? '-'
    : ids.map((id) => `#${orders.findIndex((order) => order.id === id) + 1}`).join(' ')
