import { readNamed } from '../../engine/read-named.ts'
import { resolve } from 'node:path'
import { startRun } from '../../engine/command-run.ts'
import { openAgents } from '../../engine/open-agents.ts'
import { findRun } from '../../engine/open-run.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { readIntent } from '../../checks/design/read-intent.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import type { Exam } from '../../obligations/exam.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import type { IntentVersion } from './events.ts'
import { requirementsExam } from '../../checks/design/exam-requirements.ts'
import type { Live } from './state.ts'
import { designRoles } from './steps/bench.ts'
import { design } from './definition.ts'
import { inspectMarker, violationProblem } from './freeze.ts'
import { type DesignRun, filesOf } from './places.ts'
import { record, showFiles } from './record.ts'
import { completeExam } from '../../asking/exam.ts'
import { type DesignOptions, prepareSetup, readRequirements, type Requirements } from './setup.ts'

export type StartOptions = DesignOptions & {
  readonly by: string
  /** An intent of one's own, to be judged first instead of a draft. */
  readonly intent?: string | undefined
}

/** Starts a run of a feature's design phase: IDLE → GENERATING, with all that it is bound to. */
export async function startDesign(
  workspace: Workspace,
  featureId: string,
  options: StartOptions,
): AsyncResult<DesignRun> {
  const idle = await mayStart(workspace, featureId, options.by)
  if (!idle.ok) return idle
  const requirements = await readRequirements(workspace, featureId, options.requirements)
  if (!requirements.ok) return requirements
  const agents = await openAgents(workspace, designRoles)
  if (!agents.ok) return agents
  const { byRole } = agents.value
  const given = await givenIntent(workspace, featureId, options.intent)
  if (!given.ok) return given
  if (given.value === null) {
    const prompt = requirements.value.text
    const asked = { workflow: 'design', kind: featureId, prompt, idealResult: '' }
    const why = (await byRole.generator.whyNot?.(asked)) ?? null
    if (why !== null)
      return usageError(
        why,
        'bind an agent to the role generator in loopwright.yaml (docs/agents.md), or begin with a design of your own: --intent FILE',
        requirements.value.path,
      )
  }
  const exam = await readExam(workspace, requirements.value)
  if (!exam.ok) return exam
  const setup = await prepareSetup(workspace, featureId, {
    agents: byRole,
    options,
    requirements: requirements.value,
    exam: exam.value,
  })
  if (!setup.ok) return setup
  const started = await startRun(
    design,
    workspace,
    { name: featureId, runId: featureId },
    {
      type: 'start',
      runId: runIdFor(workspace, featureId, idle.value),
      setup: setup.value,
      by: options.by,
      ...(given.value === null ? {} : { given: given.value }),
    },
  )
  if (!started.ok) return started
  // an intent that an earlier run left there must not be taken for an edit of this one
  const { state } = started.value
  if (given.value !== null) await showFiles(workspace, featureId, state)
  return state.at === 'GENERATING' ? started : err(notIdle(featureId, state))
}

/** What the requirements ask for is read before the first generation; where that is nothing, none is made. */
async function readExam(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  { path, text }: Requirements,
): AsyncResult<Exam> {
  const { exam } = await completeExam(workspace, requirementsExam(text), {
    producers: [workspace.agentNameFor('generator')],
    workflow: 'design',
    signal: new AbortController().signal,
  })
  if (exam.items.length > 0) return ok(exam)
  return usageError(
    'the requirements ask for nothing that a design could be held against',
    'write what people can do, what is kept and what must happen, one sentence each',
    path,
  )
}

/** Before anything leaves IDLE, what is frozen is verified. A start that is not allowed is recorded. */
async function mayStart(workspace: Workspace, name: string, by: string): AsyncResult<Live | null> {
  const opened = await findRun(design, workspace, name)
  if (!opened.ok) return opened
  if (opened.value === null) return ok(null)
  const { state } = opened.value
  if (state.at !== 'IDLE') {
    const refused = await record(workspace, name, {
      type: 'attempt',
      to: 'GENERATING',
      trigger: 'start',
      by,
    })
    return refused.ok ? err(notIdle(name, state)) : refused
  }
  const marker = await inspectMarker(workspace, name)
  if (marker.type === 'none') return ok(state)
  if (marker.type === 'violated') {
    const { detail } = marker
    await record(workspace, name, { type: 'fault', code: 'integrity_violation', detail })
    return err(violationProblem(workspace, name, detail))
  }
  return usageError(
    `${name} is frozen: final/FROZEN.md stands`,
    'delete FROZEN.md, then start again',
    workspace.relative(filesOf(workspace, name).frozen.marker),
  )
}

function notIdle(featureId: string, state: Live): Problem {
  const todo: Readonly<Partial<Record<Live['at'], string>>> = {
    FAILED: `look at what happened, then: loopwright design reset ${featureId} --acknowledge "…"`,
    FROZEN: `to change it, delete FROZEN.md, then: loopwright design unfreeze ${featureId} --reason "…" --by "…"`,
    CANDIDATE: `it waits for a person: loopwright design approve|reject|abort ${featureId}`,
  }
  return usageProblem(
    `${featureId} is ${state.at}; a run starts from IDLE only (the attempt was recorded)`,
    todo[state.at] ?? `go on with it: loopwright resume ${featureId}`,
  )
}

/** `<feature>-<date>-<time>`, with a number where two runs begin in one second. */
function runIdFor(
  workspace: Pick<Workspace, 'clock'>,
  featureId: string,
  state: Live | null,
): string {
  const stamp = workspace.clock
    .now()
    .toISOString()
    .replace(/[-:]/g, '')
    .replace('T', '-')
    .slice(0, 15)
  const taken = new Set([state?.runId, ...(state?.archives ?? []).map(({ runId }) => runId)])
  for (let number = 1; ; number += 1) {
    const runId = `${featureId}-${stamp}${number === 1 ? '' : `-${number}`}`
    if (!taken.has(runId)) return runId
  }
}

async function givenIntent(
  workspace: Pick<Workspace, 'blobs' | 'cwd' | 'relative'>,
  featureId: string,
  path: string | undefined,
): AsyncResult<IntentVersion | null> {
  if (path === undefined) return ok(null)
  const file = resolve(workspace.cwd, path)
  const bytes = await readNamed(workspace, file, {
    missing: 'there is no such file',
    todo: 'name an intent.json, or leave --intent out for a draft',
  })
  if (!bytes.ok) return bytes
  const read = readIntent(bytes.value)
  if (!read.ok)
    return usageError(
      read.error
        .map(({ path: pointer, message }) => `${pointer === '' ? 'the file' : pointer}: ${message}`)
        .join('\n'),
      'correct the intent; docs/workflows/design.md shows its shape',
      `${workspace.relative(file)}:${read.error[0]?.line ?? 1}:${read.error[0]?.column ?? 1}`,
    )
  if (read.value.intent.featureId !== featureId)
    return usageError(
      `the intent is of the feature "${read.value.intent.featureId}", not of "${featureId}"`,
      'set its featureId',
      workspace.relative(file),
    )
  const text = await workspace.blobs.put(bytes.value.toString('utf8'))
  return ok({ hash: read.value.hash, text })
}
