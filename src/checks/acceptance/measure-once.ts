import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { z } from 'zod'
import { jsonOf } from '../../kit/parse.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { measure, type MeasureOptions } from './measure.ts'
import { Measurement } from './measurement.ts'
import { sealed, unsealed } from '../../kit/seal.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'

/** Raise it when the same tree would be measured otherwise. */
const measureVersion = 4

/** Measures a tree, or takes what was measured when the very same tree and packages were seen before. */
export async function measureOnce(
  workspace: Workspace,
  workbench: Workbench,
  options: MeasureOptions,
  signal: AbortSignal,
): AsyncResult<Measurement, SandboxRefusal> {
  const { commands = {}, seconds = {}, onProgress } = options
  let isKept = true
  const about = { what: [measureVersion, commands, seconds], schema: Measurement, isLasting }
  const measured = await onceForTree(workspace, workbench, about, () => {
    isKept = false
    return measure(workbench, options, signal)
  })
  if (isKept) onProgress?.('this very tree was measured before')
  return measured
}

type About<Value> = {
  /** All that it depends on, beside the tree. */
  readonly what: readonly unknown[]
  readonly schema: z.ZodType<Value>
  readonly isLasting?: (value: Value) => boolean
}

/** Makes something of a tree once, and keeps it. */
export async function onceForTree<Value, Failure>(
  workspace: Workspace,
  workbench: Workbench,
  { what, schema, isLasting: isKept = () => true }: About<Value>,
  make: () => AsyncResult<Value, Failure>,
): AsyncResult<Value, Failure> {
  const key = createHash('sha256')
    .update(JSON.stringify([workbench.tree, workbench.kind, ...what]))
    .digest('hex')
  const folder = join(workspace.privateFolder, 'cache', 'measurements', key.slice(0, 2))
  const path = join(folder, `${key}.json`)
  const bytes = await workspace.disk.read(path)
  const body = unsealed(workspace.seal, key, Buffer.from(bytes ?? []).toString('utf8'))
  const stored = body === null ? undefined : schema.safeParse(jsonOf(body)).data
  if (stored !== undefined) return ok(stored)
  const made = await make()
  if (made.ok && isKept(made.value) && (await workbench.drift()) === null) {
    await workspace.hidePrivateFolder()
    await workspace.disk.replace(path, sealed(workspace.seal, key, JSON.stringify(made.value)))
  }
  return made
}

type OnWorkbench<Value, Failure> = {
  readonly work: (workbench: Workbench) => AsyncResult<Value, Failure>
  readonly tries: number
  readonly refused: (why: string) => Failure
  readonly drifted: (why: string) => Failure
}

/**
 * Measures a private copy of a folder. What comes of it counts only where copy and folder hold afterwards,
 * byte for byte, what they held before; otherwise it is measured again.
 */
export async function onWorkbench<Value, Failure>(
  workspace: Pick<Workspace, 'openWorkbench'>,
  folder: string,
  { work, tries, refused, drifted }: OnWorkbench<Value, Failure>,
): AsyncResult<Value, Failure> {
  const opened = await workspace.openWorkbench(folder)
  if (!opened.ok) return err(refused(opened.error))
  try {
    const done = await work(opened.value)
    const why = done.ok ? await opened.value.drift() : null
    if (why === null) return done
    if (tries <= 1) return err(drifted(why))
  } finally {
    await opened.value.close()
  }
  return onWorkbench(workspace, folder, { work, tries: tries - 1, refused, drifted })
}

/** What was stopped, could not run or was flaky may come out otherwise the next time. */
const isLasting = ({ build, tests, lint }: Measurement): boolean =>
  build.state !== 'stopped' &&
  tests.state !== 'stopped' &&
  [build.state, tests.state, lint.state].every((state) => state !== 'not_run') &&
  lint.state !== 'stopped' &&
  tests.flaky.length === 0
