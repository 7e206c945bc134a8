import { openWorkspace } from '../../../app.ts'
import { addOrder, readOrderFile } from '../add.ts'
import { orderExam } from '../exam.ts'
import { openOrder } from '../orders.ts'
import { orderAsJson, orderViewOf } from '../view.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { type Command, flag, list, pathIn, text, whoAmI } from '../../../entrypoints/cli/command.ts'
import { runOrder } from '../../run-order.ts'

export const command: Command = {
  name: 'workorder add',
  usage: 'workorder add "<title>" [options]',
  about:
    'Adds a work order. A file (YAML or JSON) may hold the whole order: title, description, risk_level,\nacceptance_criteria, files_in_scope, expected_output_type, context_budget_estimate, depends_on, contracts, allows.',
  words: { least: 0, most: 1 },
  options: {
    description: { type: 'string', short: 'd', value: 'TEXT', help: 'what is to be done' },
    file: { type: 'string', short: 'f', value: 'FILE', help: 'the order as YAML or JSON' },
    scope: { type: 'string', value: 'GLOB', multiple: true, help: 'what may change; may repeat' },
    criterion: {
      type: 'string',
      value: 'TEXT',
      multiple: true,
      help: 'it is done when …; may repeat',
    },
    kind: { type: 'string', value: 'TYPE', help: 'code (default), test, docs, config …' },
    risk: { type: 'string', value: 'R', help: 'low, medium or high' },
    base: { type: 'string', value: 'COMMIT', help: 'start from this commit, not from HEAD' },
    by: { type: 'string', value: 'NAME', help: 'who adds it (you)' },
    run: { type: 'boolean', help: 'work on it at once' },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
  },
  examples: [
    [
      'loopwright workorder add "Round prices" -d "Round to cents" --scope "src/**" --run',
      'add it and work on it',
    ],
    ['loopwright workorder add --file order.yaml', 'everything from a file'],
  ],
  async run(call) {
    const { words, values, terminal, cwd, env } = call
    const opened = await openWorkspace({ cwd, env })
    if (!opened.ok) return opened
    const workspace = opened.value
    const path = pathIn(cwd, text(values, 'file'))
    const read = path === undefined ? ok({}) : await readOrderFile(path)
    if (!read.ok) return read
    const [title] = words
    const description = text(values, 'description')
    const kind = text(values, 'kind')
    const risk = text(values, 'risk')
    const scope = list(values, 'scope')
    const criteria = list(values, 'criterion')
    const order = {
      // a title alone says what is to be done; what is typed wins over what the file says
      ...(title === undefined ? {} : { description: title }),
      ...read.value,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(kind === undefined ? {} : { expected_output_type: kind }),
      ...(risk === undefined ? {} : { risk_level: risk }),
      ...(scope.length === 0 ? {} : { files_in_scope: scope }),
      ...(criteria.length === 0 ? {} : { acceptance_criteria: criteria }),
    }
    const added = await addOrder(workspace, order, {
      by: text(values, 'by') ?? whoAmI(env),
      base: text(values, 'base'),
    })
    if (!added.ok) return added
    const open = await openOrder(workspace, added.value.runId)
    if (!open.ok) return open
    if (flag(values, 'run')) return runOrder(call, workspace, open.value)
    const view = orderViewOf(workspace, open.value.state)
    const { paint, print } = terminal
    if (flag(values, 'json')) print(JSON.stringify(orderAsJson(open.value.state, view)))
    else {
      print(`${paint('green', '✓')} ${view.runId}: ${printable(view.title)}`)
      print(paint('dim', `  ${printable(view.why)}`))
      for (const line of examLines(orderExam(open.value.state.setup.order))) print(`  ${line}`)
      print(`  ${paint('cyan', '→')} work on it: loopwright workorder run ${view.runId}`)
    }
    return ok(exitCodes.accepted)
  },
}

/** What will be asked of the change, before anybody works on it. */
function examLines({ items }: ReturnType<typeof orderExam>): readonly string[] {
  const open = items.filter(({ check }) => check === null)
  const byMachine = items.length - open.length
  return [
    `asked: ${byMachine} by machine, ${open.length} by a judge or by you`,
    ...open.map(({ statement }) => `? ${printable(statement)}`),
  ]
}
