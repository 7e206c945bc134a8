import type { Workbench } from '../../../ports/workbench.ts'
import type { CountErrors } from '../sanitizer/sanitize.ts'
import { type Compiler, compilerOf, runCompiler } from './compiler.ts'
import { isSyntactic } from './compiler-errors.ts'
import type { CompilerError } from './records.ts'
import { syntaxErrors, withoutFences } from './syntax-errors.ts'

type Text = { readonly path: string; readonly code: string }

/** Asks about many texts at once; each answer holds the errors of one. */
export type AskCompiler = (texts: readonly Text[]) => Promise<readonly (readonly CompilerError[])[]>

/**
 * Counts how the compiler complains of single texts. What a fast parser reads without complaint is not
 * asked about again; all texts that are asked about at the same moment go to the compiler in one run.
 */
export function batchedCounter(ask: AskCompiler): (path: string) => CountErrors {
  const known = new Map<string, Promise<readonly CompilerError[]>>()
  let waiting: { text: Text; answer: (errors: readonly CompilerError[]) => void }[] = []
  const flush = async () => {
    const batch = waiting
    waiting = []
    // without an answer of the compiler the parser's word counts
    const answers = await ask(batch.map(({ text }) => text)).catch(() => [])
    batch.forEach(({ answer }, index) => answer(answers[index] ?? []))
  }
  const later = (text: Text) =>
    new Promise<readonly CompilerError[]>((answer) => {
      waiting.push({ text, answer })
      if (waiting.length === 1) setTimeout(() => void flush(), 2)
    })
  const count = async (text: Text) => {
    const fast = await syntaxErrors(text.path, text.code)
    if (fast.length === 0) return fast
    const fences = fast.filter(({ code }) => code === 'FENCE')
    const full = await later({ path: text.path, code: withoutFences(text.code).text })
    // the compiler may be content where the parser is not; then the parser's word counts
    return full.length === 0 ? fast : [...full, ...fences]
  }
  return (path) => (code) => {
    const key = JSON.stringify([path, code])
    const counted = known.get(key) ?? count({ path, code })
    known.set(key, counted)
    return counted
  }
}

const looseOptions = [
  '--noEmit',
  '--noCheck',
  '--noLib',
  '--noResolve',
  '--allowJs',
  '--jsx',
  'preserve',
]

/** The compiler of a workbench, asked about the syntax of texts that need not be files of the project. */
export function askOnBench(bench: Workbench, signal: AbortSignal): AskCompiler {
  let compiler: Compiler | null = null
  let ignoresConfig = true
  return async (texts) => {
    compiler ??= await compilerOf(bench)
    const paths = texts.map(({ path }, index) => `loopwright-texts/${index}/${baseName(path)}`)
    for (const [index, { code }] of texts.entries()) await bench.write(paths[index]!, code)
    const run = () =>
      runCompiler(
        bench,
        compiler,
        [...looseOptions, ...(ignoresConfig ? ['--ignoreConfig'] : []), ...paths],
        signal,
      )
    let ran = await run()
    // older compilers do not know the option, and need none
    if (ran.ok && ran.value.some(({ code }) => code === 'TS5023')) {
      ignoresConfig = false
      ran = await run()
    }
    for (const path of paths) await bench.write(path, null)
    const errors = ran.ok ? ran.value.filter(isSyntactic) : []
    return paths.map((path) => errors.filter((error) => error.path === path))
  }
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
