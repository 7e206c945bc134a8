import { join } from 'node:path'
import { reaches } from '../../loop/score.ts'
import type { Blobs } from '../../ports/blobs.ts'
import type { ProjectedFile } from '../../ports/projection.ts'
import { isApart } from './calibration.ts'
import { statusOf } from './contract.ts'
import { bytesOf, readSite } from './site.ts'
import type { Evaluated, GanLive } from './state.ts'

export function ganFiles(artifactDir: string, runId: string) {
  const folder = join(artifactDir, runId)
  return {
    folder,
    site: join(folder, 'site'),
    sprint: (iteration: number) => join(folder, `sprint-${iteration}.json`),
    report: (iteration: number) => join(folder, `evaluation-report-${iteration}.json`),
    screenshot: (iteration: number, viewport: string) =>
      join(folder, `screenshot-${iteration}-${viewport}.png`),
  }
}
export type GanFiles = ReturnType<typeof ganFiles>

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Contracts, reports and pictures. They follow every event. */
export const projectRun = (
  files: GanFiles,
  state: GanLive,
  blobs: Blobs,
): readonly ProjectedFile[] => [
  ...(state.setup.contract === 'none'
    ? []
    : state.contracts.map(({ iteration }) => ({
        path: files.sprint(iteration),
        content: pretty(sprintFile(state, iteration)),
      }))),
  ...lastOfEach(state.evaluations).flatMap((evaluation) => [
    {
      path: files.report(evaluation.iteration),
      content: async () => reportFile(files, state, evaluation, blobs),
    },
    ...evaluation.screenshots.map(({ viewport, text }) => ({
      path: files.screenshot(evaluation.iteration, viewport),
      content: async () => decoded(await blobs.get(text)),
    })),
  ]),
]

/** What is lost from the private folder may lie there for the last time: it is left alone. */
const decoded = (text: string | null): Uint8Array | undefined =>
  text === null ? undefined : Buffer.from(text, 'base64')

/** A site that was edited by hand is judged again in its iteration; the last word is the report. */
const lastOfEach = (evaluations: readonly Evaluated[]): readonly Evaluated[] => [
  ...new Map(evaluations.map((each) => [each.iteration, each])).values(),
]

/** The score that counts: of two judgements of one site the lower. */
const countedOf = (state: GanLive, evaluation: Evaluated): number =>
  Math.min(evaluation.overall, secondOf(state, evaluation)?.overall ?? evaluation.overall)

const secondOf = ({ evaluations, second }: GanLive, evaluation: Evaluated) =>
  evaluations[0] === evaluation ? second : null

/** sprint-N.json: the contract, and what became of it once it was judged. */
export function sprintFile(state: GanLive, iteration: number) {
  const contract = state.contracts.findLast((each) => each.iteration === iteration)
  const evaluation = state.evaluations.findLast((each) => each.iteration === iteration)
  if (contract === undefined) return null
  return {
    ...contract,
    acceptance_checklist: contract.acceptance_checklist.map((item) => {
      const verdict = evaluation?.verdicts.find(({ id }) => id === item.id)
      if (verdict === undefined) return item
      return {
        ...item,
        status: verdict.passed ? 'passed' : 'failed',
        score: verdict.score,
        ...(verdict.score === 0 ? {} : { rubric_anchor: verdict.score }),
        standing: statusOf(verdict.score),
        evidence: verdict.evidence.join('; '),
      }
    }),
    history: lastOfEach(state.evaluations)
      .filter((each) => each.iteration <= iteration)
      .map((each) => ({ iteration: each.iteration, score: countedOf(state, each) })),
  }
}

/** evaluation-report-N.json: the report, when it was made, its pictures and what followed. */
async function reportFile(
  files: GanFiles,
  state: GanLive,
  evaluation: Evaluated,
  blobs: Blobs,
): Promise<string | undefined> {
  const text = await blobs.get(evaluation.report)
  if (text === null) return undefined
  const report: unknown = JSON.parse(text)
  const second = secondOf(state, evaluation)
  const counted = countedOf(state, evaluation)
  return pretty({
    ...Object(report),
    evaluated_at: evaluation.at,
    screenshots: evaluation.screenshots.map(({ viewport, sha256 }) => ({
      viewport,
      file: files.screenshot(evaluation.iteration, viewport).slice(files.folder.length + 1),
      sha256,
    })),
    accessibility_score: evaluation.accessibility,
    feedback: evaluation.feedback,
    ...(!reaches(counted, state.setup.loop.passThreshold) ? { verdict: 'FAIL' } : {}),
    ...(second === null
      ? {}
      : {
          second_evaluation: {
            overall_score: second.overall,
            divergence: second.divergence,
            calibration_warning: isApart(second.divergence),
            counted,
          },
        }),
  })
}

/** The site as it is now; files that only earlier versions had are taken away. */
export const projectSite = (
  files: GanFiles,
  { site, paths }: GanLive,
  blobs: Blobs,
): readonly ProjectedFile[] =>
  site === null
    ? []
    : paths.map((path) => ({
        path: join(files.site, path),
        content: async () => {
          const text = await blobs.get(site)
          if (text === null) return undefined
          const file = readSite(text).find((each) => each.path === path)
          return file === undefined ? null : bytesOf(file)
        },
        durable: true,
      }))
