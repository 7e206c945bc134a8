import { z } from 'zod'
import { usageProblem } from '../../../model/problem.ts'
import { err, ok, usageError } from '../../../model/result.ts'
import { findRun, type McpContext } from '../context.ts'
import { handleOf } from '../run-handle.ts'
import { pathOutside } from '../inside.ts'
import { RunStatus, StateName, statusOf } from '../run-state.ts'
import { changes, defineTool, reads, repeats, type Tool } from '../tool.ts'

const run = z.string().min(1).max(300).describe('the handle that run_start or run_list gave')
const mostSeconds = 50

/** Tools that start, watch and end runs. */
export const runTools = (context: McpContext): readonly Tool[] => [
  workflowList(context),
  runStart(context),
  runList(context),
  runStatus(context),
  runWait(context),
  runResume(context),
  runStop(context),
  runReport(context),
]

const workflowList = ({ workflows }: McpContext): Tool =>
  defineTool({
    name: 'workflow_list',
    title: 'List the workflows',
    description:
      'The kinds of runs that run_start starts, with the JSON Schema of their arguments.',
    annotations: reads,
    input: z.object({}),
    output: z.object({
      workflows: z.array(
        z.object({
          workflow: z.string(),
          does: z.string(),
          arguments: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
    async run() {
      const listed = Object.entries(workflows).map(async ([workflow, { does, load }]) => {
        const { group } = await load()
        const loaded = await group.commands[group.starts]?.load()
        const schema =
          loaded === undefined ? {} : z.toJSONSchema(loaded.command.arguments, { io: 'input' })
        return { workflow, does, arguments: { ...schema } }
      })
      return ok({ workflows: await Promise.all(listed) })
    },
  })

/** What only a person says, on the command line too. */
const personsWords = ['by', 'met', 'unmet', 'yes']

const runStart = (context: McpContext): Tool =>
  defineTool({
    name: 'run_start',
    title: 'Start a run',
    description:
      'Starts a run of a workflow, which goes on by itself until it waits for a person, for you, or ends. For a text artifact: {"workflow": "reflex", "arguments": {"task": ["<what is wanted>"]}}. See workflow_list for the others.',
    annotations: changes,
    input: z.object({
      workflow: z.enum(Object.keys(context.workflows)),
      arguments: z.record(z.string(), z.unknown()).default({}),
    }),
    output: RunStatus,
    async run(given, caller) {
      const { loopwright, carrier } = context
      const said = personsWords.find((word) => given.arguments[word] !== undefined)
      if (said !== undefined && context.gates !== 'agent')
        return usageError(
          `"${said}" is for a person to say`,
          'leave it out: the run asks, and gate_answer says what the person types',
        )
      const outside = pathOutside(loopwright.workspace.root, given.arguments)
      if (outside !== null) return err(outside)
      const started = await loopwright.start(given.workflow, given.arguments, { by: caller.name })
      if (!started.ok) return started
      carrier.start(started.value)
      return ok(await statusOf(context, started.value))
    },
  })

const runList = ({ loopwright }: McpContext): Tool =>
  defineTool({
    name: 'run_list',
    title: 'List the runs',
    description: 'All runs of the workspace, with where they are.',
    annotations: reads,
    input: z.object({}),
    output: z.object({
      runs: z.array(
        z.object({
          run: z.string(),
          status: z.string(),
          iteration: z.number(),
          max_iterations: z.number(),
          score: z.number().nullable(),
          waits_for_person: z.boolean(),
          ended: z.boolean(),
          updated_at: z.string(),
        }),
      ),
    }),
    async run() {
      const runs = []
      for await (const { workflow, name, summary } of loopwright.all())
        runs.push({
          run: handleOf({ workflow: workflow.name, name }),
          status: summary.status,
          iteration: summary.iteration,
          max_iterations: summary.maxIterations,
          score: summary.score,
          waits_for_person: summary.asks,
          ended: summary.isOver,
          updated_at: summary.updatedAt,
        })
      return ok({ runs })
    },
  })

const runStatus = (context: McpContext): Tool =>
  defineTool({
    name: 'run_status',
    title: 'Show a run',
    description: 'How a run stands, what is not met yet, and what to do next.',
    annotations: reads,
    input: z.object({ run }),
    output: RunStatus,
    async run(given) {
      const result = await findRun(context, given.run)
      return result.ok ? ok(await statusOf(context, result.value)) : result
    },
  })

const runWait = (context: McpContext): Tool =>
  defineTool({
    name: 'run_wait',
    title: 'Wait for a run',
    description: `Waits until a run needs somebody or has ended, at most ${mostSeconds} s, and tells how it stands. Call it again while the state is "working".`,
    annotations: reads,
    input: z.object({ run, max_seconds: z.number().min(0).max(mostSeconds).default(30) }),
    output: RunStatus,
    async run(given, caller) {
      const result = await findRun(context, given.run)
      if (!result.ok) return result
      await context.carrier.rests(handleOf(result.value), given.max_seconds, caller.signal)
      const rested = await findRun(context, given.run)
      return rested.ok ? ok(await statusOf(context, rested.value)) : rested
    },
  })

const runResume = (context: McpContext): Tool =>
  defineTool({
    name: 'run_resume',
    title: 'Go on with a run',
    description:
      'Goes on with a run that nobody works on: after a restart of this server, or after a person answered elsewhere.',
    annotations: repeats,
    input: z.object({ run }),
    output: RunStatus,
    async run(given) {
      const result = await findRun(context, given.run)
      if (!result.ok) return result
      if (!result.value.isOver && result.value.gate === null) context.carrier.start(result.value)
      return ok(await statusOf(context, result.value))
    },
  })

const runStop = (context: McpContext): Tool =>
  defineTool({
    name: 'run_stop',
    title: 'End a run',
    description:
      'Ends a run for good, with the reason in its history. What it made so far is kept.',
    annotations: { ...changes, destructiveHint: true },
    input: z.object({ run, reason: z.string().trim().min(1).max(2_000) }),
    output: z.object({ run: z.string(), stopped: z.boolean(), state: StateName }),
    async run(given, caller) {
      const result = await findRun(context, given.run)
      if (!result.ok) return result
      const stopped = await result.value.stop({ reason: given.reason, by: caller.name })
      if (!stopped.ok) return stopped
      await context.carrier.rests(handleOf(result.value), mostSeconds, caller.signal)
      const after = await findRun(context, given.run)
      if (!after.ok) return after
      const { state } = await statusOf(context, after.value)
      return ok({ run: handleOf(after.value), stopped: after.value.isOver, state })
    },
  })

const runReport = (context: McpContext): Tool =>
  defineTool({
    name: 'run_report',
    title: 'Read the report of a run',
    description: 'What came of a run: every obligation with its evidence, and the artifact.',
    annotations: reads,
    input: z.object({
      run,
      format: z.enum(['markdown', 'json', 'html', 'sarif', 'junit']).default('markdown'),
    }),
    output: z.object({ run: z.string(), format: z.string(), report: z.string() }),
    async run(given) {
      const result = await findRun(context, given.run)
      if (!result.ok) return result
      const report = await result.value.report(given.format, { artifact: true })
      if (!report.ok) return err(usageProblem(report.error.what, report.error.todo))
      return ok({ run: handleOf(result.value), format: given.format, report: report.value })
    },
  })
