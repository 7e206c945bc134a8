import { z } from 'zod'
import type { Workspace } from '../ports/workspace.ts'
import { Scorecard } from '../checks/design/critique.ts'
import type { DesignReport } from '../views/design-report.ts'
import type { OpenFeature } from './design-feature.ts'
import { designViewOf } from './design-view.ts'

const Critique = z.object({
  dimensions: Scorecard.shape.dimensions,
  recommendations: z.array(z.string()),
})

export async function designReportOf(
  workspace: Workspace,
  { place, state, notices }: OpenFeature,
): Promise<DesignReport> {
  const text = state.judged === null ? null : await workspace.blobs.get(state.judged.critique)
  const critique = text === null ? null : Critique.parse(JSON.parse(text))
  return {
    view: designViewOf(workspace, place, state, { notices }),
    dimensions: state.dimensions.map(({ iteration, scores }) => ({ iteration, ...scores })),
    findings: Object.values(critique?.dimensions ?? {}).flatMap(({ findings }) => findings),
    recommendations: critique?.recommendations ?? [],
    rejections: state.rejections,
  }
}

/** A version of the intent by name, number or the start of its hash. */
export async function intentVersion(
  workspace: Workspace,
  { state }: OpenFeature,
  name: string,
): Promise<{ readonly hash: string; readonly text: string } | null> {
  const { intents } = state
  const named: Readonly<Record<string, string | undefined>> = {
    first: intents[0],
    last: intents.at(-1),
    previous: intents.at(-2) ?? intents[0],
    best: await bestText(workspace, { state }),
  }
  const numbered = /^\d{1,4}$/.test(name) ? intents[Number(name) - 1] : undefined
  const matching = intents.filter((each) => /^[0-9a-f]{4,64}$/.test(name) && each.startsWith(name))
  const hash = named[name] ?? numbered ?? (matching.length === 1 ? matching[0] : undefined)
  const text = hash === undefined ? null : await workspace.blobs.get(hash)
  return hash === undefined || text === null ? null : { hash, text }
}

/** The text whose design scored best. */
async function bestText(
  workspace: Workspace,
  { state }: Pick<OpenFeature, 'state'>,
): Promise<string | undefined> {
  const { best, intents } = state
  const { readIntent } = await import('../checks/design/read-intent.ts')
  for (const hash of intents) {
    const text = await workspace.blobs.get(hash)
    const read = text === null ? null : readIntent(text)
    if (read?.ok && read.value.hash === best?.intent) return hash
  }
  return intents.at(-1)
}
