import { load } from '../../engine/run.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { inspectFreeze, inspectMarker, violationProblem } from './freeze.ts'
import { designMachine } from './machine.ts'
import { type DesignRun, filesOf, placeError, whyNoFeatureId } from './places.ts'
import { record } from './record.ts'

/**
 * A frozen feature is verified on every load; where the frozen files are not what was sealed, the
 * violation is recorded and the feature has failed.
 */
export async function inspect(workspace: Workspace, run: DesignRun): AsyncResult<DesignRun> {
  const { name, state } = run
  if (state.at !== 'FROZEN' || state.seal === null) return ok(run)
  const report = await inspectFreeze(workspace, name, state.seal)
  if (report.type === 'intact') return ok(run)
  if (report.type === 'marker-missing')
    return ok({
      ...run,
      notices: [
        `final/FROZEN.md was deleted. To unfreeze the design, say why and who allows it: loopwright design unfreeze ${name} --reason "…" --by "…"`,
      ],
    })
  const { detail } = report
  const failed = await recordFault(workspace, run, detail)
  return failed.ok ? ok({ ...failed.value, notices: [`integrity violation: ${detail}`] }) : failed
}

async function recordFault(
  workspace: Workspace,
  run: DesignRun,
  detail: string,
): AsyncResult<DesignRun> {
  const done = await record(workspace, run.name, {
    type: 'fault',
    code: 'integrity_violation',
    detail,
  })
  if (done.ok) return done
  // someone else saw it first
  const now = await load(designMachine, run.store)
  return now.ok && now.value.state.at === 'FAILED' ? ok({ ...run, state: now.value.state }) : done
}

/** Why there is nothing to open by a name. */
export const unknownFeature = async (workspace: Workspace, name: string): Promise<Problem> =>
  whyNoFeatureId(name) ??
  (await placeError(workspace, name)) ??
  (await lostFeature(workspace, name)) ??
  usageProblem(
    `${name} has no design yet`,
    `start it: loopwright design start ${name} requirements.md`,
  )

/** What a marker tells of a design of which nothing else is known; null where none stands. */
export async function lostFeature(workspace: Workspace, name: string): Promise<Problem | null> {
  const marker = await inspectMarker(workspace, name)
  if (marker.type === 'none') return null
  if (marker.type === 'violated') return violationProblem(workspace, name, marker.detail)
  return usageProblem(
    `${name} is frozen and intact, but its state.json is missing, so nothing else is known of it`,
    'restore state.json from version control',
    workspace.relative(filesOf(workspace, name).state),
  )
}
