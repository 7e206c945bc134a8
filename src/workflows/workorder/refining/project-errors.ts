import { parse } from 'jsonc-parser'
import { z } from 'zod'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { Workbench } from '../../../ports/workbench.ts'
import { compilerOf, runCompiler } from './compiler.ts'
import type { CompilerError } from './records.ts'
import { isScriptPath } from './script-path.ts'
import { syntaxErrors } from './syntax-errors.ts'

const Settings = z.object({ references: z.array(z.unknown()).optional() })

/**
 * What the compiler says of a whole project. Without settings for it only the syntax of each script is
 * looked at. Errors come in the order of their places.
 */
export async function projectErrors(
  bench: Workbench,
  signal: AbortSignal,
): AsyncResult<readonly CompilerError[], string> {
  const settings = await bench.read('tsconfig.json')
  if (settings === null) return ok(await syntaxOf(bench))
  const parsed = Settings.safeParse(parse(settings))
  const built = parsed.success && (parsed.data.references?.length ?? 0) > 0
  const options = built ? ['-b'] : ['--noEmit', '-p', 'tsconfig.json']
  const ran = await runCompiler(bench, await compilerOf(bench), options, signal)
  if (!ran.ok) return err(ran.error)
  return ok(unique(ran.value.map((error) => relative(error, bench.root))).toSorted(byPlace))
}

async function syntaxOf(bench: Workbench): Promise<readonly CompilerError[]> {
  const parsed: CompilerError[] = []
  for (const path of (await bench.list()).filter(isScriptPath)) {
    const code = await bench.read(path)
    if (code !== null) parsed.push(...(await syntaxErrors(path, code)))
  }
  return parsed.toSorted(byPlace)
}

const relative = (error: CompilerError, root: string): CompilerError =>
  error.path?.startsWith(`${root}/`) === true
    ? { ...error, path: error.path.slice(root.length + 1) }
    : error

/** A file that belongs to two projects is complained about twice. */
function unique(errors: readonly CompilerError[]): readonly CompilerError[] {
  const byText = new Map(errors.map((error) => [JSON.stringify(error), error]))
  return [...byText.values()]
}

const placeOf = ({ path, line, column }: CompilerError) =>
  [path ?? '', line ?? 0, column ?? 0] as const

function byPlace(one: CompilerError, other: CompilerError): number {
  const [path, line, column] = placeOf(one)
  const [otherPath, otherLine, otherColumn] = placeOf(other)
  if (path !== otherPath) return path < otherPath ? -1 : 1
  return line - otherLine || column - otherColumn
}
