import type { AnyRun, Workflow } from '../../engine/define-workflow.ts'
import type { Runs } from '../../engine/runs.ts'
import type { CommandResult, WorkflowCommand, Dialog } from '../../engine/workflow-command.ts'
import { exitCodes } from '../../model/problem.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import { isOptional, optionName, optionsOf, readArguments } from './arguments.ts'
import { answer, carry, carryToRest, type Outcome } from './carry.ts'
import {
  type Call,
  type Command,
  flag,
  gateOption,
  type Group,
  type Option,
  personOf,
} from './command.ts'
import { runsAt } from './open-runs.ts'
import { pauseOnInterrupt } from './pause.ts'
import { screenOf } from './screen.ts'

/** The commands of a workflow, as the command line offers them. */
export const groupOf = (workflow: Workflow): Group => ({
  name: workflow.name,
  about: workflow.group.about,
  examples: workflow.group.examples,
  commands: Object.fromEntries(
    Object.entries(workflow.group.commands).map(([name, { does, load }]) => [
      name,
      {
        does,
        load: async () => ({ command: commandOf(workflow, (await load()).command) }),
      },
    ]),
  ),
})

const personOption: Option = { type: 'string', value: 'NAME', help: 'who says so (you)' }
const quietOption: Option = { type: 'boolean', short: 'q', help: 'only the end' }

/** One command of a workflow, with the options that its arguments and its effects call for. */
export function commandOf(workflow: Workflow, command: WorkflowCommand): Command {
  const { name, usage, about, examples, decides, answers, carries, records } = command
  const shape: Readonly<Record<string, unknown>> = command.arguments.shape
  const needed = command.words.filter((word) => !isOptional(shape[word]))
  const isMany = command.words.some((word) => optionsOf(shape[word]).multiple === true)
  return {
    name,
    usage,
    about,
    examples,
    words: { least: needed.length, most: isMany ? 1_000 : command.words.length },
    ...(decides ? { decides } : {}),
    options: {
      ...(decides || carries || records ? { by: personOption } : {}),
      ...(answers ? { gate: gateOption } : {}),
      ...(carries ? { quiet: quietOption } : {}),
      ...Object.fromEntries(
        Object.entries(shape)
          .filter(([key]) => !command.words.includes(key))
          .map(([key, schema]) => [optionName(key), optionsOf(schema)]),
      ),
    },
    async run(call) {
      const given = readArguments(command, call)
      if (!given.ok) return given
      const runs = await runsAt(call)
      if (!runs.ok) return runs
      const { workspace } = runs.value
      const { by, known } = personOf(call)
      // who interrupts while a run is being started wants it paused, too
      const interrupt = carries ? pauseOnInterrupt(call) : null
      try {
        const result = await command.run(
          { workspace, person: { by, known }, dialog: openDialog(call) },
          given.value,
        )
        const place = { workflow, runs: runs.value, pause: interrupt?.pause }
        return result.ok ? await follow(call, place, result.value) : result
      } finally {
        interrupt?.end()
      }
    },
  }
}

type Place = {
  readonly workflow: Workflow
  readonly runs: Runs
  readonly pause?: AbortSignal | undefined
}

/** Does what a command led to. */
async function follow(call: Call, place: Place, result: CommandResult): Outcome {
  const { terminal, values } = call
  const { workspace } = place.runs
  if (result.type === 'show') {
    if (flag(values, 'json')) {
      if (result.json) terminal.print(JSON.stringify({ loopwright: 1, ...result.json }))
    } else for (const line of await result.lines(screenOf(call))) terminal.print(line)
    for (const text of result.mentions ?? []) terminal.mention(text)
    return ok(result.exit ?? exitCodes.accepted)
  }
  if (result.type === 'answer') {
    const asked = await place.workflow.open(workspace, result.run)
    return asked.ok ? answer(call, workspace, asked.value, result.choice) : asked
  }
  const run = await runNamed(place, result.run)
  if (!run.ok) return run
  const sitting = { notes: result.notes ?? [], pause: place.pause }
  if (result.after === undefined) return carry(call, workspace, run.value, sitting)
  const carried = await carryToRest(call, workspace, run.value, sitting)
  // what is wrong with one run need not hold up the next one
  if (!carried.ok) terminal.mention(`! ${run.value.name}: ${carried.error.what}`)
  const next = await result.after(
    carried.ok
      ? ok({ exit: carried.value.exit, paused: carried.value.type === 'paused' })
      : carried,
  )
  return next.ok ? follow(call, place, next.value) : next
}

/** A run that its workflow named: the others are not looked at for it. */
async function runNamed({ workflow, runs }: Place, name: string): AsyncResult<AnyRun> {
  const result = await workflow.find(runs.workspace, name)
  if (!result.ok) return result
  return result.value === null ? workflow.open(runs.workspace, name) : ok(result.value)
}

/** Questions at the terminal; null where nobody can be asked, or everything was said beforehand. */
function openDialog({ terminal, values }: Pick<Call, 'terminal' | 'values'>): Dialog | null {
  if (!terminal.canAsk || flag(values, 'json') || flag(values, 'yes')) return null
  return {
    async ask(message, { initial = '', example, validate } = {}) {
      const { isCancel, text } = await import('@clack/prompts')
      const hint = example ?? initial
      const typed = await text({
        message,
        defaultValue: initial,
        ...(hint === '' ? {} : { placeholder: hint }),
        ...(validate === undefined
          ? {}
          : {
              validate: (value) => validate(value === undefined || value === '' ? initial : value),
            }),
      })
      return isCancel(typed) ? null : typed.trim()
    },
    show(lines) {
      for (const line of lines) terminal.print(line)
    },
  }
}
