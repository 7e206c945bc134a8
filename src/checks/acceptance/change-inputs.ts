import { homeIn, newDiagnostics, newOnes } from './blame.ts'
import type { CoverageMeasure, Diagnostic, MeasuredFile, Measurement } from './measurement.ts'
import { percentOf } from './read-coverage.ts'

export type Todo = { readonly path: string; readonly line: number; readonly text: string }

/** What the formulas are given, over the files of the change. */
export type ChangeInputs = {
  readonly scope: 'change' | 'project'
  readonly files: readonly MeasuredFile[]
  /** The average of all functions outside tests; of all functions where there are no others. */
  readonly complexity: number
  readonly todos: readonly Todo[]
  readonly lintErrors: readonly Diagnostic[]
  readonly lintWarnings: readonly Diagnostic[]
  readonly lintErrorCount: number
  readonly lintWarningCount: number
  readonly coverage: {
    readonly percent: number
    readonly confidence: CoverageMeasure['confidence']
    /** Source files of the change that no test loaded. */
    readonly unseen: readonly string[]
    readonly lowest: readonly {
      readonly path: string
      readonly covered: number
      readonly total: number
    }[]
  }
}

/** A change that names no source file that is still there is judged by the whole project. */
export function inputsOf(
  before: Measurement | null,
  after: Measurement,
  changed: readonly string[],
): ChangeInputs {
  const named = new Set(changed)
  const own = after.files.filter(({ path }) => named.has(path))
  const scope = own.length > 0 ? 'change' : 'project'
  const files = scope === 'change' ? own : after.files
  const lint = lintOf(before, after, scope === 'change' ? named : null)
  return {
    scope,
    files,
    complexity: averageComplexity(files),
    todos: newTodos(before, after, files),
    ...lint,
    coverage: coverageOf(after, scope === 'change' ? files : null),
  }
}

function newTodos(
  before: Measurement | null,
  after: Measurement,
  files: readonly MeasuredFile[],
): readonly Todo[] {
  const [then, now] = [homeIn(after), homeIn(before)]
  const old = todosOf(before?.files ?? []).map(({ path, text }) => `${then(path)}\0${text}`)
  return newOnes(old, todosOf(files), ({ path, text }) => `${now(path)}\0${text}`)
}

const todosOf = (files: readonly MeasuredFile[]): readonly Todo[] =>
  files.flatMap(({ path, todos }) => todos.map(({ line, text }) => ({ path, line, text })))

/**
 * The formulas ask for one number. It is the average of ESLint's complexity over the functions, as the
 * origin's own list of defects recommends, so that a large change is not worse than a small one for its
 * size alone. Functions of tests are left out: a hundred callbacks of one way would hide anything.
 */
export function averageComplexity(files: readonly MeasuredFile[]): number {
  const product = files.filter(({ is_test }) => !is_test).flatMap(({ functions }) => functions)
  const functions = product.length > 0 ? product : files.flatMap((file) => file.functions)
  if (functions.length === 0) return 0
  return functions.reduce((sum, { complexity }) => sum + complexity, 0) / functions.length
}

/** Lint counts what is new in the files of the change; without a change, all of it. */
function lintOf(before: Measurement | null, after: Measurement, named: ReadonlySet<string> | null) {
  const fresh = newDiagnostics({ before, after }, ({ lint }) => lint.diagnostics).filter(
    ({ path }) => named === null || path === null || named.has(path),
  )
  const lintErrors = fresh.filter(({ severity }) => severity === 'error')
  const lintWarnings = fresh.filter(({ severity }) => severity === 'warning')
  // a linter that only gave totals: what came on top of the totals before
  const bare = after.lint.diagnostics.length === 0
  const more = (kind: 'errors' | 'warnings') =>
    Math.max(0, after.lint[kind] - (before?.lint[kind] ?? 0))
  return {
    lintErrors,
    lintWarnings,
    lintErrorCount: bare ? more('errors') : lintErrors.length,
    lintWarningCount: bare ? more('warnings') : lintWarnings.length,
  }
}

/** Unknown coverage counts as none: nobody may claim what nobody measured. */
function coverageOf(
  { coverage }: Measurement,
  files: readonly MeasuredFile[] | null,
): ChangeInputs['coverage'] {
  const { confidence } = coverage
  const lowestOf = (covered: CoverageMeasure['files']) =>
    covered
      .filter(({ covered: ran, total }) => ran < total)
      .toSorted((one, other) => other.total - other.covered - (one.total - one.covered))
  const whole = {
    percent: coverage.percent ?? 0,
    confidence,
    unseen: [],
    lowest: lowestOf(coverage.files),
  }
  if (files === null || coverage.files.length === 0) return whole
  const reported = new Map(coverage.files.map((file) => [file.path, file]))
  const product = files.filter(({ is_test, executable_lines: runs }) => !is_test && runs > 0)
  if (product.length === 0) return whole
  const counted = product.map(
    ({ path, executable_lines: total }) => reported.get(path) ?? { path, covered: 0, total },
  )
  return {
    percent: percentOf(counted) ?? 0,
    confidence,
    unseen: product.map(({ path }) => path).filter((path) => !reported.has(path)),
    lowest: lowestOf(counted),
  }
}
