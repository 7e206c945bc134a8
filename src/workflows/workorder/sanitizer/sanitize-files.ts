import { createHash } from 'node:crypto'
import type { FileTree } from '../../../model/file-tree.ts'
import type { SanitizerMetadata } from '../refining/records.ts'
import { isScriptPath } from '../refining/script-path.ts'
import { syntaxErrors } from '../refining/syntax-errors.ts'
import { type CountErrors, sanitize, type Sanitized } from './sanitize.ts'

export type SanitizedFiles = {
  /** Files that were corrected. */
  readonly files: Readonly<Record<string, string>>
  readonly metadata: SanitizerMetadata
}

/**
 * Sanitizes the scripts among some files, each by its own errors. Null where none of them had an error,
 * or none of the corrections had anything to change.
 */
export async function sanitizeFiles(
  files: FileTree,
  countErrors: (path: string) => CountErrors = byParser,
): Promise<SanitizedFiles | null> {
  const scripts = [...files]
    .filter(([path]) => isScriptPath(path))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  // all at once, so that a counter may ask the compiler about many texts in one go
  const results = await Promise.all(
    scripts.map(async ([path, code]) => ({ path, ...(await sanitize(code, countErrors(path))) })),
  )
  const looked = results.filter(({ tried }) => tried.length > 0)
  if (looked.length === 0) return null
  const changed = looked.filter(({ functions }) => functions.length > 0)
  return {
    files: Object.fromEntries(changed.map(({ path, sanitized }) => [path, sanitized])),
    metadata: together(results),
  }
}

const byParser =
  (path: string): CountErrors =>
  (code) =>
    syntaxErrors(path, code)

type OfFile = Sanitized & { readonly path: string }

function together(results: readonly OfFile[]): SanitizerMetadata {
  const sum = (figure: (result: OfFile) => number) =>
    results.reduce((total, result) => total + figure(result), 0)
  const functions = [...new Set(results.flatMap((result) => result.functions))]
  const hash = (figure: (result: OfFile) => string) =>
    createHash('sha256')
      .update(JSON.stringify(results.map((result) => [result.path, figure(result)])))
      .digest('hex')
  return {
    changes_made: results.flatMap(({ path, changes_made }) =>
      changes_made.map((change) => `${path}: ${change}`),
    ),
    functions_triggered: functions,
    telemetry: {
      functions_triggered: functions.length,
      pre_size: sum(({ telemetry }) => telemetry.pre_size),
      post_size: sum(({ telemetry }) => telemetry.post_size),
      pre_hash: hash(({ telemetry }) => telemetry.pre_hash),
      post_hash: hash(({ telemetry }) => telemetry.post_hash),
    },
    pre_errors: sum(({ pre_errors }) => pre_errors),
    post_errors: sum(({ post_errors }) => post_errors),
    tried: results.flatMap(({ path, tried }) =>
      tried.map((each) => ({ ...each, why: `${path}: ${each.why}` })),
    ),
  }
}
