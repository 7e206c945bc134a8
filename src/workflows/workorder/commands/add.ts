import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { addOrder, readOrderFile } from '../add.ts'
import { orderExam } from '../exam.ts'
import { orderAsJson, orderViewOf } from '../view.ts'

const option = (value: string, help: string, short?: string) =>
  z
    .string()
    .optional()
    .meta({ value, help, ...(short === undefined ? {} : { short }) })

export const command = defineCommand({
  name: 'workorder add',
  usage: 'workorder add "<title>" [options]',
  about:
    'Adds a work order. A file (YAML or JSON) may hold the whole order: title, description, risk_level,\nacceptance_criteria, files_in_scope, expected_output_type, context_budget_estimate, depends_on, contracts, allows.',
  words: ['title'],
  arguments: z.object({
    title: z.string().optional(),
    description: option('TEXT', 'what is to be done', 'd'),
    file: option('FILE', 'the order as YAML or JSON', 'f'),
    scope: z
      .array(z.string())
      .optional()
      .meta({ value: 'GLOB', help: 'what may change; may repeat' }),
    criterion: z
      .array(z.string())
      .optional()
      .meta({ value: 'TEXT', help: 'it is done when …; may repeat' }),
    kind: option('TYPE', 'code (default), test, docs, config …'),
    risk: option('R', 'low, medium or high'),
    base: option('COMMIT', 'start from this commit, not from HEAD'),
    run: z.boolean().default(false).meta({ help: 'work on it at once' }),
  }),
  carries: true,
  examples: [
    [
      'loopwright workorder add "Round prices" -d "Round to cents" --scope "src/**" --run',
      'add it and work on it',
    ],
    ['loopwright workorder add --file order.yaml', 'everything from a file'],
  ],
  async run({ workspace, person: { by } }, given) {
    const { title, description, file, scope, criterion, kind, risk, base, run } = given
    const read = file === undefined ? ok({}) : await readOrderFile(workspace, file)
    if (!read.ok) return read
    const typed = {
      title,
      description,
      expected_output_type: kind,
      risk_level: risk,
      files_in_scope: scope,
      acceptance_criteria: criterion,
    }
    const order = {
      // a title alone says what is to be done; what is typed wins over what the file says
      ...(title === undefined ? {} : { description: title }),
      ...read.value,
      ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined)),
    }
    const added = await addOrder(workspace, order, { by, base })
    if (!added.ok) return added
    const { name, state } = added.value
    if (run) return ok({ type: 'carry', run: name })
    const view = orderViewOf(workspace, state)
    return ok({
      type: 'show',
      run: name,
      json: orderAsJson(state, view),
      lines: ({ paint }) => [
        `${paint('green', '✓')} ${view.runId}: ${printable(view.title)}`,
        paint('dim', `  ${printable(view.why)}`),
        ...examLines(orderExam(state.setup.order)).map((line) => `  ${line}`),
        `  ${paint('cyan', '→')} work on it: loopwright workorder run ${view.runId}`,
      ],
    })
  },
})

/** What will be asked of the change, before anybody works on it. */
function examLines({ items }: ReturnType<typeof orderExam>): readonly string[] {
  const open = items.filter(({ check }) => check === null)
  const byMachine = items.length - open.length
  return [
    `asked: ${byMachine} by machine, ${open.length} by a judge or by you`,
    ...open.map(({ statement }) => `? ${printable(statement)}`),
  ]
}
