import { splitLimit } from './loop-limit.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { Caps } from '../../../model/caps.ts'
import { aliasFor, TaskAlias } from '../../../model/ids.ts'
import { type Problem, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../../model/result.ts'
import { Criteria, type Rule } from '../../../model/rule.ts'
import { type Setup, TaskType } from '../events.ts'
import { promptsSha256 } from '../prompts/prompts.ts'
import { detectTaskType } from './detect-task-type.ts'
import { templateFor } from '../templates/templates.ts'
import { badCaps, readCriteria } from './change-setup.ts'
import { examOfTask } from './read-exam.ts'
import { openRun } from '../../../engine/open-run.ts'
import { reflex } from '../definition.ts'
import type { OpenAgents } from '../../../engine/open-agents.ts'
import type { Role } from '../steps/bench.ts'

/** What a person asked for, from flags or answers. Nothing here counts as confirmed. */
export type Options = {
  readonly task: string
  readonly alias?: string
  readonly type?: TaskType
  readonly idealResult?: string
  readonly criteriaFile?: string
  readonly thresholdA?: number
  readonly thresholdB?: number
  readonly maxIterations?: number
  readonly budgetSeconds?: number
  readonly caps?: Partial<Record<'wall_time_s' | 'tokens' | 'cost_usd', number | 'unlimited'>>
  readonly mandatory?: readonly string[]
  readonly from?: string
  readonly fixers?: boolean
  /** What is asked, as a person edited it. */
  readonly examFile?: string
  /** What a person calls a major issue: it must not be there. */
  readonly major?: string
}

export type Draft = {
  readonly setup: Setup
  /** A version of another run to start from. */
  readonly artifact?: string
}

export { TaskType }
export const taskTypes = TaskType.options

const longestTask = 100_000

/** Drafts what a run would start with; the caller has it confirmed. Null where the kind of artifact is unclear. */
export async function draftSetup(
  workspace: Workspace,
  options: Options,
  agents: OpenAgents<Role>,
): AsyncResult<Draft | null> {
  const origin = options.from === undefined ? null : await openRun(reflex, workspace, options.from)
  if (origin !== null && !origin.ok) return origin
  const earlier = origin?.value.state

  const asked = promptOf(options.task.trim() || (earlier?.setup.task.prompt ?? ''))
  if (!asked.ok) return asked
  const prompt = asked.value
  const alias = TaskAlias.safeParse(options.alias ?? aliasFor(prompt))
  if (!alias.success)
    return usageError(
      `the alias "${options.alias}" ${alias.error.issues[0]?.message ?? 'is not valid'}`,
      'choose another with --alias',
    )

  const type = options.type ?? earlier?.setup.task.type ?? detectTaskType(prompt)
  const criteria = await criteriaFor(options, type, earlier?.setup.criteria ?? null)
  if (!criteria.ok) return criteria
  if (criteria.value === null) return ok(null)

  const { task } = splitLimit(prompt)
  const caps = capsFor(workspace, { ...options, task: prompt })
  if (!caps.ok) return caps
  if (!earlier?.artifact) {
    const idealResult = options.idealResult ?? ''
    const made = { workflow: 'reflex', kind: type ?? 'other', prompt: task, idealResult }
    const why = (await agents.byRole.producer.whyNot?.(made)) ?? null
    if (why !== null) return err(notForUs(why))
  }
  const exam = await examOfTask(workspace, type ?? 'other', { prompt, ...options })
  if (!exam.ok) return exam
  return ok({
    setup: {
      task_alias: alias.data,
      task: {
        prompt,
        ideal_result: options.idealResult ?? earlier?.setup.task.ideal_result ?? '',
        type: type ?? 'other',
      },
      criteria: criteria.value,
      max_iterations: caps.value.iterations,
      max_completed_phase_seconds: options.budgetSeconds ?? null,
      caps: caps.value,
      options: optionsFor(workspace, options),
      exam: exam.value,
      bindings: Object.fromEntries(
        Object.keys(agents.byRole).map((role) => [role, workspace.agentNameFor(role)]),
      ),
      agents: agents.identities,
      prompts_sha256: promptsSha256,
      ...(options.from === undefined ? {} : { from: options.from }),
    },
    ...(earlier?.artifact ? { artifact: earlier.artifact } : {}),
  })
}

function promptOf(prompt: string): Result<string> {
  if (prompt === '')
    return usageError(
      'the task is empty',
      'say what to make: loopwright new "OpenAPI 3.1 spec for a bookshop"',
    )
  if (prompt.length > longestTask)
    return usageError(
      `the task is ${prompt.length} characters long; at most ${longestTask} are taken`,
    )
  return ok(prompt)
}

/** Said before the first iteration: the embedded agent takes only what it can make. */
const notForUs = (why: string): Problem =>
  usageProblem(
    `the embedded agent is not a model and cannot make this: ${why}`,
    'bind an agent to the roles producer and refiner in loopwright.yaml (docs/agents.md)',
  )

function optionsFor({ config, agentNameFor }: Workspace, { fixers }: Options): Setup['options'] {
  const settings = config.workflows.reflex
  const isAllowed = config.acceptance.self_judgement.includes(agentNameFor('producer'))
  return {
    require_threshold: settings.require_threshold,
    stagnation_includes_blockers: settings.stagnation.includeBlockers,
    produce: settings.produce,
    fixers: fixers ?? settings.fixers,
    ...(isAllowed ? { self_judgement: true } : {}),
  }
}

/** The file's criteria, those of the run to start from, or the template of the kind of artifact. */
async function criteriaFor(
  options: Options,
  type: TaskType | null,
  earlier: Criteria | null,
): AsyncResult<Criteria | null> {
  const base = await baseCriteria(options, type, earlier)
  if (!base.ok || base.value === null) return base
  const { thresholdA, thresholdB, mandatory = [] } = options
  const { A, B } = base.value.phase
  const rules = [...base.value.rules, ...mandatory.map(mandatoryRule)]
  const adjusted = Criteria.safeParse({
    ...base.value,
    phase: {
      A: { ...A, threshold: thresholdA ?? A.threshold },
      B: { ...B, threshold: thresholdB ?? B.threshold },
    },
    rules,
  })
  if (adjusted.success) return ok(adjusted.data)
  const issue = adjusted.error.issues[0]
  return usageError(`${issue?.path.join('.') ?? 'criteria'}: ${issue?.message ?? 'not valid'}`)
}

async function baseCriteria(
  options: Options,
  type: TaskType | null,
  earlier: Criteria | null,
): AsyncResult<Criteria | null> {
  if (options.criteriaFile !== undefined) return readCriteria(options.criteriaFile)
  if (options.type === undefined && earlier !== null) return ok(earlier)
  if (type === 'other' && (options.mandatory ?? []).length > 0) return ok(onlyMandatory)
  return ok(type === null ? null : templateFor(type))
}

const onlyMandatory: Criteria = {
  name: 'mandatory',
  version: 1,
  phase: {
    A: { threshold: 0.8, active_levels: ['A'] },
    B: { threshold: 0.9, active_levels: ['A', 'B'] },
  },
  rules: [],
}

/** A check the user demands: quoted text and patterns in it become checks; the rest a judge must decide. */
function mandatoryRule(text: string, index: number): Rule {
  const id = `a.completeness.mandatory-${index + 1}`
  return { id, description: text, severity: 'fail', weight: 2, phase: 'A', check: text }
}

/** The limit as it was wished, or as the task names it: a person still confirms it. */
export const iterationsFor = ({ config }: Workspace, { maxIterations, task }: Options): number =>
  maxIterations ?? splitLimit(task).limit ?? config.caps.iterations

function capsFor(workspace: Workspace, options: Options): Result<Caps> {
  const iterations = iterationsFor(workspace, options)
  const parsed = Caps.safeParse({ ...workspace.config.caps, ...options.caps, iterations })
  return parsed.success ? ok(parsed.data) : err(badCaps(parsed.error))
}
