import { join } from 'node:path'
import { compilerAt, findCompiler, noCompiler } from '../../../checks/code/compiler.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { BenchCommand, Workbench } from '../../../ports/workbench.ts'
import { readCompilerErrors } from './compiler-errors.ts'
import type { CompilerError } from './records.ts'

/** How the compiler is called on a workbench: the project's own, or one beside Loopwright. */
export type Compiler = Pick<BenchCommand, 'show'> & { readonly program: string }

export async function compilerOf(bench: Workbench): Promise<Compiler | null> {
  const own = await bench.read('node_modules/typescript/package.json')
  if (own !== null) return { program: 'tsc' }
  const folder = findCompiler()?.folder
  if (folder === undefined) return null
  // without walls a program is called where it lies
  if (bench.kind === 'none') return { program: join(folder, 'tsc') }
  return { program: join(compilerAt, 'tsc'), show: [{ from: folder, at: compilerAt }] }
}

const limits = { wallMs: 120_000 } as const

/** Runs the compiler and reads what it says. That it cannot run, or says nothing useful, is a failure. */
export async function runCompiler(
  bench: Workbench,
  compiler: Compiler | null,
  options: readonly string[],
  signal: AbortSignal,
): AsyncResult<readonly CompilerError[], string> {
  if (compiler === null) return err(noCompiler)
  const { program, show } = compiler
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
