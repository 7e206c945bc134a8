import { overdue } from '../acceptance/known-of-code.ts'
import type { GitFacts } from './commits.ts'
import {
  holdsUnless,
  type Issue,
  met,
  notApplicable,
  type Part,
  undecided,
  unmet,
} from './evaluation.ts'
import type { TrackFacts } from './facts.ts'
import { findImpact, type Impact, type SyncFlag } from './impact.ts'
import { isDiscovered } from './plan.ts'
import { isDocumented } from './plan-task.ts'
import { inPlan, nameOf, planUpdated } from './plan-updated.ts'
import { checkScope } from './scope.ts'

export type StructuralFacts = Pick<
  TrackFacts,
  | 'folder'
  | 'spec'
  | 'plan'
  | 'planText'
  | 'commits'
  | 'files'
  | 'measured'
  | 'unmeasured'
  | 'documents'
> & {
  readonly repository: GitFacts['repository']
  readonly syncFlag: SyncFlag | null
}

export type Structural = {
  readonly planUpdated: Part
  readonly scope: Part
  readonly noSkipped: Part
  readonly build: Part
  readonly businessDocs: Part
  readonly impact: readonly Impact[]
  readonly syncRequired: boolean
}

/** The checks that hold for every track, whatever it is about (decisions 3.6 to 3.8, 3.13, 3.20, 3.21). */
export function checkStructure(facts: StructuralFacts): Structural {
  const impact = findImpact(facts.commits, facts)
  return {
    planUpdated: planUpdated(facts),
    scope: checkScope(facts),
    noSkipped: noSkipped(facts),
    build: build(facts),
    businessDocs: businessDocs(facts, impact),
    impact,
    syncRequired: impact.length > 0 || facts.syncFlag?.required === true,
  }
}

function noSkipped({ plan, folder }: StructuralFacts): Part {
  const path = inPlan(folder)
  // boxes inside of tasks are tracked where one of them was ever ticked
  const areTracked = plan.tasks.some(({ depth, status }) => depth > 0 && status !== 'todo')
  const open = plan.tasks.filter(
    (task) =>
      task.status !== 'done' &&
      !task.isGroup &&
      !isDiscovered(task) &&
      (task.depth === 0 || areTracked),
  )
  const issues = open.flatMap((task): readonly Issue[] => {
    if (isDocumented(task)) return []
    const todo =
      task.status === 'blocked'
        ? 'say why it is blocked'
        : 'complete it, or add a note "Deferred: <why>"'
    const what =
      task.status === 'blocked'
        ? 'is blocked without a reason'
        : task.status === 'doing'
          ? 'is still in progress'
          : 'is not done and not deferred'
    return [
      {
        message: `${nameOf(task)} ${what}`,
        path,
        line: task.line,
        fix: `${nameOf(task)}: ${todo}`,
      },
    ]
  })
  const about = 'every task is done, or its deferral is documented'
  if (plan.tasks.length === 0) return undecided('no-skipped', about, 'plan.md has no tasks')
  return holdsUnless('no-skipped', about, {
    issues,
    reason:
      open.length === 0
        ? `all ${plan.tasks.length} tasks are done`
        : `${open.length} tasks are deferred with a reason`,
  })
}

function build({ measured, unmeasured }: StructuralFacts): Part {
  const about = 'the build passes'
  if (measured === null) return undecided('build', about, unmeasured ?? 'nothing could be run')
  const { state, decided_by: by, errors } = measured.build
  const run = measured.commands.find(({ purpose }) => purpose === 'build')
  if (run === undefined || by !== 'command')
    return state === 'failed'
      ? unmet('build', about, errors.slice(0, 5).map(asIssue))
      : notApplicable('build', about, 'the project has no build script')
  if (state === 'passed') return met('build', about, `${run.shown} exits with 0`, run.shown)
  if (state !== 'failed')
    return undecided(
      'build',
      about,
      overdue(measured, 'build') ??
        `${run.shown} could not be run: ${run.tail.trim().split('\n').at(-1) ?? ''}`,
    )
  const issues = errors.slice(0, 10).map(asIssue)
  return unmet(
    'build',
    about,
    issues.length > 0
      ? issues
      : [
          {
            message: `${run.shown} fails: ${run.tail.trim().split('\n').slice(-3).join(' / ')}`,
            fix: `make ${run.shown} pass`,
          },
        ],
  )
}

const asIssue = ({
  path,
  line,
  message,
  code,
}: NonNullable<StructuralFacts['measured']>['build']['errors'][number]): Issue => ({
  message: code === null ? message : `${message} (${code})`,
  ...(path === null ? {} : { path }),
  ...(line === null ? {} : { line }),
  fix: `make the build pass: ${message}`,
})

/** 3.6: what is decided about the business must be flagged, with the documents that follow. */
function businessDocs(
  { syncFlag, commits, repository }: StructuralFacts,
  impact: readonly Impact[],
): Part {
  const id = 'business-docs'
  const about = 'what changes the business is flagged for the sync of its documents'
  // what the executor says of commits that nobody can look at decides nothing
  if (
    impact.length === 0 &&
    syncFlag?.required !== true &&
    (commits.length === 0 || repository !== 'whole')
  )
    return undecided(
      id,
      about,
      commits.length === 0
        ? 'no commit of the track is known'
        : 'this is a shallow clone, so not all commits can be looked at',
    )
  if (impact.length === 0 && syncFlag?.required !== true)
    return met(
      id,
      about,
      'nothing in the commits or the spec changes prices, tiers, models, packages, assets or the market',
    )
  if (syncFlag?.required !== true)
    return unmet(
      id,
      about,
      impact.map(({ what, path, line }) => ({
        message: what,
        path,
        ...(line === undefined ? {} : { line }),
        fix: 'add "Business Doc Sync Required: Yes" with "Affected Docs" to the summary of the track',
      })),
    )
  if (syncFlag.affected.length === 0)
    return unmet(id, about, [
      {
        message: 'the sync is flagged, and no affected document is listed',
        path: syncFlag.where,
        fix: 'list the documents: "Affected Docs: conductor/product.md, …"',
      },
    ])
  return met(id, about, `flagged, with ${syncFlag.affected.join(', ')}`, syncFlag.where)
}
