import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { BenchCommand, Workbench } from '../../../ports/workbench.ts'
import { readCompilerErrors } from './compiler-errors.ts'
import type { CompilerError } from './records.ts'

/** How the compiler is called on a workbench: the project's own, or the one that came with us. */
export type Compiler = Pick<BenchCommand, 'show'> & { readonly program: string }

const shownAt = '/opt/typescript'

export async function compilerOf(bench: Workbench): Promise<Compiler> {
  const own = await bench.read('node_modules/typescript/package.json')
  if (own !== null) return { program: 'tsc' }
  const folder = ourCompiler()
  // without walls a program is called where it lies
  if (bench.kind === 'none') return { program: join(folder, 'tsc') }
  return { program: join(shownAt, 'tsc'), show: [{ from: folder, at: shownAt }] }
}

/** The native compiler lies in a package of its own for each platform. */
function ourCompiler(): string {
  const fromHere = createRequire(import.meta.url)
  const fromTypeScript = createRequire(fromHere.resolve('typescript/package.json'))
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`
  return join(dirname(fromTypeScript.resolve(`${platform}/package.json`)), 'lib')
}

const limits = { wallMs: 120_000 } as const

/** Runs the compiler and reads what it says. That it cannot run, or says nothing useful, is a failure. */
export async function runCompiler(
  bench: Workbench,
  { program, show }: Compiler,
  options: readonly string[],
  signal: AbortSignal,
): AsyncResult<readonly CompilerError[], string> {
  const argv = [program, ...options, '--pretty', 'false'] as const
  const ran = await bench.run({ argv, limits, ...(show === undefined ? {} : { show }) }, signal)
  if (!ran.ok) return err(`${ran.error.reason}; ${ran.error.remedy}`)
  const run = ran.value
  if (run.type === 'stopped') return err(`the compiler was stopped: ${run.limit}`)
  const errors = readCompilerErrors(run.stdout)
  if (run.code === 0 || errors.length > 0) return ok(errors)
  const said = `${run.stderr}${run.stdout}`.trim().slice(0, 300)
  return err(`the compiler ended with ${run.code}${said === '' ? '' : `: ${said}`}`)
}
