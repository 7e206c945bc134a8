import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { keptRuns } from '../../engine/kept-runs.ts'
import { stagedWorkflow } from '../../engine/staged-workflow.ts'
import type { WorkflowDefinition } from '../../engine/workflow.ts'
import { onlyIn } from '../../model/gate.ts'
import { err, ok, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { editedByHand } from './edited-site.ts'
import { type GanFiles, projectRun, projectSite } from './files.ts'
import { ganMachine, type GanStep } from './machine.ts'
import { filesOf, numberOf, projectOf } from './places.ts'
import { bytesOf, readSite, siteAsText, siteText } from './site.ts'
import type { GanCommand, GanLive, GanState } from './state.ts'
import { ganRunView } from './view.ts'

export const gan: WorkflowDefinition<GanState, GanCommand, GanStep> = {
  ...stagedWorkflow(ganMachine, { noun: 'a page', begin: 'loopwright gan start <folder>' }),

  /** The oldest first within each project. */
  names: async (workspace) =>
    (await keptRuns(workspace, 'gan')).toSorted(
      (one, other) =>
        (projectOf(one) < projectOf(other) ? -1 : projectOf(one) > projectOf(other) ? 1 : 0) ||
        numberOf(one) - numberOf(other),
    ),
  /** The newest run of a project. */
  match: (word, names) => names.findLast((name) => projectOf(name) === word),

  folder: (workspace, { state }) => filesOf(workspace, state).folder,
  files: (workspace, { state }) => projectRun(filesOf(workspace, state), state, workspace.blobs),
  artifacts: (workspace, { state }) =>
    projectSite(filesOf(workspace, state), state, workspace.blobs),
  async theirs(workspace, { state }) {
    const rests = state.at === 'ended' || state.at === 'asking'
    const edited = rests ? await editedByHand(workspace, filesOf(workspace, state), state) : null
    return edited?.paths ?? new Set()
  },
  swept(workspace, { state }) {
    const { folder, site } = filesOf(workspace, state)
    return [folder, site]
  },

  bound: ({ setup }) => setup,
  bench: async (...on) => (await import('./open-bench.ts')).openBench(...on),
  /** A site that a person edited is taken as it is and judged; one a crash left behind is not. */
  async edited(workspace, { state }, note) {
    if (state.at !== 'evaluating' && state.at !== 'asking') return ok(null)
    const edited = await editedByHand(workspace, filesOf(workspace, state), state)
    if (edited === null) return ok(null)
    if (!edited.site.ok) {
      note(`the edited site is not taken: ${edited.site.error}`)
      return ok(null)
    }
    const site = await workspace.blobs.put(siteText(edited.site.value))
    note(`the site was edited by hand (${site.slice(0, 8)}); it is taken as it is and judged`)
    return ok({ type: 'adopt-site', site, paths: edited.site.value.map(({ path }) => path) })
  },
  answer: (answer) => ({ type: 'answer-gate', answer, only: onlyIn(answer) }),
  async beforeAnswer(workspace, { name, state }) {
    const files = filesOf(workspace, state)
    // an edit that is no site cannot be judged; resume has said so
    const edited = await editedByHand(workspace, files, state)
    const failed = state.at === 'asking' && state.reasons.includes('agent_failure')
    if (edited?.site.ok !== true || failed) return ok({ type: 'take' })
    return usageError(
      'the site was edited after its evaluation; an answer holds only for what was judged',
      `judge it first: loopwright resume ${name}`,
      workspace.relative(files.site),
    )
  },
  async settle(workspace, { state }) {
    const { calibrate } = await import('./calibration-log.ts')
    const { observationsOf } = await import('./observations.ts')
    return calibrate(workspace, state.setup.artifactDir, async () => {
      if (state.at === 'ended')
        await (
          await workspace.lessons()
        ).observe(state.runId, observationsOf(state), state.updatedAt)
      return ok(state)
    })
  },

  view: (workspace, { state }) => ganRunView(workspace, state),
  show: async (workspace, run) => (await import('./show.ts')).showGan(workspace, run),
  reports: async (workspace, run) => (await import('./reports.ts')).ganReports(workspace, run),
  versions: async (workspace, { state }) =>
    ok({
      hashes: state.sites,
      last: state.site,
      best:
        state.evaluations.toSorted((one, other) => other.overall - one.overall)[0]?.site ?? null,
      accepted: state.at === 'ended' && state.outcome === 'passed',
      async read(hash) {
        const text = await workspace.blobs.get(hash)
        if (text === null)
          return err({ exit: 5, what: `version ${hash.slice(0, 8)} is missing or damaged` })
        const files = readSite(text).map((file) => ({ path: file.path, bytes: bytesOf(file) }))
        return ok({ hash, text: siteAsText(text), files })
      },
    }),
  texts: ({ sites, evaluations }) => [...sites, ...evaluations.map(({ report }) => report)],
  async prove(workspace, { state }) {
    const files = filesOf(workspace, state)
    const problems = [
      ...(await changedSite(workspace, files, state)),
      ...(await changedPictures(workspace, files, state)),
    ]
    const proofs = ['the site and its pictures are what the reports cite']
    return { proofs: problems.length === 0 && state.evaluation !== null ? proofs : [], problems }
  },
}

type Reading = Pick<Workspace, 'disk' | 'blobs' | 'relative'>

async function changedSite(
  { disk, blobs, relative }: Reading,
  { site: folder }: GanFiles,
  { site }: GanLive,
): Promise<readonly string[]> {
  const text = site === null ? null : await blobs.get(site)
  const changed: string[] = []
  for (const file of text === null ? [] : readSite(text)) {
    const path = join(folder, file.path)
    const bytes = await disk.read(path)
    if (bytes === null || !Buffer.from(bytes).equals(Buffer.from(bytesOf(file))))
      changed.push(`${relative(path)} is not what was judged`)
  }
  return changed
}

async function changedPictures(
  { disk, relative }: Reading,
  files: GanFiles,
  { evaluations }: GanLive,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { iteration, screenshots } of evaluations.slice(-1))
    for (const { viewport, sha256 } of screenshots) {
      const path = files.screenshot(iteration, viewport)
      const bytes = await disk.read(path)
      if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256)
        changed.push(`${relative(path)} is not the picture that the report cites`)
    }
  return changed
}
