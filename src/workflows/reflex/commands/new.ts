import { resolve } from 'node:path'
import { z } from 'zod'
import { readNamed } from '../../../engine/read-named.ts'
import {
  type CommandContext,
  defineCommand,
  type Dialog,
} from '../../../engine/workflow-command.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import { openAgents } from '../../../engine/open-agents.ts'
import { TaskType } from '../events.ts'
import { askSetup, askTask } from '../setup/ask-setup.ts'
import { type Draft, draftSetup, iterationsFor, type Options } from '../setup/draft-setup.ts'
import { roles } from '../steps/bench.ts'
import { confirmBoth, startLoop } from '../start.ts'

const whole = () => z.number().int().min(1)
const fraction = () => z.number().min(0).max(1)
const orUnlimited = (name: string) =>
  z
    .string()
    .regex(/^(unlimited|\d*\.?\d*[1-9]\d*(\.\d+)?)$/, `must be ${name} above 0, or "unlimited"`)
    .transform((text) => (text === 'unlimited' ? text : Number(text)))
    .optional()

const Arguments = z.object({
  task: z.array(z.string()).default([]),
  yes: z
    .boolean()
    .default(false)
    .meta({ short: 'y', help: 'confirm the drafted criteria and iteration limit' }),
  type: TaskType.optional().meta({
    value: 'TYPE',
    help: 'api-spec, code, docs, config or other (default: read from the task)',
  }),
  alias: z.string().optional().meta({
    value: 'NAME',
    help: 'name of the loop, 3 to 64 of a-z, 0-9 and - (else made from the task)',
  }),
  ideal: z.string().optional().meta({ help: 'what the ideal result looks like' }),
  criteria: z.string().optional().meta({ value: 'FILE', help: 'success criteria, YAML or JSON' }),
  exam: z
    .string()
    .optional()
    .meta({ value: 'FILE', help: 'what is asked, edited (from: status --json)' }),
  taskFile: z.string().optional().meta({ value: 'FILE', help: 'the task, from a file' }),
  must: z
    .array(z.string())
    .optional()
    .meta({ help: 'a further mandatory check; quote texts or /patterns/ (repeatable)' }),
  maxIterations: whole().optional().meta({ value: 'N', help: 'iteration limit (4)' }),
  thresholdA: fraction().optional().meta({ value: '0..1', help: 'score that passes phase A' }),
  thresholdB: fraction().optional().meta({ value: '0..1', help: 'score that passes phase B' }),
  budgetSeconds: whole()
    .optional()
    .meta({ value: 'N', help: 'soft budget: seconds of completed phases' }),
  maxSeconds: whole().optional().meta({ value: 'N', help: 'hard cap on the wall time (3600)' }),
  maxTokens: orUnlimited('a number').meta({
    value: 'N',
    help: 'cap on tokens (2000000), or "unlimited"',
  }),
  maxCost: orUnlimited('an amount').meta({
    value: 'USD',
    help: 'cap on money (20), or "unlimited"',
  }),
  from: z.string().optional().meta({
    value: 'RUN',
    help: 'start from the artifact and criteria of an earlier loop',
  }),
  noFix: z.boolean().default(false).meta({ help: 'leave all repairs to the agent' }),
  full: z.boolean().default(false).meta({ help: 'ask every set-up question' }),
  save: z
    .string()
    .optional()
    .meta({ value: 'FILE', help: 'copy the final artifact there if it is accepted' }),
  force: z.boolean().optional().meta({
    help: 'with --save: overwrite a file (a copy is kept), and save what was not accepted',
  }),
  compact: z.boolean().optional().meta({ help: "leave the artifact's text out of what is shown" }),
})
type Arguments = z.output<typeof Arguments>

