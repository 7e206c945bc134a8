import { openWorkspace } from '../app.ts'
import type { CheckRequest, CheckResult } from '../check/check.ts'
import type { AnyRun } from '../engine/define-workflow.ts'
import { openRuns, type Runs, type Workflows } from '../engine/runs.ts'
import type { CommandResult, Person } from '../engine/workflow-command.ts'
import type { Workspace } from '../ports/workspace.ts'
import { usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import { workflows as ownWorkflows } from './workflows.ts'

export type LoopwrightOptions = {
  /** The folder of the workspace. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Workflows of your own, beside those of Loopwright. */
  readonly workflows?: Workflows
}

/** A workspace with all that can be started, found and done in it. */
export type Loopwright = Runs & {
  /** Gives a command of a workflow, such as `gan` `import`. */
  command(
    workflow: string,
    command: string,
    given: Readonly<Record<string, unknown>>,
    person: Pick<Person, 'by'>,
  ): AsyncResult<CommandResult>
  /** Starts a run. It does nothing until somebody carries it. */
  start(
    workflow: string,
    given: Readonly<Record<string, unknown>>,
    person: Pick<Person, 'by'>,
  ): AsyncResult<AnyRun>
  /** Holds what exists against the gates and against what was asked. Nothing is written. */
  check(request: CheckRequest): AsyncResult<CheckResult>
}

/**
 * Opens a workspace.
 *
 * @example
 * const opened = await openLoopwright({ cwd: 'my-project' })
 * if (!opened.ok) throw new Error(opened.error.what)
 * for await (const { name, summary } of opened.value.all()) console.log(name, summary.status)
 */
export async function openLoopwright({
  cwd = process.cwd(),
  env = process.env,
  workflows = {},
}: LoopwrightOptions = {}): AsyncResult<Loopwright> {
  const opened = await openWorkspace({ cwd, env })
  return opened.ok ? ok(loopwrightIn(opened.value, { ...ownWorkflows, ...workflows })) : opened
}

/** The same for a workspace that is open. */
export function loopwrightIn(workspace: Workspace, workflows: Workflows): Loopwright {
  const runs = openRuns(workspace, workflows)
  const command: Loopwright['command'] = async (name, word, given, { by }) => {
    const workflow = await runs.workflow(name)
    const entry = workflow?.group.commands[word]
    if (entry === undefined) return usageError(`there is no command "${name} ${word}"`)
    const loaded = (await entry.load()).command
    const parsed = loaded.arguments.strict().safeParse(given)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const at = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
      return usageError(
        `${at}${(issue?.message ?? 'not valid').replace(/^Invalid input: /, '')}`,
        `arguments of ${name} ${word}: ${Object.keys(loaded.arguments.shape).join(', ')}`,
      )
    }
    return loaded.run({ workspace, person: { by, known: 'session' }, dialog: null }, given)
  }
  return {
    ...runs,
    command,
    check: async (request) => (await import('../check/check.ts')).check(workspace, request),
    async start(name, given, person) {
      const workflow = await runs.workflow(name)
      if (workflow === null) return err(usageProblem(`there is no workflow called ${name}`))
      const result = await command(name, workflow.group.starts, given, person)
      if (!result.ok) return result
      const run = 'run' in result.value ? result.value.run : undefined
      return run === undefined
        ? usageError(`${name} ${workflow.group.starts} started no run`)
        : workflow.open(workspace, run)
    },
  }
}
