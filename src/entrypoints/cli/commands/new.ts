import { openWorkspace } from '../../../app.ts'
import { openAgents } from '../../../app/reflex-agents.ts'
import {
  type Draft,
  draftSetup,
  iterationsFor,
  TaskType,
  type Wishes,
} from '../../../app/reflex-setup.ts'
import { confirmBoth, startRun } from '../../../app/reflex-start.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../../model/result.ts'
import { readText } from '../../../check/files/exam.ts'
import { usageProblem } from '../../../model/problem.ts'
import { askSetup, askTask } from '../ask-setup.ts'
import {
  type Call,
  type Command,
  flag,
  fraction,
  pathIn,
  text,
  whoAmI,
  wholeNumber,
} from '../command.ts'
import { runLoop } from '../run-loop.ts'

export const command: Command = {
  name: 'new',
  usage: 'new "<task>" [options]',
  about:
    'Starts a loop: plan, produce, check, criticise, refine, until the gates pass or a limit is reached.\nThe success criteria and the iteration limit are always confirmed first, whatever the task text says.',
  words: { least: 0, most: 1_000 },
  options: {
    yes: { type: 'boolean', short: 'y', help: 'confirm the drafted criteria and iteration limit' },
    type: {
      type: 'string',
      value: 'TYPE',
      help: 'api-spec, code, docs, config or other (else found out from the task)',
    },
    alias: {
      type: 'string',
      value: 'NAME',
      help: 'name of the loop, 3 to 64 of a-z, 0-9 and - (else made from the task)',
    },
    ideal: { type: 'string', help: 'what the ideal result looks like' },
    criteria: { type: 'string', value: 'FILE', help: 'success criteria, YAML or JSON' },
    exam: { type: 'string', value: 'FILE', help: 'what is asked, edited (from: status --json)' },
    'task-file': { type: 'string', value: 'FILE', help: 'the task, from a file' },
    must: {
      type: 'string',
      multiple: true,
      help: 'a further mandatory check; quote texts or /patterns/ (repeatable)',
    },
    'max-iterations': { type: 'string', value: 'N', help: 'iteration limit (4)' },
    'threshold-a': { type: 'string', value: '0..1', help: 'score that passes phase A' },
    'threshold-b': { type: 'string', value: '0..1', help: 'score that passes phase B' },
    'budget-seconds': {
      type: 'string',
      value: 'N',
      help: 'soft budget: seconds of completed phases',
    },
    'max-seconds': { type: 'string', value: 'N', help: 'hard cap on the wall time (3600)' },
    'max-tokens': { type: 'string', value: 'N', help: 'cap on tokens (2000000), or "unlimited"' },
    'max-cost': { type: 'string', value: 'USD', help: 'cap on money (20), or "unlimited"' },
    from: {
      type: 'string',
      value: 'RUN',
      help: 'start from the artifact and criteria of an earlier loop',
    },
    'no-fix': { type: 'boolean', help: 'leave all repairs to the agent' },
    full: { type: 'boolean', help: 'ask every set-up question' },
    save: {
      type: 'string',
      value: 'FILE',
      help: 'copy the final artifact there if it is accepted',
    },
    force: {
      type: 'boolean',
      help: 'with --save: overwrite a file (a copy is kept), and save what was not accepted',
    },
    compact: { type: 'boolean', help: "leave the artifact's text out of what is shown" },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
  },
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
  run: start,
}

async function start(call: Call): ReturnType<Command['run']> {
  const opened = await openWorkspace({ cwd: call.cwd, env: call.env })
  if (!opened.ok) return opened
  const workspace = opened.value
  const wishes = await readWishes(call)
  if (!wishes.ok) return wishes
  const agents = await openAgents(workspace)
  if (!agents.ok) return agents

  const draft = await draftSetup(workspace, wishes.value, agents.value)
  if (!draft.ok) return draft
  const limit = iterationsFor(workspace, wishes.value)
  const settled = await settle(call, { ...wishes.value, limit }, draft.value, async (changed) =>
    draftSetup(workspace, { ...wishes.value, ...changed }, agents.value),
  )
  if (!settled.ok) return settled
  const { setup } = settled.value.draft
  const confirmed = settled.value.confirmed
    ? confirmBoth(setup, whoAmI(call.env), workspace.clock.now().toISOString())
    : []
  return runLoop(call, workspace, (watch) =>
    startRun(workspace, settled.value.draft, confirmed, watch),
  )
}