export const command = defineCommand({
  name: 'new',
  usage: 'new "<task>" [options]',
  about:
    'Starts a loop: plan, produce, check, criticise, refine, until the gates pass or a limit is reached.\nThe success criteria and the iteration limit are always confirmed first, whatever the task text says.',
  words: ['task'],
  arguments: Arguments,
  carries: true,
  examples: [
    [
      'loopwright new "OpenAPI 3.1 spec for a bookshop: books and orders with CRUD"',
      'draft, confirm, run',
    ],
    [
      'loopwright new "README for this package" --yes --save README.md',
      'confirm beforehand, save the result',
    ],
    [
      'loopwright new "release notes" --criteria gates.yaml --max-iterations 6 --yes',
      'your own gates',
    ],
  ],
  async run(context, given) {
    const { workspace, person, dialog } = context
    const options = await readOptions(context, given)
    if (!options.ok) return options
    const agents = await openAgents(workspace, roles)
    if (!agents.ok) return agents
    const redraft = (changed: Partial<Options>) =>
      draftSetup(workspace, { ...options.value, ...changed }, agents.value)
    const draft = await redraft({})
    if (!draft.ok) return draft
    const limit = iterationsFor(workspace, options.value)
    const asking = { draft: draft.value, full: given.full, type: given.type, limit, redraft }
    const settled = await settle(dialog, asking, given.yes)
    if (!settled.ok) return settled
    const { setup } = settled.value.draft
    const at = workspace.clock.now().toISOString()
    const confirmed = settled.value.confirmed ? confirmBoth(setup, person.by, at) : []
    const started = await startLoop(workspace, settled.value.draft, confirmed)
    return started.ok ? ok({ type: 'carry', run: started.value }) : started
  },
})

type Settled = { readonly draft: Draft; readonly confirmed: boolean }

/** Confirmed beforehand, by a person in a dialog, or not at all: then the run parks at its first question. */
async function settle(
  dialog: Dialog | null,
  asking: Parameters<typeof askSetup>[1],
  confirmed: boolean,
): AsyncResult<Settled> {
  if (dialog !== null) return askSetup(dialog, asking)
  const { draft, type } = asking
  if (draft !== null) return ok({ draft, confirmed })
  return type === undefined
    ? usageError(
        'the task does not say what kind of artifact it wants',
        'add --type api-spec|code|docs|config, or --criteria FILE',
      )
    : usageError(
        `the type ${type} has no criteria of its own`,
        'say what must hold: --must "<text>" (repeatable), or --criteria FILE',
      )
}

async function readOptions(
  { workspace, dialog }: CommandContext,
  given: Arguments,
): AsyncResult<Options> {
  const path = (named: string | undefined) =>
    named === undefined ? undefined : resolve(workspace.cwd, named)
  const file = path(given.taskFile)
  const read =
    file === undefined
      ? ok(Buffer.from(''))
      : await readNamed(workspace, file, {
          missing: 'there is no such file',
          todo: 'correct --task-file',
        })
  if (!read.ok) return read
  const asked = [given.task.join(' ').trim(), read.value.toString('utf8').trim()]
    .filter((each) => each !== '')
    .join('\n\n')
  const isOpen = asked === '' && given.from === undefined
  const task = isOpen && dialog !== null ? await askTask(dialog) : asked
  if (task === '' && given.from === undefined)
    return usageError(
      'no task was given',
      'say what to make: loopwright new "<task>"   (help: loopwright --help)',
    )
  const { maxSeconds: wall_time_s, maxTokens: tokens, maxCost: cost_usd, noFix } = given
  const optional = {
    type: given.type,
    alias: given.alias,
    idealResult: given.ideal,
    criteriaFile: path(given.criteria),
    examFile: path(given.exam),
    from: given.from,
    mandatory: given.must,
    maxIterations: given.maxIterations,
    thresholdA: given.thresholdA,
    thresholdB: given.thresholdB,
    budgetSeconds: given.budgetSeconds,
  }
  return ok({
    task,
    ...defined(optional),
    caps: defined({ wall_time_s, tokens, cost_usd }),
    ...(noFix ? { fixers: false } : {}),
  })
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Leaves out what was not said, so that defaults stay defaults. */
function defined<Fields extends Record<string, unknown>>(fields: Fields): Defined<Fields> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the undefined fields are dropped
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>
}
