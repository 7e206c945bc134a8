import type { FileTree } from '../../../model/file-tree.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { OrderTree } from '../../../ports/repository.ts'
import { errorCodes } from '../refining/compiler-errors.ts'
import { contractViolations } from '../refining/contract-check.ts'
import type { CompilerError, SanitizerMetadata } from '../refining/records.ts'
import type { OrderRun, Proposal } from '../state.ts'
import { newErrors, readBaseline } from './baseline.ts'
import type { Outcome, StepBench } from './bench.ts'
import { cancelled, failedPhase } from '../../../asking/outcome.ts'

const phase = 'COMPILE'
const mostErrors = 200

type Known = readonly CompilerError[]

/** COMPILE: what the compiler says of the change, before and after a machine corrected what it can. */
export async function compile(bench: StepBench, run: OrderRun): Promise<Outcome> {
  const { base, baseline, proposal, setup } = run
  if (base === null || baseline === null || proposal === null)
    return failedPhase(phase, 'there is no change', true)
  const opened = await bench.openTree(base)
  if (!opened.ok) return failedPhase(phase, opened.error.what)
  const known = await readBaseline(bench, baseline)
  if (known === null) return failedPhase(phase, 'the measurement before the change is lost', true)
  const compiled = await compileAndCorrect(bench, opened.value, { proposal, known: known.errors })
  if (bench.signal.aborted) return cancelled
  if (!compiled.ok) return failedPhase(phase, compiled.error)
  const { tree, raw, errors, metadata, before, after } = compiled.value
  const { contracts } = setup.order
  const violations = await contractViolations({ before, after, contracts })
  return (cost) => ({
    type: 'record-compiled',
    tree,
    errorsBefore: raw.length,
    errors: errors.slice(0, mostErrors),
    codes: [...errorCodes(raw)],
    sanitizer: metadata,
    violations: [...violations],
    cost,
  })
}

type Compiled = {
  readonly tree: string
  readonly raw: Known
  readonly errors: Known
  readonly metadata: SanitizerMetadata | null
  readonly before: FileTree
  readonly after: FileTree
}

async function compileAndCorrect(
  bench: StepBench,
  tree: OrderTree,
  { proposal, known }: { readonly proposal: Proposal; readonly known: Known },
): AsyncResult<Compiled, string> {
  const restored = await tree.restore(proposal.tree)
  if (!restored.ok) return err(restored.error.what)
  bench.tell({ type: 'doing', what: 'compiling' })
  const raw = await errorsOf(bench, tree, known)
  if (!raw.ok) return raw
  const before = await tree.files(tree.base)
  if (!before.ok) return err(before.error.what)
  const after = await tree.files(proposal.tree)
  if (!after.ok) return err(after.error.what)
  const same = {
    tree: proposal.tree,
    raw: raw.value,
    errors: raw.value,
    metadata: null,
    before: before.value.files,
    after: after.value.files,
  }
  if (raw.value.length === 0) return ok(same)
  const changed = new Map([...same.after].filter(([path]) => proposal.paths.includes(path)))
  const corrected = await bench.sanitize(tree.folder, changed, bench.signal)
  if (!corrected.ok) return corrected
  if (corrected.value === null) return ok(same)
  const { files, metadata } = corrected.value
  if (Object.keys(files).length === 0) return ok({ ...same, metadata })
  const written = await tree.write(Object.entries(files).map(([path, text]) => ({ path, text })))
  if (!written.ok) return err(written.error.what)
  const errors = await errorsOf(bench, tree, known)
  if (!errors.ok) return errors
  // a correction that does not help is no correction
  if (errors.value.length >= raw.value.length) return ok({ ...same, metadata: undone(metadata) })
  const mended = new Map([...same.after, ...Object.entries(files)])
  return ok({ ...same, tree: written.value, errors: errors.value, metadata, after: mended })
}

const undone = (metadata: SanitizerMetadata): SanitizerMetadata => ({
  ...metadata,
  changes_made: [],
  functions_triggered: [],
  post_errors: metadata.pre_errors,
  tried: metadata.tried.map((each) => ({
    ...each,
    kept: false,
    why: each.kept ? 'the project had no fewer errors with it' : each.why,
  })),
})

async function errorsOf(
  bench: StepBench,
  tree: OrderTree,
  known: Known,
): AsyncResult<Known, string> {
  const said = await bench.compile(tree.folder, bench.signal)
  return said.ok ? ok(newErrors(said.value, known)) : said
}