type Settled = { readonly draft: Draft; readonly confirmed: boolean }

/** Confirmed by --yes, by a person at the terminal, or not at all: then the run parks at its first question. */
async function settle(
  call: Call,
  { type, limit }: Wishes & { readonly limit: number },
  draft: Draft | null,
  redraft: (changed: Partial<Wishes>) => AsyncResult<Draft | null>,
): AsyncResult<Settled> {
  const { terminal, values } = call
  const asks = terminal.canAsk && !flag(values, 'yes') && !flag(values, 'json')
  if (asks) return askSetup(terminal, { draft, full: flag(values, 'full'), type, limit, redraft })
  if (draft === null)
    return err(
      type === undefined
        ? usageProblem(
            'the task does not say what kind of artifact it wants',
            'add --type api-spec|code|docs|config, or --criteria FILE',
          )
        : usageProblem(
            `the type ${type} has no criteria of its own`,
            'say what must hold: --must "<text>" (repeatable), or --criteria FILE',
          ),
    )
  return ok({ draft, confirmed: flag(values, 'yes') })
}

async function readWishes(call: Call): AsyncResult<Wishes> {
  const { values, words, terminal } = call
  const file = pathIn(call.cwd, text(values, 'task-file'))
  const fromFile = file === undefined ? '' : await readText(file)
  if (fromFile === null)
    return err({ exit: 2, what: 'the task file cannot be read', where: file ?? '' })
  const asked = [words.join(' ').trim(), fromFile.trim()].filter((each) => each !== '').join('\n\n')
  const from = text(values, 'from')
  const task = asked === '' && from === undefined && terminal.canAsk ? await askTask() : asked
  if (task === '' && from === undefined)
    return usageError(
      'no task was given',
      'say what to make: loopwright new "<task>"   (help: loopwright --help)',
    )

  const numbers = readNumbers(call)
  if (!numbers.ok) return numbers
  const type = text(values, 'type')
  const known = TaskType.safeParse(type)
  if (type !== undefined && !known.success)
    return usageError(
      `"${type}" is not a task type`,
      `choose one of: ${TaskType.options.join(', ')}`,
    )
  const must = values['must']
  const optional = {
    alias: text(values, 'alias'),
    idealResult: text(values, 'ideal'),
    criteriaFile: pathIn(call.cwd, text(values, 'criteria')),
    examFile: pathIn(call.cwd, text(values, 'exam')),
    from,
  }
  return ok({
    task,
    ...defined(optional),
    ...numbers.value,
    ...(known.success && type !== undefined ? { type: known.data } : {}),
    ...(Array.isArray(must) ? { mandatory: must.map(String) } : {}),
    ...(flag(values, 'no-fix') ? { fixers: false } : {}),
  })
}

function readNumbers({ values }: Call): Result<Partial<Wishes>> {
  const read = {
    maxIterations: wholeNumber(values, 'max-iterations'),
    thresholdA: fraction(values, 'threshold-a'),
    thresholdB: fraction(values, 'threshold-b'),
    budgetSeconds: wholeNumber(values, 'budget-seconds'),
    wall_time_s: wholeNumber(values, 'max-seconds'),
    tokens: orUnlimited(values, 'max-tokens'),
    cost_usd: orUnlimited(values, 'max-cost'),
  }
  for (const each of Object.values(read)) if (!each.ok) return each
  const value = <Value>(result: Result<Value>) => (result.ok ? result.value : undefined)
  const { maxIterations, thresholdA, thresholdB, budgetSeconds, wall_time_s, tokens, cost_usd } =
    read
  const caps = defined({
    wall_time_s: value(wall_time_s),
    tokens: value(tokens),
    cost_usd: value(cost_usd),
  })
  return ok({
    ...defined({
      maxIterations: value(maxIterations),
      thresholdA: value(thresholdA),
      thresholdB: value(thresholdB),
      budgetSeconds: value(budgetSeconds),
    }),
    caps,
  })
}

function orUnlimited(
  values: Call['values'],
  name: string,
): Result<number | 'unlimited' | undefined> {
  const given = text(values, name)
  if (given === undefined || given === 'unlimited') return ok(given)
  const value = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
  return value > 0
    ? ok(value)
    : usageError(`--${name} must be a number above 0, or "unlimited", not "${given}"`)
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Leaves out what was not said, so that defaults stay defaults. */
function defined<Fields extends Record<string, unknown>>(fields: Fields): Defined<Fields> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the undefined fields are dropped
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>
}
