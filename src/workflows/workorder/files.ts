import { join } from 'node:path'
import type { Blobs } from '../../ports/blobs.ts'
import type { ProjectedFile } from '../../ports/projection.ts'
import { pullRequestBody } from './pull-request.ts'
import { refinementResult } from './refining/refinement-result.ts'
import type { OrderLive } from './state.ts'

export function orderFiles(root: string, runId: string) {
  const folder = join(root, runId)
  return {
    folder,
    order: join(folder, 'order.json'),
    prompt: join(folder, 'prompt.md'),
    refinement: join(folder, 'refinement.json'),
    acceptance: join(folder, 'acceptance.json'),
    report: join(folder, 'report.json'),
    patch: join(folder, 'change.patch'),
    pullRequest: join(folder, 'PULL_REQUEST.md'),
  }
}
export type OrderFiles = ReturnType<typeof orderFiles>

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The files of an order. They follow every event. */
export function projectOrder(
  files: OrderFiles,
  state: OrderLive,
  blobs: Blobs,
): readonly ProjectedFile[] {
  const { setup, briefing, measured, delivered, runId } = state
  const stored = (path: string, hash: string | undefined): readonly ProjectedFile[] =>
    hash === undefined ? [] : [{ path, content: async () => (await blobs.get(hash)) ?? undefined }]
  return [
    {
      path: files.order,
      content: pretty({ run_id: runId, id: setup.orderId, ...setup.order, plan: setup.plan }),
    },
    ...stored(files.prompt, briefing?.prompt),
    ...(state.compiled === null || state.firstCompiled === null
      ? []
      : [{ path: files.refinement, content: pretty(refinementOf(state)) }]),
    ...(measured === null
      ? []
      : [{ path: files.acceptance, content: pretty(measured.acceptance) }]),
    ...stored(files.report, measured?.report),
    ...(delivered === null
      ? []
      : [
          { path: files.patch, content: async () => decoded(await blobs.get(delivered.patch)) },
          { path: files.pullRequest, content: pullRequestBody(state) },
        ]),
  ]
}

/** How the compiler's errors went; the content is the change as a git tree. */
const refinementOf = ({ proposal, firstCompiled, compiled, cycles }: OrderLive) =>
  refinementResult({
    content: proposal?.tree ?? '',
    initial: firstCompiled?.errors.length ?? 0,
    errors: compiled?.errors ?? [],
    violations: compiled?.violations ?? [],
    sanitizer: firstCompiled?.sanitizer ?? null,
    cycles,
  })

/** What is lost from the private folder may lie there for the last time: it is left alone. */
const decoded = (text: string | null): Uint8Array | undefined =>
  text === null ? undefined : Buffer.from(text, 'base64')
