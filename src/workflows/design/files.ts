import { join } from 'node:path'
import type { Blobs } from '../../ports/blobs.ts'
import type { ProjectedFile } from '../../ports/projection.ts'
import { stateFile } from './kept-state.ts'
import type { Live } from './state.ts'

export function featureFiles(root: string, featureId: string) {
  const feature = join(root, featureId)
  const folder = join(feature, 'design')
  const final = join(folder, 'final')
  return {
    feature,
    folder,
    intent: join(folder, 'intent.json'),
    preview: join(folder, 'preview.html'),
    critique: join(folder, 'critique.json'),
    state: join(folder, 'state.json'),
    history: join(folder, 'history'),
    final,
    frozen: {
      marker: join(final, 'FROZEN.md'),
      intent: join(final, 'intent.json'),
      preview: join(final, 'preview.html'),
    },
  }
}
export type FeatureFiles = ReturnType<typeof featureFiles>

export const stateText = (state: Live): string => `${JSON.stringify(stateFile(state), null, 2)}\n`

/** state.json, and the states of earlier runs. They follow every event. */
export const projectState = (
  files: FeatureFiles,
  state: Live,
  blobs: Blobs,
): readonly ProjectedFile[] => [
  { path: files.state, content: async () => stateText(state) },
  // a run that failed again after its reset is archived again
  ...[...new Map(state.archives.map(({ runId, text }) => [runId, text]))].map(([runId, text]) => ({
    path: join(files.history, `${runId}.json`),
    content: async () => (await blobs.get(text)) ?? undefined,
  })),
]

/**
 * The artifacts. A critique and a preview belong to the intent they were made from: where it has
 * changed since, they are no longer valid and are taken away until there are new ones.
 */
export function projectArtifacts(
  files: FeatureFiles,
  state: Live,
  blobs: Blobs,
): readonly ProjectedFile[] {
  const { intent, judged } = state
  const valid = judged !== null && intent !== null && judged.intent === intent.hash
  // what is lost from the private folder may lie there for the last time: it is left alone
  const from = (hash: string | null) => async () =>
    hash === null ? null : ((await blobs.get(hash)) ?? undefined)
  return [
    ...(intent === null
      ? []
      : [{ path: files.intent, content: from(intent.text), durable: true } as const]),
    { path: files.critique, content: from(valid ? judged.critique : null) },
    { path: files.preview, content: from(valid ? judged.preview.sha256 : null) },
  ]
}
