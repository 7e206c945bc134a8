import { completeExam, judgeWork } from '../../asking/exam.ts'
import { contradictionObligations, contradictionsOf } from '../acceptance/contradictions.ts'
import { codeVocabulary, openChangeExaminer } from '../acceptance/exam.ts'
import { decided } from '../acceptance/judge-code.ts'
import { type MeasureOptions, measureTypes } from '../acceptance/measure.ts'
import { measureOnce, onWorkbench } from '../acceptance/measure-once.ts'
import type { BuildMeasure, Measurement } from '../acceptance/measurement.ts'
import { onlyOwn } from '../acceptance/own-files.ts'
import { tellingTests } from '../acceptance/rerun-tests.ts'
import { proofsOf } from '../acceptance/test-proof.ts'
import { readChange } from '../integrity/change.ts'
import type { FileTree } from '../../model/file-tree.ts'
import { parserOf } from './parse-once.ts'
import type { Obligation } from '../../model/obligation.ts'
import { err, ok } from '../../model/result.ts'
import { type Exam, examFrom, examine } from '../../obligations/exam.ts'
import type { Workbench } from '../../ports/workbench.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { demandsIn } from './demands.ts'

export type MeasureOrder = {
  readonly files: FileTree
  readonly signal: AbortSignal
  readonly onProgress: (what: string) => void
  /** The agents that made the work, by their names in the configuration. */
  readonly producers?: readonly string[]
  /** Gets a copy of the project with what its build made, before its tests run; null where there is none. */
  readonly onBuilt?: (bench: Workbench | null) => void
  /** What the spec asks for, where it was read before. */
  readonly exam?: Exam
}

type Measured = {
  readonly measured: Measurement | null
  readonly types: BuildMeasure | null
  readonly why: string | null
  readonly ofSpec: readonly Obligation[]
}

const askedBy = ({ producers = [], signal }: Pick<MeasureOrder, 'producers' | 'signal'>) => ({
  workflow: 'check',
  producers,
  signal,
})

/** What the spec asks for, sentence by sentence. */
export const examOf = async (
  workspace: Workspace,
  spec: string,
  order: Pick<MeasureOrder, 'producers' | 'signal'>,
) =>
  (await completeExam(workspace, examFrom(demandsIn(spec), 'task', codeVocabulary), askedBy(order)))
    .exam

/** What hangs once hangs: it gets at once what the slow ones need, and is not tried again. */
const patience = { seconds: { build: 300, test: 300, lint: 300 }, retrySeconds: [] }

/** Builds and tests the project; types, and what the spec says of calls, are tried beside the tests. */
export async function measureProject(
  workspace: Workspace,
  { root, spec }: { readonly root: string; readonly spec: string; readonly folder?: string },
  order: MeasureOrder,
): Promise<Measured> {
  const { signal } = order
  const exam = order.exam ?? (await examOf(workspace, spec, order))
  const { build: command } = workspace.config.workflows.track
  const settings = {
    ...(command === undefined ? {} : { commands: { build: command } }),
    ...patience,
    elapsedMs: () => workspace.clock.elapsedMs(),
    onProgress: (what: string) => order.onProgress(what),
    ...(await onlyOwn(workspace, root)),
  }
  const result = await onWorkbench<Measured, string>(workspace, root, {
    tries: 1,
    refused: (why) => why,
    drifted: (why) => why,
    work: async (bench) => {
      const built = Promise.withResolvers<BuildMeasure | null>()
      const onBuilt = async (made: BuildMeasure) => {
        order.onBuilt?.(await copyOfBuilt(bench, made))
        built.resolve(made)
      }
      const measuring = measureOnce(workspace, bench, { ...settings, onBuilt }, signal)
      void measuring.then(
        (done) => built.resolve(done.ok ? done.value.build : null),
        () => built.resolve(null),
      )
      const parts = [
        measuring,
        built.promise.then((build) =>
          build?.decided_by === 'command'
            ? measureTypes(bench, { ...settings, built: build }, signal)
            : ok(null),
        ),
        built.promise.then(() =>
          judgeSpec(workspace, bench, {
            ...order,
            exam,
            spec,
            measured: measuring.then((done) => (done.ok ? done.value : null)),
            settings,
          }),
        ),
      ] as const
      // the bench is closed behind all of them, also where one breaks
      await Promise.allSettled(parts)
      const [measured, types, ofSpec] = await Promise.all(parts)
      if (!measured.ok) return err(measured.error.reason)
      return ok({
        measured: measured.value,
        types: types.ok ? types.value : null,
        why: null,
        ofSpec,
      })
    },
  })
  return result.ok ? result.value : { measured: null, types: null, why: result.error, ofSpec: [] }
}

async function copyOfBuilt(bench: Workbench, made: BuildMeasure): Promise<Workbench | null> {
  if (made.state !== 'passed' || made.decided_by !== 'command') return null
  const copy = await bench.fork()
  return copy.ok ? copy.value : null
}

type SpecOrder = MeasureOrder & {
  readonly exam: Exam
  readonly spec: string
  readonly measured: Promise<Measurement | null>
  readonly settings: MeasureOptions
}

async function judgeSpec(
  workspace: Workspace,
  bench: Workbench,
  { exam, files, spec, measured, settings, ...order }: SpecOrder,
): Promise<readonly Obligation[]> {
  const { signal } = order
  const parse = await parserOf(files)
  const change = readChange({ before: new Map(), after: files }, parse)
  const read = (path: string) => change.source('after', path)
  const tests = proofsOf(files, read)
  const whole = { before: null, after: files, paths: [] }
  // the tests are not run once more to see what they notice: the specialists look at them
  const run = { tests, options: settings, parse, signal, bent: () => Promise.resolve(null) }
  const facts = measured.then((after) =>
    after === null
      ? undefined
      : {
          task: spec,
          tests,
          before: null,
          after,
          change: null,
          telling: () => tellingTests(bench, null, { ...run, after: after.tests }),
        },
  )
  const examiner = openChangeExaminer({ ...whole, bench, read, signal, facts })
  const asked = await examine(exam, examiner, bench.tree)
  const sources = tests.flatMap(({ path }) => read(path) ?? [])
  const against = contradictionsOf(exam.items, sources, parse)
  const judge = (open: readonly Obligation[], work: Parameters<typeof judgeWork>[2]['work']) =>
    judgeWork(workspace, open, { ...askedBy(order), work })
  return decided(
    { asking: { exam, judge }, before: null, after: { tree: files }, paths: [], task: spec },
    [...contradictionObligations(against, bench.tree), ...asked],
  )
}
