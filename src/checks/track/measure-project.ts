import { completeExam, judgeWork } from '../../asking/exam.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { Obligation } from '../../model/obligation.ts'
import { err, ok } from '../../model/result.ts'
import { examFrom } from '../../obligations/exam.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { codeVocabulary } from '../acceptance/exam.ts'
import { judgeCode } from '../acceptance/judge-code.ts'
import { measureTypes } from '../acceptance/measure.ts'
import { measureOnce, onWorkbench } from '../acceptance/measure-once.ts'
import type { BuildMeasure, Measurement } from '../acceptance/measurement.ts'
import { onlyOwn } from '../acceptance/own-files.ts'
import { demandsIn } from './demands.ts'

export type MeasureOrder = {
  readonly files: FileTree
  readonly signal: AbortSignal
  readonly onProgress: (what: string) => void
  /** The agents that made the work, by their names in the configuration. */
  readonly producers?: readonly string[]
}

/** An agent that made the work judges it as the one who made it. */
function producerOf(
  { agentNameFor }: Pick<Workspace, 'agentNameFor'>,
  { producers = [] }: Pick<MeasureOrder, 'producers'>,
  role: string,
): { readonly producer?: string } {
  const name = agentNameFor(role)
  return producers.includes(name) ? { producer: name } : {}
}

type Measured = {
  readonly measured: Measurement | null
  readonly types: BuildMeasure | null
  readonly why: string | null
  readonly ofSpec: readonly Obligation[]
}

/** Build, tests and lint of a project, and what became of the demands of its spec. */
export async function measureProject(
  workspace: Workspace,
  { root, spec, folder }: { readonly root: string; readonly spec: string; readonly folder: string },
  { files, ...order }: MeasureOrder,
): Promise<Measured> {
  const own = await onlyOwn(workspace, root)
  const settings = {
    elapsedMs: () => workspace.clock.elapsedMs(),
    onProgress: (what: string) => order.onProgress(what),
    ...own,
  }
  const common = { workflow: 'check', signal: order.signal } as const
  const asking = { ...common, ...producerOf(workspace, order, 'judge') }
  const asked = examFrom(demandsIn(spec), 'task', codeVocabulary)
  const reading = { ...common, ...producerOf(workspace, order, 'reader') }
  const { exam } = await completeExam(workspace, asked, reading)
  const result = await onWorkbench<Measured, string>(workspace, root, {
    tries: 1,
    refused: (why) => why,
    drifted: (why) => why,
    work: async (bench) => {
      const measured = await measureOnce(workspace, bench, settings, order.signal)
      if (!measured.ok) return err(measured.error.reason)
      const types =
        measured.value.build.decided_by === 'command'
          ? await measureTypes(bench, settings, order.signal)
          : ok(null)
      const judged = await judgeCode(
        bench,
        {
          asking: { exam, judge: (open, work) => judgeWork(workspace, open, { ...asking, work }) },
          before: null,
          after: { tree: files, measured: measured.value },
          paths: [],
          task: spec,
          threshold: 0,
          mutationSeconds: 0,
          seed: folder,
          at: workspace.clock.now().toISOString(),
          onProgress: (what) => order.onProgress(what),
          options: settings,
        },
        order.signal,
      )
      return ok({
        measured: measured.value,
        types: types.ok ? types.value : null,
        why: null,
        ofSpec: judged.obligations.filter(({ source }) => source.kind === 'task'),
      })
    },
  })
  return result.ok ? result.value : { measured: null, types: null, why: result.error, ofSpec: [] }
}
